"""The features of Daikuni, with their weights early, in the middle and late. A header.

A player without an action loses, and tiles never leave the board, so mobility decides. The Queen
and the Soldier count the cells they reach as a share of the free cells: ten cells are few on an
empty board and many on a full one. Off the board each of them has a fixed value instead: it can
reach nearly every cell, but it has no roads, cuts nothing off and sees nothing.

For the King only cells that touch no enemy tile count. The connected land of such cells around him
is worth more as the board fills up; standing on an edge is bad for him. On an empty board he is
better off outside: nothing checks him there, and his entry is a turn in reserve.

Early, spread-out tiles make land: cells that are near to them and far from the enemy's. Late, the
land splits into regions that only one side can reach, and each of their cells is a turn in hand; a
player with few cells left soon runs out of turns. A check leaves few legal replies, so it gains at
least time. If the tiles run out before the free cells do, the longer stock gains time.
"""

from __future__ import annotations

from strata.core.features import FeatureList

FEATURES = FeatureList("early", "middle", "late")
EARLY, MIDDLE, LATE = range(3)

KING_WAITING = FEATURES.add(
    "king-waiting", (182, 0, -150), "King off the board, if he may stay there"
)
KING_ESCAPES = FEATURES.add("king-escapes", (17, 10, 0), "safe cells beside the King's chain")
KING_EDGE = FEATURES.add("king-edge", (-72, -45, -26), "edges that the King stands on")
KING_LAND = FEATURES.add(
    "king-land", (0, 6, 9), "% of the free cells that are safe and connected to the King's chain"
)
QUEEN_WAITING = FEATURES.add("queen-waiting", (116, 105, 105), "Queen off the board")
QUEEN_CELLS = FEATURES.add("queen-cells", (5, 5, 6), "% of the free cells that the Queen reaches")
SOLDIER_WAITING = FEATURES.add("soldier-waiting", (191, 117, 117), "Soldier off the board")
SOLDIER_CELLS = FEATURES.add(
    "soldier-cells", (6, 5, 5), "% of the free cells that the Soldier reaches"
)
REACH_TWICE = FEATURES.add(
    "reach-twice", (4, 6, 0), "% of the free cells that Queen or Soldier reach within two turns"
)
NEARBY = FEATURES.add(
    "nearby", (4, 0, 0), "% of the free cells within two steps of own tiles, not of the enemy's"
)
LAND = FEATURES.add(
    "land", (0, 0, 12), "% of the free cells that only the own pieces can ever come to"
)
LAST_CELLS = FEATURES.add(
    "last-cells", (-36, -36, -141), "cells lacking to 8 that pieces can go to, entries included"
)
CHECK = FEATURES.add("check", (-165, -176, -136), "to act, with the King in check")
TURN = FEATURES.add("turn", (58, 54, -19), "to act")
STOCK = FEATURES.add(
    "stock", (200, 200, 200), "the longer stock, where tiles run out before the free cells"
)
