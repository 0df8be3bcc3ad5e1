"""The features of Daikuni, with their weights early, in the middle and late. A header.

A player who cannot act loses, and tiles never go away, so freedom decides. Queen and Soldier count
the cells they reach as a share of the free cells: ten cells are few on an empty board and many on
a full one. What they are worth off the board is a number of its own: they reach nearly every cell
but have no roads, cut nothing off and see nothing.

The King has only the cells that touch no enemy tile. The land of such cells around him is worth
more the fuller the board is, and the edge is bad for him. On an empty board he belongs outside:
nothing checks him there, and his entry is a turn in reserve.

Early, tiles that spread make land: cells near to them and far from the enemy's. Late, the land
falls apart into regions that only one side can reach, and each of their cells is a turn in hand; a
player with hardly a cell left will soon be out of turns. A check takes all other actions away, so
it costs time at the least. Where the tiles run out before the cells do, the longer stock wins time.
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
