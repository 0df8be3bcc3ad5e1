"""The editing of plain games: any piece on any cell, as high as stacks can be."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final

from strata.core.editing.draft import MOST_COUNTED, Draft, Placed
from strata.core.editing.editing import Editing
from strata.core.editing.palette import (
    Counter,
    CounterZone,
    Level,
    Palette,
    PaletteItem,
    Property,
)
from strata.core.outcome import SEATS, Seat
from strata.core.scene import Layer
from strata.plain.clicks import hand_item
from strata.plain.notation import Notation
from strata.plain.pieces import Piece, below, letters_of, owner_of
from strata.plain.position import PlainPosition

_MOST_IN_HAND: Final = 99
_OWNERS: Final[tuple[Seat | None, ...]] = (*SEATS, None)
_WORDS: Final = {"step": "The turn so far", "note": "Note", "clock": "Clock"}


class PlainEditing(Editing):
    """The editing of a plain game. Items are named by the letters of positions."""

    def __init__(
        self,
        notation: Notation,
        kinds: Mapping[str, Piece],
        highest: int,
        fields: tuple[str, ...],
    ) -> None:
        self._notation: Final = notation
        self._kinds: Final = kinds
        self._highest: Final = highest
        self._fields: Final = fields
        self._letters: Final = letters_of(kinds)

    @cached_property
    def palette(self) -> Palette:
        letters = sorted(self._letters, key=lambda letter: _OWNERS.index(owner_of(letter)))
        return Palette(
            items=tuple(self._item(letter) for letter in letters),
            levels=(Level("piece", self._highest),),
            zones=tuple(self._zones(letters)) if "hand" in self._fields else (),
            facts=tuple(_fact(field) for field in _WORDS if field in self._fields),
        )

    def _item(self, letter: str) -> PaletteItem:
        piece, owner = self._kinds[letter.upper()], owner_of(letter)
        stacked = self._highest > 1 and piece.form == "piece"
        return PaletteItem(
            key=letter,
            name=piece.name,
            owner=owner,
            layers=(Layer(piece.name, owner),),
            below=(Layer(below(piece), owner),) if stacked else (),
        )

    def _zones(self, letters: list[str]) -> list[CounterZone]:
        zones = []
        for owner in _OWNERS:
            counters = tuple(
                Counter(
                    hand_item(letter),
                    self._kinds[letter.upper()].name,
                    Layer(self._kinds[letter.upper()].name, owner),
                    _MOST_IN_HAND,
                )
                for letter in letters
                if owner_of(letter) == owner
            )
            title = f"{{{owner}}}, off the board" if owner else "off the board"
            if counters:
                zones.append(CounterZone(title, owner, counters))
        return zones

    def read(self, text: str) -> Draft:
        position = self._notation.parse(text)
        cells = {
            cell: tuple(Placed(letter) for letter in stack)
            for cell, stack in position.stacks.items()
        }
        counts = {hand_item(letter): number for letter, number in Tally(position.hand).items()}
        values = {field: getattr(position, field) for field in _WORDS if field in self._fields}
        facts = {field: str(value) for field, value in values.items() if value}
        return Draft(cells, position.seat, counts, facts)

    def write(self, draft: Draft) -> str:
        stacks = {
            cell: "".join(placed.item for placed in stack)
            for cell, stack in draft.cells.items()
            if stack
        }
        hand = sorted(letter * draft.counts.get(hand_item(letter), 0) for letter in self._letters)
        clock = draft.facts.get("clock", "0")
        return self._notation.format(
            PlainPosition(
                MappingProxyType(stacks),
                draft.seat,
                "".join(hand),
                draft.facts.get("step", ""),
                draft.facts.get("note", ""),
                int(clock) if clock.isascii() and clock.isdigit() else 0,
            )
        )


def _fact(field: str) -> Property:
    if field == "clock":
        return Property(
            key=field, name=_WORDS[field], kind="number", default="0", most=MOST_COUNTED
        )
    return Property(key=field, name=_WORDS[field], kind="text")
