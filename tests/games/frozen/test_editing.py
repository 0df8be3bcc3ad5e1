"""Every reason why a draft is no position of FrozenChess, with its cells."""

from __future__ import annotations

import pytest

import strata
from strata.core.editing.draft import Placed
from tests.games.bad_drafts import BadDraft, expect_refused

GAME = strata.game("frozen")
KINGS = {"a1": "K", "p16": "k"}


def unit(item: str, **values: str) -> tuple[Placed, ...]:
    return (Placed(item, values),)


BAD = {
    "no kings": BadDraft({}, (("0 kings of side w", ()), ("0 kings of side b", ()))),
    "two kings, one dead": BadDraft(
        {**KINGS, "c3": unit("tomb", queue="K")},
        (("2 kings of side w on a1 and c3", ("a1", "c3")),),
    ),
    "bodies": BadDraft(
        {**KINGS, "c3": "R n", "d3": " ".join("P" * 9), "e3": "~R ~N", "f3": "R K"},
        (
            ("c3: a body with members of both sides", ("c3",)),
            ("d3: a body of 9 members", ("d3",)),
            ("e3: a fused shadow", ("e3",)),
            ("f3: a king that is fused", ("f3",)),
            ("2 kings of side w", ("a1", "f3")),
        ),
    ),
    "attributes": BadDraft(
        {
            "a1": unit("K", p="3"),
            "p16": "k",
            "c3": unit("R", s="3"),
            "d3": unit("R", h="3"),
            "e3": (Placed("R"), Placed("N", {"p": "3"})),
            "f3": unit("~J", s="2"),
        },
        (
            ("a1: a paralysed king", ("a1",)),
            ("c3: attribute s", ("c3",)),
            ("d3: attribute h or v", ("d3",)),
            ("e3: attribute p on a later member", ("e3",)),
            ("f3: attribute s", ("f3",)),
        ),
    ),
    "cargo": BadDraft(
        {
            **KINGS,
            "c3": unit("S", cargo=",".join("P" * 9)),
            "d3": unit("Z", cargo="~N"),
            "e3": unit("Z", cargo="P,P"),
        },
        (
            ("c3: S carries more than 8", ("c3",)),
            ("d3: a shadow in a cannon", ("d3",)),
            ("e3: Z carries more than 1", ("e3",)),
        ),
    ),
    "walls": BadDraft(
        {**KINGS, "c3": unit("R", w="c4"), "d3": unit("R", w="c3.c4")},
        (
            ("a second wall on c4", ("c4",)),
            ("a wall under the body on c3", ("c3",)),
        ),
    ),
    "the dead": BadDraft(
        {**KINGS, "c3": unit("tomb", queue="S{P}")}, (("c3: a unit in a tomb", ("c3",)),)
    ),
    "a phase without its body": BadDraft(
        KINGS, (("no ground body of side w on c3", ("c3",)),), facts={"phase": "D", "cell": "c3"}
    ),
    "a phase of another body": BadDraft(
        {**KINGS, "c3": "R"}, (("no pawn on c3", ("c3",)),), facts={"phase": "B", "cell": "c3"}
    ),
    "a phase after the end": BadDraft(
        {"a1": "K", "c3": unit("tomb", queue="k")},
        (("a phase after the death of a king", ()),),
        facts={"phase": "R"},
    ),
    "no such block": BadDraft(
        {**KINGS, "c3": "R"},
        (("h8: no block there", ("h8",)),),
        facts={"phase": "R", "cell": "h8"},
    ),
    "a value out of bounds": BadDraft(
        {**KINGS, "c3": unit("R", p="51")}, (("attribute p: got '51'", ("c3",)),)
    ),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_refused(bad: BadDraft) -> None:
    expect_refused(GAME, bad)


def test_walls_are_seen_while_there_are_problems() -> None:
    edited = GAME.editor().edit(BadDraft({"c3": unit("R", w="c4")}, ()).draft())
    assert edited.problems
    assert [layer.symbol for layer in edited.scene.stacks["c4"]] == ["wall"]
