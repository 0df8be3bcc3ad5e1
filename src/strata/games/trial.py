"""Tries out a game from elsewhere as it is loaded, so that mistakes show before anybody plays.

Asks the game for what every table asks, along the first actions of one random game.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from strata.core.errors import GameError, InvalidPosition, rules_failed
from strata.core.game import Game
from strata.core.outcome import SEATS, Seat
from strata.core.record import Record
from strata.core.rules import Rules

_ACTIONS: Final = 20
_VIEWERS: Final[tuple[Seat | None, ...]] = (*SEATS, None)


def try_out(kind: type[Rules[Any]]) -> None:
    """Make the start, its picture, the guide, cards and lessons, and play a few random actions.

    Raises what the game raises, and GameError for rules that contradict themselves.
    """
    rules = kind()
    record = Game(rules).record()
    record.position.actions()
    record.position.svg()
    _ = rules.guide
    _ = rules.cards
    _ = Game(rules).lessons
    chance = Random(0)
    known: set[str] = set()
    for _ in range(_ACTIONS):
        _ask(record)
        _expect_new(record, known)
        if record.seat is None:
            break
        record.play(chance.choice(record.actions()))


def _ask(record: Record) -> None:
    """Ask for what each viewer of a table sees, for clicks, and for the position by its text."""
    rules, position = record.rules, record.position
    position.gesture_tree()
    for viewer in _VIEWERS:
        seen = record.view(viewer)
        seen.position.scene()
        if seen.hidden and viewer is not None:
            rules.guess(seen.position.state, viewer, 0)
    try:
        again = rules.parse(str(position))
    except InvalidPosition:  # rules may refuse to be typed in what they reach themselves
        return
    if again.codes() != position.state.codes():
        problem = "it lists other actions when asked again"
        raise GameError(rules_failed(rules.name, f"actions in {str(position)!r}: {problem}"))


def _expect_new(record: Record, known: set[str]) -> None:
    text = str(record.position)
    if text in known and not record.rules.repetition:
        expected = "expected another number, or a clock that ends the game"
        problem = f"{text!r} came twice, but repetition is 0: {expected}"
        raise GameError(rules_failed(record.rules.name, problem))
    known.add(text)
