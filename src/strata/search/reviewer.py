"""Reviews of games: a search of every turn, and the judgement of attempts to do better.

A turn is judged by how much of the mover's expected result it loses. The position in which it
begins is searched for the best turn. If another turn was played, the position after the best turn
and the position after the played turn are searched alike: one turn on, with the same effort, and
with nothing remembered from other searches. The difference is the loss, so that no turn looks good
or bad merely because it was searched more deeply.

Values that random games gave are uncertain. A turn is judged only if the standard error of its loss
is at most the smallest loss that gets a mark, and a loss within that error counts as none.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from strata.core.action import Action
from strata.core.errors import IllegalAction
from strata.core.game import Game
from strata.core.outcome import Seat
from strata.core.position import Position
from strata.core.record import Record
from strata.search.accuracy import turn_accuracy
from strata.search.background import BackgroundSearch
from strata.search.review import (
    INACCURACY,
    Effort,
    Mark,
    Review,
    ReviewedTurn,
    ToldAction,
    Verdict,
    level_effort,
    mark_of,
    summarise,
)
from strata.search.turn_search import (
    Stopped,
    TurnSearch,
    Value,
    counted_loss,
    doubt_of_loss,
    loss_of,
)
from strata.search.turns import (
    TurnSpan,
    is_forced,
    is_secret,
    is_turn_over,
    key_after,
    turn_spans,
)

TellTurn = Callable[[ReviewedTurn, int], None]
"""A callback that receives each turn once it is judged, and the total number of turns."""

_LONGEST_LINE: Final = 6  # actions of the line after the better turn
_STOP_SECONDS: Final = 0.05


class Reviewer:
    """A review of one record, which must not change meanwhile. Any thread may call `stop`."""

    def __init__(self, record: Record, effort: Effort | None = None, *, seed: int = 0) -> None:
        """Prepare the review; `effort` is that of level 9 by default. Raises InvalidLimit."""
        game = Game(record.rules)
        self._record: Final = record
        self.effort: Final = effort or level_effort(game)
        self._seed: Final = seed
        self._search: Final = TurnSearch(game, self.effort.limits(), seed)
        self._spans: Final = turn_spans(record)
        self._walk: Final = Record(record.start)
        self._known: Value | None = None
        """The value of the walk's position, if it was searched already."""

    @property
    def total(self) -> int:
        """The number of turns."""
        return len(self._spans)

    @property
    def hurried(self) -> int:
        """The number of searches that ran out of time."""
        return self._search.hurried

    def stop(self) -> None:
        """Make `run` return what it has, at once. A turn that is not judged yet is left out."""
        self._search.stop()

    def run(self, tell: TellTurn | None = None) -> Review:
        """Judge the turns in order; `tell` is called after each."""
        turns: list[ReviewedTurn] = []
        try:
            for number in range(1, self.total + 1):
                turn = self.judge(number)
                turns.append(turn)
                if tell is not None:
                    tell(turn, self.total)
        except Stopped:
            pass
        return self.summarise(turns)

    def summarise(self, turns: Sequence[ReviewedTurn]) -> Review:
        """Return the review that consists of these turns, each of which `judge` returned."""
        return summarise(
            turns,
            game=self._record.rules.name,
            effort=self.effort,
            seed=self._seed,
            total=self.total,
            hurried=self._search.hurried,
            outcome=self._record.outcome(),
        )

    def judge(self, number: int) -> ReviewedTurn:
        """Judge the turn with this number, counted from 1; fastest in the order of the game."""
        span = self._spans[number - 1]
        if self._walk.length != span.start:
            self._known = None
            while self._walk.length > span.start:
                self._walk.undo()
            self._walk.play_codes(self._record.played[self._walk.length : span.start])
        known, self._known = self._known, None
        turn, self._known = self._judge(self._walk, number, span, known)
        return turn

    def _judge(
        self, walk: Record, number: int, span: TurnSpan, known: Value | None
    ) -> tuple[ReviewedTurn, Value | None]:
        """Judge a turn and play it on `walk`; return it and the value of the position after it.

        `known` is the value of the position before it, if it was searched already.
        """
        played = self._record.played[span.start : span.end]
        secret = is_secret(self._record, span)
        forced = not secret and is_forced(self._record, span)
        better: tuple[Action, ...] = ()
        if not secret and not forced:
            known = known or self._search.value(walk)
            better = self._search.whole_turn(walk, known.line)
            if key_after(walk.position, better) == key_after(walk.position, played):
                better = ()
        if better and known is not None:
            is_won = known.is_won_by(span.seat)
            best = known if is_won else self._search.value_after(walk, better)
            rest = known.line[len(better) :] if is_won else best.line
        start = walk.position
        walk.play_codes(played)
        if secret:
            return _unjudged(number, span, played, "secret"), None
        after = self._search.value(walk)
        if forced:
            return _unjudged(number, span, played, "forced", after), after
        assert known is not None
        compared = best if better else known
        if doubt_of_loss(compared, after) > INACCURACY:
            return _unjudged(number, span, played, "unclear", after), after
        chance = after.chance(span.seat)
        loss = loss_of(compared, after, span.seat) if better else 0.0
        before = chance + loss
        mark = mark_of(loss)
        turn = ReviewedTurn(
            number=number,
            seat=span.seat,
            start=span.start,
            actions=_words(played),
            verdict="judged",
            before=before,
            after=chance,
            score=after.score,
            loss=loss,
            mark=mark,
            accuracy=turn_accuracy(loss),
            best=tell_line(start, better) if loss else (),
            line=tell_line(start, (*better, *rest[:_LONGEST_LINE]))[len(better) :] if loss else (),
            reply=_reply(walk.position, after.line) if mark else (),
        )
        return turn, after


