"""Scenes: what there is to see in a position, independent of how it is drawn.

The SVG, the terminal and the browser draw the same scene for all games, without knowing any rule.
Coordinates are those of core/geometry.py: one unit per cell, y downward.

Texts (badges, titles, labels, status) name seats by the placeholders of core/explaining/telling.py,
so that one scene serves every reader, and contain no notation.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, compress
from operator import is_not
from typing import Literal

import msgspec

from strata.core.geometry import Board, Label, Point
from strata.core.outcome import Seat

# How a layer lies in its cell: a tile covers it, chips form a pile, a piece stands on top.
Form = Literal["tile", "chip", "piece"]
# The colour of a seat; drawings decide on its shades.
Hue = Literal["sand", "blue", "red"]
MarkKind = Literal["last", "check", "turn", "effect"]


class Symbol(msgspec.Struct, frozen=True):
    """How one kind of layer looks.

    `svg` is a drawing in a box of 100 × 100 with the origin at its centre; a chip is 100 wide and
    20 high. Classes give its parts the owner's colours: `tile` and `grain` lie flat, `body` stands
    out, `line` is drawn over it, `detail` is filled like the line, `dark` and `light` are two faces
    of one owner. `glyphs` are the letters in a terminal: first's, second's.
    """

    name: str
    form: Form
    svg: str
    glyphs: tuple[str, str]


class Badge(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something about a layer that its symbol does not show.

    `sign`, a number or a small sign, is drawn in the corner of the cell; empty if nothing is.
    `words` say what it means, as a part of a sentence about the layer.
    """

    sign: str
    words: str


class Layer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing in a stack or in a hand. `symbol` is a key of the game's symbols.

    `turn` is the direction it faces, in degrees clockwise from up as first sees it; None if it has
    no direction. In JSON, values equal to their default are left out.
    """

    symbol: str
    owner: Seat | None
    badges: tuple[Badge, ...] = ()
    turn: int | None = None


class Cell(msgspec.Struct, frozen=True):
    """A place on the board. `column` and `line` are its place in a text drawing."""

    name: str
    centre: Point
    polygon: tuple[Point, ...]
    shade: int
    column: int
    line: int


class Item(msgspec.Struct, frozen=True, gc=False):
    """Something off the board that can be seen and perhaps clicked. `id` is its token's id."""

    id: str
    layer: Layer
    count: int


class Zone(msgspec.Struct, frozen=True, gc=False):
    """A place off the board: a hand, a stock, a graveyard."""

    id: str
    title: str
    seat: Seat | None
    items: tuple[Item, ...]


class Mark(msgspec.Struct, frozen=True, gc=False):
    """Cells to point out: those of the last action, of a check, of the stack that is moving."""

    kind: MarkKind
    cells: tuple[str, ...]
    label: str


class Scene(msgspec.Struct, frozen=True):
    """A position as one viewer sees it. `stacks` has layers from bottom to top, by cell name."""

    game: str
    seat: Seat | None
    size: Point
    cells: tuple[Cell, ...]
    labels: tuple[Label, ...]
    stacks: dict[str, tuple[Layer, ...]]
    zones: tuple[Zone, ...] = ()
    marks: tuple[Mark, ...] = ()
    status: tuple[str, ...] = ()
    hues: tuple[Hue, Hue] = ("sand", "blue")


Stacks = Mapping[str, tuple[Layer, ...]]


def differing_cells(one: Stacks, other: Stacks) -> list[str]:
    """Return the cells on which two scenes have different stacks, in the order of `other`.

    Those that only `one` has come last.
    """
    # Most stacks are the same object in both, which is found out without a loop in Python.
    suspects = compress(other, map(is_not, other.values(), map(one.get, other)))
    found = [cell for cell in suspects if one.get(cell) != other[cell]]
    added = len([cell for cell in found if cell not in one])
    if len(one) + added > len(other):
        found += [cell for cell in one if cell not in other]
    return found


def checked_cells(scene: Scene) -> tuple[str, ...]:
    """Return the cells that the scene marks as in check, each once, in the order of the marks."""
    marked = (mark.cells for mark in scene.marks if mark.kind == "check")
    return tuple(dict.fromkeys(chain.from_iterable(marked)))


def board_cells(board: Board, shades: int = 2) -> tuple[Cell, ...]:
    """Return the cells of `board`, shaded so that neighbours differ.

    A hexagonal board needs 3 shades.
    """
    cells = []
    for index, name in enumerate(board.names):
        x, y = board.coordinates[index]
        column, line = board.text_place(index)
        shade = (x + y if shades == 2 else x - y) % shades
        cells.append(Cell(name, board.centre(index), board.polygon(index), shade, column, line))
    return tuple(cells)


def with_mark(scene: Scene, mark: Mark | None) -> Scene:
    """Return `scene` with `mark` below its own marks."""
    if mark is None:
        return scene
    return msgspec.structs.replace(scene, marks=(mark, *scene.marks))
