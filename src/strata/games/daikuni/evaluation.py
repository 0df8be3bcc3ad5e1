"""What a Daikuni position is worth.

Who cannot go loses, and a tile never goes away, so freedom is everything: the share of the free
cells that each piece can go to, which says more than their number, for ten cells are few on an
empty board and many on a full one. The King belongs outside. There nothing can check him and his
entry is a turn kept in reserve; on the board he needs many cells to flee to and should keep away
from the edge. Queen and Soldier belong on the board. Outside they reach nearly every cell but have
no roads, cut nothing off and see nothing, so the freedom they have there counts for less. A Soldier
tied to the enemy Queen lacks cells only while she stays where she is. As the land fills up, what
is walled off decides: cells that only one player can ever come to are turns in hand, and who has
hardly a cell left will soon be out of turns. A check takes all other actions away, so to stand in
one, or to be open to one, costs time at the least. Where the tiles run out before the cells do,
time is on the side of the longer stock.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

from __future__ import annotations

from collections.abc import Mapping

import cython

if not cython.compiled:
    from strata.core.evaluation import Evaluation
    from strata.core.state import State
    from strata.games.daikuni.bits import FULL, KING, OFF_BOARD, QUEEN, SOLDIER, count
    from strata.games.daikuni.land import Land, cell_bit, see_each_other, slides, touching
else:
    from cython.cimports.strata.core.evaluation import Evaluation
    from cython.cimports.strata.core.state import State
    from cython.cimports.strata.games.daikuni.bits import (
        FULL,
        KING,
        OFF_BOARD,
        QUEEN,
        SOLDIER,
        count,
    )
    from cython.cimports.strata.games.daikuni.land import (
        Land,
        cell_bit,
        see_each_other,
        slides,
        touching,
    )

# What a player has, in the order of the numbers below. A share is in per cent of the free cells.
WEIGHTS: dict[str, int] = {
    "king_waiting": 350,  # off the board, if he may stay there
    "king_escapes": 6,  # share that he may go to
    "king_cornered": -15,  # how many cells of 4 are lacking to that
    "king_edge": -60,  # edges that he stands on
    "queen_waiting": -280,  # off the board
    "queen_cells": 4,  # share
    "soldier_waiting": -330,  # off the board
    "soldier_cells": 3,  # share
    "soldier_tied": 80,  # he sees the enemy Queen; makes up for the cells that he lacks
    "reach": 3,  # share that any piece may go to
    "last_cells": -30,  # how many cells of 8 are lacking to that
    "land": 7,  # share that the pieces can ever come to
    "threats": 8,  # cells to go to that touch the enemy King
    "check": -100,  # the King of who acts stands in it
    "turn": 32,  # acts
    "stock": 200,  # outlasts the other's, where tiles run out before the free cells
}
KING_WAITING = cython.declare(cython.int, 0)
KING_ESCAPES = cython.declare(cython.int, 1)
KING_CORNERED = cython.declare(cython.int, 2)
KING_EDGE = cython.declare(cython.int, 3)
QUEEN_WAITING = cython.declare(cython.int, 4)
QUEEN_CELLS = cython.declare(cython.int, 5)
SOLDIER_WAITING = cython.declare(cython.int, 6)
SOLDIER_CELLS = cython.declare(cython.int, 7)
SOLDIER_TIED = cython.declare(cython.int, 8)
REACH = cython.declare(cython.int, 9)
LAST_CELLS = cython.declare(cython.int, 10)
LAND = cython.declare(cython.int, 11)
THREATS = cython.declare(cython.int, 12)
CHECK = cython.declare(cython.int, 13)
TURN = cython.declare(cython.int, 14)
STOCK = cython.declare(cython.int, 15)

# With so many free cells, or more, hardly any land is cut off.
OPEN_LAND = cython.declare(cython.int, 32)

EDGES = cython.declare(cython.ulonglong, 0xFF818181818181FF)
CORNERS = cython.declare(cython.ulonglong, 0x8100000000000081)

# What one cell is, in 1024ths of a per cent, by the number of free cells.
SHARES = cython.declare(cython.int[65])
if not cython.compiled:
    SHARES = [0] * 65


def fill_shares() -> None:
    free: cython.int
    SHARES[0] = 0
    for free in range(1, 65):
        SHARES[free] = 102400 // free


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def reachable(cells: cython.ulonglong, passable: cython.ulonglong) -> cython.ulonglong:
    """All that slides come to from `cells`, one after the other."""
    grown: cython.ulonglong = slides(cells, passable)
    while grown != cells:
        cells = grown
        grown = slides(cells, passable)
    return cells


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def measure_king(
    land: Land,
    seat: cython.int,
    cells: cython.int,
    share: cython.int,
    features: cython.p_int,
) -> cython.void:
    """Of a King on the board, who may go to so many cells."""
    sign: cython.int = 1 - 2 * seat
    king: cython.ulonglong = cell_bit(land.places[3 * seat])
    features[KING_ESCAPES] += sign * ((cells * share) >> 10)
    if cells < 4:
        features[KING_CORNERED] += sign * (4 - cells)
    if king & EDGES:
        features[KING_EDGE] += 2 * sign if king & CORNERS else sign


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def measure_side(
    land: Land,
    seat: cython.int,
    free: cython.ulonglong,
    share: cython.int,
    blockers: cython.ulonglong,
    features: cython.p_int,
) -> cython.void:
    """Adds what `seat` has, or takes it off if that is second."""
    sign: cython.int = 1 - 2 * seat
    base: cython.int = 3 * seat
    king: cython.ulonglong
    queen: cython.ulonglong = land.candidates(
        seat, QUEEN, land.blockers_without(seat, QUEEN, blockers)
    )
    soldier: cython.ulonglong = land.candidates(
        seat, SOLDIER, land.blockers_without(seat, SOLDIER, blockers)
    )
    cells: cython.ulonglong = queen | soldier
    number: cython.int
    if land.places[base] != OFF_BOARD:
        king = land.endings(seat, KING, blockers)
        measure_king(land, seat, count(king), share, features)
        cells |= king
    elif not land.entries_first:
        features[KING_WAITING] += sign
    number = count(cells)
    if number < 8:
        if land.places[base] == OFF_BOARD:
            number = count(cells | land.endings(seat, KING, blockers))
        if number < 8:
            features[LAST_CELLS] += sign * (8 - number)
    features[REACH] += sign * ((number * share) >> 10)
    if land.places[base + QUEEN] == OFF_BOARD:
        features[QUEEN_WAITING] += sign
    features[QUEEN_CELLS] += sign * ((count(queen) * share) >> 10)
    if land.places[base + SOLDIER] == OFF_BOARD:
        features[SOLDIER_WAITING] += sign
    elif see_each_other(land.places[base + SOLDIER], land.places[4 - base], blockers):
        features[SOLDIER_TIED] += sign
    features[SOLDIER_CELLS] += sign * ((count(soldier) * share) >> 10)
    if land.places[3 - base] != OFF_BOARD:
        features[THREATS] += sign * count(cells & touching(cell_bit(land.places[3 - base])))
    if share > SHARES[OPEN_LAND]:
        cells = reachable(cells, land.tiles[1 - seat] ^ FULL) & free
        features[LAND] += sign * ((count(cells) * share) >> 10)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def measure_land(land: Land, features: cython.p_int) -> cython.void:
    blockers: cython.ulonglong = land.blockers()
    free: cython.ulonglong = (land.tiles[0] | land.tiles[1]) ^ FULL
    open_cells: cython.int = 64 - land.laid[0] - land.laid[1]
    share: cython.int = SHARES[open_cells]
    acting: cython.int = 1 - 2 * land.mover
    measure_side(land, 0, free, share, blockers, features)
    measure_side(land, 1, free, share, blockers, features)
    if land.is_checked(land.mover, blockers):
        features[CHECK] = acting
    features[TURN] = acting
    if 2 * land.stock - land.laid[0] - land.laid[1] < open_cells:
        # Of equal stocks that of the other lasts longer.
        features[STOCK] = -acting if land.laid[land.mover] >= land.laid[1 - land.mover] else acting


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def promise_of_ending(land: Land, kind: cython.int, cell: cython.int) -> cython.int:
    """Checks first, those by a tile before those by sight; to enter the King is seldom good."""
    enemy: cython.int = land.places[3 - 3 * land.mover]
    if enemy != OFF_BOARD:
        if cell_bit(cell) & touching(cell_bit(enemy)):
            return 100
        if kind == SOLDIER and see_each_other(cell, enemy, land.blockers()):
            return 50
    if kind == KING and land.places[3 * land.mover] == OFF_BOARD and not land.entries_first:
        return -50
    return 0


@cython.cclass
class DaikuniEvaluation(Evaluation):
    """Judges positions of Daikuni."""

    def __init__(self, weights: Mapping[str, int] | None = None) -> None:
        super().__init__(WEIGHTS if weights is None else weights)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def measure(self, state: State, features: cython.p_int) -> cython.void:
        measure_land(cython.cast(Land, state), features)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def promise(self, state: State, action: cython.longlong) -> cython.int:
        return promise_of_ending(cython.cast(Land, state), action >> 6, action & 63)


fill_shares()
