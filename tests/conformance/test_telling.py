"""Every action of every game is told in plain sentences, and so is every end."""

from __future__ import annotations

import random
import re

import pytest

import strata
from strata.core.explaining.telling import Telling, read, read_all
from strata.core.kernel.state import State
from strata.core.option import parse_settings
from strata.core.outcome import AGREED_REASONS, SEATS, Outcome
from tests.conformance.sample import random_states, spread
from tests.conformance.settings import fewer
from tests.rulebook import example_blocks
from tests.volume import everyday

Positions = tuple[strata.Position, ...]

_POSITIONS = everyday(250, full=500)
_A_POSITION = everyday(1, full=2)
"""So many actions of each position, of different kinds as far as there are."""
_SEAT = re.compile(r"\{(first|second)")
_PLACES = re.compile(r"[a-p]\d+|\d+")
_SENTENCE = re.compile(r"[A-Z0-9][^.{}]*\.")
# Signs of notation, and a letter with a number that is no cell.
_NOTATION = re.compile(r"[{}~+*@_=<>!/|]|\bkind:|\brot:|[a-z]-[a-z]+-")


def _many_states(game: strata.Game) -> list[State]:
    """At least the wanted number of states from random games, evenly over their length."""
    found: list[State] = []
    number = 0
    while len(found) < fewer(_POSITIONS):
        states = random_states(game, f"telling {number}")
        found += states[:: max(1, len(states) // 125)]
        number += 1
    return found


def _kinds(
    actions: tuple[strata.Action, ...], choose: random.Random, most: int = _A_POSITION
) -> list[strata.Action]:
    """Actions of different kinds: what is left of their text without cells tells kinds apart."""
    by_kind: dict[str, list[strata.Action]] = {}
    for action in actions:
        by_kind.setdefault(_PLACES.sub("", action), []).append(action)
    kinds = choose.sample(sorted(by_kind), min(len(by_kind), most))
    return [choose.choice(by_kind[kind]) for kind in kinds]


def _check(telling: Telling, cells: set[str], where: object) -> None:
    assert telling, where
    for sentence in telling:
        assert set(sentence.cells) <= cells, (where, sentence)
        assert len(set(sentence.cells)) == len(sentence.cells), (where, sentence)
        for reader in (*SEATS, None):
            words = read(sentence.text, reader)
            assert _SENTENCE.fullmatch(words), (where, words)
            assert not _NOTATION.search(words), (where, words)
            for name in re.findall(r"\b[a-z]\d+\b", words):
                assert name in sentence.cells, (where, words, sentence.cells)
        assert not re.search(r"\b(?:first|second)\b", read(sentence.text, "first")), sentence
        assert read(sentence.text, "first") == read(_mirrored(sentence.text), "second")


def _mirrored(text: str) -> str:
    """The sentence with the seats exchanged."""
    other = {"first": "{second", "second": "{first"}
    return _SEAT.sub(lambda found: other[found[1]], text)


def test_every_action_is_told(default_game: strata.Game) -> None:
    choose = random.Random(default_game.name)
    cells = {cell.name for cell in default_game.start().scene().cells}
    for state in _many_states(default_game):
        position = strata.Position(default_game.rules, state)
        stacks = position.scene().stacks
        for action in _kinds(position.actions(), choose):
            telling = position.tell(action)
            where = f"{default_game.name} {position} {action}"
            _check(telling, cells, where)
            if stacks != position.play(action).scene().stacks:
                assert any(sentence.cells for sentence in telling), (where, telling)


def test_every_option_tells(game: strata.Game, positions: Positions) -> None:
    cells = {cell.name for cell in game.start().scene().cells}
    for position in spread(positions, 12):
        for action in _kinds(position.actions(), random.Random(1)):
            _check(position.tell(action), cells, f"{position} {action}")


def test_worked_examples_are_told(own_name: str) -> None:
    """They have what random games rarely come to: every kind of action in every position."""
    choose = random.Random(own_name)
    for block in example_blocks(own_name):
        if any(line.startswith("definition: ") for line in block.lines):
            continue
        game = strata.game(own_name)
        for line in block.lines:
            word, _, value = line.partition(": ")
            if word == "options":
                game = strata.game(own_name, **parse_settings(value.replace("default", "")))
            if word == "position":
                position = game.position(value)
                cells = {cell.name for cell in position.scene().cells}
                for action in _kinds(position.actions(), choose, most=30):
                    _check(position.tell(action), cells, f"{block.name} {position} {action}")


def test_every_end_is_told(game: strata.Game, positions: Positions) -> None:
    cells = {cell.name for cell in game.start().scene().cells}
    ends = 0
    for position in positions:
        end = position.tell_end()
        assert (end is None) == (position.outcome() is None), position
        if end is not None:
            _check((end,), cells, position)
            ends += 1
    assert ends


def test_ends_by_history_and_agreement_are_told(default_game: strata.Game) -> None:
    for reason in AGREED_REASONS:
        record = default_game.record()
        assert record.tell_end() is None
        record.conclude(Outcome(None if reason == "agreement" else "second", reason))
        end = record.tell_end()
        assert end is not None
        _check((end,), set(), reason)
        assert record.view(None).tell_end() == end


def test_records_tell_what_their_positions_tell(default_game: strata.Game) -> None:
    record = default_game.record()
    choose = random.Random(default_game.name)
    expected = []
    while record.length < 40 and (actions := record.actions()):
        action = choose.choice(actions)
        expected.append(record.position.tell(action))
        record.play(action)
    assert list(record.tellings()) == expected
    assert [record.tell(number) for number in range(record.length)] == expected
    for viewer in (*SEATS, None):
        view = record.view(viewer)
        told = list(view.tellings())
        assert told == [view.tell(number) for number in range(record.length)]
        assert all(read_all(telling, viewer) for telling in told)
        if not view.hidden:
            assert told == expected


def test_actions_that_are_not_legal_are_not_told(default_game: strata.Game) -> None:
    start = default_game.start()
    for viewer in (None, *SEATS):
        with pytest.raises(strata.IllegalAction):
            start.view(viewer).tell("no such action")
    with pytest.raises(strata.IllegalAction):
        start.tell("no such action")
