"""Scenes drawn: as SVG, in a terminal, in a rulebook."""
