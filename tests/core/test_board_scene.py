"""The frame of a scene, which every position of a board shares."""

from __future__ import annotations

from strata.core.board_scene import board_scene
from strata.core.geometry import HexagonalBoard, RectangularBoard
from strata.core.scene import Layer, Mark


def test_a_scene_has_the_cells_of_its_board() -> None:
    board = RectangularBoard(3, 2, used=lambda file, rank: file != rank)
    stacks: dict[str, tuple[Layer, ...]] = {"b1": (Layer("disc", "first"),), "c1": ()}
    marks = (Mark("check", ("b1",), "check"),)
    scene = board_scene(board, "nim", "second", stacks, marks=marks, status=("hello",))
    assert [cell.name for cell in scene.cells] == ["b1", "c1", "a2", "c2"]
    assert scene.size == (3.0, 2.0)
    assert scene.stacks.keys() == {"b1"}, "an empty stack is none"
    assert (scene.game, scene.seat, scene.marks, scene.status) == (
        "nim",
        "second",
        marks,
        ("hello",),
    )
    assert board_scene(board, "nim", None, {}).cells is scene.cells, "made once"


def test_neighbours_differ_in_shade() -> None:
    for board in (RectangularBoard(4, 3), HexagonalBoard(2)):
        cells = board_scene(board, "nim", None, {}).cells
        for number, cell in enumerate(cells):
            for near in board.neighbours(number):
                assert cells[near].shade != cell.shade
