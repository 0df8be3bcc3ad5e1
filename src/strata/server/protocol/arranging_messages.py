"""Messages about arrangements: pieces that a seat lays out in secret until it finishes."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

MOST_PIECES: Final = 512
"""The most pieces that an arrangement may have."""
_Id = Annotated[str, msgspec.Meta(max_length=64)]


class ArrangingState(msgspec.Struct, frozen=True):
    """The arrangement of the viewer, who is to act: one piece to a cell, in any order."""

    cells: tuple[str, ...]
    """The cells on which pieces can be laid; each takes any piece."""
    zone: str
    """The id of the zone that holds the remaining pieces as items."""
    pieces: dict[str, str]
    """The pieces laid out so far: the id of each as an item, by cell."""
    next: str | None
    """The item that a click on an empty cell lays there; None if the arrangement is complete."""


class Arrange(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="arrange"
):
    """A command to lay out `pieces` in place of the whole arrangement; none of them starts anew."""

    version: int
    pieces: Annotated[dict[_Id, _Id], msgspec.Meta(max_length=MOST_PIECES)]


class ArrangePreset(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="arrange-preset"
):
    """A command to lay out a ready-made arrangement in place of the whole arrangement."""

    version: int
    name: str


class FinishArrangement(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="finish-arrangement",
):
    """A command to play the arrangement, which must be complete."""

    version: int
