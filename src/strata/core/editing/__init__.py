"""Editing of positions: drafts, palettes, and why a draft is not a position."""
