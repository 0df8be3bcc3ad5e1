"""Amazons: turns of three actions, counted by another reading of the rules."""

from __future__ import annotations

import random

import pytest

import strata

Cell = tuple[int, int]


def _read(text: str, size: int) -> tuple[dict[Cell, str], bool]:
    board: dict[Cell, str] = {}
    rows, side, step = text.split(" ")
    assert step == "-"
    for rank, row in zip(range(size - 1, -1, -1), rows.split("/"), strict=True):
        file, number = 0, ""
        for sign in f"{row}|":
            if sign.isdigit():
                number += sign
                continue
            file, number = file + int(number or 0), ""
            if sign != "|":
                board[file, rank] = sign
                file += 1
    return board, side == "f"


def _reach(board: dict[Cell, str], size: int, cell: Cell) -> list[Cell]:
    found = []
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            x, y = cell
            while (dx or dy) and 0 <= x + dx < size and 0 <= y + dy < size:
                x, y = x + dx, y + dy
                if (x, y) in board:
                    break
                found.append((x, y))
    return found


def _turns(board: dict[Cell, str], first: bool, size: int) -> set[tuple[Cell, Cell, Cell]]:
    own = "A" if first else "a"
    found = set()
    for start in [cell for cell, piece in board.items() if piece == own]:
        for end in _reach(board, size, start):
            moved = {cell: piece for cell, piece in board.items() if cell != start} | {end: own}
            found |= {(start, end, arrow) for arrow in _reach(moved, size, end)}
    return found


def _name(cell: Cell) -> str:
    return f"{'abcdefghij'[cell[0]]}{cell[1] + 1}"


def test_the_first_turn() -> None:
    """2,176 first turns: the number that is known of the game."""
    start = strata.game("amazons").start()
    assert start.perft(1) == 4
    assert start.perft(2) == 80
    assert start.perft(3) == 2176


@pytest.mark.parametrize("size", [6, 10])
def test_turns_by_another_reading(size: int) -> None:
    choose = random.Random(size)
    position = strata.game("amazons", size=size).start()
    while position.actions():
        expected = {tuple(map(_name, turn)) for turn in _turns(*_read(str(position), size), size)}
        if len(expected) < 300:
            offered = {
                (str(one), str(two), str(three))
                for one in position.actions()
                for two in position.play(one).actions()
                for three in position.play(one).play(two).actions()
            }
            assert offered == expected, position
        for _ in range(3):
            assert position.outcome() is None
            position = position.play(choose.choice(position.actions()))
        assert position.begins_turn
    assert not _turns(*_read(str(position), size), size)
    winner = "second" if str(position).split(" ")[1] == "f" else "first"
    assert position.outcome() == strata.Outcome(winner, "no-actions")  # type: ignore[arg-type]


def test_the_turn_in_progress_is_part_of_the_position() -> None:
    game = strata.game("amazons", size=6)
    position = game.start().play("c1").play("c5")
    assert str(position).endswith(" f c1-c5")
    assert game.position(str(position)).actions() == position.actions()
    assert "c1" in position.actions(), "the arrow may fly back"
    assert [mark.cells for mark in position.scene().marks] == [("c1", "c5")]
    assert str(position.play("c1")) == "3a2/2A3/5a/A5/6/2*3 s -"


@pytest.mark.parametrize("step", ["b1", "c1-c1", "z9", "c1-", "x-c1", "c1-c9"])
def test_refused_turns(step: str) -> None:
    game = strata.game("amazons", size=6)
    with pytest.raises(strata.InvalidPosition):
        game.position(f"3a2/6/5a/A5/6/2A3 f {step}")
