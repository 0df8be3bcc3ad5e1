"""What a game's folder teaches people: guide, cards, lessons."""
