"""Plain games: a game as one file of ordinary Python. docs/plain-games.md shows how.

A game derives from `PlainGame`, names its board, pieces and set-up, and defines the legal actions
(`actions`), what they do (`play`) and how the game ends (`result`). Text, drawings, clicks,
records, players and playouts follow from that.
"""

from strata.core.errors import GameError, InvalidPosition
from strata.core.geometry import (
    DIAGONAL,
    HEXAGONAL,
    KNIGHT,
    ORTHOGONAL,
    Board,
    HexagonalBoard,
    RectangularBoard,
    RhombicBoard,
)
from strata.core.option import Option
from strata.core.outcome import Outcome, Seat, other_seat
from strata.plain.game import PlainGame
from strata.plain.pieces import Piece, owner_of
from strata.plain.position import PlainPosition

__all__ = [
    "DIAGONAL",
    "HEXAGONAL",
    "KNIGHT",
    "ORTHOGONAL",
    "Board",
    "GameError",
    "HexagonalBoard",
    "InvalidPosition",
    "Option",
    "Outcome",
    "Piece",
    "PlainGame",
    "PlainPosition",
    "RectangularBoard",
    "RhombicBoard",
    "Seat",
    "other_seat",
    "owner_of",
]
