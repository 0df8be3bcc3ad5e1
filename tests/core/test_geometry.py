"""Boards: names, neighbours, rays and outlines."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from strata.core.errors import StrataError
from strata.core.geometry import (
    DIAGONAL,
    HEX_CORNERS,
    HEXAGONAL,
    KNIGHT,
    ORTHOGONAL,
    Board,
    HexagonalBoard,
    Point,
    RectangularBoard,
    RhombicBoard,
    UnknownCell,
)

BOARDS = {
    "rect-1x1": RectangularBoard(1, 1),
    "rect-3x2": RectangularBoard(3, 2),
    "rect-8x8": RectangularBoard(8, 8),
    "rect-10x10": RectangularBoard(10, 10),
    "rect-16x16": RectangularBoard(16, 16),
    "dark-7x7": RectangularBoard(7, 7, used=lambda file, rank: (file + rank) % 2 == 0),
    "rhombus-4x3": RhombicBoard(4, 3),
    "hex-1": HexagonalBoard(1),
    "hex-2": HexagonalBoard(2),
    "hex-4": HexagonalBoard(4),
    "hex-7": HexagonalBoard(7),
}


@pytest.fixture(params=BOARDS.values(), ids=[*BOARDS])
def board(request: pytest.FixtureRequest) -> Board:
    found = request.param
    assert isinstance(found, Board)
    return found


def _names(board: Board, cells: object) -> list[str]:
    assert hasattr(cells, "__iter__")
    return [board.names[cell] for cell in cells]


# All boards.


def test_names_are_unique_and_found(board: Board) -> None:
    assert len(set(board.names)) == len(board) == len(board.coordinates)
    assert [board.cell(name) for name in board.names] == list(range(len(board)))


@pytest.mark.parametrize(
    "name", ["", "a0", "A1", "a", "1a", "a01", "z99", "a1 ", "\0", "a" * 10**6]
)
def test_unknown_cells_are_refused(board: Board, name: str) -> None:
    with pytest.raises(UnknownCell, match="cells are") as refusal:
        board.cell(name)
    assert board.names[0] in str(refusal.value)
    assert len(str(refusal.value)) < 200


def test_neighbours_are_mutual(board: Board) -> None:
    for cell in range(len(board)):
        near = board.neighbours(cell)
        assert cell not in near
        assert len(set(near)) == len(near) <= len(board.adjacent)
        assert all(cell in board.neighbours(other) for other in near)


def test_rays_repeat_a_step_to_the_edge(board: Board) -> None:
    for cell in range(len(board)):
        for step in board.adjacent:
            ray = list(board.ray(cell, step))
            assert board.step(([cell, *ray])[-1], step) is None
            for one, following in pairwise([cell, *ray]):
                assert board.step(one, step) == following


def _rounded(points: tuple[Point, ...]) -> set[Point]:
    return {(round(x, 6), round(y, 6)) for x, y in points}


def test_adjacent_outlines_share_a_side(board: Board) -> None:
    corners = [_rounded(board.polygon(cell)) for cell in range(len(board))]
    for cell, own in enumerate(corners):
        assert len(own) == len(board.adjacent)
        near = set(board.neighbours(cell))
        for other, others in enumerate(corners):
            if other != cell:
                assert (len(own & others) == 2) == (other in near)


def test_outlines_lie_around_their_centre_and_in_the_drawing(board: Board) -> None:
    width, height = board.size
    xs, ys = [], []
    for cell in range(len(board)):
        x, y = board.centre(cell)
        polygon = board.polygon(cell)
        assert sum(px for px, _ in polygon) / len(polygon) == pytest.approx(x)
        assert sum(py for _, py in polygon) / len(polygon) == pytest.approx(y)
        xs += [px for px, _ in polygon]
        ys += [py for _, py in polygon]
    assert [min(xs), min(ys), max(xs), max(ys)] == pytest.approx([0, 0, width, height])


def test_text_places_are_unique_and_as_drawn(board: Board) -> None:
    places = [board.text_place(cell) for cell in range(len(board))]
    assert len(set(places)) == len(board)
    assert min(column for column, _ in places) == min(line for _, line in places) == 0
    for (one, here), (other, there) in pairwise(enumerate(places)):
        left, right = board.centre(one)[0], board.centre(other)[0]
        assert (here[0] < there[0]) == (left < right - 1e-9)


def test_labels_stand_beside_the_board(board: Board) -> None:
    width, height = board.size
    places = {board.text_place(cell) for cell in range(len(board))}
    labels = board.labels()
    assert {name[0] for name in board.names} <= {label.text for label in labels}
    assert {name[1:] for name in board.names} <= {label.text for label in labels}
    centres = [board.centre(cell) for cell in range(len(board))]
    for label in labels:
        assert (label.column, label.line) not in places
        assert min(math.dist(label.at, centre) for centre in centres) > 0.6
        assert -1 < label.at[0] < width + 1
        assert -1 < label.at[1] < height + 1
    assert len({(label.column, label.line) for label in labels}) == len(labels)


# Rectangular boards.


def test_rectangular_names_run_by_file_then_rank() -> None:
    board = RectangularBoard(3, 2)
    assert board.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert RectangularBoard(16, 16).names[-1] == "p16"
    assert RectangularBoard(10, 10).cell("e10") == 4 + 10 * 9
    assert repr(board) == "<RectangularBoard of 6 cells: a1, b1, c1 and 3 more>"


def test_rectangular_neighbours_share_a_side() -> None:
    board = RectangularBoard(8, 8)
    assert sorted(_names(board, board.neighbours(board.cell("a1")))) == ["a2", "b1"]
    assert sorted(_names(board, board.neighbours(board.cell("h4")))) == ["g4", "h3", "h5"]
    assert _names(board, board.neighbours(board.cell("d4"))) == ["d5", "e4", "d3", "c4"]


def test_rectangular_steps_of_other_kinds() -> None:
    board = RectangularBoard(8, 8)
    around = board.neighbours(board.cell("d4"), ORTHOGONAL + DIAGONAL)
    assert sorted(_names(board, around)) == ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"]
    assert sorted(_names(board, board.neighbours(0, KNIGHT))) == ["b3", "c2"]
    assert _names(board, board.ray(board.cell("f6"), (1, 1))) == ["g7", "h8"]
    assert _names(board, board.ray(board.cell("c2"), (-1, 0))) == ["b2", "a2"]


def test_first_sits_at_the_bottom() -> None:
    board = RectangularBoard(8, 8)
    assert board.centre(board.cell("a1")) == (0.5, 7.5)
    assert board.centre(board.cell("h8")) == (7.5, 0.5)
    assert board.text_place(board.cell("a8")) == (0, 0)
    assert board.text_place(board.cell("h1")) == (7, 7)


@pytest.mark.parametrize(("files", "ranks"), [(0, 8), (8, 0), (27, 8), (8, 100), (-1, -1)])
def test_impossible_rectangles_are_refused(files: int, ranks: int) -> None:
    with pytest.raises(StrataError, match="expected 1–26 files and 1–99 ranks"):
        RectangularBoard(files, ranks)


# Hexagonal boards, by section 2 of Dzura's rulebook (Z1–Z6).

# The examples of Z3 for radius 4.
COORDINATES = {
    "a1": (-4, 0),
    "a5": (-4, 4),
    "c3": (-2, 0),
    "e1": (0, -4),
    "e5": (0, 0),
    "e9": (0, 4),
    "g5": (2, 0),
    "i1": (4, -4),
    "i5": (4, 0),
}

# The drawing of section 2, line by line from second's corner.
DRAWING = """
                 e9
             d8      f8
         c7      e8      g7
     b6      d7      f7      h6
 a5      c6      e7      g6      i5
     b5      d6      f6      h5
 a4      c5      e6      g5      i4
     b4      d5      f5      h4
 a3      c4      e5      g4      i3
     b3      d4      f4      h3
 a2      c3      e4      g3      i2
     b2      d3      f3      h2
 a1      c2      e3      g2      i1
     b1      d2      f2      h1
         c1      e2      g1
             d1      f1
                 e1
