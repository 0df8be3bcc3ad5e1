"""The evaluation of Daikuni positions: measures the features declared in features.py."""

from __future__ import annotations

from collections.abc import Mapping

import cython
from cython.cimports.strata.core.kernel.bits import FULL, count
from cython.cimports.strata.core.kernel.evaluation import Evaluation
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.daikuni.evaluation.constants import ENOUGH_CELLS
from cython.cimports.strata.games.daikuni.evaluation.features import (
    CHECK,
    EARLY,
    KING_EDGE,
    KING_ESCAPES,
    KING_LAND,
    KING_WAITING,
    LAND,
    LAST_CELLS,
    LATE,
    MIDDLE,
    NEARBY,
    QUEEN_CELLS,
    QUEEN_WAITING,
    REACH_TWICE,
    SOLDIER_CELLS,
    SOLDIER_WAITING,
    STOCK,
    TURN,
)
from cython.cimports.strata.games.daikuni.evaluation.promises import (
    promise_of,
    write_checks,
    write_promises,
)
from cython.cimports.strata.games.daikuni.evaluation.tables import IN_LINE, SHARES
from cython.cimports.strata.games.daikuni.rules.bits import (
    between,
    cell_bit,
    connected,
    entries,
    slides,
    touching,
)
from cython.cimports.strata.games.daikuni.rules.board import Board
from cython.cimports.strata.games.daikuni.rules.constants import (
    CORNERS,
    EDGES,
    KING,
    OFF_BOARD,
    QUEEN,
    SOLDIER,
)
from cython.cimports.strata.games.daikuni.rules.land import blockers_of, endings

from strata.games.daikuni.evaluation.features import FEATURES


def phase_of(open_cells: cython.int) -> cython.int:
    """Return the phase for a number of free cells."""
    if open_cells > 46:
        return EARLY
    return MIDDLE if open_cells > 30 else LATE


def is_waiting(board: Board, seat: cython.int) -> cython.bint:
    """Return whether the Queen or the Soldier of `seat` is off the board."""
    base: cython.int = 3 * seat
    return board.places[base + QUEEN] == OFF_BOARD or board.places[base + SOLDIER] == OFF_BOARD


def sees(one: cython.int, other: cython.int, blockers: cython.ulonglong) -> cython.bint:
    """Return whether a cell sees a piece that may be off the board (D13)."""
    return (IN_LINE[other] >> one) & 1 != 0 and (between(one, other) & blockers) == 0


def measure_king(
    board: Board,
    seat: cython.int,
    phase: cython.int,
    share: cython.int,
    safe: cython.ulonglong,
    touched: cython.ulonglong,
    blockers: cython.ulonglong,
    features: cython.p_int,
) -> cython.void:
    """Add the features of a King; `safe` are the free cells that touch no enemy tile."""
    sign: cython.int = 1 - 2 * seat
    cell: cython.int = board.places[3 * seat]
    chain: cython.ulonglong = board.chains[3 * seat]
    king: cython.ulonglong = cell_bit(cell)
    if king == 0:
        if phase != EARLY:
            features[KING_LAND] += sign * ((count(safe) * share) >> 10)
        if not board.entries_first:
            features[KING_WAITING] += sign
        return
    features[KING_ESCAPES] += sign * count(touching(chain) & safe)
    if phase != EARLY:
        features[KING_LAND] += sign * ((count(connected(chain, safe) & safe) * share) >> 10)
    if king & EDGES:
        features[KING_EDGE] += 2 * sign if king & CORNERS else sign
    if seat == board.mover and (king & touched or sees(cell, board.places[5 - 3 * seat], blockers)):
        features[CHECK] = sign


def last_entries(
    board: Board,
    seat: cython.int,
    passable: cython.ulonglong,
    free: cython.ulonglong,
    blockers: cython.ulonglong,
) -> cython.ulonglong:
    """Return the cells where pieces off the board can enter.

    For the King, if he alone is off the board, these are his legal cells.
    """
    if is_waiting(board, seat):
        return entries(passable) & free
    if board.places[3 * seat] == OFF_BOARD:
        return endings(board, seat, KING, blockers)
    return 0


