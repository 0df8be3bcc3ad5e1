"""The information set of the seat that acts: what the seat knows, and where a search may start.

Where something is hidden from the seat, a search never receives the position itself. It receives
guesses: complete positions that agree with what the seat sees, which the game derives from that
view alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from strata.core.action import Action
from strata.core.game import Game
from strata.core.kernel.state import State
from strata.core.outcome import Seat
from strata.core.record import Record

GUESSES = 6


@dataclass(frozen=True, slots=True)
class InformationSet:
    """What `seat` knows: the position, or guesses at it, and the history that led to it."""

    seat: Seat
    legal: dict[int, Action]
    """The legal actions by code."""
    guesses: tuple[State, ...]
    """Possible positions; the position itself alone where nothing is hidden."""
    earlier: tuple[int, ...]
    """The keys of the turns so far, for counting repetition; empty where something is hidden."""
    steps: int
    """The number of actions since the turn began."""

    @property
    def hidden(self) -> bool:
        return len(self.guesses) > 1

    def sign(self) -> int:
        """Return the factor that converts a value for the seat to one for first, and back."""
        return 1 if self.seat == "first" else -1


def information_set(record: Record, seed: int, guesses: int = GUESSES) -> InformationSet:
    """Return what the seat that acts knows. The record must not be over."""
    position, seat = record.position, record.seat
    assert seat is not None
    rules = record.rules
    view = position.view(seat)
    legal = {action.code: action for action in view.actions()}
    if view.hidden:
        made = tuple(rules.guess(view.state, seat, seed + number) for number in range(guesses))
        return InformationSet(seat, legal, made, (), _steps(record))
    return InformationSet(seat, legal, (position.state,), repetition_keys(record), _steps(record))


def _steps(record: Record) -> int:
    """Return the number of actions since the turn began.

    A record may start in the middle of a turn; the part before the start then counts as one action.
    """
    for number in range(record.length, -1, -1):
        if record.position_at(number).begins_turn:
            return record.length - number
    return record.length + 1


def repetition_keys(record: Record) -> tuple[int, ...]:
    """Return the keys of earlier positions that repetition counts; empty without that rule."""
    return record.turn_keys if record.rules.repetition else ()


def spell(game: Game, state: State, codes: Iterable[int]) -> tuple[Action, ...]:
    """Return the codes of a line from `state` as actions."""
    actions = []
    for code in codes:
        actions.append(Action(game.rules.format_action(state, code), code))
        state = state.after(code)
    return tuple(actions)
