"""Hex: the swap rule, and connections found by another method."""

from __future__ import annotations

import random

import pytest

import strata

Point = tuple[int, int]


def _joined(stones: set[Point], size: int, axis: int) -> bool:
    """Whether a chain of stones spans the board, by merging groups."""
    group: dict[Point, set[Point]] = {stone: {stone} for stone in stones}
    for x, y in stones:
        for near in ((x, y + 1), (x + 1, y), (x + 1, y - 1)):
            if near in group and group[near] is not group[x, y]:
                merged = group[near] | group[x, y]
                for stone in merged:
                    group[stone] = merged
    return any({0, size - 1} <= {stone[axis] for stone in members} for members in group.values())


def _stones(text: str) -> tuple[set[Point], set[Point]]:
    first: set[Point] = set()
    second: set[Point] = set()
    for x, column in enumerate(text.split(" ")[0].split("/")):
        y = 0
        for sign in column:
            if sign.isdigit():
                y += int(sign)
                continue
            (first if sign == "S" else second).add((x, y))
            y += 1
    return first, second


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize("seed", range(5))
def test_who_connects_wins(size: int, seed: int) -> None:
    choose = random.Random(seed)
    position = strata.game("hex", size=size).start()
    while position.actions():
        first, second = _stones(str(position))
        assert not _joined(first, size, 0)
        assert not _joined(second, size, 1)
        position = position.play(choose.choice(position.actions()))
    first, second = _stones(str(position))
    outcome = position.outcome()
    assert outcome is not None
    assert (_joined(first, size, 0), _joined(second, size, 1)) == (
        outcome.winner == "first",
        outcome.winner == "second",
    )


def test_counts() -> None:
    """Nobody can connect before the ninth stone of five by five; swap is one more answer."""
    start = strata.game("hex", size=5).start()
    assert start.perft(1) == 25
    assert start.perft(2) == 25 * (24 + 1)
    assert start.perft(3) == 25 * (24 * 23 + 1 * 24)


def test_swap_mirrors_the_stone() -> None:
    game = strata.game("hex", size=5)
    begun = game.start().play("b5")
    assert "swap" in begun.actions()
    swapped = begun.play("swap")
    assert str(swapped) == "5/5/5/5/1s3 f"
    assert "swap" not in swapped.actions()
    assert str(game.start().play("c3").play("swap")) == "5/5/2s2/5/5 f"
    assert [token.label for token in begun.gesture("swap")] == ["swap: take the stone over"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [("SS3/5/5/5/5 f", "which no game leads to"), ("S4/S4/S4/S4/Ssss1 f", "connected its sides")],
)
def test_refused_positions(text: str, problem: str) -> None:
    with pytest.raises(strata.InvalidPosition, match="which no game leads to|" + problem):
        strata.game("hex", size=5).position(text)
