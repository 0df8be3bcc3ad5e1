"""A game at the terminal."""
