"""Puzzles for visitors: chosen, tried, judged and rated."""
