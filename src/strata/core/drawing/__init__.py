"""Drawings of scenes: as SVG and PNG, animated, in a terminal, in a rulebook."""
