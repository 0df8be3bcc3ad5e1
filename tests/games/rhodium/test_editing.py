"""Every reason why a draft is no position of Rhodium, with its cells."""

from __future__ import annotations

import pytest

import strata
from tests.games.bad_drafts import BadDraft, expect_refused

KINGS = {"a1": "Rd", "j10": "rd"}
BAD = {
    "no Rhodiums": BadDraft(
        {},
        (
            ("first has 0 dark and 0 light Rhodiums", ()),
            ("second has 0 dark and 0 light Rhodiums", ()),
        ),
    ),
    "counts and more": BadDraft(
        {**KINGS, "e5": "Td", "e6": "Td", "e7": "tl"},
        (
            ("3 pieces Titanium that began with first", ("e5", "e6", "e7")),
            ("balance: got '5'", ()),
            ("goals1: 4 files", ()),
        ),
        facts={"balance": "5", "goals1": "abcd"},
    ),
    "mixed stack": BadDraft({**KINGS, "e5": "Sd Gd"}, (("different kinds or owners", ("e5",)),)),
    "stack of Titanium": BadDraft({**KINGS, "e5": "Td Td"}, (("a stack of T", ("e5",)),)),
    "a buried Rhodium": BadDraft(
        {"a1": "Rd", "j10": "rd"},
        (
            ("2 pieces Rhodium that began with second", ("j10",)),
            ("a Rhodium in the graveyard of first", ()),
        ),
        counts={"first:Rl": 1},
    ),
    "nothing to dismantle": BadDraft(
        KINGS,
        (("expected a stack of first on e5", ("e5",)),),
        facts={"phase": "break", "cell": "e5"},
    ),
    "set-up": BadDraft(
        {"a1": "Rd", "e5": "Pd", "b2": "Sd Sd"},
        (
            ("expected graveyards and goals -", ()),
            ("e5: expected single dark pieces", ("e5",)),
            ("b2: expected single dark pieces", ("b2",)),
        ),
        counts={"first:Pl": 1},
        facts={"phase": "set"},
    ),
    "order of the set-up": BadDraft(
        {"a1": "Td", "b1": "Rd", "j10": "rd"},
        (
            ("first has placed RT, expected the first 2", ("a1", "b1")),
            ("first to act: first has placed 2 and second 1", ()),
        ),
        facts={"phase": "set"},
    ),
    "nobody has won": BadDraft(
        KINGS, (("phase over, first has won: expected", ()),), facts={"phase": "over"}
    ),
    "the winner's Rhodium is missing": BadDraft(
        {"j10": "rd"},
        (("expected the winner's Rhodium on the board", ("j10",)),),
        facts={"phase": "over", "balance": "5"},
    ),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_refused(bad: BadDraft) -> None:
    expect_refused(strata.game("rhodium"), bad)
