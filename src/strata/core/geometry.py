"""Boards without games: names, neighbours, rays and outlines of cells.

A board numbers its cells 0, 1, 2 … and names them. Directions are steps in the coordinates of the
board, so a rectangular board can step like a knight and a hexagonal one through its corners.

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

In drawings y points downward, first is at the bottom, and a cell is one unit.
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
    """A coordinate beside the board: its text, and its place in a drawing and in a text drawing."""

    text: str
    at: Point
    column: int
    line: int


class UnknownCell(StrataError):
    """The board has no cell of that name."""


class Board(ABC):
    """Cells in a plane. `coordinates[i]` is the place of cell i.

    `adjacent` are the steps to the cells that share a side with a cell.
    """

    adjacent: tuple[Step, ...]

    def __init__(self, coordinates: tuple[Step, ...]) -> None:
        self.coordinates: Final = coordinates
        self._at: Final = {where: index for index, where in enumerate(coordinates)}

    def __len__(self) -> int:
        return len(self.coordinates)

    def __contains__(self, name: object) -> bool:
        """Return whether there is a cell called `name`."""
        return name in self._named

    @abstractmethod
    def _name(self, where: Step) -> str: ...

    @abstractmethod
    def centre(self, cell: int) -> Point:
        """Return the centre of the cell in the drawing."""

    @abstractmethod
    def polygon(self, cell: int) -> tuple[Point, ...]:
        """Return the corners of the cell in the drawing."""

    @property
    @abstractmethod
    def size(self) -> Point:
        """The width and height of the drawing."""

    @abstractmethod
    def text_place(self, cell: int) -> Step:
        """Return the column and line of the cell in a text drawing; lines run downward."""

    @abstractmethod
    def labels(self) -> tuple[Label, ...]:
        """Return the coordinates beside the board."""

    @abstractmethod
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Return the cells row by row, in the order in which text writes them."""

    @abstractmethod
    def row_name(self, row: tuple[int, ...]) -> str:
        """Return the name of one of the `rows`: `rank 3`, `column c`."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(self._name(where) for where in self.coordinates)

    @cached_property
    def _named(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.names)}

    def cell(self, name: str) -> int:
        """Return the number of the cell called `name`. Raises UnknownCell."""
        try:
            return self._named[name]
        except KeyError:
            ends = f"{self.names[0]} to {self.names[-1]}"
            raise UnknownCell(f"no cell {shown(name)}; cells are {ends}") from None

    def step(self, cell: int, step: Step) -> int | None:
        """Return the cell one `step` away; None beyond the edge."""
        x, y = self.coordinates[cell]
        return self._at.get((x + step[0], y + step[1]))

    def neighbours(self, cell: int, steps: tuple[Step, ...] | None = None) -> tuple[int, ...]:
        found = (self.step(cell, step) for step in steps or self.adjacent)
        return tuple(place for place in found if place is not None)

    def table(self, steps: tuple[Step, ...], edge: int = -1) -> tuple[int, ...]:
        """Return the cells one step away, for all cells and steps: `[len(steps) * cell + step]`.

        `edge` stands for a place beyond the board. Compiled rules store the table as an array.
        """
        found = (self.step(cell, step) for cell in range(len(self)) for step in steps)
        return tuple(edge if place is None else place for place in found)

    def links(self, step: Step) -> dict[str, str]:
        """Return a dict from the name of each cell to the name of the cell one `step` away.

        Cells without such a neighbour are left out.
        """
        names = self.names
        found = ((cell, self.step(cell, step)) for cell in range(len(self)))
        return {names[cell]: names[place] for cell, place in found if place is not None}

    def ray(self, cell: int, step: Step) -> Iterator[int]:
        """Yield the cells from `cell` in one direction to the edge, without `cell` itself."""
        following = self.step(cell, step)
        while following is not None:
            yield following
            following = self.step(following, step)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} cells: {listed(self.names, 3)}>"


class RectangularBoard(Board):
    """Files `a`, `b` … and ranks `1`, `2` …; cell = file + files * rank, both from 0.

    If only some cells are `used`, the others have neither name nor number; the used cells are
    numbered in the same order, without gaps.
    """

    adjacent = ORTHOGONAL

    def __init__(
        self, files: int, ranks: int, *, used: Callable[[int, int], bool] | None = None
    ) -> None:
        """Make a board of 1 to 26 files and 1 to 99 ranks.

        `used(file, rank)`, both from 0, returns whether that cell exists; by default all do.
        """
        if not (1 <= files <= 26 and 1 <= ranks <= 99):
            raise StrataError(f"a board of {files}×{ranks}: expected 1–26 files and 1–99 ranks")
        everything = ((file, rank) for rank in range(ranks) for file in range(files))
        cells = tuple(where for where in everything if used is None or used(*where))
        if not cells:
            raise StrataError(f"a board of {files}×{ranks}: expected at least one cell")
        super().__init__(cells)
        self.files: Final = files
        self.ranks: Final = ranks

    def _name(self, where: Step) -> str:
        return f"{chr(ord('a') + where[0])}{where[1] + 1}"

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Return the ranks from the highest down, each from its first file."""
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

    A cell is 1 high and its sides are 1/√3 long; columns are 3/2 of a side apart.
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
        """Return the columns from first's left, each from first's side."""
        columns: dict[int, list[int]] = {}
        for cell, (q, _) in enumerate(self.coordinates):
            columns.setdefault(q, []).append(cell)
        return tuple(tuple(columns[q]) for q in sorted(columns))

    def row_name(self, row: tuple[int, ...]) -> str:
        return f"column {self.names[row[0]][0]}"

    def labels(self) -> tuple[Label, ...]:
        """Return the letter below each column, and the numbers beside the columns.

        A number is at the upper left of the first column that has it, where there is no cell.
        """
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
    """A hexagon of hexagons with a corner toward each seat.

    Columns run from first to second and are lettered from first's left; the cells of a column are
    numbered from first's side. Cells are ordered by column, then by number.
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
    """A rhombus of hexagons: columns `a`, `b` …, each with cells `1`, `2` … from first's side.

    Each column begins half a cell higher than the one before. Cells are ordered by column, then by
    number.
    """

    def __init__(self, columns: int, cells: int) -> None:
        if not (1 <= columns <= 26 and 1 <= cells <= 26):
            raise StrataError(f"a rhombic board of {columns}×{cells}: expected 1–26 both ways")
        super().__init__(tuple((q, r) for q in range(columns) for r in range(cells)))

    def _name(self, where: Step) -> str:
        return f"{chr(ord('a') + where[0])}{where[1] + 1}"
