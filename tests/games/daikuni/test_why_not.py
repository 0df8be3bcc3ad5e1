"""Why something cannot be done in Daikuni: each restriction, with the cells that show it."""

from __future__ import annotations

import pytest

import strata
from tests.telling import why_not

SHOWCASE = "3tq3/3S4/3T4/2s5/t2T1tk1/tt6/Tt1Qttt1/KTtTt2t f"


@pytest.mark.parametrize(
    ("position", "attempt", "rule", "words", "cells"),
    [
        (
            "8/8/8/8/3K4/8/8/8 s",
            "Kd5",
            "D15",
            "Your King would be in check.",
            ("d5", "d4"),
        ),
        ("8/8/8/8/3Q4/8/8/8 s", "Qd8", "D16", "The two Queens would see each other.", "d8 d4"),
        (
            "8/3q4/8/8/3S4/8/8/8 f",
            "Sa4",
            "D17",
            "Your Soldier sees your opponent's Queen, so he must move to where he sees her again.",
            "d4 d7",
        ),
        (
            "3t4/8/8/8/3S4/8/8/8 f",
            "Sd8",
            "D2",
            "Your opponent's tiles are walls: no piece enters or passes them.",
            "d8",
        ),
        (
            SHOWCASE,
            "Sd6",
            "D3",
            "A move ends on a free cell, but a tile lies there.",
            "d6",
        ),
        (  # E7
            "3t4/2t5/8/1t6/tSQTt3/tt1t4/Ttt4t/KTt4t f",
            "Sc5",
            "D6",
            "A piece that rides its tiles cannot turn off where another piece stands.",
            "a1 c4",
        ),
    ],
)
def test_restrictions(
    position: str, attempt: str, rule: str, words: str, cells: str | tuple[str, ...]
) -> None:
    expected = tuple(cells.split()) if isinstance(cells, str) else cells
    assert why_not(strata.game("daikuni").position(position), attempt) == [(rule, words, expected)]


def test_entries_come_first() -> None:
    game = strata.game("daikuni", entry="first")
    position = game.position("8/8/8/8/3S4/8/8/8 f")
    words = "All three pieces must enter before one of them moves."
    assert why_not(position, "Sd8") == [("D11", words, ("d4", "d8"))]
    assert why_not(position, ["d4"]) == [("D11", words, ("d4",))]


def test_several_rules_at_once() -> None:
    found = why_not(strata.game("daikuni").position(SHOWCASE), "Kb2")
    assert [rule for rule, _, _ in found] == ["D2", "D15"]


def test_no_move_of_the_piece() -> None:
    found = strata.game("daikuni").position(SHOWCASE).why_not("qh8")
    assert found.kind == "no-move"
    assert found.sentences[0].read("first") == "Your Queen on d2 cannot go to h8 or act on it."
    assert found.reach.cells == ("c2", "d3", "d5")


def test_a_piece_that_waits_is_meant_by_its_letter() -> None:
    found = strata.game("daikuni").position("t7/8/8/8/8/8/8/7T f").why_not("Ka8")
    assert [restriction.rule for restriction in found.restrictions] == ["D2"]
