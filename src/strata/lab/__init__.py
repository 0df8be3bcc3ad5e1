"""Players against players by the hundred: matches, tournaments, ratings with their intervals."""
