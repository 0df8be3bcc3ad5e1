"""The position editor of Daikuni: each cell holds at most one tile, with or without a piece."""

from __future__ import annotations

from functools import cached_property

from strata.core.editing.draft import Draft, Placed
from strata.core.editing.editing import Editing
from strata.core.editing.palette import Palette, PaletteItem
from strata.core.outcome import SEATS
from strata.core.scene import Layer
from strata.games.daikuni.notation import KIND_LETTERS, Fields, read_fields, write_fields
from strata.games.daikuni.symbols import KIND_NAMES, piece_symbol, tile_symbol


class DaikuniEditing(Editing):
    """Converts Daikuni positions to and from drafts.

    A palette item is the whole content of a cell, keyed by its letter in position strings: a bare
    tile, or a piece on its tile.
    """

    @cached_property
    def palette(self) -> Palette:
        return Palette(items=tuple(item for seat in range(2) for item in _items(seat)))

    def read(self, text: str) -> Draft:
        fields = read_fields(text)
        letters = fields.letters.items()
        return Draft({cell: (Placed(letter),) for cell, letter in letters}, SEATS[fields.seat])

    def write(self, draft: Draft) -> str:
        letters = {cell: "".join(p.item for p in stack) for cell, stack in draft.cells.items()}
        return write_fields(Fields(letters, SEATS.index(draft.seat)))


def _items(seat: int) -> tuple[PaletteItem, ...]:
    owner = SEATS[seat]
    tile = Layer(tile_symbol(seat), owner)
    pieces = (
        PaletteItem(
            key=_cased(letter, seat),
            name=f"{name} on its tile",
            owner=owner,
            layers=(tile, Layer(piece_symbol(kind), owner)),
        )
        for kind, (letter, name) in enumerate(zip(KIND_LETTERS, KIND_NAMES, strict=True))
    )
    return (
        PaletteItem(key=_cased("T", seat), name="tile", owner=owner, layers=(tile,)),
        *pieces,
    )


def _cased(letter: str, seat: int) -> str:
    return letter.lower() if seat else letter
