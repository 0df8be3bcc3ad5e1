"""Boards without games: names, neighbours, rays and outlines of cells.

A board numbers its cells 0, 1, 2 … and names them. Directions are steps in the board's own
coordinates, so that a rectangular board can walk like a knight and a hexagonal one through its
corners.

    rectangular            hexagonal (radius 2, seen from first)
    a2 b2 c2                       c5
    a1 b1 c1                   b4      d4
                           a3      c4      e3
    index = file +             b3      d3
            files * rank   a2      c3      e2
                               b2      d2
                           a1      c2      e1
                               b1      d1
                                   c1

Drawings have y downward, first at the bottom, one unit a cell.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from strata.core.errors import StrataError, listed, shown

Step = tuple[int, int]
Point = tuple[float, float]

ORTHOGONAL: Final[tuple[Step, ...]] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: Final[tuple[Step, ...]] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
KNIGHT: Final[tuple[Step, ...]] = (
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
)
HEXAGONAL: Final[tuple[Step, ...]] = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
HEX_CORNERS: Final[tuple[Step, ...]] = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))


class Label(NamedTuple):
    """A coordinate beside the board: its text, where in the drawing, and where in a text one."""

    text: str
    at: Point
    column: int
    line: int


class UnknownCell(StrataError):
    """The board has no cell of that name."""


class Board(ABC):
    """Cells in a plane. `coordinates[i]` is where cell i lies; `adjacent` the steps to a side."""

    adjacent: tuple[Step, ...]

    def __init__(self, coordinates: tuple[Step, ...]) -> None:
        self.coordinates: Final = coordinates
        self._at: Final = {where: index for index, where in enumerate(coordinates)}

    def __len__(self) -> int:
        return len(self.coordinates)

    @abstractmethod
    def _name(self, where: Step) -> str: ...

    @abstractmethod
    def centre(self, cell: int) -> Point:
        """The middle of the cell in the drawing."""

    @abstractmethod
    def polygon(self, cell: int) -> tuple[Point, ...]:
        """The corners of the cell in the drawing."""

    @property
    @abstractmethod
    def size(self) -> Point:
        """Width and height of the drawing."""

    @abstractmethod
    def text_place(self, cell: int) -> Step:
        """Column and line of the cell in a text drawing; lines run downward."""

    @abstractmethod
    def labels(self) -> tuple[Label, ...]:
        """The coordinates beside the board."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(self._name(where) for where in self.coordinates)

    @cached_property
    def _named(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.names)}

    def cell(self, name: str) -> int:
        """The number of the cell called `name`."""
        try:
            return self._named[name]
        except KeyError:
            ends = f"{self.names[0]} to {self.names[-1]}"
            raise UnknownCell(f"no cell {shown(name)}; cells are {ends}") from None

    def step(self, cell: int, step: Step) -> int | None:
        """The cell one `step` away, or None beyond the edge."""
        x, y = self.coordinates[cell]
        return self._at.get((x + step[0], y + step[1]))

    def neighbours(self, cell: int, steps: tuple[Step, ...] | None = None) -> tuple[int, ...]:
        found = (self.step(cell, step) for step in steps or self.adjacent)
        return tuple(place for place in found if place is not None)

    def ray(self, cell: int, step: Step) -> Iterator[int]:
        """The cells from `cell` (left out) in one direction to the edge."""
        following = self.step(cell, step)
        while following is not None:
            yield following
            following = self.step(following, step)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} cells: {listed(self.names, 3)}>"


class RectangularBoard(Board):
    """Files `a`, `b` … and ranks `1`, `2` …; cell = file + files * rank, both from 0."""

    adjacent = ORTHOGONAL

    def __init__(self, files: int, ranks: int) -> None:
        if not (1 <= files <= 26 and 1 <= ranks <= 99):
            raise StrataError(f"a board of {files}×{ranks}: expected 1–26 files and 1–99 ranks")
        super().__init__(tuple((file, rank) for rank in range(ranks) for file in range(files)))
        self.files: Final = files
        self.ranks: Final = ranks

    def _name(self, where: Step) -> str:
        return f"{chr(ord('a') + where[0])}{where[1] + 1}"

    @property
    def size(self) -> Point:
        return float(self.files), float(self.ranks)

    def centre(self, cell: int) -> Point:
        file, rank = self.coordinates[cell]
        return file + 0.5, self.ranks - rank - 0.5

    def polygon(self, cell: int) -> tuple[Point, ...]:
        x, y = self.centre(cell)
        return (
            (x - 0.5, y - 0.5),
            (x + 0.5, y - 0.5),
            (x + 0.5, y + 0.5),
            (x - 0.5, y + 0.5),
        )

    def text_place(self, cell: int) -> Step:
        file, rank = self.coordinates[cell]
        return file, self.ranks - 1 - rank

    def labels(self) -> tuple[Label, ...]:
        ranks = (
            Label(str(rank + 1), (-0.25, self.ranks - rank - 0.5), -1, self.ranks - 1 - rank)
            for rank in range(self.ranks)
        )
        files = (
            Label(chr(ord("a") + file), (file + 0.5, self.ranks + 0.25), file, self.ranks)
            for file in range(self.files)
        )
        return (*ranks, *files)


class HexagonalBoard(Board):
    """A hexagon of hexagons with a corner toward each player; coordinates are axial (q, r).

    Columns run from first to second and are lettered from first's left; a cell is numbered in its
    column from first's side. The cells are in the order of their column, then their number.
    """

    adjacent = HEXAGONAL

    def __init__(self, radius: int) -> None:
        if not 1 <= radius <= 12:
            raise StrataError(f"a hexagonal board of radius {radius}: expected 1–12")
        reach = range(-radius, radius + 1)
        super().__init__(tuple((q, r) for q in reach for r in reach if abs(q + r) <= radius))
        self.radius: Final = radius

    def _name(self, where: Step) -> str:
        q, r = where
        return f"{chr(ord('a') + q + self.radius)}{r + self.radius + 1 + min(0, q)}"

    # Flat-topped cells of height 1: the side is 1/√3, columns are 3/2 of it apart.
    _side: Final = 1 / math.sqrt(3)

    @property
    def size(self) -> Point:
        return self._side * (3 * self.radius + 2), 2.0 * self.radius + 1

    def centre(self, cell: int) -> Point:
        q, r = self.coordinates[cell]
        width, height = self.size
        return width / 2 + 1.5 * self._side * q, height / 2 - r - q / 2

    def polygon(self, cell: int) -> tuple[Point, ...]:
        x, y = self.centre(cell)
        corners = (math.radians(60 * corner) for corner in range(6))
        return tuple((x + self._side * math.cos(a), y + self._side * math.sin(a)) for a in corners)

    def text_place(self, cell: int) -> Step:
        q, r = self.coordinates[cell]
        return q + self.radius, 2 * self.radius - (2 * r + q)

    def labels(self) -> tuple[Label, ...]:
        """The letter of each column under it."""
        lowest = [cell for cell, name in enumerate(self.names) if name[1:] == "1"]
        found = []
        for cell in lowest:
            x, y = self.centre(cell)
            column, line = self.text_place(cell)
            found.append(Label(self.names[cell][0], (x, y + 0.75), column, line + 2))
        return tuple(found)
