"""Tournaments: the pairings, their order, and the run that plays the missing games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from itertools import combinations, pairwise
from typing import Final

from strata.core.errors import InvalidLimit, StrataError, listed, shown
from strata.lab.match import Conditions, Finished, Fixture, Opener, Played
from strata.lab.processes import play_all

MOST_GAMES: Final = 100_000
MOST_WORKERS: Final = 64
# A player that forfeits this many games in a row is broken; further games would tell nothing.
PATIENCE: Final = 3


class PlayerFailing(StrataError):
    """A player forfeited game after game: playing on would tell nothing."""


Pairing = tuple[str, str]


def pair_up(players: Sequence[str], *, ladder: bool = False) -> list[Pairing]:
    """Return the pairings: all against all, or with `ladder` each against the next in the list.

    Raises InvalidLimit for fewer than two players, or for one that is given twice.
    """
    if len(players) < 2:
        raise InvalidLimit(f"players: got {len(players)}, expected two or more")
    if twice := [name for name, count in Counter(players).items() if count > 1]:
        raise InvalidLimit(f"players: {listed(map(shown, twice))} is given twice")
    return list(pairwise(players) if ladder else combinations(players, 2))


def schedule(pairings: Sequence[Pairing], games: int) -> list[Fixture]:
    """Return `games` fixtures for each pairing, two at a time with one opening and exchanged seats.

    The pairings take turns, so that an unfinished run covers all of them evenly. Every pairing gets
    the same openings. Raises InvalidLimit.
    """
    if not 1 <= games <= MOST_GAMES // max(1, len(pairings)):
        raise InvalidLimit(
            f"games: got {games} for each of {len(pairings)} pairings, "
            f"expected 1 to {MOST_GAMES // max(1, len(pairings))}"
        )
    fixtures: list[Fixture] = []
    for opening in range((games + 1) // 2):
        for one, two in pairings:
            fixtures.append(Fixture(len(fixtures), opening, one, two))
            if 2 * opening + 1 < games:
                fixtures.append(Fixture(len(fixtures), opening, two, one))
    return fixtures


def run_fixtures(
    conditions: Conditions,
    fixtures: Iterable[Fixture],
    opener: Opener,
    *,
    played: Sequence[Played] = (),
    workers: int = 1,
    keep: Callable[[Finished], None] = lambda finished: None,
) -> Generator[Finished, None, None]:
    """Play the `fixtures` that are not among `played`; each is kept before it is yielded.

    Raises InvalidLimit, PlayerFailing and WorkerFailed.
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise InvalidLimit(f"{workers} processes: expected 1 to {MOST_WORKERS}")
    done = {game.number for game in played}
    missing = [fixture for fixture in fixtures if fixture.number not in done]
    failing: Counter[str] = Counter()
    with closing(play_all(conditions, missing, opener, workers)) as games:
        for finished in games:
            keep(finished)
            yield finished
            _watch(finished.played, failing)


def _watch(played: Played, failing: Counter[str]) -> None:
    for name in (played.first, played.second):
        culprit = played.failed is not None and name == getattr(played, played.failed)
        failing[name] = failing[name] + 1 if culprit else 0
        if failing[name] == PATIENCE:
            raise PlayerFailing(
                f"{name} forfeited {PATIENCE} games in a row, so the rest is not played; "
                f"the last failure: {played.failure}"
            )
