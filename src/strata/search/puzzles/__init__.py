"""Puzzles out of engine games: found, checked, rated, and the answers to them judged."""
