"""Couriers: who sees what, what the computer may imagine, and how it ends."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import msgspec
import pytest

import strata
from strata.core.explaining.telling import read_all
from strata.core.outcome import SEATS
from strata.plain import PlainGame, PlainPosition
from strata.search.levels import level as find_level
from strata.search.players import LevelPlayer


def _chosen() -> strata.Record:
    """First's couriers live in b1 and d1, second's in a5 and e5."""
    return strata.game("couriers").record().play_all(["b1", "d1", "a5", "e5"])


def test_couriers_are_chosen_in_order() -> None:
    start = strata.game("couriers").start()
    assert start.actions() == ("a1", "b1", "c1", "d1")
    after = start.play("b1")
    assert (after.seat, after.begins_turn) == ("first", False)
    assert after.actions() == ("c1", "d1", "e1")
    assert str(_chosen().position) == "cdddc/5/5/5/DCDCD f - - - 0"


def test_nobody_sees_the_other_s_people() -> None:
    position = _chosen().position
    assert str(position.view("first")) == "mmmmm/5/5/5/DCDCD f - - - 0"
    assert str(position.view("second")) == "cdddc/5/5/5/MMMMM f - - - 0"
    assert str(position.view(None)) == "mmmmm/5/5/5/MMMMM f - - - 0"
    assert position.view("second").actions() == ()
    assert position.view("first").actions() == position.actions()


def test_choices_are_not_told() -> None:
    record = _chosen().play("b1b2")
    assert record.view("second").played == ("?", "?", "a5", "e5", "b1b2")
    assert record.view("first").played == ("b1", "d1", "?", "?", "b1b2")
    half = strata.game("couriers").record().play("b1")
    assert str(half.view("second").position) == "ddddd/5/5/5/MMMMM f - one choosing 0"


def test_nothing_of_the_secret_is_in_a_view() -> None:
    """Two games that differ in second's choice alone look alike to first and to spectators."""
    game = strata.game("couriers")
    one = game.record().play_all(["b1", "d1", "a5", "e5", "b1b2", "a5a4"])
    other = game.record().play_all(["b1", "d1", "c5", "d5", "b1b2", "a5a4"])
    for viewer in ("first", None):
        views = [record.view(viewer) for record in (one, other)]
        assert views[0].export() == views[1].export()
        scenes = [json.loads(msgspec.json.encode(view.scene())) for view in views]
        assert scenes[0] == scenes[1]
        codes = [view.position.state.codes() for view in views]
        assert codes == [[], []]


def test_all_is_seen_when_it_is_over() -> None:
    game = strata.game("couriers")
    position = game.position("1dddc/C4/5/5/DDDC1 f c - - 3")
    assert position.outcome() is None
    over = position.play("a4a5")
    assert over.outcome() == strata.Outcome("first", "arrival")
    assert not over.view("second").hidden


@pytest.mark.parametrize(
    ("before", "action", "outcome"),
    [
        ("cddd1/1C3/5/5/DDDC1 f c - - 0", "b4a4", None),
        ("1ddd1/c4/C4/5/DDDC1 f c - - 0", "a3a4", ("first", "couriers-taken")),
        ("c1dc1/dC3/5/5/DDDC1 f d - - 0", "b4a4", None),
        ("c2c1/dC3/5/5/DDDC1 f dd - - 0", "b4a4", ("second", "decoys-taken")),
        ("cdddc/5/5/5/DCDCD f - - - 39", "b1b2", (None, "calm")),
    ],
)
def test_ends(before: str, action: str, outcome: tuple[strata.Seat | None, str] | None) -> None:
    after = strata.game("couriers").position(before).play(action)
    assert after.outcome() == (strata.Outcome(*outcome) if outcome else None)


def test_what_is_imagined_agrees_with_what_is_seen() -> None:
    game = strata.game("couriers")
    rules = game.rules
    assert isinstance(rules, PlainGame)
    record = game.record()
    choose = Random(5)
    while record.seat:
        for viewer in SEATS:
            view = record.position.view(viewer)
            if not view.hidden:
                continue
            imagined = {
                str(strata.Position(game.rules, game.rules.guess(view.state, viewer, seed)))
                for seed in range(6)
            }
            for text in imagined:
                whole = game.position(text)  # a position that could be
                assert str(whole.view(viewer)) == str(view)
        record.play(choose.choice(record.actions()))


