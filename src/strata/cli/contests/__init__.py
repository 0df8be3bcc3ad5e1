"""Matches and tournaments at the terminal."""