"""


def test_hexagonal_coordinates() -> None:
    board = HexagonalBoard(4)
    assert len(board) == 61
    for name, where in COORDINATES.items():
        assert board.coordinates[board.cell(name)] == where


def test_hexagonal_columns() -> None:
    names = HexagonalBoard(4).names
    lengths = [sum(name.startswith(letter) for name in names) for letter in "abcdefghi"]
    assert lengths == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert names == tuple(
        f"{letter}{number}"
        for letter, length in zip("abcdefghi", lengths, strict=True)
        for number in range(1, length + 1)
    )


def test_hexagonal_drawing() -> None:
    board = HexagonalBoard(4)
    drawn = {
        (4 * column, line): name
        for cell, name in enumerate(board.names)
        for column, line in [board.text_place(cell)]
    }
    expected = {}
    for line, text in enumerate(DRAWING.strip("\n").splitlines()):
        for name in text.split():
            expected[text.index(name) - 1, line] = name
    assert drawn == expected


def test_hexagonal_steps_are_those_of_the_table() -> None:
    """Z4: adjacent, through a corner, and the second tile, each clockwise from forward."""
    board = HexagonalBoard(4)
    centre = board.cell("e5")
    assert _names(board, board.neighbours(centre)) == ["e6", "f5", "f4", "e4", "d4", "d5"]
    corners = board.neighbours(centre, HEX_CORNERS)
    assert _names(board, corners) == ["f6", "g4", "f3", "d3", "c4", "d6"]
    for step, (q, r) in zip(HEX_CORNERS, HEXAGONAL, strict=True):
        after_q, after_r = (q + r, -q)  # Z5: one facing clockwise
        assert step == (q + after_q, r + after_r)


def test_hexagonal_edges() -> None:
    board = HexagonalBoard(4)
    assert sorted(_names(board, board.neighbours(board.cell("e1")))) == ["d1", "e2", "f1"]
    assert sorted(_names(board, board.neighbours(board.cell("a3")))) == ["a2", "a4", "b3", "b4"]
    assert _names(board, board.ray(board.cell("e1"), (0, 1)))[-1] == "e9"
    assert _names(board, board.ray(board.cell("a1"), (1, 0))) == [
        "b2",
        "c3",
        "d4",
        "e5",
        "f5",
        "g5",
        "h5",
        "i5",
    ]


def test_hexagonal_sketch_of_radius_two() -> None:
    board = HexagonalBoard(2)
    assert len(board) == 19
    assert board.text_place(board.cell("c5")) == (2, 0)
    assert board.text_place(board.cell("a1")) == (0, 6)
    assert board.text_place(board.cell("c1")) == (2, 8)


@pytest.mark.parametrize("radius", [0, -1, 13])
def test_impossible_hexagons_are_refused(radius: int) -> None:
    with pytest.raises(StrataError, match="expected 1–12"):
        HexagonalBoard(radius)


def test_boards_with_cells_that_are_not_used() -> None:
    board = RectangularBoard(7, 7, used=lambda file, rank: (file + rank) % 2 == 0)
    assert len(board) == 25
    assert board.names[:5] == ("a1", "c1", "e1", "g1", "b2")
    assert "a1" in board
    assert "b1" not in board
    assert board.size == (7.0, 7.0)
    assert [len(row) for row in board.rows()] == [4, 3, 4, 3, 4, 3, 4]
    assert board.neighbours(board.cell("a1")) == ()
    assert board.neighbours(board.cell("a1"), DIAGONAL) == (board.cell("b2"),)
    with pytest.raises(StrataError, match="expected at least one cell"):
        RectangularBoard(2, 2, used=lambda file, rank: False)


def test_tables_hold_every_step() -> None:
    board = RectangularBoard(2, 2)
    assert board.table(ORTHOGONAL) == (2, 1, -1, -1, 3, -1, -1, 0, -1, 3, 0, -1, -1, -1, 1, 2)
    for board_ in (RectangularBoard(4, 3), HexagonalBoard(2), RhombicBoard(3, 3)):
        table = board_.table(board_.adjacent)
        for cell in range(len(board_)):
            for number, step in enumerate(board_.adjacent):
                there = board_.step(cell, step)
                assert table[len(board_.adjacent) * cell + number] == (
                    -1 if there is None else there
                )


def test_links_lead_from_name_to_name() -> None:
    board = RectangularBoard(2, 2)
    assert board.links((1, 1)) == {"a1": "b2"}
    assert board.links((0, -1)) == {"a2": "a1", "b2": "b1"}


def test_rhombic_boards() -> None:
    board = RhombicBoard(3, 3)
    assert board.names == ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")
    near = {board.names[cell] for cell in board.neighbours(board.cell("b2"))}
    assert near == {"b1", "b3", "a2", "c2", "a3", "c1"}
    assert board.text_place(board.cell("c3")) == (2, 0)
    assert board.text_place(board.cell("a1")) == (0, 6)
    assert [label.text for label in board.labels()] == ["a", "b", "c", "1", "2", "3"]
    for cell in range(len(board)):
        for x, y in board.polygon(cell):
            assert -1e-9 <= x <= board.size[0] + 1e-9
            assert -1e-9 <= y <= board.size[1] + 1e-9
    with pytest.raises(StrataError, match="1–26"):
        RhombicBoard(27, 3)


def test_rows_hold_every_cell_once() -> None:
    for board in (RectangularBoard(4, 3), HexagonalBoard(2), RhombicBoard(2, 5)):
        assert sorted(cell for row in board.rows() for cell in row) == list(range(len(board)))
