"""What choices of FrozenChess warn of, and which actions are only a part of one."""

from __future__ import annotations

from strata.core.explaining.telling import read
from tests.games.frozen.layout import table


def test_giving_a_place_to_the_king_kills() -> None:
    """F43: always the unit itself, which the choice says; its cargo is warned of besides."""
    position = table({"e4": "S{N,p}", "h8": "R"}, mechanics="full").position
    said = position.rules.explain_choice(position.gesture("exch:h8")[-1])
    assert said.warning == "This unit dies."
    assert position.warning("exch:h8") == ""
    assert read(position.warning("exch:e4"), "first") == "You lose your Knight."


def test_what_explodes_beside_friends_is_counted() -> None:
    """F51."""
    cells = {"e4": "J(s10)", "e5": "P", "f5": "N", "d4": "p"}
    position = table(cells).position
    assert read(position.warning("deton:e4"), "first") == "You lose your Pawn and your Knight."
    cells |= {"d5": "P", "f4": "P"}
    assert read(table(cells).position.warning("deton:e4"), "first") == "You lose 4 units."


def test_a_king_that_would_die_is_warned_of() -> None:
    """F58, F60, F77: his own avalanche pushes a unit onto a tomb beside his new place."""
    cells = {"c4": "N", "e5": "R", "h8": "R"}
    position = table(cells, tombs="d4:P", weather="Vc4:e3", mechanics="full").position
    assert position.warning("exch:e5") == "{first loses/lose} the King, and the game."
    assert read(position.warning("exch:h8"), "first") == "You lose your Rook and your Knight."
    outcome = position.play("exch:e5").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("second", "king-exploded")


def test_carried_units_are_lost_by_morphing() -> None:
    """F65."""
    position = table({"e4": "S{N}", "h8": "S"}, mechanics="full").position
    assert position.warning("morph:e4") == "What it carries dies."
    assert position.warning("morph:h8") == ""


def test_which_actions_are_incomplete() -> None:
    """F2: phases M, P, R and X offer no `end`."""
    position = table({"e4": "R", "h15": "P"}, mechanics="full").position
    for action in ("morph:e4", "rot:2", "h15-h16"):
        assert position.is_incomplete(action), action
        assert "end" not in position.play(action).actions()
    for action in ("e4-e5", "e4-e16", "shadow:e4"):
        assert not position.is_incomplete(action), action
    sized = position.play("rot:2")
    assert all(sized.is_incomplete(action) for action in sized.actions())
