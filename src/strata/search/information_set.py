"""The information set of the seat that acts: what it knows, and all that a search may start from.

Where something is hidden from the seat, a search never gets the position itself but guesses: whole
positions that agree with what the seat sees, made by the game from that alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from strata.core.game import Game
from strata.core.kernel.state import State
from strata.core.outcome import Seat
from strata.core.position import Action
from strata.core.record import Record

GUESSES = 6


@dataclass(frozen=True, slots=True)
class InformationSet:
    """What is known to `seat`: the position, or guesses at it, and the way it came about."""

    seat: Seat
    legal: dict[int, Action]
    """The legal actions by their code."""
    guesses: tuple[State, ...]
    """Positions as they may be; one, the position itself, where nothing is hidden."""
    earlier: tuple[int, ...]
    """The keys of the turns up to now, for repetition; none where something is hidden."""
    steps: int
    """How many actions ago the turn began."""

    @property
    def hidden(self) -> bool:
        return len(self.guesses) > 1

    def sign(self) -> int:
        """What turns a value for the seat into one for first, and back."""
        return 1 if self.seat == "first" else -1


def information_set(record: Record, seed: int, guesses: int = GUESSES) -> InformationSet:
    """What the seat that acts knows; the record must not be over."""
    position, seat = record.position, record.seat
    assert seat is not None
    rules = record.rules
    view = position.view(seat)
    legal = {action.code: action for action in view.actions()}
    if view.hidden:
        made = tuple(rules.guess(view.state, seat, seed + number) for number in range(guesses))
        return InformationSet(seat, legal, made, (), _steps(record))
    return InformationSet(seat, legal, (position.state,), _earlier(record), _steps(record))


def _steps(record: Record) -> int:
    """A record may begin in the middle of a turn, of which nothing more is known."""
    for number in range(record.length, -1, -1):
        if record.position_at(number).begins_turn:
            return record.length - number
    return record.length + 1


def _earlier(record: Record) -> tuple[int, ...]:
    return record.turn_keys if record.rules.repetition else ()


def spell(game: Game, state: State, codes: Iterable[int]) -> tuple[Action, ...]:
    """The strings of actions that follow one another from `state`."""
    actions = []
    for code in codes:
        actions.append(Action(game.rules.format_action(state, code), code))
        state = state.after(code)
    return tuple(actions)
