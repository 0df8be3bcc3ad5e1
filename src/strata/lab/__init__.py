"""Players against players by the hundred: matches, tournaments, and ratings with intervals."""
