"""Puzzles from games of computer players: found, checked, rated, and their answers judged."""
