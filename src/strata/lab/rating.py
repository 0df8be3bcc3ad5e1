"""Statistics of results: intervals for a score, Elo differences, and ratings of many players.

A draw is half a win. Intervals are of 95 %. Those of a pairing take into account that drawn games
vary less than decisive ones. Ratings of many players do not, so that with draws their intervals are
too wide rather than too narrow.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

Z95: Final = 1.959963984540054
ELO: Final = 400 / math.log(10)
# One drawn game is added to every pairing of a group whose results alone give infinite ratings.
_PRIOR_GAMES: Final = 1.0
_ROUNDS: Final = 200
_LONGEST_STEP: Final = 2.0


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rating:
    """An Elo rating; the players of one connected group have the mean 0."""

    elo: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings by player, without players who have no game.

    `steadied` says whether drawn games were added to limit the ratings.
    """

    by_player: Mapping[str, Rating]
    steadied: bool


def wilson(score: float, games: float, z: float = Z95) -> Interval:
    """Return Wilson's interval for the share `score` / `games`, for games without draws."""
    if games == 0:
        return Interval(0.0, 1.0)
    share = score / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    low, high = (middle - spread) / whole, (middle + spread) / whole
    return Interval(0.0 if score == 0 else max(0.0, low), 1.0 if score == games else min(1.0, high))


def share_interval(wins: int, draws: int, losses: int) -> Interval:
    """Return the interval for the share of points, taking account of draws.

    It is Wilson's interval for as many games without draws as would leave the share equally
    uncertain. The variance of the games is estimated with half a win and half a loss added, so that
    a few games with the same result do not seem certain.
    """
    games = wins + draws + losses
    if draws == 0:
        return wilson(wins, games)
    won, lost = wins + 0.5, losses + 0.5
    share = (won + draws / 2) / (games + 1)
    squares = won * (1 - share) ** 2 + draws * (0.5 - share) ** 2 + lost * share**2
    equivalent = games * share * (1 - share) / (squares / (games + 1))
    return wilson((wins + draws / 2) / games * equivalent, equivalent)


def elo_difference(share: float) -> float:
    """Return the Elo difference at which `share` is expected; infinite for 0 and 1."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return ELO * math.log(share / (1 - share))


def elo_interval(wins: int, draws: int, losses: int) -> Interval:
    within = share_interval(wins, draws, losses)
    return Interval(elo_difference(within.low), elo_difference(within.high))


Scores = Mapping[tuple[str, str], tuple[float, int]]
"""By pair of players who met, once and in either order: the points of the first, and the games."""
_Weighted = Mapping[tuple[str, str], tuple[float, float]]


def rate(players: Sequence[str], scores: Scores) -> Ratings:
    """Return the maximum-likelihood Elo ratings of the Bradley-Terry model."""
    met = {pair: result for pair, result in scores.items() if result[1] > 0}
    by_player: dict[str, Rating] = {}
    steadied = False
    for group in _groups(players, met):
        inside: _Weighted = {pair: result for pair, result in met.items() if pair[0] in group}
        if not _is_bounded(group, inside):
            steadied = True
            inside = {
                pair: (points + _PRIOR_GAMES / 2, games + _PRIOR_GAMES)
                for pair, (points, games) in inside.items()
            }
        by_player |= _most_likely(group, inside)
    return Ratings({name: by_player[name] for name in players if name in by_player}, steadied)


def _groups(players: Sequence[str], met: _Weighted) -> list[list[str]]:
    """Return the groups of players who are connected by games, directly or through others."""
    groups: list[list[str]] = []
    for player in players:
        if not any(player in pair for pair in met) or any(player in group for group in groups):
            continue
        group = [player]
        for known in group:
            for pair in met:
                if known in pair:
                    group += (other for other in pair if other not in group)
        groups.append([name for name in players if name in group])
    return groups


def _is_bounded(group: Sequence[str], met: _Weighted) -> bool:
    """Return whether every player has, by some chain, scored against every other.

    If not, the most likely ratings are infinite.
    """
    beats: dict[str, set[str]] = {name: set() for name in group}
    for (one, two), (points, games) in met.items():
        if points > 0:
            beats[one].add(two)
        if points < games:
            beats[two].add(one)
    return all(len(_reached(name, beats)) == len(group) for name in group)


def _reached(start: str, beats: Mapping[str, set[str]]) -> set[str]:
    reached, edge = {start}, [start]
    while edge:
        new = beats[edge.pop()] - reached
        reached |= new
        edge += new
    return reached


def _most_likely(group: Sequence[str], met: _Weighted) -> dict[str, Rating]:
    """Return the most likely ratings by Newton's method; the likelihood has one maximum.

    Intervals are from the Fisher information.
    """
    place = {name: index for index, name in enumerate(group)}
    strengths = [0.0] * len(group)
    for _ in range(_ROUNDS):
        slope, information = _derivatives(place, met, strengths)
        step = _solved(information, [[value] for value in slope])
        longest = max(abs(row[0]) for row in step)
        shortened = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        strengths = [old + shortened * row[0] for old, row in zip(strengths, step, strict=True)]
        if longest < 1e-10:
            break
    size = len(group)
    _, information = _derivatives(place, met, strengths)
    identity = [[float(row == column) for column in range(size)] for row in range(size)]
    inverse = _solved(information, identity)
    mean = sum(strengths) / size
    ratings = {}
    for name, index in place.items():
        elo = ELO * (strengths[index] - mean)
        spread = Z95 * ELO * math.sqrt(max(0.0, inverse[index][index] - 1 / size))
        ratings[name] = Rating(elo, Interval(elo - spread, elo + spread))
    return ratings


def _derivatives(
    place: Mapping[str, int], met: _Weighted, strengths: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return the gradient of the log likelihood, and the information with the mean fixed.

    The information alone is singular, since only differences count. Adding 1/n to every entry makes
    it regular; a reader of variances subtracts 1/n from the inverse again.
    """
    size = len(place)
    slope = [0.0] * size
    information = [[1 / size] * size for _ in range(size)]
    for (one, two), (points, games) in met.items():
        i, j = place[one], place[two]
        expected = 1 / (1 + math.exp(strengths[j] - strengths[i]))
        slope[i] += points - games * expected
        slope[j] -= points - games * expected
        weight = games * expected * (1 - expected)
        information[i][i] += weight
        information[j][j] += weight
        information[i][j] -= weight
        information[j][i] -= weight
    return slope, information


def _solved(matrix: list[list[float]], right: list[list[float]]) -> list[list[float]]:
    """Return the solution X of `matrix` X = `right`, by Gaussian elimination."""
    size = len(matrix)
    rows = [[*row, *more] for row, more in zip(matrix, right, strict=True)]
    for column in range(size):
        _, pivot = max((abs(rows[row][column]), row) for row in range(column, size))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column]
        for row in range(size):
            if row != column and rows[row][column]:
                factor = rows[row][column] / head[column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], head, strict=True)]
    return [[value / rows[i][i] for value in rows[i][size:]] for i in range(size)]
