"""Lasca, the plain game: counts by another reading of the rules, and worked examples."""
