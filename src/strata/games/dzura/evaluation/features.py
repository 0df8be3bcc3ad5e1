"""The features of Dzura's evaluation, with their weights. A header.

The first three give the value of a piece, for any definition's kinds: the piece as such, half a
tile that it reaches at once, and half a tile further along, averaged over the tiles of the board.
"""

from __future__ import annotations

from strata.core.features import FeatureList

FEATURES = FeatureList()
PIECES = FEATURES.add("pieces", 19, "pieces on the board and in hand")
REACH = FEATURES.add("reach", 10, "half tiles that they reach at once")
RAYS = FEATURES.add("rays", 6, "half tiles further along their strides")
HAND = FEATURES.add("hand", -9, "pieces in hand")
HAND_REACH = FEATURES.add("hand-reach", -5, "half tiles that those would reach at once")
PROMOTION = FEATURES.add(
    "promotion", 0, "sixty-fourths of what promotion would add, for pieces close to it"
)
ADVANCE = FEATURES.add("advance", 9, "tiles from the own edge of the board")
MOBILITY = FEATURES.add("mobility", -3, "tiles that pieces with strides reach")
CONTROL = FEATURES.add("control", 5, "tiles attacked")
PRESSURE = FEATURES.add("pressure", 10, "attacks on the opposing king's tile and those next to it")
ASSAULT = FEATURES.add("assault", 9, "the same, times the attackers after the first")
HOLES = FEATURES.add("holes", 13, "of those tiles, the attacked that only the king guards")
FLIGHTS = FEATURES.add("flights", 12, "tiles that the own king can go to, at most 4")
SHELTER = FEATURES.add("shelter", 20, "own pieces next to the king")
CHECK = FEATURES.add("check", 5, "the opposing king is attacked")
TAKE = FEATURES.add("take", 4, "tenths of the best piece that the acting seat can win")
FORK = FEATURES.add(
    "fork", 4, "tenths of the second best piece of the acting seat that the other could win"
)
LOOSE = FEATURES.add("loose", 3, "tenths of all that could be won")
CAPTIVE = FEATURES.add("captive", 7, "tenths of what is covered by the opponent")
TOKENS = FEATURES.add("tokens", 12, "tokens in hand")
MARKS = FEATURES.add("marks", 12, "opposing pieces that are barraged")
TEMPO = FEATURES.add("tempo", 18, "has the move")
