"""Positions as they are edited: drafts, what may lie where, and why a draft is no position."""
