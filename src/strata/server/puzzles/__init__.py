"""Puzzles for whoever visits: chosen, played, judged, rated."""
