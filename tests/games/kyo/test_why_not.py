"""Why something cannot be done in Kyo: each restriction, with the tiles that show it."""

from __future__ import annotations

import pytest

import strata
from strata.core.explaining.why_not import Attempt
from tests.telling import why_not

GAME = strata.game("kyo")
START = str(GAME.start())


def board(*ranks: str, turn: str = "-") -> str:
    """Ranks 8 to 3 of a board with Kings in two corners, first to act."""
    return f"9,dk/10/{'/'.join(ranks)}/10/DK,9 first {turn} 0"


@pytest.mark.parametrize(
    ("position", "attempt", "rule", "cells"),
    [
        (START, ["a4", "b4"], "K5", "a4 b4"),
        (START, "end", "K23", ""),
        (START, ["end"], "K23", ""),
        (
            board("10", "10", "10", "4,p,p,4", "4,P,5", "10"),
            ["e4", "e5"],
            "K13",
            "e4 e5 f5",
        ),
        (board("10", "10", "10", "4,LH,5", "10", "10", turn="e5:M:e:1:-"), "e5e6+0", "K9", "e5 e6"),
        (board("10", "10", "10", "4,DH,5", "10", "10", turn="e5:M:e:1:-"), "e5e6+0", "K9", "e5 e6"),
        (
            board("10", "10", "10", "4,DQ,5", "10", "10", turn="e5:M:e:20:-"),
            "e5f5+0",
            "K10",
            "e5 f5",
        ),
        (board("10", "10", "10", "4,N,5", "10", "10"), ["e5", "e6"], "K25", "e5 e6"),
        (board("10", "10", "10", "4,DH,5", "10", "10", turn="e5:M:e:1:-"), ["a1"], "K7", "e5"),
        (
            board("10", "10", "10", "4,ST,5", "10", "10", turn="e5:D:-:0:-"),
            "e5e6+0",
            "K19",
            "e5 e6",
        ),
        (
            board("10", "10", "10", "4,DH,5", "10", "10", turn="e5:M:e:1:-"),
            "e5e6-1",
            "K18",
            "e5 e6",
        ),
        (board("10", "10", "4,S,5", "4,D,5", "10", "10"), ["e5", "e6"], "K6", "e5 e6"),
        (board("10", "10", "4,P,5", "4,SH,5", "10", "10"), "e5e6-1", "K6", "e5 e6"),
        (board("10", "10", "4,p,5", "4,D,5", "10", "10"), ["e5", "e6"], "K6", "e5 e6"),
        (board("10", "10", "10", "4,DP,5", "10", "10"), "e5e6-1", "K4", "e5 e6"),
        (board("10", "10", "10", "4,dDH,5", "10", "10"), "e5e6+2", "K4", "e5 e6"),
        (board("10", "10", "10", "4,S,5", "10", "10"), ["e5", "e6"], "K3", "e5 e6"),
        (
            board("10", "10", "10", "4,DLQ,5", "10", "10", turn="e5:B:-:0:s"),
            "e5~LD",
            "K22",
            "e5",
        ),
        (board("4,p,5", "10", "10", "4,LC,5", "10", "10"), "e5e8!", "K27", "e5 e8"),
    ],
)
def test_restrictions(position: str, attempt: Attempt, rule: str, cells: str) -> None:
    ((found, words, at),) = why_not(GAME.position(position), attempt)
    assert (found, at) == (rule, tuple(cells.split())), words


def test_one_stack_a_turn_is_said_in_plain_words() -> None:
    position = GAME.position(board("10", "10", "10", "4,DH,5", "10", "10", turn="e5:M:e:1:-"))
    ((_, words, _),) = why_not(position, ["a1"])
    assert words == "A turn is played with one stack: you go on with it, or you end the turn."


def test_who_owns_what_is_said() -> None:
    start = GAME.start()
    assert start.why_not(["a7"]).sentences[0].read("first") == (
        "That is your opponent's Light Pawn on a7."
    )
    assert start.why_not(["e5"]).sentences[0].read("first") == "Nothing stands on e5."
    found = start.why_not("a1a3+0")
    assert (found.kind, found.reach.cells) == ("no-move", ("b1", "a2", "b2"))
