"""A definition of Dzura (Z80–Z82): board, pieces and set-up as plain data, and its canonical text.

schema.py and coherence.py read definitions; rules/lookup.py turns them into tables for the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

import msgspec

from strata.core.geometry import Step
from strata.games.dzura.board import DzuraBoard

PROMOTED: Final = "+"


class Options(NamedTuple):
    """The options of a table (section 7)."""

    court: bool
    rotation: bool
    ordnance: int


class PieceKind(msgspec.Struct, frozen=True):
    """One `[[piece]]` table. Its vectors are for a piece of first that faces forward."""

    letter: str
    name: str
    steps: tuple[Step, ...] = ()
    strides: tuple[Step, ...] = ()
    targets: tuple[Step, ...] = ()
    target_moves: bool = True
    mobility: int = 0
    royal: bool = False
    promotes_to: str = ""
    column_rule: bool = False

    @property
    def plain_letter(self) -> str:
        """The letter under which the piece lies in a hand (Z84)."""
        return self.letter.removeprefix(PROMOTED)

    @property
    def is_promoted_form(self) -> bool:
        return self.letter.startswith(PROMOTED)


class Definition(msgspec.Struct, frozen=True, dict=True):
    """A valid definition of a game. Kinds are numbered from 1 in the order of `pieces`."""

    name: str
    radius: int
    capture: str
    rotation: bool
    ordnance: int
    start: str
    hands: str
    pieces: tuple[PieceKind, ...]

    @cached_property
    def board(self) -> DzuraBoard:
        return DzuraBoard(self.radius)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each kind, by its letter."""
        return {kind.letter: number for number, kind in enumerate(self.pieces, 1)}

    def kind(self, number: int) -> PieceKind:
        return self.pieces[number - 1]

    @cached_property
    def text(self) -> str:
        """The canonical text, the same for all files with the same meaning."""
        return "\n".join(_lines(self)) + "\n"


def _lines(definition: Definition) -> Iterator[str]:
    yield "format = 1"
    yield f'name = "{definition.name}"'
    yield f"radius = {definition.radius}"
    yield f'capture = "{definition.capture}"'
    yield f"rotation = {_written(definition.rotation)}"
    yield f"ordnance = {definition.ordnance}"
    yield f'start = "{definition.start}"'
    yield f'hands = "{definition.hands}"'
    plain = PieceKind("", "")
    for kind in definition.pieces:
        yield ""
        yield "[[piece]]"
        for field in PieceKind.__struct_fields__:
            value = getattr(kind, field)
            if value != getattr(plain, field):
                yield f"{field} = {_written(value)}"


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(f'[{q}, {r}]' for q, r in value)}]"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value)
