"""The encoding of Daikuni positions and actions as numbers; planes.py documents each plane."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import lowest
from cython.cimports.strata.core.kernel.encoder import Encoder
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.daikuni.encoding.constants import (
    ACTING,
    LONGEST,
    PIECES,
    PLANES,
    STOCK,
    TILES,
    WAITING,
    WORDS,
)
from cython.cimports.strata.games.daikuni.rules.board import Board
from cython.cimports.strata.games.daikuni.rules.constants import (
    MOST_ACTIONS,
    OFF_BOARD,
    kind_of,
    target_of,
)


def turned(cell: cython.int, seat: cython.int) -> cython.int:
    """Return `cell` as numbered from the side of `seat`."""
    return 63 - cell if seat else cell


class DaikuniEncoder(Encoder):
    """The encoder of Daikuni, for all options."""

    def __init__(self) -> None:
        Encoder.__init__(self, PLANES, 8, 8, WORDS, LONGEST, MOST_ACTIONS)

    def observe(self, state: State, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        self.draw(cython.cast(Board, state), seat, planes)

    def draw(self, board: Board, seat: cython.int, planes: cython.p_uchar) -> cython.void:
        side: cython.int
        owner: cython.int
        kind: cython.int
        cell: cython.int
        cells: cython.ulonglong
        for side in range(2):
            owner = side ^ seat
            for kind in range(3):
                cell = board.places[3 * owner + kind]
                if cell == OFF_BOARD:
                    self.fill(planes, WAITING + 3 * side + kind, 1)
                else:
                    planes[64 * (PIECES + 3 * side + kind) + turned(cell, seat)] = 1
            cells = board.tiles[owner]
            while cells:
                planes[64 * (TILES + side) + turned(lowest(cells), seat)] = 1
                cells &= cells - 1
            self.fill(planes, STOCK + side, board.stock - board.laid[owner])
        if board.mover == seat:
            self.fill(planes, ACTING, 1)

    def spell(self, state: State, action: cython.longlong, tokens: cython.p_int) -> cython.int:
        """Write two tokens: the piece, on the board or off it, then the target cell."""
        return self.click(cython.cast(Board, state), action, tokens)

    def click(self, board: Board, action: cython.longlong, tokens: cython.p_int) -> cython.int:
        kind: cython.int = kind_of(action)
        place: cython.int = board.places[3 * board.mover + kind]
        tokens[0] = 64 + kind if place == OFF_BOARD else turned(place, board.mover)
        tokens[1] = turned(target_of(action), board.mover)
        return 2

    def number(self, state: State, action: cython.longlong) -> cython.int:
        """Return the number made of the piece's kind and the target cell."""
        return (action & ~63) | turned(target_of(action), state.mover)