def _unjudged(
    number: int,
    span: TurnSpan,
    played: Sequence[Action],
    verdict: Verdict,
    after: Value | None = None,
) -> ReviewedTurn:
    chance = None if after is None else after.told(span.seat)
    return ReviewedTurn(
        number=number,
        seat=span.seat,
        start=span.start,
        actions=_words(played),
        verdict=verdict,
        before=chance,
        after=chance,
        score=None if after is None or chance is None else after.score,
    )


def _words(actions: Sequence[Action]) -> tuple[str, ...]:
    """Return plain strings: an action also has a code, which JSON does not hold."""
    return tuple(map(str, actions))


def tell_line(position: Position, line: Sequence[str]) -> tuple[ToldAction, ...]:
    """Return the actions of a line from `position`, each with its seat and what it does."""
    told = []
    for action in line:
        told.append(ToldAction(position.mover, str(action), position.tell(action)))
        position = position.play(action)
    return tuple(told)


def _reply(position: Position, line: Sequence[Action]) -> tuple[ToldAction, ...]:
    """Return the turn that `line` begins with, as far as the line goes."""
    seat, following = position.mover, position
    for count, action in enumerate(line, 1):
        following = following.play(action)
        if is_turn_over(following, seat):
            return tell_line(position, line[:count])
    return tell_line(position, line)


def review_record(
    record: Record,
    effort: Effort | None = None,
    *,
    seed: int = 0,
    tell: TellTurn | None = None,
    stop: threading.Event | None = None,
) -> Review:
    """Review a game, finished or not; `effort` is that of level 9 by default.

    Once `stop` is set, returns the turns that were judged by then. With `stop` given, the review
    runs in a thread of its own and calls `tell` there. Raises InvalidLimit.
    """
    reviewer = Reviewer(record, effort, seed=seed)
    if stop is None:
        return reviewer.run(tell)
    with BackgroundSearch(lambda: reviewer.run(tell), reviewer.stop) as search:
        while not search.wait(_STOP_SECONDS):
            if stop.is_set():
                search.request_stop()
    return search.result()


# Learning from mistakes.


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake or blunder, and the position in which to find a better turn."""

    turn: ReviewedTurn
    position: Position


def find_mistakes(record: Record, review: Review, seat: Seat | None = None) -> tuple[Mistake, ...]:
    """Return the turns that were mistakes or blunders, of both seats or of one."""
    return tuple(
        Mistake(turn, record.position_at(turn.start))
        for turn in review.turns
        if turn.mark in ("?", "??") and seat in (None, turn.seat)
    )


class Attempt(msgspec.Struct, frozen=True):
    """The judgement of a turn that was tried in place of the recorded one."""

    loss: float
    mark: Mark
    is_good: bool
    """Whether it loses less than an inaccuracy."""
    reply: tuple[ToldAction, ...] = ()
    """The best reply to a turn that is not good."""


def judge_attempt(
    record: Record, review: Review, turn: ReviewedTurn, attempt: Sequence[str]
) -> Attempt:
    """Judge a whole turn that was tried in place of `turn`, with the effort of the review.

    Raises IllegalAction if the attempt is not legal or not exactly one turn.
    """
    walk = Record(record.start).play_codes(record.played[: turn.start])
    start, position = walk.position, walk.position
    actions: list[Action] = []
    for text in attempt:
        if actions and is_turn_over(position, turn.seat):
            raise IllegalAction(f"the turn is over before {text}")
        actions.append(position.find(text))
        position = position.play(text)
    if not actions or not is_turn_over(position, turn.seat):
        raise IllegalAction(f"the turn is not over after {len(actions)} actions")
    known = _known_loss(start, turn, position)
    if known == 0:
        return Attempt(0.0, "", True)
    search = TurnSearch(Game(record.rules), review.effort.limits(), review.seed)
    value = search.value_after(walk, actions)
    loss = known
    if loss is None:
        assert turn.before is not None  # a turn that the review judged; its doubt is not stored
        loss = counted_loss(turn.before - value.chance(turn.seat), value.doubt)
    is_good = loss < INACCURACY
    reply = () if is_good else _reply(position, value.line)
    return Attempt(loss, mark_of(loss), is_good, reply)


def _known_loss(start: Position, turn: ReviewedTurn, reached: Position) -> float | None:
    """Return the loss of a turn that leads to `reached`, if the review knows it; else None."""
    for actions, loss in ((turn.actions, turn.loss), ([t.action for t in turn.best], 0.0)):
        position = start
        for action in actions:
            position = position.play(action)
        if actions and position.state.get_key() == reached.state.get_key():
            return loss
    return None
