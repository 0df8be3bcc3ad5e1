"""What a Daikuni position is worth.

Who cannot go loses, and a tile never goes away, so freedom is everything: the share of the free
cells that Queen and Soldier can go to, now and in two turns, which says more than their number, for
ten cells are few on an empty board and many on a full one. The King is a piece like the others when
turns are counted, but only cells that touch no enemy tile are his: the land of such cells around
him is worth more the fuller the board is, and he keeps away from the edge. As long as the board is
empty he belongs outside, where nothing can check him and his entry is a turn kept in reserve. What
a Queen or Soldier off the board is worth is a number of its own: they reach nearly every cell but
have no roads, cut nothing off and see nothing. Early, tiles that spread make land: cells that are
near to them and far from the enemy's. Late, the land falls apart into pieces that only one side can
ever come to, and each of their cells is a turn in hand; who has hardly a cell left will soon be out
of turns. A check takes all other actions away, so to stand in one costs time at the least. Where
the tiles run out before the cells do, time is on the side of the longer stock.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

from __future__ import annotations

from collections.abc import Mapping

import cython

if not cython.compiled:
    from strata.core.kernel.evaluation import Evaluation
    from strata.core.kernel.state import State
    from strata.games.daikuni.rules.bits import (
        FULL,
        KING,
        OFF_BOARD,
        QUEEN,
        SOLDIER,
        between,
        cell_bit,
        connected,
        count,
        entries,
        lowest,
        seen_from,
        slides,
        touching,
    )
    from strata.games.daikuni.rules.land import Land
else:
    from cython.cimports.strata.core.kernel.evaluation import Evaluation
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.games.daikuni.rules.bits import (
        FULL,
        KING,
        OFF_BOARD,
        QUEEN,
        SOLDIER,
        between,
        cell_bit,
        connected,
        count,
        entries,
        lowest,
        seen_from,
        slides,
        touching,
    )
    from cython.cimports.strata.games.daikuni.rules.land import Land

# What a player has early, in the middle and late, in the order of the numbers below. A share is in
# per cent of the free cells.
WEIGHTS: dict[str, tuple[int, int, int]] = {
    "king_waiting": (182, 0, -150),  # off the board, if he may stay there: all safe cells are his
    "king_escapes": (17, 10, 0),  # safe cells beside his chain
    "king_edge": (-72, -45, -26),  # edges that he stands on
    "king_land": (0, 6, 9),  # share that is safe and hangs together with his chain
    "queen_waiting": (116, 105, 105),  # off the board
    "queen_cells": (5, 5, 6),  # share
    "soldier_waiting": (191, 117, 117),  # off the board
    "soldier_cells": (6, 5, 5),  # share
    "reach_twice": (4, 6, 0),  # share that Queen or Soldier can go to within two turns
    "nearby": (4, 0, 0),  # share that is within two steps of own tiles and not of the enemy's
    "land": (0, 0, 12),  # share that only the own pieces can ever come to
    "last_cells": (-36, -36, -141),  # how many of 8 cells to go to are lacking, entries included
    "check": (-165, -176, -136),  # the King of who acts stands in it
    "turn": (58, 54, -19),  # acts
    "stock": (200, 200, 200),  # outlasts the other's, where tiles run out before the free cells
}
if not cython.compiled:  # evaluation.pxd has them as constants of C
    KING_WAITING = 0
    KING_ESCAPES = 1
    KING_EDGE = 2
    KING_LAND = 3
    QUEEN_WAITING = 4
    QUEEN_CELLS = 5
    SOLDIER_WAITING = 6
    SOLDIER_CELLS = 7
    REACH_TWICE = 8
    NEARBY = 9
    LAND = 10
    LAST_CELLS = 11
    CHECK = 12
    TURN = 13
    STOCK = 14

EDGES = cython.declare(cython.ulonglong, 0xFF818181818181FF)
CORNERS = cython.declare(cython.ulonglong, 0x8100000000000081)
PHASES = ("early", "middle", "late")
EARLY = cython.declare(cython.int, 0)
MIDDLE = cython.declare(cython.int, 1)
LATE = cython.declare(cython.int, 2)

# What one cell is, in 1024ths of a per cent, by the number of free cells.
SHARES = cython.declare(cython.int[65])
# The cells that share a side, or else a file or rank, with a cell; none with OFF_BOARD.
BESIDE = cython.declare(cython.ulonglong[65])
IN_LINE = cython.declare(cython.ulonglong[65])
if not cython.compiled:
    SHARES = [0] * 65
    BESIDE = [0] * 65
    IN_LINE = [0] * 65


def weights_by_phase() -> dict[str, int]:
    return {
        f"{phase}_{name}": weights[number]
        for number, phase in enumerate(PHASES)
        for name, weights in WEIGHTS.items()
    }


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
def phase_of(open_cells: cython.int) -> cython.int:
    if open_cells > 46:
        return EARLY
    return MIDDLE if open_cells > 30 else LATE


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
    phase: cython.int,
    share: cython.int,
    safe: cython.ulonglong,
    touched: cython.ulonglong,
    blockers: cython.ulonglong,
    features: cython.p_int,
) -> cython.void:
    """`safe` are the free cells that touch no enemy tile."""
    sign: cython.int = 1 - 2 * seat
    cell: cython.int = land.places[3 * seat]
    chain: cython.ulonglong = land.chains[3 * seat]
    king: cython.ulonglong = cell_bit(cell)
    if king == 0:
        if phase != EARLY:
            features[KING_LAND] += sign * ((count(safe) * share) >> 10)
        if not land.entries_first:
            features[KING_WAITING] += sign
        return
    features[KING_ESCAPES] += sign * count(touching(chain) & safe)
    if phase != EARLY:
        features[KING_LAND] += sign * ((count(connected(chain, safe) & safe) * share) >> 10)
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
    phase: cython.int,
    share: cython.int,
    touched: cython.ulonglong,
    blockers: cython.ulonglong,
    features: cython.p_int,
) -> cython.void:
    """Adds what `seat` has, or takes it off if that is second.

    Where pieces may go is only roughly what Land.endings says, which takes much longer. `touched`
    are the cells beside enemy tiles.
    """
    sign: cython.int = 1 - 2 * seat
    base: cython.int = 3 * seat
    passable: cython.ulonglong = land.tiles[1 - seat] ^ FULL
    free: cython.ulonglong = passable & (land.tiles[seat] ^ FULL)
    cells: cython.ulonglong
    more: cython.ulonglong
    safe: cython.ulonglong
    number: cython.int
    waiting: cython.bint
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
    waiting = land.places[base + QUEEN] == OFF_BOARD or land.places[base + SOLDIER] == OFF_BOARD
    if waiting:
        if land.places[base + QUEEN] == OFF_BOARD:
            features[QUEEN_WAITING] += sign
        if land.places[base + SOLDIER] == OFF_BOARD:
            features[SOLDIER_WAITING] += sign
    if phase != LATE:
        more = slides(cells | land.chains[base + QUEEN] | land.chains[base + SOLDIER], passable)
        if waiting:
            more |= entries(passable)
        features[REACH_TWICE] += sign * ((count(more & free) * share) >> 10)
    safe = free & (touched ^ FULL)
    if number < 8:
        more = slides(land.chains[base], passable) & safe
        number = count(cells | more | last_entries(land, seat, passable, free, blockers))
        if number < 8:
            features[LAST_CELLS] += sign * (8 - number)
    measure_king(land, seat, phase, share, safe, touched, blockers, features)


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
def near(touched: cython.ulonglong, free: cython.ulonglong) -> cython.ulonglong:
    """The free cells within two steps of tiles, which touch the cells `touched`."""
    return (touched | touching(touched & free)) & free


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def measure_land(land: Land, features: cython.p_int) -> cython.int:
    """Returns the phase."""
    blockers: cython.ulonglong = blockers_of(land)
    open_cells: cython.int = 64 - land.laid[0] - land.laid[1]
    share: cython.int = SHARES[open_cells]
    acting: cython.int = 1 - 2 * land.mover
    own: cython.ulonglong = 0
    other: cython.ulonglong = 0
    free: cython.ulonglong = (land.tiles[0] | land.tiles[1]) ^ FULL
    by_own: cython.ulonglong = touching(land.tiles[0])
    by_other: cython.ulonglong = touching(land.tiles[1])
    phase: cython.int = phase_of(open_cells)
    measure_side(land, 0, phase, share, by_other, blockers, features)
    measure_side(land, 1, phase, share, by_own, blockers, features)
    if phase == EARLY:
        own = near(by_own, free)
        other = near(by_other, free)
        features[NEARBY] = (count(own & (other ^ FULL)) * share) >> 10
        features[NEARBY] -= (count(other & (own ^ FULL)) * share) >> 10
    elif phase == LATE:
        own = land_of(land, 0)
        other = land_of(land, 1)
        features[LAND] = (count(own & (other ^ FULL)) * share) >> 10
        features[LAND] -= (count(other & (own ^ FULL)) * share) >> 10
    features[TURN] = acting
    if 2 * land.stock - land.laid[0] - land.laid[1] < open_cells:
        # Of equal stocks that of the other lasts longer.
        features[STOCK] = -acting if land.laid[land.mover] >= land.laid[1 - land.mover] else acting
    return phase


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
    in_sight: cython.ulonglong = seen_from(enemy, blockers_of(land))
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
        elif kind == SOLDIER and (in_sight >> cell) & 1:
            ranks[number] = 50


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def write_checks(land: Land, actions: cython.p_longlong, ranks: cython.p_int) -> cython.int:
    """The actions of which write_promises thinks highly, without listing the others."""
    enemy: cython.int = land.places[3 - 3 * land.mover]
    blockers: cython.ulonglong = blockers_of(land)
    free: cython.ulonglong = (land.tiles[0] | land.tiles[1]) ^ FULL
    beside: cython.ulonglong = BESIDE[enemy] & free
    wanted: cython.ulonglong = beside
    cells: cython.ulonglong
    kind: cython.int
    cell: cython.int
    found: cython.int = 0
    for kind in range(3):
        if kind == SOLDIER:
            wanted |= seen_from(enemy, blockers) & free
        if wanted == 0:
            continue
        cells = land.endings(land.mover, kind, blockers) & wanted
        while cells:
            cell = lowest(cells)
            actions[found] = 64 * kind + cell
            ranks[found] = 100 if (beside >> cell) & 1 else 50
            found += 1
            cells &= cells - 1
    return found


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
        super().__init__(weights_by_phase() if weights is None else weights, len(PHASES))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def measure(self, state: State, features: cython.p_int) -> cython.void:
        self.phase = measure_land(cython.cast(Land, state), features)

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
    def noisy(self, state: State, actions: cython.p_longlong, ranks: cython.p_int) -> cython.int:
        return write_checks(cython.cast(Land, state), actions, ranks)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_quiet(self, state: State) -> cython.bint:
        """Nobody can check a King who waits outside."""
        return enemy_waits(cython.cast(Land, state))


fill_tables()
