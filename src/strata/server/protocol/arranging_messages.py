"""Messages about pieces that a seat lays out in secret and rearranges until it finishes."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

MOST_PIECES: Final = 512
"""No arrangement has more pieces."""
_Id = Annotated[str, msgspec.Meta(max_length=64)]


class ArrangingState(msgspec.Struct, frozen=True):
    """What the viewer, who is to act, lays out: one piece to a cell, in any way."""

    cells: tuple[str, ...]
    """Where pieces can be laid; any piece on any of them."""
    zone: str
    """The id of the zone with the pieces that are left, as items."""
    pieces: dict[str, str]
    """What is laid out, by cell: the id that the piece has as an item."""
    next: str | None
    """The item that a click on an empty cell lays there; None: nothing is left, and it can be
    finished."""


class Arrange(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="arrange"
):
    """Lays these pieces out, instead of all that was laid out before; none: starts anew."""

    version: int
    pieces: Annotated[dict[_Id, _Id], msgspec.Meta(max_length=MOST_PIECES)]


class ArrangePreset(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="arrange-preset"
):
    """Lays a ready-made arrangement out, instead of all that was laid out before."""

    version: int
    name: str


class FinishArrangement(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="finish-arrangement",
):
    """Plays what is laid out, which must be all of it."""

    version: int
