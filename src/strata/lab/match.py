"""One game of a match: the opening that both sides get, the players, and how it ends.

What is played follows from the conditions' seed and the numbers of the fixture alone (and from
the time that players are given, where it counts): who else plays, in how many processes and in
which order, changes nothing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, suppress
from random import Random
from typing import Final, Protocol

import msgspec

from strata.core.errors import InvalidLimit, StrataError
from strata.core.game import Game
from strata.core.outcome import SEATS, Outcome, Seat, other_seat
from strata.core.record import Record
from strata.lab.opening import draw_opening

USUAL_OPENING: Final = 4
USUAL_LIMIT: Final = 2000
_LONGEST: Final = 20_000
_MOST_OPENING: Final = 200


class Contestant(Protocol):
    """Whoever plays. What it raises as StrataError, and an illegal action, forfeits the game."""

    def choose(self, record: Record) -> str: ...

    def stop(self) -> None: ...


Opener = Callable[[Game, str, int, int | None], AbstractContextManager[Contestant]]
"""Seats a player: the game, its name, a seed, milliseconds for each action (None: its own)."""


class Abandoned(Exception):
    """The game was broken off from outside: it never took place."""


class Conditions(msgspec.Struct, frozen=True):
    """What all games of a match have in common."""

    game: Game
    seed: int = 1
    opening: int = USUAL_OPENING
    limit: int = USUAL_LIMIT
    time_ms: int | None = None

    def __post_init__(self) -> None:
        for value, least, most, what in (
            (self.opening, 0, _MOST_OPENING, "random actions to open with"),
            (self.limit, 1, _LONGEST, "limit of actions a game"),
            (self.time_ms or 1, 1, 24 * 3600 * 1000, "milliseconds for an action"),
            (self.seed, 0, (1 << 63) - 1, "seed"),
        ):
            if not least <= value <= most:
                raise InvalidLimit(f"{what}: got {value}, expected {least} to {most}")
        if self.time_ms == 0:
            raise InvalidLimit("milliseconds for an action: got 0, expected 1 or more")


class Fixture(msgspec.Struct, frozen=True):
    """A game to be played. Fixtures of the same `opening` begin alike."""

    number: int
    opening: int
    first: str
    second: str

    def player(self, seat: Seat) -> str:
        return self.first if seat == "first" else self.second


class Played(msgspec.Struct, frozen=True):
    """How a fixture ended: the line of the results. `failure` is why `failed` forfeited."""

    number: int
    first: str
    second: str
    winner: Seat | None
    reason: str
    actions: int
    seconds: float
    failed: Seat | None = None
    failure: str = ""

    def score(self, player: str) -> float:
        """What the game gave `player`, one of the two: 1, a half or 0."""
        if self.winner is None:
            return 0.5
        return 1.0 if (self.first if self.winner == "first" else self.second) == player else 0.0


class Finished(msgspec.Struct, frozen=True):
    """A game that was played, and its record as text."""

    played: Played
    record: str


class Sitting:
    """Lets another thread break a game off."""

    def __init__(self) -> None:
        self._left: Final = threading.Event()
        self._players: Final[list[Contestant]] = []

    def take_seat(self, player: Contestant) -> None:
        self._players.append(player)

    def check(self) -> None:
        if self._left.is_set():
            raise Abandoned

    def leave(self) -> None:
        """May be called again and again: a player that is just beginning to think hears late."""
        self._left.set()
        for player in list(self._players):
            with suppress(StrataError):
                player.stop()


def play_fixture(
    conditions: Conditions, fixture: Fixture, opener: Opener, sitting: Sitting | None = None
) -> Finished:
    """Plays one game to its end, by the rules, the limit or a forfeit."""
    sitting = sitting or Sitting()
    record = open_record(conditions, fixture)
    began = time.perf_counter()
    failed: Seat | None = None
    failure = ""
    with ExitStack() as stack:
        acting: Seat = "first"
        try:
            players: dict[Seat, Contestant] = {}
            for acting in SEATS:
                seed = _derived(f"{conditions.seed}/{fixture.number}/{acting}")
                name = fixture.player(acting)
                player = opener(conditions.game, name, seed, conditions.time_ms)
                players[acting] = stack.enter_context(player)
                sitting.take_seat(players[acting])
            while record.seat is not None and len(record.played) < conditions.limit:
                acting = record.seat
                sitting.check()
                action = players[acting].choose(record)
                record.play(action)
        except StrataError as error:
            sitting.check()
            failed, failure = acting, _one_line(error)
    _conclude(record, conditions, failed, failure)
    outcome = record.outcome()
    assert outcome is not None
    played = Played(
        fixture.number,
        fixture.first,
        fixture.second,
        outcome.winner,
        outcome.reason,
        len(record.played),
        round(time.perf_counter() - began, 3),
        failed,
        failure,
    )
    return Finished(played, record.export())


def open_record(conditions: Conditions, fixture: Fixture) -> Record:
    """The record with its opening played."""
    seed = f"{conditions.seed}/{fixture.opening}"
    actions = draw_opening(conditions.game, conditions.opening, seed)
    record = conditions.game.record().play_all(actions)
    record.tags.update(
        First=_one_line(fixture.first),
        Second=_one_line(fixture.second),
        Round=str(fixture.number + 1),
        Opening=f"{len(actions)} random actions",
    )
    return record


def _conclude(record: Record, conditions: Conditions, failed: Seat | None, failure: str) -> None:
    if record.outcome() is not None:
        return
    if failed is not None:
        record.tags["Forfeit"] = failure
        record.conclude(Outcome(other_seat(failed), "forfeit"))
    else:
        record.tags["Adjudication"] = f"a draw after {conditions.limit} actions"
        record.conclude(Outcome(None, "agreement"))


def _derived(text: str) -> int:
    return Random(text).getrandbits(32)


def _one_line(value: object) -> str:
    """As a tag may hold it."""
    return "".join(sign if sign.isprintable() else "?" for sign in str(value))
