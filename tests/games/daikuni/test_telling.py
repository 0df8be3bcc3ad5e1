"""What Daikuni says of actions and ends; the positions are the rulebook's worked examples."""

from __future__ import annotations

import pytest

import strata
from strata.games.daikuni.attackers import attackers
from strata.games.daikuni.board import BOARD
from strata.games.daikuni.rules.state import DaikuniState
from tests.telling import told, told_cells, told_end

GAME = strata.game("daikuni")


@pytest.mark.parametrize(
    ("position", "action", "expected"),
    [
        ("8/8/8/8/8/8/8/8 f", "Sd4", "First's Soldier enters on d4 on a new tile."),  # E2
        (  # E5
            "3t4/8/3T4/8/t2S1t2/tt6/Tt1Qttt1/KTtTt2t f",
            "Sd7",
            "First's Soldier moves from d4 to d7 and lays a tile.",
        ),
        (  # E6
            "8/2t5/2t5/1tTT1t2/tSTt4/ttt5/Tt5t/KTt3tQ f",
            "Sd6",
            "First's Soldier rides its own tiles, moves from b4 to d6 and lays a tile.",
        ),
        (  # E28
            "8/8/8/8/3K4/8/8/8 s",
            "Sd5",
            "Second's Soldier enters on d5 on a new tile. First's King on d4 is in check.",
        ),
    ],
)
def test_actions(position: str, action: str, expected: str) -> None:
    assert told(GAME.position(position), action) == expected


def test_cells() -> None:
    before = GAME.position("8/8/8/8/3K4/8/8/8 s")
    assert told_cells(before, "Sd5") == [("d5",), ("d4",)]
    before = GAME.position("3t4/8/3T4/8/t2S1t2/tt6/Tt1Qttt1/KTtTt2t f")
    assert told_cells(before, "Sd7") == [("d4", "d7")]


def test_an_end_by_check_names_the_attacker() -> None:
    """E30."""
    record = GAME.record().play_all(["Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"])
    end = record.tell_end()
    assert end is not None
    assert end.cells == ("d3", "g3", "d2", "d5")
    assert end.read("second") == (
        "Your opponent's King on d3 is in check from your Soldier on g3, and your opponent has no "
        "legal move: every move of the King would leave the two Queens in sight of each other; "
        "every move of the Queen and Soldier would leave the King in check."
    )


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (  # E20
            "8/8/8/1q6/tS6/tt6/Tt5t/KTt3tQ f",
            "You have no legal move: the King and Queen have no cell to go to; every move of the "
            "Soldier would lose sight of your opponent's Queen.",
        ),
        (  # E24
            "8/8/8/8/8/8/tt6/KTt2S1Q f",
            "No move saves your King on a1: your opponent's tile on a2 attacks it.",
        ),
        (  # E26
            "tTTTTtqT/tttTtttt/tTsTTTtt/tttTTttt/kttTtttt/tTTTTTTT/tTtTTQTT/tTtTTSKT f",
            "You have no tile left to lay: your opponent wins.",
        ),
    ],
)
def test_ends(position: str, expected: str) -> None:
    assert told_end(GAME.position(position), "first") == expected


def test_a_soldier_behind_another_piece_does_not_attack() -> None:
    """The Queen on a3 stands between the Soldier on a1 and the King: only the tile attacks."""
    state = GAME.position("8/8/t7/K7/8/q7/8/s7 f").state
    empty = GAME.start().state
    assert isinstance(state, DaikuniState)
    assert isinstance(empty, DaikuniState)
    names = [BOARD.names[cell] for cell in attackers(state, empty, 0)]
    assert names == ["a6"]
    free = GAME.position("8/8/8/K7/8/8/8/s7 f").state
    assert isinstance(free, DaikuniState)
    assert [BOARD.names[cell] for cell in attackers(free, empty, 0)] == ["a1"]
