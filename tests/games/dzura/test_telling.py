"""What Dzura says of actions and ends; the positions are the rulebook's worked examples."""

from __future__ import annotations

import pytest

import strata
from tests.telling import told, told_cells, told_end


@pytest.mark.parametrize(
    ("options", "position", "action", "expected"),
    [
        (  # X2
            {},
            "LP1pl/NP2pn/C1P1p1c/T1P2p1t/KBDP1pdbk/T1P2p1t/C1P1p1c/NP2pn/LP1pl 1 t -/- -",
            "e3xg5",
            "First's Dragon captures second's Pawn on g5, which goes to first's hand. "
            "Second's King on e9 is in check.",
        ),
        (  # X5
            {},
            "5/4P+P/7/8/K7k/8/7/6/5 1 t -/- -",
            "b5=b6",
            "First's Pawn on b5 and first's Promoted Pawn on b6 change places. "
            "First's Pawn is promoted on b6: it is a Promoted Pawn now.",
        ),
        (  # X6
            {},
            "5/6/7/3C4/K7k/3C4/7/6/5 1 t -/- -",
            "d4=f4",
            "First's Castle on d4 and first's Castle on f4 change places.",
        ),
        (  # X11
            {},
            "5/6/7/8/K7k/5n2/7/4Pc/5 1 t -/- -",
            "h5xh6",
            "First's Pawn captures second's Castle on h6, which goes to first's hand. "
            "First's Pawn is promoted on h6: it is a Promoted Pawn now.",
        ),
        (  # X12
            {},
            "5/6/7/8/K7k/8/7/6/5 1 t P/- -",
            "P@a5",
            "First's Pawn is dropped from first's hand on a5.",
        ),
        (  # X20
            {"capture": "court"},
            "5/6/7/3Cp3/K7k/5n2/7/6/5 1 t -/- -",
            "d4xd5",
            "First's Castle climbs onto second's Pawn on d5.",
        ),
        (  # X22
            {"capture": "court"},
            "5/6/7/4[C+p]1n1/K7k/8/7/6/5 1 t -/- -",
            "d5-d6",
            "First's Castle moves from d5 to d6. "
            "Second's Promoted Pawn on d5 goes to first's hand.",
        ),
        (  # X25
            {"capture": "court"},
            "3P[+p+P]/6/7/8/K7k/8/7/6/5 1 t -/- -",
            "a4xa5",
            "First's Pawn captures second's Promoted Pawn on a5, which goes to first's hand. "
            "First's Pawn is promoted on a5: it is a Promoted Pawn now.",
        ),
        (  # X32
            {"ordnance": 5},
            "L2p1/6/7/3T2nt/K7k/5b2/7/6/3p1 1 t -/- 5/5",
            "*d7",
            "Second's Knight on d7 is barraged: it may not attack and strides one tile only.",
        ),
        (  # X35
            {"ordnance": 5},
            "5/6/7/3C*4/K7k/3C*4/7/6/5 1 t -/- 5/3",
            "d4=f4",
            "First's Castle on d4 and first's Castle on f4 change places.",
        ),
    ],
)
def test_actions(options: dict[str, str | int], position: str, action: str, expected: str) -> None:
    assert told(strata.game("dzura", **options).position(position), action) == expected


def test_facings() -> None:
    """X31: the piece on the lower tile first."""
    game = strata.game("dzura", rotation="on")
    position = game.position("5/6/7/3C4/K2P~54k/8/7/6/5 1 t -/- -").play("d4=e4")
    assert told(position, "~4") == "First's Pawn on d4 faces back-left."
    assert told_cells(position, "~4") == [("d4",)]


def test_checkmate_names_the_attacker() -> None:
    """X16."""
    position = strata.game("dzura").position("4k/6/4+T2/2B5/K8/8/7/6/5 1 t -/- -").play("d3-a3")
    assert told_end(position, "second") == (
        "No move saves your King on a5: your opponent's Behemoth on a3 attacks it."
    )
    end = position.tell_end()
    assert end is not None
    assert end.cells == ("a5", "a3")


def test_other_ends() -> None:
    """X17, X18."""
    game = strata.game("dzura")
    assert told_end(game.position("4k/6/4+T2/8/K2B5/8/7/6/5 2 t -/- -")) == (
        "Second has no legal action, and the King on a5 is not in check."
    )
    taken = game.position("K3l/6/7/8/9/8/7/3T2/4k 1 t -/- -").play("h4xi5")
    assert told_end(taken, "first") == "Your opponent's King is captured: you win."


def test_a_covered_king_is_not_said_to_be_captured() -> None:
    """X26."""
    court = strata.game("dzura", capture="court").position("5/6/7/8/K8/8/7/3T2/4k 1 t -/- -")
    end = court.play("h4xi5").tell_end()
    assert end is not None
    assert end.read("second") == "Your King on i5 is covered: your opponent wins."
    assert end.cells == ("i5",)
