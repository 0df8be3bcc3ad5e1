"""Why something cannot be done in Rhodium; most positions are the rulebook's worked examples."""

from __future__ import annotations

import pytest

import strata
from tests.refusals import fault_cells, refusal, refusing

SECRET = strata.game("rhodium")
STANDARD = "td1dsrd1dt/1gpg2gpg1/ss1ssss1ss/10/10/10/10/SS1SSSS1SS/1GPG2GPG1/TD1DRSD1DT 1 {}"
START = STANDARD.format("play - - 0 - -")
GROUPS = "9r/10/10/10/4S(ddd)5/10/4S(dl)5/10/10/R9 1 play - - 0 - -"
PLATINUMS = "9r/10/10/10/7s2/6P3/1s8/2P7/10/R8D 1 play - - 0 - -"
TALL = "9r/10/10/10/4s5/4S(lddd)5/10/10/10/R9 1 play - - 0 - -"
ALONE = "9r/10/10/10/10/10/10/10/10/R9 1 play Sd1 - 0 - -"
GRAVE = "9r/10/4s5/10/10/4P5/10/2s(l)4p2/10/R9 1 play {} - 0 - -"
CASES = [
    ("10/10/10/10/10/10/10/10/10/10 1 set - - 0 - -", "", "R@e5", "outside-area", ("e5",)),
    ("10/10/10/10/10/10/10/10/10/4R5 1 set - - 0 - -", "", "P@e1", "taken-cell", ("e1",)),
    (TALL, "/e5", "a1-a2", "dismantling", ("e5",)),
    (
        "9r/10/4s(dld)5/10/10/10/10/10/4T5/R8D 1 play - - 4 - -",
        "j1*e8",
        "e2-e3",
        "breaking",
        ("e8",),
    ),
    (
        "9r/5S4/3ps(dddld)5/10/10/10/4T5/10/10/R9 1 play - - 0 - -",
        "e4xe8",
        "d8-c6",
        "scattering",
        ("e8",),
    ),
    (START, "", "a1-a5", "blocked", ("a3",)),
    (START, "", "a1+a3", "other-kind", ("a3",)),
    (GROUPS, "", "e6:3+e4", "large-group", ("e4",)),
    (START, "", "a3-a5", "short-reach", ("a3", "a5")),
    ("9r/10/10/10/10/10/10/10/s9/R9 1 play - - 0 - -", "", "a1xa2", "rhodium-takes", ("a1",)),
    (PLATINUMS, "", "j1-j5", "far-from-platinum", ("c3", "g5")),
    (PLATINUMS, "", "j1xb4", "platinum-at-home", ("c3",)),
    (START, "", "/a3", "single-piece", ("a3",)),
    (START, "", "b1*a8", "no-enemy-stack", ("b1", "a8")),
    (START, "", "Sd@e5", "not-buried", ("e5",)),
    (ALONE, "", "Sd@a1", "revived-onto", ("a1",)),
    (ALONE, "", "Sd@a2", "beside-rhodium", ("a1",)),
    (GRAVE.format("Td1"), "", "Td@e6", "beside-platinum", ("e5",)),
    (GRAVE.format("Tl1"), "", "Tl@e7", "threatens", ("e8",)),
    (
        "9r/10/10/10/10/4s5/4S1s3/10/10/R9 1 play Sl1 - 0 - -",
        "",
        "Sl@e4",
        "threatens-more",
        ("g4",),
    ),
    (
        "9r/10/4s5/10/10/10/10/2s(l)3P3/10/R9 1 play Pl1 - 0 - -",
        "",
        "Pl@e7",
        "touches",
        ("e8",),
    ),
    (TALL, "/e5", ">d4", "out-of-range", ("e5",)),
    (TALL, "/e5 >d5 >e4", ">e8", "farther-ring", ("e5",)),
    (TALL, "/e5", ">e6", "relocated-onto", ("e6",)),
]


@pytest.mark.parametrize(("text", "played", "attempt", "key", "cells"), CASES)
def test_the_restriction_and_the_cells_at_fault(
    text: str, played: str, attempt: str, key: str, cells: tuple[str, ...]
) -> None:
    position = SECRET.position(text)
    for action in played.split():
        position = position.play(action)
    assert refusing(position, attempt) == (key,)
    assert fault_cells(position, attempt) == cells


def test_every_restriction_has_a_case() -> None:
    keys = {restriction.key for restriction in SECRET.rules.restrictions}
    assert {key for *_, key, _ in CASES} == keys


def test_restrictions_refuse_together() -> None:
    start = SECRET.position(START)
    assert refusing(start, "a1xa8") == ("blocked",)
    assert refusing(start, "a3-a9") == ("blocked", "short-reach")
    assert refusing(start, ["a3", "a8"]) == ("short-reach",)
    assert refusing(start, ["a1", "b1"]) == ("other-kind",)
    assert refusing(start, ["a1", "c1"]) == ("blocked",)
    assert refusing(start, ["a1", "d1"]) == ("blocked", "other-kind")


def test_words() -> None:
    start = SECRET.position(START)
    assert refusal(start, "a3-a5", "first") == (
        "That is too far: a group of Silver goes as many cells as it has pieces, a group of Gold "
        "twice as many."
    )
    assert refusal(start, "Sd@e5", "first") == "Your graveyard has no such piece."


def test_reasons_come_from_what_the_acting_seat_sees() -> None:
    """First's army stands, unseen by second, who places on a cell of it."""
    army = "10/10/10/10/10/10/10/SS1SSSS1SS/1GPG2GPG1/TD1DRSD1DT 2 set - - 0 - -"
    position = SECRET.position(army)
    view = position.view("second")
    for cell in ("a1", "c1"):  # taken, empty
        found = view.why_not(f"R@{cell}")
        assert [restriction.key for restriction in found.restrictions] == ["outside-area"]
        assert found.cells == (cell,)
    for seat in ("first", None):
        with pytest.raises(strata.NothingToExplain):
            position.view(seat).why_not("R@a1")
