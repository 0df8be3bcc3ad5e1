"""The result of a review: each turn judged, the accuracy of both sides, the turning points.

These are values that JSON can hold unchanged; `strata.search.reviewer` makes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from strata.core.explaining.telling import Telling
from strata.core.game import Game
from strata.core.outcome import Outcome, Seat
from strata.search.accuracy import game_accuracy, volatility
from strata.search.levels import level as level_of
from strata.search.report import Limits, Score

Mark = Literal["", "?!", "?", "??"]
Verdict = Literal["judged", "forced", "secret", "unclear"]

# Losses of the expected result (0 to 1) from which a turn is marked. They are the limits of
# lichess, which are 0.1, 0.2 and 0.3 of winning chances that range from -1 to 1.
INACCURACY: Final = 0.05
MISTAKE: Final = 0.10
BLUNDER: Final = 0.15

LEVEL: Final = 9
_PATIENCE: Final = 10  # times a level's own limit, for a slow or busy machine
_AHEAD: Final = 0.55  # the chance from which a side is ahead
_MOST_TURNING_POINTS: Final = 3


def mark_of(loss: float) -> Mark:
    """Return the mark of a turn with this loss of the expected result."""
    if loss >= BLUNDER:
        return "??"
    if loss >= MISTAKE:
        return "?"
    return "?!" if loss >= INACCURACY else ""


class Effort(msgspec.Struct, frozen=True):
    """The limits of a review per turn: positions, and time.

    Each of the two main searches of a turn, before it and after it, gets half of each limit.
    Limited by positions alone, a review is the same on every machine. None: no limit of that kind.
    """

    nodes: int | None = None
    time_ms: int | None = None

    def limits(self) -> Limits:
        """Return the limits of one of the two searches of a turn. Raises InvalidLimit."""
        return Limits(time_ms=self.time_ms, nodes=self.nodes).divided(2)


def level_effort(game: Game, number: int = LEVEL) -> Effort:
    """Return an effort of as many positions per turn as the level searches per action.

    A generous time limit is added. The strongest level has no node limit, so its time limits the
    effort. Raises UnknownPlayer.
    """
    chosen = level_of(number)
    nodes = chosen.nodes(game)
    return Effort(nodes, chosen.time_ms if nodes is None else _PATIENCE * chosen.time_ms)


class ToldAction(msgspec.Struct, frozen=True):
    """An action of a line: its seat, its notation, and what it does in words."""

    seat: Seat
    action: str
    telling: Telling


class ReviewedTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A turn and its judgement. Chances are the mover's expected result, from 0 to 1."""

    number: int
    """Counted from 1."""
    seat: Seat
    start: int
    """The number of actions played before the turn."""
    actions: tuple[str, ...]
    verdict: Verdict
    """`forced`: there was no other turn; `secret`: something was hidden; `unclear`: too few random
    games tell its value. None of these is judged.
    """
    before: float | None = None
    """The chance with the best turn that was found; None if it is secret or not clear."""
    after: float | None = None
    """The chance after the played turn; None if it is secret or not clear."""
    score: Score | None = None
    """The score after the turn; None if the game was over then, and where `after` is None."""
    loss: float = 0.0
    mark: Mark = ""
    accuracy: float | None = None
    """In percent; None if the turn is not judged."""
    best: tuple[ToldAction, ...] = ()
    """A better turn; empty if none was found."""
    line: tuple[ToldAction, ...] = ()
    """The likely continuation after the better turn."""
    reply: tuple[ToldAction, ...] = ()
    """The best reply to a turn that has a mark."""

    @property
    def end(self) -> int:
        """The number of actions played when the turn was over."""
        return self.start + len(self.actions)


class SideReview(msgspec.Struct, frozen=True):
    """The review of one seat."""

    judged: int
    """The number of turns that were judged."""
    accuracy: float | None
    """In percent; None if no turn was judged."""
    inaccuracies: int
    mistakes: int
    blunders: int


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A reviewed game, turn by turn. It has fewer `turns` than `total` if it was interrupted."""

    game: str
    effort: Effort
    seed: int
    total: int
    turns: tuple[ReviewedTurn, ...]
    first: SideReview
    second: SideReview
    turning_points: tuple[int, ...]
    """The mistakes and blunders with the largest losses that changed who is ahead, by number."""
    hurried: int
    """The number of searches that reached the time limit before the node limit."""
    outcome: Outcome | None = None

    @property
    def is_complete(self) -> bool:
        return len(self.turns) == self.total

    def side(self, seat: Seat) -> SideReview:
        return self.first if seat == "first" else self.second

    @property
    def chances(self) -> tuple[float, ...]:
        """First's chances for a graph: before the first turn that is not secret, and after each."""
        return tuple(_chances(_known(self.turns)))


def summarise(
    turns: Sequence[ReviewedTurn],
    *,
    game: str,
    effort: Effort,
    seed: int,
    total: int,
    hurried: int,
    outcome: Outcome | None,
) -> Review:
    """Return the review that consists of these turns."""
    known = _known(turns)
    weights = volatility(_chances(known))
    return Review(
        game=game,
        effort=effort,
        seed=seed,
        total=total,
        turns=tuple(turns),
        first=_side(known, weights, "first"),
        second=_side(known, weights, "second"),
        turning_points=_turning_points(turns),
        hurried=hurried,
        outcome=outcome,
    )


def _known(turns: Sequence[ReviewedTurn]) -> list[ReviewedTurn]:
    return [turn for turn in turns if turn.after is not None]


def _chances(turns: Sequence[ReviewedTurn]) -> list[float]:
    """Return first's chances; none of `turns` may be secret."""
    if not turns:
        return []
    return [_for_first(turns[0].seat, turns[0].before)] + [
        _for_first(turn.seat, turn.after) for turn in turns
    ]


def _for_first(seat: Seat, chance: float | None) -> float:
    assert chance is not None, "a secret turn has no chance"
    return chance if seat == "first" else 1 - chance


def _side(turns: Sequence[ReviewedTurn], weights: Sequence[float], seat: Seat) -> SideReview:
    """Return the review of one seat; none of `turns` may be secret, and each has its weight."""
    accuracies: list[float] = []
    own_weights: list[float] = []
    for turn, weight in zip(turns, weights, strict=True):
        if turn.seat == seat and turn.accuracy is not None:
            accuracies.append(turn.accuracy)
            own_weights.append(weight)
    marks = [turn.mark for turn in turns if turn.seat == seat]
    return SideReview(
        judged=len(accuracies),
        accuracy=game_accuracy(accuracies, own_weights),
        inaccuracies=marks.count("?!"),
        mistakes=marks.count("?"),
        blunders=marks.count("??"),
    )


def _turning_points(turns: Sequence[ReviewedTurn]) -> tuple[int, ...]:
    """Return the numbers of the turning points in the order of the game."""
    changes = [
        turn
        for turn in turns
        if turn.mark in ("?", "??") and _standing(turn.before) != _standing(turn.after)
    ]
    changes.sort(key=lambda turn: turn.loss, reverse=True)
    return tuple(sorted(turn.number for turn in changes[:_MOST_TURNING_POINTS]))


def _standing(chance: float | None) -> int:
    """Return 1 if ahead, -1 if behind, else 0."""
    if chance is None:
        return 0
    return (chance >= _AHEAD) - (chance <= 1 - _AHEAD)
