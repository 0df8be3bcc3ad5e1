"""Lookup tables of the FrozenChess evaluation. A header."""

from __future__ import annotations

from strata.games.frozen.rules.constants import (
    AVAL,
    EXCH,
    FUSE,
    LOAD,
    ROT,
    SHADOW,
    SPAWN,
    STRIKE,
    TELE,
    TORNADO,
)

LOSS = tuple(100 * turns // (turns + 12) for turns in range(64))
"""The percentage of a unit's value that is lost, by turns of paralysis."""
STEPS = (0, 0, 0, 1, 2, 3, 4, 6, 8, 10, 13, 17, 22, 30, 40, 60)
"""What a pawn gains, by the number of ranks advanced."""
_DOUBTS = {
    AVAL: -30,
    EXCH: -60,
    FUSE: -20,
    LOAD: -20,
    ROT: -10,
    SHADOW: -30,
    SPAWN: -20,
    STRIKE: -5,
    TELE: -10,
    TORNADO: -30,
}
DOUBTS = tuple(_DOUBTS.get(op, 0) for op in range(64))
"""The promises of special moves that are seldom good, by operation."""
