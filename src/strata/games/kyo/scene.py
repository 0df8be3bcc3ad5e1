"""The scene of Kyo: stacks chip by chip, the pawn on top, the turn in progress."""

from __future__ import annotations

from typing import Final

from strata.core.board_scene import acting_seat, board_scene
from strata.core.explaining.telling import whose
from strata.core.outcome import SEATS, Seat
from strata.core.scene import Layer, Mark, Scene
from strata.games.kyo.board import BOARD, STEPS
from strata.games.kyo.notation import (
    CHIP_LETTERS,
    KIND_NAMES,
    PAWN_LETTERS,
    PHASES,
)
from strata.games.kyo.rules.constants import LAST_CLOCK
from strata.games.kyo.rules.state import KyoState
from strata.games.kyo.symbols import CHIP_SYMBOLS, PAWN_SYMBOLS

_CHIP_OWNERS: Final[dict[str, Seat | None]] = {
    "D": "first",
    "L": "first",
    "d": "second",
    "l": "second",
    "S": None,
}
_MAY_FOLLOW: Final = {
    "B": "it may still act",
    "M": "mana may carry it on",
    "D": "it may still deploy shields",
}
# The clock of K32 from which on it is shown.
_LONG_CALM: Final = 100


def scene(state: KyoState, game: str) -> Scene:
    marks = _turn_marks(state)
    return board_scene(
        BOARD,
        game,
        acting_seat(state),
        _stacks(state),
        marks=marks,
        status=(*(mark.label for mark in marks), *_calm(state)),
        hues=("sand", "red"),
    )


def _stacks(state: KyoState) -> dict[str, tuple[Layer, ...]]:
    stacks: dict[str, tuple[Layer, ...]] = {}
    for tile, name in enumerate(BOARD.names):
        letters = (CHIP_LETTERS[chip] for chip in state.chips_at(tile))
        layers = [Layer(CHIP_SYMBOLS[letter], _CHIP_OWNERS[letter]) for letter in letters]
        pawn = state.pawn_at(tile)
        if pawn:
            layers.append(Layer(PAWN_SYMBOLS[PAWN_LETTERS[pawn & 7]], SEATS[pawn >> 3]))
        stacks[name] = tuple(layers)
    return stacks


def _turn_marks(state: KyoState) -> tuple[Mark, ...]:
    """Return the marks of the stack whose turn is in progress: what it did and what may follow."""
    tile, number, direction, count, on_enemy, _ = state.turn()
    phase = PHASES[number]
    if phase == "-":
        return ()
    name = BOARD.names[tile]
    pawn = f"{whose(SEATS[state.get_seat()])} {KIND_NAMES[state.pawn_at(tile) & 7]} on {name}"
    done = _mana_path(tile, count, direction) if phase == "M" else ""
    marks = [Mark("turn", (name,), f"{pawn}{done}: {_MAY_FOLLOW[phase]}, or end the turn")]
    if on_enemy:
        marks.append(
            Mark("effect", (name,), "it stands on enemy mana, destroyed if the turn ends here")
        )
    return tuple(marks)


def _mana_path(tile: int, count: int, direction: int) -> str:
    """Return how far mana has carried a pawn, and from where: its direction matters."""
    moves = "1 mana move" if count == 1 else f"{count} mana moves"
    x, y = STEPS[direction]
    start = BOARD.step(tile, (-x, -y))
    came = "" if start is None else f", the last from {BOARD.names[start]}"
    return f" has made {moves}{came}"


def _calm(state: KyoState) -> tuple[str, ...]:
    turns = state.clock
    if turns < _LONG_CALM:
        return ()
    return (f"{turns} turns since a pawn or chip was removed; a draw at {LAST_CLOCK}",)
