"""The tables of a match or a tournament: wins, draws and losses, shares, Elo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from strata.lab.match import Played
from strata.lab.rating import Interval, Rating, elo_difference, elo_interval, rate, share_interval
from strata.lab.tournament import Pairing


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of a player, against one other or against all."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        return self.wins + self.draws / 2

    @property
    def share(self) -> float | None:
        return self.score / self.games if self.games else None

    @property
    def interval(self) -> Interval:
        return share_interval(self.wins, self.draws, self.losses)

    @property
    def elo(self) -> float | None:
        """The Elo difference to the opponent that corresponds to the share."""
        return elo_difference(self.share) if self.share is not None else None

    @property
    def elo_interval(self) -> Interval:
        return elo_interval(self.wins, self.draws, self.losses)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's row; `rating` is None for a player without a game."""

    player: str
    tally: Tally
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Standings:
    """The rows, best first. `pairings` are seen from the first of the two players."""

    rows: tuple[Standing, ...]
    pairings: tuple[tuple[Pairing, Tally], ...]
    steadied: bool


def tally_of(player: str, played: Iterable[Played]) -> Tally:
    scores = [game.score(player) for game in played if player in (game.first, game.second)]
    return Tally(scores.count(1.0), scores.count(0.5), scores.count(0.0))


def standings(
    players: Sequence[str], pairings: Sequence[Pairing], played: Sequence[Played]
) -> Standings:
    met = tuple((pair, tally_of(pair[0], _between(pair, played))) for pair in pairings)
    ratings = rate(players, {pair: (tally.score, tally.games) for pair, tally in met})
    rows = [
        Standing(player, tally_of(player, played), ratings.by_player.get(player))
        for player in players
    ]
    rows.sort(key=lambda row: row.rating.elo if row.rating else float("-inf"), reverse=True)
    return Standings(tuple(rows), met, ratings.steadied)


def _between(pair: Pairing, played: Iterable[Played]) -> list[Played]:
    return [game for game in played if {game.first, game.second} == set(pair)]
