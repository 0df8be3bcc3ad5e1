"""Every labelled choice says what it does, and actions of several parts can be left before."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import strata
from strata.core.explaining.telling import fill_seats
from strata.core.gesture import Gesture, Token
from strata.core.outcome import SEATS
from tests.conformance.sample import spread
from tests.conformance.settings import OWN_NAMES, Setting

Positions = tuple[strata.Position, ...]

_SENTENCES = re.compile(r"[A-Z][^.]*\.(?: [A-Z][^.]*\.)*")
_NOTATION = re.compile(r"[{}~+*@_=<>|`/#]|\b[A-Z]\d+\b")
_LONGEST_HELP = 100
_MOST_PARTS = 64


def _choices(positions: Positions) -> Iterator[Token]:
    for position in spread(positions, 40):
        for _, gesture in position.gestures():
            yield from (token for token in gesture if token.kind == "choice")


def test_every_choice_has_a_line_of_help(setting: Setting, positions: Positions) -> None:
    rules = setting.game().rules
    for token in {(token.id, token.topic): token for token in _choices(positions)}.values():
        said = rules.explain_choice(token)
        assert _SENTENCES.fullmatch(said.help), token
        assert not _NOTATION.search(token.label), token
        if setting.name in OWN_NAMES:
            assert (token.topic or token.id) in rules.choices, token


def test_help_is_short_and_plain(own_name: str) -> None:
    for topic, said in strata.game(own_name).rules.choices.items():
        assert _SENTENCES.fullmatch(said.help), topic
        assert len(said.help) <= _LONGEST_HELP, topic
        assert not said.cost.endswith("."), topic
        assert not said.warning or _SENTENCES.fullmatch(said.warning), topic
        assert not _NOTATION.search(said.help + said.cost + said.warning), topic


def test_help_says_more_than_the_label(setting: Setting, positions: Positions) -> None:
    if setting.name not in OWN_NAMES:
        return
    rules = setting.game().rules
    for token in set(_choices(positions)):
        said = rules.explain_choice(token).help
        assert said.rstrip(".").lower() != token.label.lower(), token


def test_warnings_are_sentences(positions: Positions) -> None:
    for position in spread(positions, 12):
        for action, gesture in position.gestures():
            if any(token.kind == "choice" for token in gesture):
                warning = fill_seats(position.warning(action), position.seat)
                assert not warning or re.fullmatch(r"[A-Za-z][^.{}]*\.", warning), action


def test_incomplete_actions_are_completed_by_the_same_seat(positions: Positions) -> None:
    """What was begun cannot be left by the rules, and comes to an end."""
    choose = random.Random("parts")
    for position in spread(positions, 25):
        for action in position.actions():
            if not position.is_incomplete(action):
                continue
            after = position.play(action)
            assert after.seat == position.seat, (str(position), action)
            assert not after.begins_turn, (str(position), action)
        if incomplete := [one for one in position.actions() if position.is_incomplete(one)]:
            _complete(position, choose.choice(incomplete), choose)


def _complete(position: strata.Position, action: str, choose: random.Random) -> None:
    for _ in range(_MOST_PARTS):
        is_last = not position.is_incomplete(action)
        position = position.play(action)
        if is_last:
            return
        action = choose.choice(position.actions())
    raise AssertionError(f"never complete: {position}")


def _only_asks(gestures: list[Gesture]) -> bool:
    """Whether nothing but labelled choices can be clicked, and none of them ends the turn."""
    return all(gesture[0].kind == "choice" and gesture[0].id != "end" for gesture in gestures)


def test_what_only_asks_for_a_choice_completes_an_action(
    setting: Setting, positions: Positions
) -> None:
    """A menu that cannot be left but by choosing belongs to the action that opened it."""
    if setting.name not in OWN_NAMES:
        return
    for position in spread(positions, 10):
        for action in position.actions()[::3]:
            after = position.play(action)
            if after.seat != position.seat or after.begins_turn:
                continue
            if _only_asks([gesture for _, gesture in after.gestures()]):
                assert position.is_incomplete(action), (str(position), action)


def test_nothing_is_incomplete_while_something_is_hidden(positions: Positions) -> None:
    """What completes an action is foretold, which must not tell what is hidden."""
    for position in spread(positions, 10):
        for viewer in SEATS:
            view = position.view(viewer)
            if view.hidden:
                assert not any(view.is_incomplete(action) for action in view.actions())
                assert not any(view.warning(action) for action in view.actions())
