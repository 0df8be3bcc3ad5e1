"""`Draft`: a position taken apart into plain values, whether the rules allow it or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Final

import msgspec

from strata.core.editing.palette import Palette
from strata.core.errors import PositionProblem, shown
from strata.core.outcome import Seat

LONGEST_VALUE: Final = 2048
MOST_COUNTED: Final = 9999
_WORD: Final = re.compile(r"[!-~]*")
_EXPECTED: Final = "expected printable ASCII without blanks"
Name = Annotated[str, msgspec.Meta(max_length=64)]
Value = Annotated[str, msgspec.Meta(max_length=LONGEST_VALUE)]


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something on a cell: `item` is a key of the palette.

    `values` are its values by the properties of the item; those equal to their default are left
    out.
    """

    item: Name
    values: dict[Name, Value] = {}


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lies on the cells, from bottom to top, the counts beside the board, and the seat to act.

    `facts` holds everything else that a position says, by the facts of the palette. Values equal to
    their default are left out. A draft need not be a position: two kings are a valid draft.
    """

    cells: dict[Name, Annotated[tuple[Placed, ...], msgspec.Meta(max_length=64)]]
    seat: Seat
    counts: dict[Name, Annotated[int, msgspec.Meta(ge=0, le=MOST_COUNTED)]] = {}
    facts: dict[Name, Value] = {}


def find_strangers(
    draft: Draft, palette: Palette, cells: frozenset[str]
) -> Iterator[PositionProblem]:
    """Yield a problem for each name and value in `draft` that the game does not have.

    Such a draft cannot be written.
    """
    items = {item.key for item in palette.items}
    for cell, stack in draft.cells.items():
        if cell not in cells:
            yield PositionProblem(f"there is no cell {shown(cell)}")
            continue
        for placed in stack:
            if placed.item not in items:
                yield PositionProblem(f"there is no piece {shown(placed.item)}", (cell,))
            for name, value in placed.values.items():
                if name not in palette.properties:
                    yield PositionProblem(f"pieces have no property {shown(name)}", (cell,))
                elif not _WORD.fullmatch(value):
                    named = palette.properties[name].name
                    yield PositionProblem(f"{named}: got {shown(value)}, {_EXPECTED}", (cell,))
    counters = {counter.key for zone in palette.zones for counter in zone.counters}
    for name in draft.counts:
        if name not in counters:
            yield PositionProblem(f"there is no counter {shown(name)}")
    facts = {fact.key: fact for fact in palette.facts}
    for name, value in draft.facts.items():
        if name not in facts:
            yield PositionProblem(f"there is no fact {shown(name)}")
        elif not _WORD.fullmatch(value):
            yield PositionProblem(f"{facts[name].name}: got {shown(value)}, {_EXPECTED}")
