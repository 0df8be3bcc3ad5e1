"""The first plane or token of each group in the encoding of FrozenChess (planes.py). A header."""

from __future__ import annotations

GROUND_KINDS = 0
"""Eighteen kinds for each side: every member of a body counts."""
SIZE = 36
FROZEN_FOR = 37
TRAPPED = 38
STAY = 39
SHADOWS = 40
"""For each side: 1 + the kind of the base."""
WALLS = 42
"""For each side."""
WALL_UNIT = 44
TRAPS = 45
TORNADOS = 47
FLOWS = 49
FLOW_HEADING = 51
TOMB = 52
ROT = 53
DEAD_COUNT = 54
PHASE = 55
PHASE_CELL = 64
PHASE_NUMBER = 65
PHASE_SHADOW = 66
TURN = 67
"""Four planes of eight bits each, the lowest first."""
ACTING = 71
# The register: its planes have a place for each unit instead of each cell.
REGISTER = 72
UNIT_KIND = 72
UNIT_PLACE = 73
UNIT_CELL = 74
UNIT_CARRIER = 75
UNIT_BASE = 76
ATTRIBUTES = 77
"""par, trapped, stay, delay, travelled, ortho, diag, pieces, pawns, multimove."""
PLANES = 87

# Tokens beside the cells. The operations (codes.py) whose word is a token are LEAP_CAPTURE to
# MORPH, and MIND.
SPOKEN = 253
"""The token of the word of `op` is SPOKEN + op."""
MIND_TOKEN = 287
END_TOKEN = 288
ROTATE_TOKEN = 289
SHADOW_TOKEN = 290
KINDS = 291
NUMBERS = 308
"""The token of a number, from 1 on, is NUMBERS + the number."""
MOST_NUMBER = 64
ANGLES = 372
"""The tokens of turns by 90, 180 and 270 degrees are ANGLES + 1 to ANGLES + 3."""
WORDS = 120
LONGEST = 6
