"""`Palette`: what may lie where, as data from which a client makes an editor."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from strata.core.outcome import Seat
from strata.core.scene import Badge, Layer

PropertyKind = Literal["flag", "number", "choice", "letters", "cells", "text"]
"""How a value is chosen. Values are text: a flag is `1` or empty, letters are some of the choices
one after the other, cells are names with dots between."""


class Choice(msgspec.Struct, frozen=True):
    """A value that can be chosen, and what it means."""

    value: str
    label: str


class Condition(msgspec.Struct, frozen=True):
    """Something is asked only while the fact `fact` has one of these values."""

    fact: str
    values: tuple[str, ...]


class Property(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A value of an item or a fact of a position. What has its default is not in a draft."""

    key: str
    name: str
    kind: PropertyKind
    default: str = ""
    least: int = 0
    most: int = 0
    """The bounds of a number; the most cells of `cells`."""
    choices: tuple[Choice, ...] = ()
    hint: str = ""
    """What is expected, where the kind does not say it."""
    symbol: str = ""
    """What is drawn on the cells that it names, in the colour of the item's owner."""
    when: Condition | None = None


class PaletteItem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that can be laid on a cell."""

    key: str
    name: str
    owner: Seat | None
    layers: tuple[Layer, ...]
    """How it looks on top."""
    below: tuple[Layer, ...] = ()
    """How it looks under others of its level; empty: the same."""
    level: int = 0
    """Its place in `Palette.levels`."""
    joins: str = ""
    """It shares its level of a cell with items of which this is the same; `-`: with none."""
    properties: tuple[str, ...] = ()
    """The keys of `Palette.properties` that it has."""
    values: dict[str, str] = {}
    """The values that it is laid with."""


class Level(msgspec.Struct, frozen=True):
    """The items of a level lie above those of the level before; no cell has more than `most`."""

    name: str
    most: int


class Counter(msgspec.Struct, frozen=True):
    """A number of things off the board, 0 to `most`."""

    key: str
    name: str
    layer: Layer | None
    most: int


class CounterZone(msgspec.Struct, frozen=True):
    """A hand, a reserve, a graveyard."""

    title: str
    seat: Seat | None
    counters: tuple[Counter, ...]


class Palette(msgspec.Struct, frozen=True, kw_only=True):
    """All that an editor of a game offers, under the game's options."""

    items: tuple[PaletteItem, ...]
    levels: tuple[Level, ...] = (Level("piece", 1),)
    properties: dict[str, Property] = {}
    zones: tuple[CounterZone, ...] = ()
    facts: tuple[Property, ...] = ()


ALONE: Final = "-"
"""`PaletteItem.joins` of an item that shares its level with no other."""


def badge_of(named: Property, value: str) -> Badge:
    """What a value looks like on a piece, until the game itself draws it."""
    if named.kind == "flag":
        return Badge("•", named.name)
    if named.kind == "choice":
        label = next((one.label for one in named.choices if one.value == value), value)
        return Badge(value[:3], f"{named.name}: {label}")
    sign = value if named.kind == "number" else "•"
    return Badge(sign[:3], f"{named.name}: {value}")
