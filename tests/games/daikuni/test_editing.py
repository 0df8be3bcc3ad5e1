"""Every reason why a draft is no position of Daikuni, with its cells."""

from __future__ import annotations

import pytest

import strata
from tests.games.bad_drafts import BadDraft, expect_refused

TILES = tuple(f"{file}{rank}" for rank in (1, 2, 3) for file in "abcdefgh")[:17]
BAD = {
    "two kings": BadDraft(
        {"c3": "K", "d5": "K"}, (("2 Kings of first on d5 and c3", ("c3", "d5")),)
    ),
    "everything twice": BadDraft(
        {"a1": "Q", "b1": "Q", "c1": "s", "d1": "s", "e1": "s"},
        (
            ("2 Queens of first on a1 and b1", ("a1", "b1")),
            ("3 Soldiers of second on c1, d1 and e1", ("c1", "d1", "e1")),
        ),
    ),
    "tiles": BadDraft(dict.fromkeys(TILES, "t"), (("17 tiles of second", TILES),)),
    "no such cell": BadDraft({"k9": "K"}, (("there is no cell 'k9'", ()),)),
    "no such piece": BadDraft({"a1": "X"}, (("there is no piece 'X'", ("a1",)),)),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_refused(bad: BadDraft) -> None:
    expect_refused(strata.game("daikuni", tiles=16), bad)
