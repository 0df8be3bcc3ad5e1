"""What Kyo says of actions and ends; the positions are the rulebook's worked examples."""

from __future__ import annotations

import pytest

import strata
from tests.telling import told, told_cells, told_end

GAME = strata.game("kyo")


@pytest.mark.parametrize(
    ("position", "action", "expected"),
    [
        (  # X3
            "9,dk/10/10/10/4,p,5/3,P,P,5/10/10/10/DK,9 first - 0",
            "e5e6+0",
            "First's Light Pawn outnumbers and captures second's Light Pawn on e6.",
        ),
        (  # X4
            "9,dk/10/10/10/4,p,5/3,P,P,l,4/10/10/10/DK,9 first - 0",
            "e5f5+0",
            "First's Light Pawn destroys second's light mana on f5.",
        ),
        (  # X5
            "9,dk/10/10/10/10/10/10/3,DLLH,6/10/K,9 first - 0",
            "d3d4+2",
            "First's Heavy Pawn with 2 chips moves by mana from d3 to d4.",
        ),
        (  # X5
            "9,dk/10/10/10/10/4,LH,5/3,L,6/3,D,6/10/K,9 first e5:M:ne:2:- 0",
            "e5f6+0",
            "First's Heavy Pawn moves by mana from e5 to f6.",
        ),
        (  # X9
            "9,dk/10/10/10/3,Ldp,DSddq,SSt,4/4,DLH,5/10/10/10/K,9 first - 0",
            "e5e6+1",
            "First's Heavy Pawn with 1 chip captures second's Queen on e6 and destroys "
            "second's mana (2 dark) below it.",
        ),
        (  # X10
            "9,dk/10/10/10/10/10/2,DlddDH,7/2,D,7/10/K,9 first c4:M:n:1:c 0",
            "end",
            "First's Heavy Pawn on c4 destroys second's mana (1 light, 2 dark) below it.",
        ),
        (  # X11
            "9,dk/10/10/10/4,lSS,5/4,DLH,5/10/10/10/DK,9 first - 0",
            "e5e6x",
            "First's Heavy Pawn on e5 attacks and removes the shield on e6.",
        ),
        (  # X12
            "9,dk/10/10/4,S,5/3,S,dH,5/4,D,5/10/10/10/K,9 first e6:M:n:1:c 0",
            "e6e7x",
            "First's Heavy Pawn on e6 attacks and removes the shield on e7. "
            "First's Heavy Pawn on e6 destroys second's dark mana below it.",
        ),
        (  # X13
            "9,dk/10/10/10/4,SST,d,4/10/10/10/10/DK,9 first e6:D:-:0:- 0",
            "e6f6-2",
            "First's Tower on e6 deploys 2 shields to f6.",
        ),
        (  # X13
            "9,dk/10/10/10/4,SST,d,4/10/10/10/10/DK,9 first e6:D:-:0:- 0",
            "end",
            "First's turn ends.",
        ),
        (  # X17
            "9,dk/10/10/10/10/10/3,DLSQ,6/10/10/K,9 first - 0",
            "d4~LDS",
            "First's Queen on d4 shuffles its chips, from the bottom: "
            "light mana, dark mana, shield.",
        ),
    ],
)
def test_actions(position: str, action: str, expected: str) -> None:
    assert told(GAME.position(position), action) == expected


def test_a_shot() -> None:
    """X28."""
    position = strata.game("kyo", extras="cannons").position(
        "9,dk/10/3,t,6/10/10/10/3,DDC,6/10/10/K,9 first - 0"
    )
    assert told(position, "d4d8!", "second") == (
        "Your opponent's Cannon on d4 fires your opponent's dark mana and removes your Tower on d8."
    )
    assert told_cells(position, "d4d8!") == [("d4", "d8")]


def test_bare_stacks_have_no_pawn_to_name() -> None:
    position = GAME.position("9,dk/10/10/10/10/10/3,DL,6/10/10/DK,9 first - 0")
    assert told(position, "d4d5-2") == "A stack of 2 chips moves from d4 to d5."
    assert told(position, "d4~LD") == (
        "First's stack on d4 is shuffled, from the bottom: light mana, dark mana."
    )


def test_an_end_has_the_cells_of_the_last_action() -> None:
    record = GAME.record("9,dk/8,DDT,1/10/10/10/10/10/10/10/K,9 first - 0")
    record.play("i9j10+1")
    assert told_end(record.position, "second") == "Your King is captured: your opponent wins."
    end = record.tell_end()
    assert end is not None
    assert end.cells == ("i9", "j10")
    assert record.view("second").tell_end() == end


def test_a_draw_counts_the_turns_after_the_last_removal() -> None:
    """K32: the turn of the removal counts as the first of the 200."""
    quiet = strata.game("kyo").position("9,dk/10/10/10/10/10/10/10/10/DK,9 first - 199")
    assert told_end(quiet.play("a1b1+0")) == (
        "The last 199 turns removed nothing: the game is a draw."
    )
