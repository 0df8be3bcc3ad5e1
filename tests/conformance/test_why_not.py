"""Whatever cannot be done is answered in every game, and waivers explain what they bring back."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import strata
from strata.core.explaining.telling import read
from strata.core.gesture import Token
from strata.core.kernel.state import State
from strata.core.option import parse_settings
from strata.core.outcome import SEATS
from strata.games.rulebooks import read_rulebook
from tests.conformance.sample import random_states, spread
from tests.conformance.settings import fewer, settings_of
from tests.rulebook import example_blocks

Positions = tuple[strata.Position, ...]

_PAIRS = 2000
_A_POSITION = 100
_EXTRAS = 12
"""So many actions that only a waiver allows are asked about, of each position."""
_SENTENCE = re.compile(r"[A-Z0-9][^{}]*\.")


def _check(found: strata.Explanation, cells: set[str], where: object) -> None:
    assert found.sentences, where
    for sentence in found.sentences:
        assert set(sentence.cells) <= cells, (where, sentence)
        for reader in (*SEATS, None):
            words = read(sentence.text, reader)
            assert _SENTENCE.fullmatch(words), (where, words)
        assert not re.search(r"\b(?:first|second)'s\b", read(sentence.text, "first")), sentence
    assert bool(found.restrictions) == (found.kind == "restricted"), where
    assert set(found.reach.cells) <= cells, where


def _mutations(action: str, cells: list[str], choose: random.Random) -> Iterator[str]:
    """Texts like that of an action, most of which are none."""
    place = choose.randrange(len(action))
    yield action[:place] + choose.choice("abh159+-x~?K") + action[place + 1 :]
    yield action + action[-1]
    yield re.sub(r"[a-p]\d+", lambda _: choose.choice(cells), action)


def test_whatever_cannot_be_done_is_answered(default_game: strata.Game) -> None:
    choose = random.Random(default_game.name)
    names = [cell.name for cell in default_game.start().scene().cells]
    asked = 0
    number = 0
    while asked < fewer(_PAIRS):
        states = random_states(default_game, f"why not {number}")
        number += 1
        for state in states[: -1 : max(1, len(states) // 8)]:
            position = strata.Position(default_game.rules, state)
            actions = position.actions()
            attempts: list[str | list[str]] = [
                [choose.choice(names), choose.choice(names)] for _ in range(_A_POSITION - 30)
            ]
            for action in choose.choices(actions, k=10):
                attempts += _mutations(action, names, choose)
            for attempt in attempts:
                found = position.why_not(attempt)
                _check(found, set(names), f"{position} {attempt}")
                if isinstance(attempt, str):
                    assert (found.kind == "legal") == (attempt in actions), (position, attempt)
                asked += found.kind != "legal"


def test_legal_actions_are_legal(game: strata.Game, positions: Positions) -> None:
    choose = random.Random(str(game))
    for position in spread(positions, 4):
        gestures = list(position.gestures())
        for action, gesture in choose.sample(gestures, min(5, len(gestures))):
            assert position.why_not(action).kind == "legal"
            for length in range(1, len(gesture) + 1):
                assert position.why_not(gesture[:length]).kind == "legal", (position, action)


def test_waivers_explain_what_they_bring_back(game: strata.Game, positions: Positions) -> None:
    rules = game.rules
    cells = {cell.name for cell in game.start().scene().cells}
    choose = random.Random(str(game))
    bits = {restriction: 1 << place for place, restriction in enumerate(rules.restrictions)}
    brought = 0
    for position in spread(positions, 6):
        if position.outcome() is not None:
            continue
        state = position.state
        assert state.get_waived() == 0
        legal = set(state.codes())
        assert set(state.waiving(0).codes()) == legal
        waiving = state.waiving(sum(bits.values()))
        everything = set(waiving.codes())
        assert legal <= everything, position
        for bit in bits.values():
            assert legal <= set(state.waiving(bit).codes()) <= everything, (position, bit)
        extras = sorted(everything - legal)
        for code in choose.sample(extras, min(fewer(_EXTRAS), len(extras))):
            action, gesture = rules.format_action(waiving, code), rules.gesture(waiving, code)
            found = position.why_not(action)
            if action in position.actions():
                continue
            _check(found, cells, f"{position} {action}")
            assert found.kind == "restricted", (position, action)
            alone = [code in state.waiving(bits[each]).codes() for each in found.restrictions]
            together = sum(bits[each] for each in found.restrictions)
            assert all(alone) or code in state.waiving(together).codes(), (position, action)
            assert position.why_not(gesture).kind in ("restricted", "legal"), (position, action)
            brought += 1
        assert state.after(min(legal)).get_waived() == 0
    assert brought or not rules.restrictions


def test_waivers_are_no_part_of_a_position(default_game: strata.Game) -> None:
    state = default_game.start().state
    waiving = state.waiving((1 << len(default_game.rules.restrictions)) - 1)
    assert default_game.rules.format(waiving) == default_game.rules.format(state)
    assert waiving.get_key() == state.get_key()
    assert waiving.get_memo_key() == state.get_memo_key()
    assert waiving.after(state.codes()[0]).get_waived() == 0


def test_restrictions_are_in_the_rulebook(own_name: str) -> None:
    restrictions = strata.game(own_name).rules.restrictions
    rulebook = read_rulebook(own_name)
    for restriction in restrictions:
        assert re.search(rf"^(?:- )?\*\*{restriction.rule}\b", rulebook, re.M), restriction
        for reader in (*SEATS, None):
            words = read(restriction.tell(0), reader)
            assert _SENTENCE.fullmatch(words), words
    assert len({restriction.key for restriction in restrictions}) == len(restrictions)


def test_every_restriction_refuses_something(own_name: str) -> None:
    """In a worked example, or in a random game: a bit at which no rule looks is found here."""
    rules = strata.game(own_name).rules
    unseen = {1 << place for place in range(len(rules.restrictions))}
    every = sum(unseen)
    for state in _instructive_states(own_name):
        everything = set(state.waiving(every).codes())
        unseen -= {bit for bit in unseen if set(state.waiving(every - bit).codes()) != everything}
        if not unseen:
            break
    assert not unseen, [rules.restrictions[bit.bit_length() - 1].key for bit in sorted(unseen)]


def _instructive_states(name: str) -> Iterator[State]:
    for block in example_blocks(name):
        if any(line.startswith("definition: ") for line in block.lines):
            continue
        game = strata.game(name)
        for line in block.lines:
            word, _, value = line.partition(": ")
            if word == "options":
                game = strata.game(name, **parse_settings(value.replace("default", "")))
            if word in ("position", "after"):
                yield game.rules.read(value)
    for setting in settings_of(name):
        yield from random_states(setting.game(), "instructive")[:-1:5]


def test_bad_attempts_are_named(default_game: strata.Game, name: str) -> None:
    start = default_game.start()
    for attempt in ([], ["no such cell"], [Token("choice", "nothing")], [Token("item", "")]):
        with pytest.raises(strata.UnknownToken, match=name):
            start.why_not(attempt)
    assert start.why_not("").kind == "no-action"
    end = strata.Position(default_game.rules, random_states(default_game, "end")[-1])
    with pytest.raises(strata.NothingToExplain, match="the game is over"):
        end.why_not(["a1"])
    for seat in (*SEATS, None):
        with pytest.raises(strata.NothingToExplain, match="the game is over"):
            end.view(seat).why_not(["a1"])


def test_views_explain_to_who_acts(default_game: strata.Game) -> None:
    """While something is hidden nobody else is answered, and the answer needs nothing hidden."""
    for state in random_states(default_game, "views")[:40:4]:
        position = strata.Position(default_game.rules, state)
        if position.outcome() is not None:
            continue
        cell = position.scene().cells[0].name
        for viewer in (*SEATS, None):
            view = position.view(viewer)
            if view.hidden and viewer != position.seat:
                with pytest.raises(strata.NothingToExplain, match="something is hidden"):
                    view.why_not([cell])
                continue
            _check(view.why_not([cell]), {each.name for each in view.scene().cells}, position)
            if view.hidden:
                for action, gesture in view.gestures():
                    assert view.why_not(action).kind == view.why_not(gesture).kind == "legal"
