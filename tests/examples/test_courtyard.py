"""Courtyard: drops, veterans and leaders, against another reading of the rules."""

from __future__ import annotations

import random

import pytest

import strata

START = "wlg/1f1/1F1/GLW f -"
_SIDES = [(0, 1), (1, 0), (0, -1), (-1, 0)]
_CORNERS = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
_GOES = {
    "L": _SIDES + _CORNERS,
    "W": _SIDES,
    "G": _CORNERS,
    "F": [(0, 1)],
    "V": [*_SIDES, (1, 1), (-1, 1)],
}
Cell = tuple[int, int]


class Reading:
    """A position, read and played without the package."""

    def __init__(self, board: dict[Cell, str], hand: list[str], first: bool) -> None:
        self.board, self.hand, self.first = board, hand, first

    @classmethod
    def of(cls, text: str) -> Reading:
        rows, side, hand = text.split(" ")
        board: dict[Cell, str] = {}
        for rank, row in zip((3, 2, 1, 0), rows.split("/"), strict=True):
            file = 0
            for sign in row:
                if sign.isdigit():
                    file += int(sign)
                else:
                    board[file, rank] = sign
                    file += 1
        return cls(board, [] if hand == "-" else list(hand), side == "f")

    def targets(self, cell: Cell) -> list[Cell]:
        piece = self.board[cell]
        turn = 1 if piece.isupper() else -1
        found = [(cell[0] + turn * dx, cell[1] + turn * dy) for dx, dy in _GOES[piece.upper()]]
        return [(x, y) for x, y in found if 0 <= x < 3 and 0 <= y < 4]

    def winner(self) -> str | None:
        leaders = {p.isupper(): cell for cell, p in self.board.items() if p in "Ll"}
        if True not in leaders:
            return "second"
        if False not in leaders:
            return "first"
        goals = {True: 3, False: 0}
        if leaders[self.first][1] == goals[self.first]:
            return "first" if self.first else "second"
        other = not self.first
        if leaders[other][1] == goals[other]:
            hunters = [c for c, p in self.board.items() if p.isupper() == self.first]
            if not any(leaders[other] in self.targets(cell) for cell in hunters):
                return "first" if other else "second"
        return None

    def actions(self) -> dict[str, Reading]:
        if self.winner():
            return {}
        found = {}
        for cell, piece in self.board.items():
            if piece.isupper() != self.first:
                continue
            for target in self.targets(cell):
                taken = self.board.get(target, "")
                if taken and taken.isupper() == self.first:
                    continue
                board = {c: p for c, p in self.board.items() if c != cell}
                last = target[1] == (3 if self.first else 0)
                veteran = "V" if self.first else "v"
                board[target] = veteran if piece in "Ff" and last else piece
                prize = taken.swapcase().replace("V", "F").replace("v", "f")
                after = Reading(board, sorted([*self.hand, *prize]), not self.first)
                found[_name(cell) + _name(target)] = after
        for piece in {p for p in self.hand if p.isupper() == self.first}:
            for target in [(x, y) for x in range(3) for y in range(4)]:
                last = target[1] == (3 if self.first else 0)
                if target in self.board or (last and piece in "Ff"):
                    continue
                left = list(self.hand)
                left.remove(piece)
                after = Reading(self.board | {target: piece}, left, not self.first)
                found[f"{piece}*{_name(target)}"] = after
        return found

    def count(self, depth: int) -> int:
        following = self.actions()
        if depth == 1:
            return len(following)
        return sum(after.count(depth - 1) for after in following.values())


def _name(cell: Cell) -> str:
    return f"{'abc'[cell[0]]}{cell[1] + 1}"


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_counts(depth: int) -> None:
    start = strata.game("courtyard").start()
    assert str(start) == START
    assert start.perft(depth) == Reading.of(START).count(depth)


@pytest.mark.parametrize("seed", range(30))
def test_random_games_by_another_reading(seed: int) -> None:
    choose = random.Random(seed)
    position = strata.game("courtyard").start()
    reading = Reading.of(START)
    for _ in range(80):
        assert position.actions() == tuple(sorted(reading.actions())), position
        if not position.actions():
            outcome = position.outcome()
            assert outcome is not None
            assert outcome.winner == reading.winner()
            break
        action = choose.choice(position.actions())
        position, reading = position.play(action), reading.actions()[action]


def test_what_is_taken_can_be_put_back() -> None:
    position = strata.game("courtyard").start().play("b2b3")
    assert str(position) == "wlg/1F1/3/GLW s F"
    zone = position.scene().zones[0]
    assert [(item.id, item.count) for item in zone.items] == [("first:F", 1)]
    later = position.play("b4b3")
    assert "F*a2" in later.actions()
    assert "F*b4" not in later.actions(), "not on the last rank"
    assert [token.id for token in later.gesture("F*a2")] == ["first:F", "a2"]


def test_a_veteran_is_taken_as_a_foot() -> None:
    position = strata.game("courtyard").position("wl1/1V1/1F1/GLW s G")
    assert str(position.play("b4b3")) == "w2/1l1/1F1/GLW f Gf"
