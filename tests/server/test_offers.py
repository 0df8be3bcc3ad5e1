"""How legal actions are written for the wire: short, and nothing of them lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import msgspec
import pytest

import strata
from strata.core.action import Action
from strata.core.gesture import Gesture, Token, cell_token, choice_token, item_token
from strata.core.position import Position
from strata.server.protocol.offers import ChoiceGroup, Offers, list_choices
from strata.server.views.offers import list_offers
from tests.server.offered import offered

_FENCES: Final = ("json", "python")


class Written:
    """A position with the actions and clicks that a test gives it."""

    rules = SimpleNamespace(name="written")

    def __init__(self, gestures: dict[str, Gesture], incomplete: frozenset[str]) -> None:
        self._gestures = gestures
        self._incomplete = incomplete

    def actions(self) -> tuple[Action, ...]:
        return tuple(action for action, _ in self.gestures())

    def list_in_steps(self) -> Iterator[None]:
        yield

    def gestures(self) -> Any:
        return ((Action(text, 0), gesture) for text, gesture in sorted(self._gestures.items()))

    def incomplete_actions(self) -> frozenset[str]:
        return self._incomplete

    def warnings(self, actions: list[Action]) -> dict[str, list[str]]:
        return {"Beware.": [*map(str, actions)]} if actions else {}


def write(gestures: dict[str, Gesture], incomplete: frozenset[str] = frozenset()) -> Offers:
    """The offers of these actions, after they were sent and read again without loss."""
    offers = list_offers(cast(Position, Written(gestures, incomplete)))
    sent = msgspec.json.encode(offers)
    read = msgspec.json.decode(sent, type=Offers)
    assert msgspec.to_builtins(dict(list_choices(read))) == msgspec.to_builtins(gestures)
    assert offered(msgspec.json.decode(sent)) == sorted(gestures)
    assert offered(msgspec.json.decode(sent), incomplete=True) == sorted(incomplete)
    return offers


def cells(*names: str) -> Gesture:
    return tuple(map(cell_token, names))


def test_the_example_of_the_documentation() -> None:
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    section = text.partition("### Legal actions")[2]
    state, code = (section.partition(f"```{kind}\n")[2].partition("```")[0] for kind in _FENCES)
    found: dict[str, Any] = {}
    exec(code, found)
    actions = sorted(found["legal_actions"](msgspec.json.decode(state)))
    assert actions == offered(msgspec.json.decode(state))
    assert actions == sorted(
        action for action, _ in list_choices(msgspec.json.decode(state, type=Offers))
    )
    assert {"b1a2+0", "c1b2-1", "c3-c2", "morph:d2"} < {*actions}
    assert len(actions) == 11


def test_actions_that_are_written_alike_share_a_row() -> None:
    names = ("a1", "b1", "c1")
    goals = ("a2", "b2")
    offers = write({f"{one}-{goal}": cells(one, goal) for one in names for goal in goals})
    assert offers == Offers((ChoiceGroup("{0}-{1}", (("a1 b1 c1", "a2 b2"),)),), {}, {})
    assert msgspec.json.encode(offers.choices) == (
        b'[{"form":"{0}-{1}","clicks":[["a1 b1 c1","a2 b2"]]}]'
    )


def test_rows_hold_no_action_that_is_not_legal() -> None:
    offers = write({"a1-a2": cells("a1", "a2"), "b1-b2": cells("b1", "b2")})
    assert offers.choices == (ChoiceGroup("{0}-{1}", (("a1", "a2"), ("b1", "b2"))),)


def test_labelled_choices_are_described_once() -> None:
    one, two = choice_token("+1", "one chip", "+"), choice_token("+2", "two chips", "+")
    gestures = {
        f"a1{goal}{token.id}": (*cells("a1", goal), token)
        for goal in ("b1", "c1")
        for token in (one, two)
    }
    offers = write(gestures)
    assert offers.choices == (ChoiceGroup("{0}{1}{2}", (("a1", "b1 c1", "+1 +2"),)),)
    assert msgspec.to_builtins(offers.tokens) == {
        "+1": {"label": "one chip", "topic": "+"},
        "+2": {"label": "two chips", "topic": "+"},
    }
    assert offers.warnings == {"Beware.": tuple(sorted(gestures))}


def test_a_word_stands_for_one_click_only() -> None:
    """Whatever comes first: a cell, or a choice or an item of the same id, or another label."""
    write({"1": (choice_token("n1", "one"),), "2": cells("n1"), "3": (item_token("n1", "King"),)})
    write({"1": cells("n1"), "2": (choice_token("n1", "one"),), "3": cells("n1", "n2")})
    labels = {"a": "a chip", "b": "a bare chip", "c": "a chip'"}
    offers = write(
        {f"{cell}-1": (*cells(cell), choice_token("-1", label)) for cell, label in labels.items()}
    )
    assert [*offers.tokens] == ["-1", "-1'", "-1''"]
    assert len(offers.choices) == 1


def test_equal_tokens_that_are_not_the_same_object_share_a_word() -> None:
    gestures = {f"{cell}!": (*cells(cell), Token("choice", "!", "fire")) for cell in "abcdefgh"}
    offers = write(gestures)
    assert offers.choices == (ChoiceGroup("{0}{1}", (("a b c d e f g h", "!"),)),)


def test_neighbours_whose_clicks_differ_in_their_label_only_keep_it() -> None:
    keep, kill = Token("choice", "k", "Keep"), Token("choice", "k", "Kill")
    offers = list_offers(
        cast(Position, Written({"1": (keep, *cells("a1")), "2": (kill, *cells("b1"))}, frozenset()))
    )
    assert [token.label for token in offers.tokens.values()] == ["Keep", "Kill"]


@pytest.mark.parametrize("awkward", ["rot 2", " ", "{0}", "{", "}}", "a'", "\ue000", "é\u3000"])
def test_ids_and_actions_of_any_letters(awkward: str) -> None:
    token = Token("choice", awkward, "something")
    write({f"a1 {awkward} b1": (*cells("a1"), token, *cells("b1")), "x": (token,)})
    write({awkward: (Token("cell", awkward, "a cell"),), "a1": cells("a1")})
    write({f"<{awkward}>": cells("a1"), f"<{awkward}>b": cells("b1")})


def test_ids_within_each_other() -> None:
    names = ("a1", "a11", "1", "11", "a")
    pairs = ((one, other) for one in names for other in names)
    offers = write({f"{one}-{other}": cells(one, other) for one, other in pairs})
    assert len(offers.choices) == 1
    write({f"{name}:{name}": cells(name, name) for name in names})


def test_an_action_need_not_name_its_last_click() -> None:
    write({"go": cells("a1", "b1"), "goz": cells("a1", "z"), "g": cells("z")})


def test_a_cell_known_from_other_positions_keeps_its_word() -> None:
    known = cells("a1", "b1")
    plain = write({"a1-b1": known})
    thing = item_token("b1", "Thing")
    offers = write({"a1-b1": known, "b1!": (thing,)})
    assert plain.tokens == {}
    assert [*offers.tokens] == ["b1'"]
    assert write({"a1-b1": known}) == plain


def test_incomplete_actions_have_groups_of_their_own() -> None:
    gestures = {f"turn:{cell}": cells(cell) for cell in ("a1", "b1", "c1")}
    offers = write(gestures, frozenset({"turn:b1"}))
    assert offers.choices == (
        ChoiceGroup("turn:{0}", (("a1 c1",),)),
        ChoiceGroup("turn:{0}", (("b1",),), incomplete=True),
    )


@pytest.mark.parametrize(
    ("name", "bytes_a_choice"), {"daikuni": 16, "dzura": 20, "frozen": 16, "kyo": 14}.items()
)
def test_an_action_takes_few_bytes(name: str, bytes_a_choice: int) -> None:
    """With words and labels, over the first actions of a game played at random."""
    sizes = count = 0
    position = strata.game(name).start()
    for number in range(40):
        offers = list_offers(position)
        sizes += len(msgspec.json.encode(offers))
        actions = position.actions()
        count += len(actions)
        position = position.play(actions[number * 7919 % len(actions)])
        if position.seat is None:
            break
    assert sizes / count < bytes_a_choice
