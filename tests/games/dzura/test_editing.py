"""Every reason why a draft is no position of Dzura, with its tiles."""

from __future__ import annotations

import pytest

import strata
from strata.core.editing.draft import Placed
from tests.games.bad_drafts import BadDraft, expect_refused

ALL = strata.game("dzura", capture="court", rotation="on", ordnance=2)
PLAIN = strata.game("dzura")
MINI = strata.game("dzura", definition="mini")
KINGS = {"e1": "K", "e9": "k"}
NO_TOKENS = {"first:token": 0, "second:token": 0}
PIECE_OF_OTHERS = (Placed("P", {"facing": "2", "barraged": "1"}),)
BAD = {
    "what options forbid": (
        PLAIN,
        BadDraft(
            {**KINGS, "e5": PIECE_OF_OTHERS, "e6": "P p"},
            (
                ("a facing ~ on e5, but rotation is off", ("e5",)),
                ("a stack on e6, but capture is common", ("e6",)),
                ("a barraged piece on e5, but there is no ordnance", ("e5",)),
            ),
        ),
    ),
    "kings": (
        PLAIN,
        BadDraft(
            {**KINGS, "a1": "K", "b1": "k"},
            (
                ("first has 2 uncovered kings, on a1 and e1", ("a1", "e1")),
                ("second has 2 uncovered kings, on b1 and e9", ("b1", "e9")),
            ),
        ),
    ),
    "no king": (PLAIN, BadDraft({"a1": "P"}, (("no uncovered king", ()),))),
    "a king too many, hidden and in hand": (
        ALL,
        BadDraft(
            {**KINGS, "e5": "k P"},
            (
                ("a covered king on e5, although both", ("e5",)),
                ("a king in hand, although both", ()),
            ),
            counts={**NO_TOKENS, "first:K": 1},
        ),
    ),
    "numbers": (
        ALL,
        BadDraft(
            {**KINGS, "e5": (Placed("p", {"barraged": "1"}),)},
            (
                ("83 pieces, expected at most 80", ()),
                ("6 tokens in hand and on pieces, expected at most 4", ("e5",)),
            ),
            counts={"first:token": 3, "second:token": 2, "first:P": 80},
        ),
    ),
    "a stack of three": (
        ALL,
        BadDraft({**KINGS, "e5": "P P P"}, (("] after two pieces", ("e5",)),), counts=NO_TOKENS),
    ),
    "turned pieces": (
        ALL,
        BadDraft(
            {**KINGS, "e5": (Placed("P", {"barraged": "1"}),)},
            (
                ("not different and in tile order", ("e5", "e4")),
                ("no piece of first on e4, which the phase names", ("e4",)),
                ("the piece on e5, which the phase names, is barraged", ("e5",)),
            ),
            counts=NO_TOKENS,
            facts={"phase": "r", "turned": "e5.e4"},
        ),
    ),
    "nothing barraged": (
        ALL,
        BadDraft(
            KINGS, (("no opposing piece is barraged", ()),), counts=NO_TOKENS, facts={"phase": "b"}
        ),
    ),
    "a definition's board": (
        MINI,
        BadDraft({"e9": "K"}, (("there is no cell 'e9'", ()),)),
    ),
    "a definition's pieces": (
        MINI,
        BadDraft({"c1": "B"}, (("there is no piece 'B'", ("c1",)),)),
    ),
}


@pytest.mark.parametrize(("game", "bad"), BAD.values(), ids=BAD)
def test_refused(game: strata.Game, bad: BadDraft) -> None:
    expect_refused(game, bad)
