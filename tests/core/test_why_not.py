"""Why something cannot be done, on a small game: stairs with two restrictions."""

from __future__ import annotations

from types import MappingProxyType, ModuleType
from typing import Any

import pytest

import strata
from strata.core.board_scene import board_scene
from strata.core.explaining.restriction import Restriction
from strata.core.explaining.why_not import Explainer, Explanation
from strata.core.geometry import RectangularBoard
from strata.core.gesture import Gesture, Token, cell_clicks, choice_token
from strata.core.kernel.state import State
from strata.core.outcome import SEATS
from strata.core.scene import Layer, Scene, Symbol
from strata.core.teaching.cards import Card

BOARD = RectangularBoard(8, 1)
CARD = "A man goes down."
ODD = Restriction("odd", "S1", "{mover's} step must be odd.")
SHORT = Restriction("short", "S2", "{mover's} step must be short while {other waits/wait}.")


class StairsRules(strata.Rules[Any]):
    """A man goes down from his cell; first's man is on top of the stairs, second's below."""

    name = "stairs"
    title = "Stairs"
    summary = "down"
    reasons = ("down",)
    restrictions = (ODD, SHORT)
    symbols = MappingProxyType({"man": Symbol("Man", "piece", "", ("M", "m"))})

    def start(self) -> State:
        raise NotImplementedError

    def parse(self, text: str) -> State:
        raise NotImplementedError

    def derive_card(self, symbol: str) -> Card:
        return Card(symbol, CARD)

    def format(self, state: Any) -> str:
        return f"{state.number}"

    def format_action(self, state: Any, code: int) -> str:
        return f"down:{code & 3}"

    def scene(self, state: Any) -> Scene:
        men = {
            BOARD.names[state.number]: (Layer("man", "first"),),
            "h1": (Layer("man", "second"),),
        }
        return board_scene(BOARD, self.name, SEATS[state.get_seat()], men)

    def gesture(self, state: Any, code: int) -> Gesture:
        step = code & 3
        if step == 1:
            return (*cell_clicks(BOARD, state.number), choice_token("one", "one step"))
        return cell_clicks(BOARD, state.number, state.number - step)

    def fault_cells(self, state: Any, code: int, restriction: Restriction) -> tuple[str, ...]:
        return ("a1",) if restriction == SHORT else ()


def ask(
    stairs: ModuleType, attempt: Any, odd: bool = True, short: int = 2, number: int = 5
) -> Explanation:
    state = stairs.make_stairs(number)
    state.odd_only, state.short_only = odd, short
    rules = StairsRules()
    return Explainer(rules, state, rules.scene(state)).explain(attempt)


def words(found: Explanation) -> list[str]:
    return [sentence.read("first") for sentence in found.sentences]


def test_waiving_is_asked_and_never_played(stairs: ModuleType) -> None:
    state = stairs.make_stairs(5)
    state.odd_only, state.short_only = 1, 1
    assert [code & 3 for code in state.codes()] == [1]
    assert [code & 3 for code in state.waiving(1).codes()] == [1]
    assert [code & 3 for code in state.waiving(2).codes()] == [1, 3]
    waiving = state.waiving(3)
    assert [code & 3 for code in waiving.codes()] == [1, 2, 3]
    assert waiving.get_waived() == waiving.copy().get_waived() == 3
    assert state.get_waived() == 0
    assert waiving.after(waiving.codes()[0]).get_waived() == 0
    assert waiving.get_key() == state.get_key()
    crowd = stairs.make_stairs(5, most=2)
    with pytest.raises(strata.BoundTooLow):
        crowd.codes()
    assert len(crowd.waiving(1).codes()) == 3


@pytest.mark.parametrize("attempt", ["down:2", ("f1", "d1"), (Token("cell", "f1"), "d1")])
def test_the_restriction_that_refuses_is_the_reason(stairs: ModuleType, attempt: Any) -> None:
    found = ask(stairs, attempt)
    assert found.kind == "restricted"
    assert found.restrictions == (ODD,)
    assert words(found) == ["Your step must be odd."]
    assert found.cells == ("f1", "d1")


def test_a_game_names_the_cells_at_fault(stairs: ModuleType) -> None:
    found = ask(stairs, "down:3")
    assert found.restrictions == (SHORT,)
    assert words(found) == ["Your step must be short while your opponent waits."]
    assert found.cells == ("a1",)


def test_restrictions_that_refuse_together_are_all_reasons(stairs: ModuleType) -> None:
    found = ask(stairs, "down:2", short=1)
    assert found.restrictions == (ODD, SHORT)
    assert len(found.sentences) == 2


@pytest.mark.parametrize(
    ("attempt", "kind", "expected"),
    [
        ("down:1", "legal", "This is legal."),
        (("f1",), "legal", "This is legal; next choose one step."),
        (("f1", "one"), "legal", "This is legal."),
        (("f1", "b1"), "no-move", "Your Man on f1 cannot go to b1 or act on it."),
        (("h1", "f1"), "not-yours", "That is your opponent's Man on h1."),
        ("up", "no-action", "There is no such action."),
        ("f1b1", "no-move", "Your Man on f1 cannot go to b1 or act on it."),
        ("f1", "no-action", "There is no such action; these cells allow down:1."),
    ],
)
def test_what_no_waiver_brings_back(
    stairs: ModuleType, attempt: Any, kind: str, expected: str
) -> None:
    found = ask(stairs, attempt)
    assert found.kind == kind
    assert words(found) == [expected, *([CARD] if kind == "no-move" else [])]
    assert not found.restrictions


def test_what_must_come_first_is_said(stairs: ModuleType) -> None:
    for attempt in (["a1"], "a1", "a1:d1"):
        found = ask(stairs, attempt)
        assert found.kind == "unfinished"
        assert words(found) == ["Nothing stands on a1.", "First choose your Man on f1."]
        assert found.cells == ("a1", "f1")


def test_reach_is_shown_where_it_is_no_move(stairs: ModuleType) -> None:
    found = ask(stairs, ["f1", "b1"], odd=False, short=0)
    assert found.reach.moves == ("c1", "d1")
    assert ask(stairs, ["f1", "d1"], odd=False, short=0).kind == "legal"


@pytest.mark.parametrize("attempt", [["z9"], [""], [], ["f1", "two"], [Token("item", "f1")]])
def test_unknown_tokens_are_named(stairs: ModuleType, attempt: Any) -> None:
    with pytest.raises(strata.UnknownToken, match="in stairs"):
        ask(stairs, attempt)


def test_a_finished_game_has_nothing_to_explain(stairs: ModuleType) -> None:
    with pytest.raises(strata.NothingToExplain, match="stairs: the game is over"):
        ask(stairs, "down:1", number=0)
