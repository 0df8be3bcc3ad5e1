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
from collections.abc import Callable, Iterator
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

    def __contains__(self, name: object) -> bool:
        """Whether there is a cell called `name`."""
        return name in self._named

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

    @abstractmethod
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells row by row, in the order in which text writes them."""

    @abstractmethod
    def row_name(self, row: tuple[int, ...]) -> str:
        """What one of the `rows` is called: `rank 3`, `column c`."""

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

    def table(self, steps: tuple[Step, ...], edge: int = -1) -> tuple[int, ...]:
        """The cell one step away, for all cells and steps: `[len(steps) * cell + step]`.

        `edge` stands for what is beyond the board. Compiled rules keep the table as an array.
        """
        found = (self.step(cell, step) for cell in range(len(self)) for step in steps)
        return tuple(edge if place is None else place for place in found)

    def links(self, step: Step) -> dict[str, str]:
        """For the name of each cell the name of the cell one `step` away, where there is one."""
        names = self.names
        found = ((cell, self.step(cell, step)) for cell in range(len(self)))
        return {names[cell]: names[place] for cell, place in found if place is not None}

    def ray(self, cell: int, step: Step) -> Iterator[int]:
        """The cells from `cell` (left out) in one direction to the edge."""
        following = self.step(cell, step)
        while following is not None:
            yield following
            following = self.step(following, step)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} cells: {listed(self.names, 3)}>"


class RectangularBoard(Board):
    """Files `a`, `b` … and ranks `1`, `2` …; cell = file + files * rank, both from 0.

    Where not all cells are `used`, the others have neither name nor number: cells are then numbered
    in the same order without them.
    """

    adjacent = ORTHOGONAL

    def __init__(
        self, files: int, ranks: int, *, used: Callable[[int, int], bool] | None = None
    ) -> None:
        """`used` says of a file and a rank, from 0, whether there is a cell."""
        if not (1 <= files <= 26 and 1 <= ranks <= 99):
            raise StrataError(f"a board of {files}×{ranks}: expected 1–26 files and 1–99 ranks")
        everything = ((file, rank) for rank in range(ranks) for file in range(files))
        cells = tuple(where for where in everything if used is None or used(*where))
        if not cells:
            raise StrataError(f"a board of {files}×{ranks}: expected a cell that is used")
        super().__init__(cells)
        self.files: Final = files
        self.ranks: Final = ranks

    def _name(self, where: Step) -> str:
        return f"{chr(ord('a') + where[0])}{where[1] + 1}"

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The ranks from the highest down, each from its first file."""
        ranks: list[list[int]] = [[] for _ in range(self.ranks)]
        for cell, (_, rank) in enumerate(self.coordinates):
            ranks[rank].append(cell)
        return tuple(tuple(cells) for cells in reversed(ranks) if cells)

    def row_name(self, row: tuple[int, ...]) -> str:
        return f"rank {self.coordinates[row[0]][1] + 1}"

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


class _HexagonBoard(Board):
    """Hexagons with a flat top; coordinates are axial (q, r): q to the right, r up.

    Cells have height 1: the side is 1/√3, columns are 3/2 of it apart.
    """

    adjacent = HEXAGONAL
    _side: Final = 1 / math.sqrt(3)

    @cached_property
    def _box(self) -> tuple[int, int, int]:
        """The lowest and the highest q, and the highest 2 * r + q."""
        columns = [q for q, _ in self.coordinates]
        return min(columns), max(columns), max(2 * r + q for q, r in self.coordinates)

    @cached_property
    def _lowest(self) -> int:
        return min(2 * r + q for q, r in self.coordinates)

    @property
    def size(self) -> Point:
        left, right, top = self._box
        return self._side * (1.5 * (right - left) + 2), (top - self._lowest) / 2 + 1

    def centre(self, cell: int) -> Point:
        q, r = self.coordinates[cell]
        left, _, top = self._box
        return self._side * (1.5 * (q - left) + 1), (top - (2 * r + q)) / 2 + 0.5

    def polygon(self, cell: int) -> tuple[Point, ...]:
        x, y = self.centre(cell)
        corners = (math.radians(60 * corner) for corner in range(6))
        return tuple((x + self._side * math.cos(a), y + self._side * math.sin(a)) for a in corners)

    def text_place(self, cell: int) -> Step:
        q, r = self.coordinates[cell]
        left, _, top = self._box
        return q - left, top - (2 * r + q)

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The columns from first's left, each from first's side."""
        columns: dict[int, list[int]] = {}
        for cell, (q, _) in enumerate(self.coordinates):
            columns.setdefault(q, []).append(cell)
        return tuple(tuple(columns[q]) for q in sorted(columns))

    def row_name(self, row: tuple[int, ...]) -> str:
        return f"column {self.names[row[0]][0]}"

    def labels(self) -> tuple[Label, ...]:
        """The letter of each column under it; each number at the upper left of the first column
        that has it, where no cell is."""
        letters = []
        numbers: dict[str, Label] = {}
        for column in self.rows():
            x, y = self.centre(column[0])
            place, line = self.text_place(column[0])
            letters.append(Label(self.names[column[0]][0], (x, y + 0.75), place, line + 2))
            for cell in column:
                number = self.names[cell][1:]
                x, y = self.centre(cell)
                place, line = self.text_place(cell)
                beside = (x - self._side * 1.125, y - 0.375)  # 3/4 of the way to the neighbour
                numbers.setdefault(number, Label(number, beside, place - 1, line - 1))
        return (*letters, *numbers.values())


class HexagonalBoard(_HexagonBoard):
    """A hexagon of hexagons with a corner toward each player.

    Columns run from first to second and are lettered from first's left; a cell is numbered in its
    column from first's side. The cells are in the order of their column, then their number.
    """

    def __init__(self, radius: int) -> None:
        if not 1 <= radius <= 12:
            raise StrataError(f"a hexagonal board of radius {radius}: expected 1–12")
        reach = range(-radius, radius + 1)
        super().__init__(tuple((q, r) for q in reach for r in reach if abs(q + r) <= radius))
        self.radius: Final = radius

    def _name(self, where: Step) -> str:
        q, r = where
        return f"{chr(ord('a') + q + self.radius)}{r + self.radius + 1 + min(0, q)}"


class RhombicBoard(_HexagonBoard):
    """A rhombus of hexagons: columns `a`, `b` …, in each the cells `1`, `2` … from first's side.

    Each column begins half a cell higher than the one before. Cells are in the order of names.
    """

    def __init__(self, columns: int, cells: int) -> None:
        if not (1 <= columns <= 26 and 1 <= cells <= 26):
            raise StrataError(f"a rhombic board of {columns}×{cells}: expected 1–26 both ways")
        super().__init__(tuple((q, r) for q in range(columns) for r in range(cells)))

    def _name(self, where: Step) -> str:
        return f"{chr(ord('a') + where[0])}{where[1] + 1}"
