"""Every reason why a draft is no position of Kyo, with its cells."""

from __future__ import annotations

import pytest

import strata
from tests.games.bad_drafts import BadDraft, expect_refused

KINGS = {"a1": "D K", "j10": "d k"}
BAD = {
    "too many of several kinds": BadDraft(
        {**KINGS, "e5": "K", "f5": "Q", "g5": "L Q", "h5": " ".join("S" * 17)},
        (
            ("2 Kings of first on e5 and a1, expected at most 1", ("a1", "e5")),
            ("2 Queens of first on f5 and g5", ("f5", "g5")),
            ("17 shields on h5, expected at most 16", ("h5",)),
        ),
    ),
    "chips on a pawn": BadDraft({**KINGS, "e5": "P D"}, (("the pawn P last", ("e5",)),)),
    "two pawns": BadDraft({**KINGS, "e5": "P P"}, (("the pawn P last", ("e5",)),)),
    "turn of nobody": BadDraft(
        KINGS,
        (("no pawn on e5, expected a pawn of first", ("e5",)),),
        facts={"phase": "M", "tile": "e5", "dir": "n", "count": "1"},
    ),
    "turn of the enemy, and too late": BadDraft(
        KINGS,
        (
            ("second's King on j10, expected a pawn of first", ("j10",)),
            ("clock 200, expected 0 to 199", ()),
        ),
        facts={"phase": "M", "tile": "j10", "dir": "n", "count": "1", "clock": "200"},
    ),
    "phase of another pawn": BadDraft(
        {**KINGS, "e5": "L H"},
        (("phase D with a Heavy Pawn, expected a Tower", ("e5",)),),
        facts={"phase": "D", "tile": "e5"},
    ),
    "no enemy mana": BadDraft(
        {**KINGS, "e5": "L H"},
        (("flag c, expected an enemy mana chip", ("e5",)),),
        facts={"phase": "M", "tile": "e5", "dir": "n", "count": "1", "flags": "c"},
    ),
    "no tile": BadDraft(KINGS, (("tile: got ''", ()),), facts={"phase": "B"}),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_refused(bad: BadDraft) -> None:
    expect_refused(strata.game("kyo"), bad)


def test_facts_of_another_phase_do_not_count() -> None:
    editor = strata.game("kyo").editor()
    draft = BadDraft(KINGS, (), facts={"tile": "e5", "dir": "n"}).draft()
    assert editor.edit(draft).position is not None


def test_the_end_is_told_with_its_reason() -> None:
    edited = strata.game("kyo").editor().edit(BadDraft({"a1": "D K"}, ()).draft())
    assert edited.position is not None
    assert [note.read() for note in edited.notes] == [
        edited.position.tell_end().read()  # type: ignore[union-attr]
    ]
