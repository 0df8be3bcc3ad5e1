"""Teaching material in a game's folder: guide, cards, lessons and puzzles."""
