"""The scene of Daikuni: tiles, pieces on the board and off it, stocks and checks."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from typing import Final

from strata.core.board_scene import acting_seat, board_scene
from strata.core.explaining.telling import whose
from strata.core.outcome import SEATS
from strata.core.scene import Item, Layer, Mark, Scene, Zone
from strata.games.daikuni.board import BOARD
from strata.games.daikuni.gestures import waiting_id
from strata.games.daikuni.rules.constants import KING, OFF_BOARD
from strata.games.daikuni.rules.state import DaikuniState
from strata.games.daikuni.symbols import KIND_NAMES, piece_symbol, tile_symbol

_BARE: Final = tuple((Layer(tile_symbol(seat), owner),) for seat, owner in enumerate(SEATS))
"""The stack of a bare tile, by seat."""
_PIECES: Final = tuple((seat, kind) for seat in range(2) for kind in range(len(KIND_NAMES)))
"""The seat and kind of each piece."""
_WITH_PIECE: Final = tuple(
    (*_BARE[seat], Layer(piece_symbol(kind), SEATS[seat])) for seat, kind in _PIECES
)
"""The stack of a tile with a piece on it, in the same order."""
_NO_TILE: Final = b"\2"
_HAS_TILE: Final = bytes.maketrans(b"\0\1\2", b"\1\1\0")


def scene(state: DaikuniState, game: str) -> Scene:
    checks = _checks(state)
    places = [state.place(seat, kind) for seat, kind in _PIECES]
    return board_scene(
        BOARD,
        game,
        acting_seat(state),
        _stacks(state, places),
        zones=(_waiting(state, 0, places[:3]), _waiting(state, 1, places[3:])),
        marks=checks,
        status=tuple([mark.label for mark in checks]),
    )


def _stacks(state: DaikuniState, places: list[int]) -> dict[str, tuple[Layer, ...]]:
    owners = state.tile_owners()
    tiles = map(_BARE.__getitem__, owners.translate(None, _NO_TILE))
    stacks: dict[str, tuple[Layer, ...]] = dict(
        zip(compress(BOARD.names, owners.translate(_HAS_TILE)), tiles, strict=True)
    )
    for place, stack in zip(places, _WITH_PIECE, strict=True):
        if place != OFF_BOARD:
            stacks[BOARD.names[place]] = stack
    return stacks


def _waiting(state: DaikuniState, seat: int, places: list[int]) -> Zone:
    kinds = [kind for kind, place in enumerate(places) if place == OFF_BOARD]
    return _zone(seat, tuple(kinds), state.tiles_left(seat))


@lru_cache(maxsize=1 << 10)
def _zone(seat: int, kinds: tuple[int, ...], tiles_left: int) -> Zone:
    owner = SEATS[seat]
    pieces = [Item(waiting_id(seat, kind), Layer(piece_symbol(kind), owner), 1) for kind in kinds]
    stock = Item(f"{owner}:stock", Layer(tile_symbol(seat), owner), tiles_left)
    return Zone(f"{owner}:waiting", f"{{{owner}}}, off the board", owner, (*pieces, stock))


def _checks(state: DaikuniState) -> tuple[Mark, ...]:
    return tuple(
        Mark(
            "check",
            (BOARD.names[state.place(seat, KING)],),
            f"{whose(SEATS[seat])} King is in check",
        )
        for seat in range(2)
        if state.in_check(seat)
    )
