"""One game of a match: the opening that both sides get, the players, and the end.

The game is determined by the seed of the conditions and the numbers of the fixture (and by the
players' time limit, where it matters). Other players, the number of processes and the order of
games have no influence.
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
    """A player of a match. It forfeits by raising a StrataError and by an illegal action."""

    def choose(self, record: Record) -> str: ...

    def stop(self) -> None: ...


Opener = Callable[[Game, str, int, int | None], AbstractContextManager[Contestant]]
"""A factory of players, given the game, the player's name, a seed and milliseconds per action.

None for the milliseconds: the player's own time limit.
"""


class Abandoned(Exception):
    """The game was broken off from outside and does not count."""


class Conditions(msgspec.Struct, frozen=True):
    """The settings that all games of a match share."""

    game: Game
    seed: int = 1
    opening: int = USUAL_OPENING
    limit: int = USUAL_LIMIT
    time_ms: int | None = None

    def __post_init__(self) -> None:
        for value, least, most, what in (
            (self.opening, 0, _MOST_OPENING, "random opening actions"),
            (self.limit, 1, _LONGEST, "limit of actions per game"),
            (self.time_ms or 1, 1, 24 * 3600 * 1000, "milliseconds per action"),
            (self.seed, 0, (1 << 63) - 1, "seed"),
        ):
            if not least <= value <= most:
                raise InvalidLimit(f"{what}: got {value}, expected {least} to {most}")
        if self.time_ms == 0:
            raise InvalidLimit("milliseconds per action: got 0, expected at least 1")


class Fixture(msgspec.Struct, frozen=True):
    """A game to be played. Fixtures with the same `opening` begin alike."""

    number: int
    opening: int
    first: str
    second: str

    def player(self, seat: Seat) -> str:
        return self.first if seat == "first" else self.second


class Played(msgspec.Struct, frozen=True):
    """The result of a fixture: a line of the results. `failure` says why `failed` forfeited."""

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
        """Return the points of `player`, one of the two: 1, 0.5 or 0."""
        if self.winner is None:
            return 0.5
        return 1.0 if (self.first if self.winner == "first" else self.second) == player else 0.0


class Finished(msgspec.Struct, frozen=True):
    """A game that was played, and its record as text."""

    played: Played
    record: str


class Sitting:
    """A handle by which another thread breaks a game off."""

    def __init__(self) -> None:
        self._left: Final = threading.Event()
        self._players: Final[list[Contestant]] = []

    def take_seat(self, player: Contestant) -> None:
        self._players.append(player)

    def check(self) -> None:
        if self._left.is_set():
            raise Abandoned

    def leave(self) -> None:
        """Break the game off. Call it repeatedly: a player that starts to think may miss it."""
        self._left.set()
        for player in list(self._players):
            with suppress(StrataError):
                player.stop()


def play_fixture(
    conditions: Conditions, fixture: Fixture, opener: Opener, sitting: Sitting | None = None
) -> Finished:
    """Play one game to its end: by the rules, by the limit, or by forfeit.

    Raises Abandoned if it is broken off.
    """
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
    """Return the record with its opening played."""
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
    """Return the value as a tag may hold it."""
    return "".join(sign if sign.isprintable() else "?" for sign in str(value))
