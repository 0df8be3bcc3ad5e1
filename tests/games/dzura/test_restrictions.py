"""Why something cannot be done in Dzura; most positions are the rulebook's worked examples."""

from __future__ import annotations

from pathlib import Path

import pytest

import strata
from tests.games.dzura.rulebook import MINI_TEXT
from tests.refusals import fault_cells, refusal, refusing

START = "LP1pl/NP2pn/C1P1p1c/T1P2p1t/KBDP1pdbk/T1P2p1t/C1P1p1c/NP2pn/LP1pl 1 t -/- -"
TARGETS = "L2p1/6/7/3T2nt/K7k/5b2/7/6/3p1 1 t -/- 5/5"
BARRAGED = "5/6/7/3Pb*3/K7k/4N3/7/6/5 {} t -/- 4/5"
CASES = [
    ({}, START, "e1xe2", "onto-own", ("e2",)),
    ({}, START, "a1-a3", "blocked", ("a2",)),
    ({"ordnance": 5}, BARRAGED.format(2), "d5-d7", "short-stride", ("d5",)),
    ({"ordnance": 5}, BARRAGED.format(2), "d5xd4", "barraged-attack", ("d5",)),
    (
        {"capture": "court"},
        "5/4k1/7/2L1[Bp]1n1/K8/3l4/7/6/5 1 t -/- -",
        "d5xd7",
        "stacked-attack",
        ("d5",),
    ),
    ({}, START, "a1=e1", "no-swap", ("a1", "e1")),
    ({}, START, "L@e5", "not-in-hand", ("e5",)),
    ({}, "5/6/7/8/K7k/8/7/6/5 1 t P/- -", "P@e1", "drop-onto", ("e1",)),
    ({}, "5/6/7/3p1n2/K7k/8/7/6/5 1 t P/- -", "P@d7", "beyond-enemy", ("d4",)),
    ({}, "5/6/7/8/K7k/8/7/6/5 1 t P/- -", "P@e8", "drop-check", ("e9",)),
    ({}, "5/6/7/1P3P2/K7k/8/7/6/5 1 t P/- -", "P@d4", "same-column", ("d2", "d6")),
    (
        {"rotation": "on"},
        "5/6/7/8/K3P3k/8/7/6/5 1 r:e5 -/- -",
        "e1-e2",
        "facing-due",
        ("e5",),
    ),
    ({"rotation": "on"}, "5/6/7/8/K3P3k/8/7/6/5 1 r:e5 -/- -", "~3", "turned-too-far", ()),
    ({"rotation": "on"}, "5/6/7/3k4/K2P5/8/7/6/5 1 p:e4 -/- -", "~0", "drop-check", ("d4",)),
    (
        {"ordnance": 1},
        "5/6/7/P7/KP6k/N1Cp4/n*6/6/5 1 b -/- 0/1",
        "*f4",
        "no-token",
        ("f4",),
    ),
    ({"ordnance": 5}, BARRAGED.format(1), "*d5", "twice-barraged", ("d5",)),
    ({"ordnance": 5}, TARGETS, "*d8", "not-targeted", ("d8",)),
    (
        {"ordnance": 1},
        "5/6/7/P7/KP6k/N1Cp4/n6/6/5 1 t -/- 1/1",
        "*f4",
        "not-completable",
        ("f4",),
    ),
    (
        {"capture": "court"},
        "5/6/7/8/K2[Tp]2l1k/8/7/6/5 1 t -/- -",
        "e4-d4",
        "king-unsafe",
        ("e7",),
    ),
]


@pytest.mark.parametrize(("options", "text", "attempt", "key", "cells"), CASES)
def test_the_restriction_and_the_tiles_at_fault(
    options: dict[str, object], text: str, attempt: str, key: str, cells: tuple[str, ...]
) -> None:
    position = strata.game("dzura", **options).position(text)
    assert refusing(position, attempt) == (key,)
    assert fault_cells(position, attempt) == cells


def test_every_restriction_has_a_case() -> None:
    keys = {restriction.key for restriction in strata.game("dzura").rules.restrictions}
    assert {key for *_, key, _ in CASES} == keys


def test_two_restrictions_refuse_together() -> None:
    game = strata.game("dzura", capture="court", ordnance=5)
    covering = game.position("5/6/7/4[B*p]1n1/K7k/8/7/6/5 1 t -/- 5/4")
    assert refusing(covering, "d5xd7") == ("short-stride", "barraged-attack", "stacked-attack")
    empty_handed = strata.game("dzura").position("5/6/7/3p1n2/K7k/8/7/6/5 1 t -/- -")
    assert refusing(empty_handed, "P@d7") == ("not-in-hand", "beyond-enemy")


def test_a_barrage_is_not_explained_by_what_only_concerns_moves() -> None:
    """With one token, nothing but the barrage of g1 completes the turn (X36)."""
    position = strata.game("dzura", ordnance=1).position("5/6/7/P7/KP6k/N1Cp4/n6/6/5 1 t -/- 1/1")
    assert refusing(position, ["first:token", "f4"]) == ("not-completable",)
    assert refusing(position, "f3xf4") == ("king-unsafe",)


def test_words() -> None:
    position = strata.game("dzura").position("5/6/7/8/K2T2l1k/8/7/6/5 1 t -/- -")
    assert refusal(position, "e4-d4", "first") == "Your King would be in check."
    assert refusal(position, "e4-d4", "second") == "Your opponent's King would be in check."
    start = strata.game("dzura").start()
    assert (
        refusal(start, "*g5") == "This game is played without tokens, so nothing can be barraged."
    )


def test_a_definition_is_explained_in_its_own_names() -> None:
    folder = Path(__file__).parent / "definitions"
    five = strata.game("dzura", definition=(folder / "five.toml").read_text("utf-8"))
    texts = {restriction.key: restriction.text for restriction in five.rules.restrictions}
    assert texts["king-unsafe"] == "{mover's} Khan would be in check."
    assert texts["same-column"].startswith("A Peon may not be dropped in line with its like")
    plain = MINI_TEXT.replace("column_rule = true", "column_rule = false")
    mini = strata.game("dzura", definition=plain)
    texts = {restriction.key: restriction.text for restriction in mini.rules.restrictions}
    assert texts["same-column"].startswith("A piece may not be dropped")
