"""What Rhodium says of actions and ends; the positions are the rulebook's worked examples."""

from __future__ import annotations

import pytest

import strata
from tests.telling import told, told_cells, told_end

GAME = strata.game("rhodium")
EMPTY = "10/10/10/10/10/10/10/10/10/10"


@pytest.mark.parametrize(
    ("position", "action", "expected"),
    [
        (f"{EMPTY} 1 set - - 0 - -", "R@e1", "First's Rhodium is placed on e1."),  # X2
        (  # X8
            "9r/10/10/10/4S(ddd)5/10/4S(dl)5/10/10/R9 1 play - - 0 - -",
            "e4:2+e6",
            "First's stack of 2 Silver moves from e4 onto first's stack of 3 Silver on e6.",
        ),
        (  # X9
            "9r/10/4g5/10/10/10/4T5/10/10/R9 1 play Sl1 - 0 - -",
            "e4xe8",
            "First's Titanium captures second's Gold on e8, which goes to first's graveyard. "
            "First is 1 capture ahead; 5 ahead wins the game.",
        ),
        (  # X11
            "9r/5S4/3ps(dddld)5/10/10/10/4T5/10/10/R9 1 play - - 0 - -",
            "e4xe8",
            "First's Titanium captures the top 2 pieces of second's stack of 5 Silver on e8: "
            "both go to first's graveyard. First is 2 captures ahead; 5 ahead wins the game. "
            "Second places the 3 pieces that are left over from e8.",
        ),
        (  # X11
            "9r/5S4/3pT5/10/10/10/10/10/10/R9 2 scatter:e8:s(ddd) Sd1Sl1 - 2 - -",
            ">e9",
            "Second's Silver left over from e8 is put on e9.",
        ),
        (  # X13
            "9r/10/10/10/4s5/4S(lddd)5/10/10/10/R9 1 play - - 0 - -",
            "/e5",
            "First's stack of 4 Silver on e5 is dismantled.",
        ),
        (  # X13
            "9r/10/10/10/4s5/4S(lddd)5/10/10/10/R9 1 break:e5:2 - - 0 - -",
            ">d5",
            "First's Silver from e5 is put on d5.",
        ),
        (  # X16
            "9r/10/4s(dld)5/10/10/10/10/10/4T5/R8D 1 play - - 4 - -",
            "j1*e8",
            "First's Diamond on j1 is sacrificed and goes to second's graveyard. "
            "Second's stack of 3 Silver on e8 is taken apart.",
        ),
        (  # X16
            "9r/3s6/4s5/4s(l)5/10/10/10/10/4T5/R9 1 play! - dl1 4 - -",
            "e2xe7",
            "First's Titanium captures second's Silver on e7, which goes to first's graveyard. "
            "Captures of this turn do not count: a Diamond was sacrificed.",
        ),
        (  # X20
            "9r/10/7s2/10/10/10/4S(dd)5/10/10/R9 1 play Sl1 - 0 - -",
            "Sl@e4u",
            "First's light Silver comes back from first's graveyard under the top piece of "
            "first's stack of 2 Silver on e4.",
        ),
        (  # X22
            "r6g2/2S1S(l)2S2/3P6/10/10/10/10/10/10/R8D 1 play - - 0 - -",
            "c9-c10",
            "First's Silver moves from c9 to c10. First scores on c10, point 1 of 4.",
        ),
        (  # X22: a light piece scores nothing
            "r6g2/2S1S(l)2S2/3P6/10/10/10/10/10/10/R8D 1 play - - 0 - -",
            "e9-e10",
            "First's Silver moves from e9 to e10.",
        ),
    ],
)
def test_actions(position: str, action: str, expected: str) -> None:
    assert told(GAME.position(position), action) == expected


def test_readers_and_cells() -> None:
    position = GAME.position("9r/10/4g5/10/10/10/4T5/10/10/R9 1 play Sl1 - 0 - -")
    assert told(position, "e4xe8", "first").endswith(
        "You are 1 capture ahead; 5 ahead wins the game."
    )
    assert told_cells(position, "e4xe8") == [("e4", "e8"), ("e8",)]


@pytest.mark.parametrize(
    ("position", "expected", "cells"),
    [
        (  # X24
            "4S4r/4S(ddd)5/10/10/10/10/10/10/10/R9 1 over - - 0 abeh -",
            "You have four points: you win.",
            ("a10", "b10", "e10", "h10"),
        ),
        (  # X25
            "9T/3g6/4g5/10/10/10/10/10/10/R9 1 over Rl1 dl1 0 - -",
            "Your opponent's Rhodium is captured: you win.",
            (),
        ),
        (  # X26
            "9r/10/4T5/10/10/10/10/10/10/R9 1 over Sl2 - 5 - -",
            "You are 5 captures ahead: you win.",
            (),
        ),
        (  # X27
            "8Sr/8ST/10/10/10/10/10/10/10/R9 2 play - - 0 - -",
            "Your opponent has no legal action: you win.",
            (),
        ),
    ],
)
def test_ends(position: str, expected: str, cells: tuple[str, ...]) -> None:
    ended = GAME.position(position)
    assert told_end(ended, "first") == expected
    end = ended.tell_end()
    assert end is not None
    assert end.cells == cells
