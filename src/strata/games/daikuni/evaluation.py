"""What a Daikuni position is worth.

Who cannot go loses, and a tile never goes away, so freedom is everything: the share of the free
cells that each piece can go to, which says more than their number, for ten cells are few on an
empty board and many on a full one. The King belongs outside. There nothing can check him and his
entry is a turn kept in reserve; on the board he needs safe cells around him and should keep away
from the edge. What a Queen or Soldier off the board is worth is a number of its own: they reach
nearly every cell but have no roads, cut nothing off and see nothing. A Soldier who sees the enemy
Queen is tied to her. Who has hardly a cell left will soon be out of turns. When the land is half
full it falls apart into pieces that only one side can come to, and each of their cells is a turn in
hand; the King's own corner, where no enemy tile can touch him, counts like any other. A check takes
all other actions away, so to stand in one, or to be open to one, costs time at the least. Where the
tiles run out before the cells do, time is on the side of the longer stock.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

from __future__ import annotations

from collections.abc import Mapping

import cython

if not cython.compiled:
    from strata.core.evaluation import Evaluation
    from strata.core.state import State
    from strata.games.daikuni.bits import (
        FULL,
        KING,
        OFF_BOARD,
        ONE,
        QUEEN,
        SOLDIER,
        between,
        cell_bit,
        connected,
        count,
        entries,
        seen_from,
        slides,
        touching,
    )
    from strata.games.daikuni.land import Land
else:
    from cython.cimports.strata.core.evaluation import Evaluation
    from cython.cimports.strata.core.state import State
    from cython.cimports.strata.games.daikuni.bits import (
        FULL,
        KING,
        OFF_BOARD,
        ONE,
        QUEEN,
        SOLDIER,
        between,
        cell_bit,
        connected,
        count,
        entries,
        seen_from,
        slides,
        touching,
    )
    from cython.cimports.strata.games.daikuni.land import Land

# What a player has, in the order of the numbers below. A share is in per cent of the free cells.
WEIGHTS: dict[str, int] = {
    "king_waiting": 180,  # off the board, if he may stay there
    "king_escapes": 28,  # safe cells beside his chain
    "king_cornered": -21,  # how many of 4 are lacking to that
    "king_edge": -73,  # edges that he stands on
    "queen_waiting": 160,  # off the board
    "queen_cells": 4,  # share
    "soldier_waiting": 60,  # off the board
    "soldier_cells": 3,  # share
    "soldier_tied": -30,  # he sees the enemy Queen
    "reach": 4,  # share that Queen or Soldier can go to
    "last_cells": -36,  # how many cells of 8 are lacking to that, entries included
    "threats": 6,  # cells to go to that touch the enemy King
    "check": -116,  # the King of who acts stands in it
    "turn": 35,  # acts
    "land": 10,  # share that only the own pieces can ever come to, once the land is half full
    "stock": 200,  # outlasts the other's, where tiles run out before the free cells
}
if not cython.compiled:  # evaluation.pxd has them as constants of C
    KING_WAITING = 0
    KING_ESCAPES = 1
    KING_CORNERED = 2
    KING_EDGE = 3
    QUEEN_WAITING = 4
    QUEEN_CELLS = 5
    SOLDIER_WAITING = 6
    SOLDIER_CELLS = 7
    SOLDIER_TIED = 8
    REACH = 9
    LAST_CELLS = 10
    THREATS = 11
    CHECK = 12
    TURN = 13
    LAND = 14
    STOCK = 15

EDGES = cython.declare(cython.ulonglong, 0xFF818181818181FF)
CORNERS = cython.declare(cython.ulonglong, 0x8100000000000081)
CROWDED = cython.declare(cython.int, 40)  # free cells from which on it counts whose they are

# What one cell is, in 1024ths of a per cent, by the number of free cells.
SHARES = cython.declare(cython.int[65])
# The cells that share a side, or else a file or rank, with a cell; none with OFF_BOARD.
BESIDE = cython.declare(cython.ulonglong[65])
IN_LINE = cython.declare(cython.ulonglong[65])
if not cython.compiled:
    SHARES = [0] * 65
    BESIDE = [0] * 65
    IN_LINE = [0] * 65


def fill_tables() -> None:
    free: cython.int
    cell: cython.int
    SHARES[0] = 0
    for free in range(1, 65):
        SHARES[free] = 102400 // free
    for cell in range(65):
        BESIDE[cell] = touching(cell_bit(cell))
        IN_LINE[cell] = seen_from(cell, 0)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def blockers_of(land: Land) -> cython.ulonglong:
    """Land.blockers, without a call."""
    if land.tiles_block:
        return land.tiles[0] | land.tiles[1]
    return land.standing[0] | land.standing[1]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def sees(one: cython.int, other: cython.int, blockers: cython.ulonglong) -> cython.bint:
    """D13 for a cell on the board and a piece."""
    return (IN_LINE[other] >> one) & 1 != 0 and (between(one, other) & blockers) == 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def measure_king(
    land: Land,
    seat: cython.int,
    free: cython.ulonglong,
    blockers: cython.ulonglong,
    features: cython.p_int,
) -> cython.void:
    """Of a King on the board."""
    sign: cython.int = 1 - 2 * seat
    cell: cython.int = land.places[3 * seat]
    king: cython.ulonglong = ONE << cell
    touched: cython.ulonglong = touching(land.tiles[1 - seat])
    number: cython.int = count(touching(land.chains[3 * seat]) & free & (touched ^ FULL))
    features[KING_ESCAPES] += sign * number
    if number < 4:
        features[KING_CORNERED] += sign * (4 - number)
    if king & EDGES:
        features[KING_EDGE] += 2 * sign if king & CORNERS else sign
    if seat == land.mover and (king & touched or sees(cell, land.places[5 - 3 * seat], blockers)):
        features[CHECK] = sign


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def last_entries(
    land: Land,
    seat: cython.int,
    passable: cython.ulonglong,
    free: cython.ulonglong,
    blockers: cython.ulonglong,
) -> cython.ulonglong:
    """Where pieces off the board can come in; of the King, where he is safe."""
    base: cython.int = 3 * seat
    if land.places[base + QUEEN] == OFF_BOARD or land.places[base + SOLDIER] == OFF_BOARD:
        return entries(passable) & free
    if land.places[base] == OFF_BOARD:
        return land.endings(seat, KING, blockers)
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def measure_side(
    land: Land,
    seat: cython.int,
    share: cython.int,
    blockers: cython.ulonglong,
    features: cython.p_int,
) -> cython.void:
    """Adds what `seat` has, or takes it off if that is second.

    Where pieces may go is only roughly what Land.endings says, which takes much longer.
    """
    sign: cython.int = 1 - 2 * seat
    base: cython.int = 3 * seat
    passable: cython.ulonglong = land.tiles[1 - seat] ^ FULL
    free: cython.ulonglong = passable & (land.tiles[seat] ^ FULL)
    cells: cython.ulonglong
    more: cython.ulonglong
    number: cython.int
    if land.laid[seat] >= land.stock:  # D12
        free = 0
    cells = slides(land.chains[base + QUEEN], passable) & free
    number = count(cells)
    features[QUEEN_CELLS] += sign * ((number * share) >> 10)
    if land.chains[base + SOLDIER] == land.chains[base + QUEEN]:
        features[SOLDIER_CELLS] += sign * ((number * share) >> 10)
    else:
        more = slides(land.chains[base + SOLDIER], passable) & free
        features[SOLDIER_CELLS] += sign * ((count(more) * share) >> 10)
        cells |= more
        number = count(cells)
    features[REACH] += sign * ((number * share) >> 10)
    if land.places[base + QUEEN] == OFF_BOARD:
        features[QUEEN_WAITING] += sign
    if land.places[base + SOLDIER] == OFF_BOARD:
        features[SOLDIER_WAITING] += sign
    elif sees(land.places[base + SOLDIER], land.places[4 - base], blockers):
        features[SOLDIER_TIED] += sign
    if number < 8:
        more = slides(land.chains[base], passable) & (touching(land.tiles[1 - seat]) ^ FULL)
        more = (more & free) | last_entries(land, seat, passable, free, blockers)
        number = count(cells | more)
        if number < 8:
            features[LAST_CELLS] += sign * (8 - number)
    if land.places[base] != OFF_BOARD:
        measure_king(land, seat, free, blockers, features)
    elif not land.entries_first:
        features[KING_WAITING] += sign
    cells &= BESIDE[land.places[3 - base]]
    if cells:
        features[THREATS] += sign * count(cells)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def land_of(land: Land, seat: cython.int) -> cython.ulonglong:
    """The free cells to which pieces on the board can come, in however many turns.

    Pieces that wait may come in at any edge. The King needs cells that touch no enemy tile.
    """
    base: cython.int = 3 * seat
    passable: cython.ulonglong = land.tiles[1 - seat] ^ FULL
    cells: cython.ulonglong = land.chains[base + QUEEN] | land.chains[base + SOLDIER]
    if land.places[base + QUEEN] == OFF_BOARD or land.places[base + SOLDIER] == OFF_BOARD:
        cells |= EDGES & passable
    cells = connected(cells, passable)
    if land.chains[base] & (cells ^ FULL):
        cells |= connected(land.chains[base], passable) & (touching(land.tiles[1 - seat]) ^ FULL)
    return cells & (land.tiles[seat] ^ FULL) & passable


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def measure_land(land: Land, features: cython.p_int) -> cython.void:
    blockers: cython.ulonglong = blockers_of(land)
    open_cells: cython.int = 64 - land.laid[0] - land.laid[1]
    share: cython.int = SHARES[open_cells]
    acting: cython.int = 1 - 2 * land.mover
    own: cython.ulonglong
    other: cython.ulonglong
    measure_side(land, 0, share, blockers, features)
    measure_side(land, 1, share, blockers, features)
    if open_cells <= CROWDED:
        own = land_of(land, 0)
        other = land_of(land, 1)
        features[LAND] = (count(own & (other ^ FULL)) * share) >> 10
        features[LAND] -= (count(other & (own ^ FULL)) * share) >> 10
    features[TURN] = acting
    if 2 * land.stock - land.laid[0] - land.laid[1] < open_cells:
        # Of equal stocks that of the other lasts longer.
        features[STOCK] = -acting if land.laid[land.mover] >= land.laid[1 - land.mover] else acting


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def write_promises(
    land: Land,
    actions: cython.p_longlong,
    number_of: cython.int,
    ranks: cython.p_int,
) -> cython.void:
    """Checks first, those by a tile before those by sight; to enter the King is seldom good."""
    enemy: cython.int = land.places[3 - 3 * land.mover]
    beside: cython.ulonglong = BESIDE[enemy]
    in_line: cython.ulonglong = IN_LINE[enemy]
    blockers: cython.ulonglong = blockers_of(land)
    king_enters: cython.int = 0
    number: cython.int
    kind: cython.int
    cell: cython.int
    if land.places[3 * land.mover] == OFF_BOARD and not land.entries_first:
        king_enters = -50
    for number in range(number_of):
        kind = cython.cast(cython.int, actions[number] >> 6)
        cell = cython.cast(cython.int, actions[number] & 63)
        ranks[number] = king_enters if kind == KING else 0
        if (beside >> cell) & 1:
            ranks[number] = 100
        elif kind == SOLDIER and (in_line >> cell) & 1 and not between(cell, enemy) & blockers:
            ranks[number] = 50


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def enemy_waits(land: Land) -> cython.bint:
    return land.places[3 - 3 * land.mover] == OFF_BOARD


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
        rank: cython.int[1]
        codes: cython.longlong[1]
        if not cython.compiled:
            rank, codes = [0], [0]
        codes[0] = action
        write_promises(cython.cast(Land, state), codes, 1, rank)
        return rank[0]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def promises(
        self,
        state: State,
        actions: cython.p_longlong,
        count: cython.int,
        ranks: cython.p_int,
    ) -> cython.void:
        write_promises(cython.cast(Land, state), actions, count, ranks)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_quiet(self, state: State) -> cython.bint:
        """Nobody can check a King who waits outside."""
        return enemy_waits(cython.cast(Land, state))


fill_tables()
