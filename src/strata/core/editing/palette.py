"""`Palette`: what may lie where, as data from which a client makes an editor."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from strata.core.outcome import Seat
from strata.core.scene import Badge, Layer

PropertyKind = Literal["flag", "number", "choice", "letters", "cells", "text"]
"""How a value is chosen. Values are text: a flag is `1` or empty, letters are some of the choices
in sequence, cells are names separated by dots.
"""


class Choice(msgspec.Struct, frozen=True):
    """A value that can be chosen, and its meaning in words."""

    value: str
    label: str


class Condition(msgspec.Struct, frozen=True):
    """A condition: the fact `fact` has one of these values."""

    fact: str
    values: tuple[str, ...]


class Property(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A value of an item, or a fact of a position. Drafts leave out values equal to the default."""

    key: str
    name: str
    kind: PropertyKind
    default: str = ""
    least: int = 0
    most: int = 0
    """The upper bound of a number, whose lower bound is `least`; the most cells of `cells`."""
    choices: tuple[Choice, ...] = ()
    hint: str = ""
    """What is expected, if the kind does not say it."""
    symbol: str = ""
    """The symbol drawn on the cells that the value names, in the colour of the item's owner."""
    when: Condition | None = None


class PaletteItem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that can be laid on a cell."""

    key: str
    name: str
    owner: Seat | None
    layers: tuple[Layer, ...]
    """How it looks on top."""
    below: tuple[Layer, ...] = ()
    """How it looks under others of its level; empty if the same."""
    level: int = 0
    """Its index in `Palette.levels`."""
    joins: str = ""
    """Only items with the same value here share a level of a cell; `-` shares with none."""
    properties: tuple[str, ...] = ()
    """Its keys of `Palette.properties`."""
    values: dict[str, str] = {}
    """The values with which it is laid."""


class Level(msgspec.Struct, frozen=True):
    """Items that lie above those of the level before; no cell has more than `most` of them."""

    name: str
    most: int


class Counter(msgspec.Struct, frozen=True):
    """A number of things off the board, 0 to `most`."""

    key: str
    name: str
    layer: Layer | None
    most: int


class CounterZone(msgspec.Struct, frozen=True):
    """A hand, a reserve or a graveyard."""

    title: str
    seat: Seat | None
    counters: tuple[Counter, ...]


class Palette(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that an editor of a game offers, under the game's options."""

    items: tuple[PaletteItem, ...]
    levels: tuple[Level, ...] = (Level("piece", 1),)
    properties: dict[str, Property] = {}
    zones: tuple[CounterZone, ...] = ()
    facts: tuple[Property, ...] = ()


ALONE: Final = "-"
"""The value of `PaletteItem.joins` for an item that shares its level with no other."""


def badge_of(named: Property, value: str) -> Badge:
    """Return a badge for a value of an item, until the game itself draws it."""
    if named.kind == "flag":
        return Badge("•", named.name)
    if named.kind == "choice":
        label = next((one.label for one in named.choices if one.value == value), value)
        return Badge(value[:3], f"{named.name}: {label}")
    sign = value if named.kind == "number" else "•"
    return Badge(sign[:3], f"{named.name}: {value}")
