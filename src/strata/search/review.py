"""What a review says of a game: each turn judged, the accuracy of both sides, turning points.

These are values, made by `strata.search.reviewer`; JSON can hold them unchanged.
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
Verdict = Literal["judged", "forced", "secret"]

# Losses of the expected result (0 to 1) from which on a turn is marked. They are lichess' limits,
# 0.1, 0.2 and 0.3 of winning chances that go from -1 to 1.
INACCURACY: Final = 0.05
MISTAKE: Final = 0.10
BLUNDER: Final = 0.15

LEVEL: Final = 9
_PATIENCE: Final = 10  # times as long as a level may think: the machine may be slow or busy
_AHEAD: Final = 0.55  # the chance from which on a side is ahead
_MOST_TURNING_POINTS: Final = 3


def mark_of(loss: float) -> Mark:
    """The mark of a turn that loses so much of the expected result."""
    if loss >= BLUNDER:
        return "??"
    if loss >= MISTAKE:
        return "?"
    return "?!" if loss >= INACCURACY else ""


class Effort(msgspec.Struct, frozen=True):
    """How long each turn of a review is searched: positions, and a time that is never exceeded.

    Half of it is for the position before the turn, half for the one after a better turn. By
    positions alone a review is the same on every machine. None: no limit of that kind.
    """

    nodes: int | None = None
    time_ms: int | None = None

    def limits(self) -> Limits:
        """Of one of the two searches of a turn. Raises InvalidLimit."""
        return Limits(time_ms=self.time_ms, nodes=self.nodes).divided(2)


def level_effort(game: Game, number: int = LEVEL) -> Effort:
    """As many positions for a turn as the level looks at for an action. Raises UnknownPlayer.

    The strongest level has no number of positions, and is limited by its time.
    """
    chosen = level_of(number)
    nodes = chosen.nodes(game)
    return Effort(nodes, chosen.time_ms if nodes is None else _PATIENCE * chosen.time_ms)


class ToldAction(msgspec.Struct, frozen=True):
    """An action of a line: who plays it, its notation, and what it does in words."""

    seat: Seat
    action: str
    telling: Telling


class ReviewedTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A turn and what is thought of it. Chances are the mover's expected result, from 0 to 1."""

    number: int
    """From 1 on."""
    seat: Seat
    start: int
    """How many actions were played before it."""
    actions: tuple[str, ...]
    verdict: Verdict
    """`forced`: there was no other turn; `secret`: something was hidden. Neither is judged."""
    before: float | None = None
    """The chance with the best turn that was found; None of a secret turn."""
    after: float | None = None
    """The chance after the turn that was played."""
    score: Score | None = None
    """After the turn; None where the game was over, and of a secret turn."""
    loss: float = 0.0
    mark: Mark = ""
    accuracy: float | None = None
    """In percent; None if it is not judged."""
    best: tuple[ToldAction, ...] = ()
    """A better turn; none if nothing better was found."""
    line: tuple[ToldAction, ...] = ()
    """What is likely to follow the better turn."""
    reply: tuple[ToldAction, ...] = ()
    """What the other side should answer to a turn with a mark."""

    @property
    def end(self) -> int:
        """How many actions were played when it was over."""
        return self.start + len(self.actions)


class SideReview(msgspec.Struct, frozen=True):
    """What a review says of one seat."""

    judged: int
    """The number of turns that were judged."""
    accuracy: float | None
    """In percent; None if no turn was judged."""
    inaccuracies: int
    mistakes: int
    blunders: int


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A game, turn by turn. `turns` are fewer than `total` if the review was interrupted."""

    game: str
    effort: Effort
    seed: int
    total: int
    turns: tuple[ReviewedTurn, ...]
    first: SideReview
    second: SideReview
    turning_points: tuple[int, ...]
    """The numbers of the mistakes with the largest losses that changed who is ahead."""
    hurried: int
    """How many searches the limit of time ended before the limit of positions."""
    outcome: Outcome | None = None

    @property
    def is_complete(self) -> bool:
        return len(self.turns) == self.total

    def side(self, seat: Seat) -> SideReview:
        return self.first if seat == "first" else self.second

    @property
    def chances(self) -> tuple[float, ...]:
        """First's chances for a graph: before the first turn that is known, and after each."""
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
    """The review that consists of these turns."""
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
    """First's; `turns` are none of them secret."""
    if not turns:
        return []
    return [_for_first(turns[0].seat, turns[0].before)] + [
        _for_first(turn.seat, turn.after) for turn in turns
    ]


def _for_first(seat: Seat, chance: float | None) -> float:
    assert chance is not None, "a secret turn has no chance"
    return chance if seat == "first" else 1 - chance


def _side(turns: Sequence[ReviewedTurn], weights: Sequence[float], seat: Seat) -> SideReview:
    """`turns` are none of them secret; each has its weight."""
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
    """In the order of the game."""
    changes = [
        turn
        for turn in turns
        if turn.mark in ("?", "??") and _standing(turn.before) != _standing(turn.after)
    ]
    changes.sort(key=lambda turn: turn.loss, reverse=True)
    return tuple(sorted(turn.number for turn in changes[:_MOST_TURNING_POINTS]))


def _standing(chance: float | None) -> int:
    """1 ahead, -1 behind, 0 neither."""
    if chance is None:
        return 0
    return (chance >= _AHEAD) - (chance <= 1 - _AHEAD)
