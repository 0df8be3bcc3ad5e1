"""Lasca against another reading of its rules, and worked examples."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import strata

# A column is a text from bottom to top; a cell is (file, rank) from 0.
Cell = tuple[int, int]
Board = dict[Cell, str]


def _name(cell: Cell) -> str:
    return f"{'abcdefg'[cell[0]]}{cell[1] + 1}"


def _read(text: str) -> tuple[Board, bool]:
    """The board and whether first moves, read off the text without the package."""
    board: Board = {}
    rows, side = text.split(" ")
    for rank, row in zip(range(6, -1, -1), rows.split("/"), strict=True):
        files = iter(range(rank % 2, 7, 2))
        column = ""
        inside = False
        for sign in row:
            if sign.isdigit():
                for _ in range(int(sign)):
                    next(files)
            elif sign == "(":
                inside, column = True, ""
            elif inside and sign != ")":
                column += sign
            else:
                board[next(files), rank] = column if sign == ")" else sign
                inside = False
    return board, side == "f"


def _steps(top: str) -> list[Cell]:
    up, down = [(-1, 1), (1, 1)], [(-1, -1), (1, -1)]
    return up + down if top in "Oo" else up if top == "S" else down


def _jumps(board: Board, path: list[Cell], over: set[Cell], first: bool) -> list[list[Cell]]:
    (x, y), column = path[-1], board[path[0]]
    found = []
    for dx, dy in _steps(column[-1]):
        middle, landing = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
        if middle in over or middle not in board or board[middle][-1].isupper() == first:
            continue
        if not (0 <= landing[0] < 7 and 0 <= landing[1] < 7):
            continue
        if landing in board and landing != path[0]:
            continue
        found += _jumps(board, [*path, landing], over | {middle}, first)
    return found or ([path] if over else [])


def _moves(board: Board, first: bool) -> list[list[Cell]]:
    own = [cell for cell, column in board.items() if column[-1].isupper() == first]
    jumps = [path for cell in own for path in _jumps(board, [cell], set(), first)]
    if jumps:
        return jumps
    return [
        [(x, y), (x + dx, y + dy)]
        for x, y in own
        for dx, dy in _steps(board[x, y][-1])
        if 0 <= x + dx < 7 and 0 <= y + dy < 7 and (x + dx, y + dy) not in board
    ]


def _after(board: Board, path: list[Cell]) -> Board:
    board = dict(board)
    column = board.pop(path[0])
    for (x, y), (u, v) in pairwise(path):
        if abs(x - u) == 2:
            middle = (x + u) // 2, (y + v) // 2
            taken = board.pop(middle)
            column = taken[-1] + column
            if taken[:-1]:
                board[middle] = taken[:-1]
    if path[-1][1] == (6 if column[-1].isupper() else 0):
        column = column[:-1] + {"S": "O", "s": "o"}.get(column[-1], column[-1])
    return board | {path[-1]: column}


def _count(board: Board, first: bool, depth: int) -> int:
    moves = _moves(board, first)
    if depth == 1:
        return len(moves)
    return sum(_count(_after(board, path), not first, depth - 1) for path in moves)


COUNTS = {1: 6, 2: 6, 3: 18, 4: 54, 5: 116, 6: 324, 7: 846}


@pytest.mark.parametrize("depth", COUNTS)
def test_counts(depth: int) -> None:
    start = strata.game("lasca").start()
    assert start.perft(depth) == _count(*_read(str(start)), depth) == COUNTS[depth]


@pytest.mark.parametrize("seed", range(20))
def test_random_games_by_another_reading(seed: int) -> None:
    choose = random.Random(seed)
    position = strata.game("lasca").start()
    board, first = _read(str(position))
    for _ in range(200):
        by_name = {"".join(map(_name, path)): path for path in _moves(board, first)}
        assert tuple(sorted(by_name)) == position.actions(), position
        if not by_name:
            break
        action = choose.choice(sorted(by_name))
        board, first = _after(board, by_name[action]), not first
        position = position.play(action)
        assert (board, first) == _read(str(position))


@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        ("4/3/4/3/4/S2/4 f", "b2a3", "4/3/4/3/S3/3/4 s"),
        ("4/3/4/3/1s2/S2/4 f", "b2d4", "4/3/4/1(sS)1/4/3/4 s"),
        ("4/3/4/3/1(sSs)2/S2/4 f", "b2d4", "4/3/4/1(sS)1/1(sS)2/3/4 s"),
        ("4/3/1s2/3/1s2/S2/4 f", "b2d4b6", "4/(ssS)2/4/3/4/3/4 s"),
        ("4/2S/4/3/4/3/4 f", "f6e7", "2O1/3/4/3/4/3/4 s"),
        ("4/1s1/2S1/3/4/3/4 f", "e5c7", "1(sO)2/3/4/3/4/3/4 s"),
    ],
)
def test_examples(before: str, action: str, after: str) -> None:
    position = strata.game("lasca").position(before)
    assert action in position.actions()
    assert str(position.play(action)) == after


def test_who_can_jump_must() -> None:
    position = strata.game("lasca").position("4/3/4/3/1s2/S2/S3 f")
    assert position.actions() == ("b2d4",)


def test_an_officer_may_end_where_it_began_but_jumps_no_column_twice() -> None:
    tall = strata.game("lasca").position("4/3/4/3/1(ss)2/S2/4 f".replace("S", "O"))
    assert tall.actions() == ("b2d4",), "the column is two men high, but is jumped once"
    ring = strata.game("lasca").position("4/3/1ss1/3/1ss1/1O1/4 f")
    assert "d2b4d6f4d2" in ring.actions()
    assert str(ring.play("d2b4d6f4d2")) == "4/3/4/3/4/1(ssssO)1/4 s"


def test_repetition_draws() -> None:
    record = strata.game("lasca").record("O3/3/4/3/4/3/3o f")
    record.play_all(["a7b6", "g1f2", "b6a7", "f2g1"] * 2)
    assert record.outcome() == strata.Outcome(None, "repetition")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4/3/4/3/4/3/s3 f", "second has a soldier on its last rank"),
        ("S3/3/4/3/4/3/4 f", "first has a soldier on its last rank"),
        ("4/3/4/3/(SSSSSSSSSSSS)3/3/4 f", "first has more than 11 men"),
    ],
)
def test_refused_positions(text: str, problem: str) -> None:
    with pytest.raises(strata.InvalidPosition, match=problem):
        strata.game("lasca").position(text)


def test_it_is_short_enough_to_be_written_in_an_hour() -> None:
    from tests.examples.known import FOLDER

    assert len((FOLDER / "lasca.py").read_text().splitlines()) <= 110
