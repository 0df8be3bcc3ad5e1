"""The features of FrozenChess: name, weight and meaning. A header.

The kinds come first, in their order; their weights are also the values in exchanges. A feature with
a 5 in its name is measured in units of five points of these values, so that a weight of 5 counts
the whole value and a weight of -5 its loss.
"""

from __future__ import annotations

from strata.core.features import FeatureList
from strata.games.frozen.kinds import NAMES

_VALUES = {
    "Pawn": 35,
    "Lancer": 90,
    "Frog": 60,
    "Trebuchet": 60,
    "Ballista": 80,
    "Ship": 60,
    "Onager": 70,
    "Cannon": 70,
    "Ram": 60,
    "Knight": 150,
    "Bishop": 170,
    "Dragon": 240,
    "Rook": 150,
    "Queen": 240,
    "King": 10000,
    "Jester": 100,
    "Chancellor": 120,
    "Templar": 190,
}

FEATURES = FeatureList()
for _name in NAMES:
    FEATURES.add(_name.lower(), _VALUES[_name], f"{_name}s alive, wherever they are")
PARALYSED5 = FEATURES.add("paralysed5", -5, "value of paralysed units, by how long it lasts")
HELD5 = FEATURES.add("held5", -1, "value frozen by presence, gaze or pincer")
SHADOWED5 = FEATURES.add("shadowed5", -2, "value of shadows")
LOADED5 = FEATURES.add("loaded5", -1, "value carried by a friend")
CAPTIVE5 = FEATURES.add("captive5", -4, "value carried by the enemy")
RETURNING5 = FEATURES.add("returning5", 2, "value that could respawn now")
REACH = FEATURES.add("reach", 4, "cells of range, up to 8 a rider")
MULTIMOVE = FEATURES.add("multimove", 40, "extra moves a turn")
ADVANCE = FEATURES.add("advance", 2, "how far the pawns have come")
PRIZE5 = FEATURES.add("prize5", 3, "the best that the side that captures next can win")
PRIZES5 = FEATURES.add("prizes5", 1, "what else it could win")
MENACE5 = FEATURES.add("menace5", 1, "the best that the other side could win")
MENACES5 = FEATURES.add("menaces5", 1, "what else the other side could win")
SPACE = FEATURES.add("space", 1, "attacked cells")
GUARDED = FEATURES.add("guarded", 3, "guarded bodies")
EMPOWERED = FEATURES.add("empowered", 3, "empowered bodies")
RING = FEATURES.add("ring", 8, "attacked cells beside the enemy king")
ZONE = FEATURES.add("zone", 3, "attacked cells two from the enemy king")
SHELTER = FEATURES.add("shelter", 3, "own bodies beside the king")
TOMBS = FEATURES.add("tombs", -50, "open armed tombs beside the king")
TOMBS_NEAR = FEATURES.add("tombs-near", -12, "open armed tombs two cells from the king")
DOOMED = FEATURES.add("doomed", 4000, "the side that captures next can kill the king")
STALKED = FEATURES.add("stalked", 120, "the other side could kill the king")
TURN = FEATURES.add("turn", 12, "is the side that captures next")