@pytest.mark.parametrize("level", ["1", "4", "9"])
def test_the_computer_plays_without_looking(level: str) -> None:
    """It chooses the same whatever the other has chosen."""
    if level == "9" and not strata.compiled():
        pytest.skip("too slow uncompiled: its time would be up")
    game = strata.game("couriers")
    records = [
        game.record().play_all(["b1", "d1", *homes, "b1b2", "c5c4"])
        for homes in (("a5", "e5"), ("c5", "d5"))
    ]
    # Its nodes are to be the limit, however slow the machine: a level's own time is a second or so.
    patient = replace(find_level(level), time_ms=3_600_000)
    chosen = {LevelPlayer(game, patient, 3, None).choose(record) for record in records}
    assert len(chosen) == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("mmmmm/5/5/5/DCDCD f - - - 0", "somebody is masked"),
        ("cdddc/5/5/5/DCDC1 f - - - 0", "five people of each"),
        ("ddddd/5/5/5/DCDCD f - - - 0", "two couriers of each"),
        ("cdddc/5/5/5/DCDCD f - - choosing 0", "nobody chooses"),
        ("cdddc/5/5/5/DCDCD f - one - 0", "no turn in progress"),
        ("cdddc/5/5/5/DCDCD f - - what 0", "expected the note choosing"),
        ("cdddc/5/5/5/DCDCD f - - - 41", "clock 41"),
    ],
)
def test_refused_positions(text: str, problem: str) -> None:
    with pytest.raises(strata.InvalidPosition, match=problem):
        strata.game("couriers").position(text)


def test_what_each_is_told() -> None:
    record = _chosen().play_all(["b1b2", "a5a4", "b2b3", "a4a3", "b3a3"])

    def told(viewer: strata.Seat | None) -> list[str]:
        return [read_all(telling, viewer) for telling in record.view(viewer).tellings()]

    assert told("first") == [
        "Your decoy on b1 becomes a courier.",
        "Your decoy on d1 becomes a courier.",
        "Your opponent's action is hidden.",
        "Your opponent's action is hidden.",
        "Your courier moves from b1 to b2.",
        "Your opponent's masked one moves from a5 to a4.",
        "Your courier moves from b2 to b3.",
        "Your opponent's masked one moves from a4 to a3.",
        "Your courier captures your opponent's masked one on a3.",
    ]
    assert told(None)[0] == "First's action is hidden."
    assert told(None)[4] == "First's masked one moves from b1 to b2."


def test_an_action_is_told_before_it_is_played() -> None:
    """As far as who acts can know: whom it takes, it does not."""
    for homes in (("a5", "e5"), ("c5", "d5")):
        choosing = strata.game("couriers").record().play_all(["b1", "d1", *homes])
        record = choosing.play_all(["b1b2", "a5a4", "b2b3", "a4a3"])
        told = record.position.view("first").tell("b3a3")
        said = read_all(told, "first")
        assert said.startswith("Your courier captures your opponent's masked one on a3.")
        with pytest.raises(strata.IllegalAction, match="not an action that second may see"):
            record.position.view("second").tell("b3a3")


def test_what_the_rules_cannot_foresee_is_told_by_its_cells() -> None:
    class Careful(type(strata.game("couriers").rules)):  # type: ignore[misc]
        def play(self, position: PlainPosition, action: str) -> PlainPosition:
            if "m" in position.stacks.values():
                raise ValueError("who is that?")
            played: PlainPosition = super().play(position, action)
            return played

    record = strata.Game(Careful()).record().play_all(["b1", "d1", "a5", "e5"])
    told = record.position.view("first").tell("b1b2")
    assert [(read_all(told, "first"), told[0].cells)] == [("Your action is b1b2.", ("b1", "b2"))]