def measure_side(
    board: Board,
    seat: cython.int,
    phase: cython.int,
    share: cython.int,
    touched: cython.ulonglong,
    blockers: cython.ulonglong,
    features: cython.p_int,
) -> cython.void:
    """Add the features of `seat`: positive for first, negative for second.

    Reachable cells only approximate `land.endings`, which is much slower. `touched` are the cells
    beside enemy tiles.
    """
    sign: cython.int = 1 - 2 * seat
    base: cython.int = 3 * seat
    passable: cython.ulonglong = board.tiles[1 - seat] ^ FULL
    free: cython.ulonglong = passable & (board.tiles[seat] ^ FULL)
    cells: cython.ulonglong
    more: cython.ulonglong
    safe: cython.ulonglong
    number: cython.int
    waiting: cython.bint = is_waiting(board, seat)
    if board.laid[seat] >= board.stock:  # D12
        free = 0
    cells = slides(board.chains[base + QUEEN], passable) & free
    number = count(cells)
    features[QUEEN_CELLS] += sign * ((number * share) >> 10)
    if board.chains[base + SOLDIER] == board.chains[base + QUEEN]:
        features[SOLDIER_CELLS] += sign * ((number * share) >> 10)
    else:
        more = slides(board.chains[base + SOLDIER], passable) & free
        features[SOLDIER_CELLS] += sign * ((count(more) * share) >> 10)
        cells |= more
        number = count(cells)
    if waiting:
        if board.places[base + QUEEN] == OFF_BOARD:
            features[QUEEN_WAITING] += sign
        if board.places[base + SOLDIER] == OFF_BOARD:
            features[SOLDIER_WAITING] += sign
    if phase != LATE:
        more = slides(cells | board.chains[base + QUEEN] | board.chains[base + SOLDIER], passable)
        if waiting:
            more |= entries(passable)
        features[REACH_TWICE] += sign * ((count(more & free) * share) >> 10)
    safe = free & (touched ^ FULL)
    if number < ENOUGH_CELLS:
        more = slides(board.chains[base], passable) & safe
        number = count(cells | more | last_entries(board, seat, passable, free, blockers))
        if number < ENOUGH_CELLS:
            features[LAST_CELLS] += sign * (ENOUGH_CELLS - number)
    measure_king(board, seat, phase, share, safe, touched, blockers, features)


def land_of(board: Board, seat: cython.int) -> cython.ulonglong:
    """Return the free cells that pieces on the board can reach in any number of turns.

    A Queen or Soldier off the board may enter at any edge. The King needs cells that touch no enemy
    tile.
    """
    base: cython.int = 3 * seat
    passable: cython.ulonglong = board.tiles[1 - seat] ^ FULL
    cells: cython.ulonglong = board.chains[base + QUEEN] | board.chains[base + SOLDIER]
    if is_waiting(board, seat):
        cells |= EDGES & passable
    cells = connected(cells, passable)
    if board.chains[base] & (cells ^ FULL):
        cells |= connected(board.chains[base], passable) & (touching(board.tiles[1 - seat]) ^ FULL)
    return cells & (board.tiles[seat] ^ FULL) & passable


def near(touched: cython.ulonglong, free: cython.ulonglong) -> cython.ulonglong:
    """Return the free cells within two steps of a seat's tiles.

    `touched` are the cells beside the tiles.
    """
    return (touched | touching(touched & free)) & free


def measure_board(board: Board, features: cython.p_int) -> cython.int:
    """Write the features and return the phase."""
    blockers: cython.ulonglong = blockers_of(board)
    open_cells: cython.int = 64 - board.laid[0] - board.laid[1]
    share: cython.int = SHARES[open_cells]
    acting: cython.int = 1 - 2 * board.mover
    own: cython.ulonglong = 0
    other: cython.ulonglong = 0
    free: cython.ulonglong = (board.tiles[0] | board.tiles[1]) ^ FULL
    by_own: cython.ulonglong = touching(board.tiles[0])
    by_other: cython.ulonglong = touching(board.tiles[1])
    phase: cython.int = phase_of(open_cells)
    has_shorter: cython.bint
    measure_side(board, 0, phase, share, by_other, blockers, features)
    measure_side(board, 1, phase, share, by_own, blockers, features)
    if phase == EARLY:
        own = near(by_own, free)
        other = near(by_other, free)
        features[NEARBY] = (count(own & (other ^ FULL)) * share) >> 10
        features[NEARBY] -= (count(other & (own ^ FULL)) * share) >> 10
    elif phase == LATE:
        own = land_of(board, 0)
        other = land_of(board, 1)
        features[LAND] = (count(own & (other ^ FULL)) * share) >> 10
        features[LAND] -= (count(other & (own ^ FULL)) * share) >> 10
    features[TURN] = acting
    if 2 * board.stock - board.laid[0] - board.laid[1] < open_cells:
        # With equal stocks, the stock of the seat that waits lasts longer.
        has_shorter = board.laid[board.mover] >= board.laid[1 - board.mover]
        features[STOCK] = -acting if has_shorter else acting
    return phase


class DaikuniEvaluation(Evaluation):
    """The evaluation of Daikuni positions."""

    def __init__(self, weights: Mapping[str, int] | None = None) -> None:
        super().__init__(FEATURES, weights)

    def measure(self, state: State, features: cython.p_int) -> cython.void:
        self.phase = measure_board(cython.cast(Board, state), features)

    def promise(self, state: State, action: cython.longlong) -> cython.int:
        return promise_of(cython.cast(Board, state), action)

    def promises(
        self, state: State, actions: cython.p_longlong, count: cython.int, ranks: cython.p_int
    ) -> cython.void:
        write_promises(cython.cast(Board, state), actions, count, ranks)

    def noisy(self, state: State, actions: cython.p_longlong, ranks: cython.p_int) -> cython.int:
        return write_checks(cython.cast(Board, state), actions, ranks)

    def is_quiet(self, state: State) -> cython.bint:
        """Return whether the enemy King is off the board, where nothing can check him."""
        return cython.cast(Board, state).places[3 - 3 * state.mover] == OFF_BOARD
