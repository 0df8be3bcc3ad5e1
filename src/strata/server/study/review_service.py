"""The service for reviews of finished games: made turn by turn, stored, interrupted and resumed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final, cast

import msgspec
import structlog

from strata.core.errors import StrataError
from strata.core.outcome import Outcome
from strata.core.record import Record
from strata.play.game_snapshot import GameSnapshot, snapshot_of
from strata.play.refusal import Refusal
from strata.search.review import Effort, ReviewedTurn, Verdict, summarise
from strata.server.engines.analyst import Analyst, AnalystBusy
from strata.server.live.computer_turns import Charge
from strata.server.ops.long_work import LongWork, Steps
from strata.server.ops.measured_work import MeasuredWork
from strata.server.ops.networks import has_no_place
from strata.server.ops.rate_limit import Bucket
from strata.server.ops.time_source import TimeSource
from strata.server.protocol.review_messages import ReviewState, TriedTurn
from strata.server.storage.reviews import (
    ReviewStorage,
    StoredReview,
    decode_turn,
    encode_turn,
)

_MOST_RUNNING: Final = 16
_STORED_EVERY: Final = 20  # turns
_MOST_CACHED_TURNS: Final = 5000  # each takes about two kilobytes
_NO_ADVICE: Final = (
    "interrupted: whoever began the review, or somebody at the same address, plays this game with "
    "another person; continue when that game is over"
)
_WHY_NOT_JUDGED: Final[dict[Verdict, str]] = {
    "judged": "",
    "forced": "there was no choice",
    "secret": "it was played in secret",
    "unclear": "too few random games were played to know its value",
}
_log: Final = structlog.get_logger("strata.review")


@dataclass
class _Job:
    """A review in progress, or one that stopped with a problem."""

    game: str
    snapshot: GameSnapshot
    owner: str
    """The address of the client that began it, which alone may interrupt it."""
    outcome: Outcome | None
    turns: list[ReviewedTurn] = field(default_factory=list)
    total: int = 0
    hurried: int = 0
    effort: Effort = field(default_factory=Effort)
    problem: str = ""
    task: asyncio.Task[None] | None = None
    _encoded: list[msgspec.Raw] = field(default_factory=list)
    """The first of `turns` as JSON: each is encoded once."""
    _review: StoredReview | None = None

    @property
    def is_running(self) -> bool:
        return self.task is not None and not self.task.done()

    def review(self) -> StoredReview:
        """Return the review so far; the summary is cached until another turn is judged."""
        known = self._review
        if known is None or len(known.turns) != len(self.turns) or known.total != self.total:
            self._encoded += map(encode_turn, self.turns[len(self._encoded) :])
            summary = summarise(
                self.turns,
                game=self.game,
                effort=self.effort,
                seed=0,
                total=self.total,
                hurried=self.hurried,
                outcome=self.outcome,
            )
            known = self._review = StoredReview.of(summary, self._encoded)
        return known

    def take_up(self, stored: StoredReview, turns: list[ReviewedTurn]) -> None:
        """Go on from a review that was interrupted."""
        self.turns, self._encoded = turns, list(stored.turns)
        self.total, self.hurried, self.effort = stored.total, stored.hurried, stored.effort


class ReviewService:
    def __init__(
        self,
        storage: ReviewStorage,
        analyst: Analyst,
        now_ms: TimeSource,
        long_work: LongWork,
        charge: Charge,
    ) -> None:
        """`charge` is told how much processor time reading reviews took, and for whom."""
        self._storage: Final = storage
        self._analyst: Final = analyst
        self._now_ms: Final = now_ms
        self._charge: Final = charge
        self._jobs: Final[dict[str, _Job]] = {}
        self._complete: Final[OrderedDict[str, StoredReview]] = OrderedDict()
        """Complete reviews that were read last; they never change."""
        self._long_work: Final = long_work

    async def state(self, table_id: str, owner: str, first: int) -> ReviewState:
        """Return the progress of the review of a game, with its turns from number `first` on.

        `owner`, the client's address, is charged for it.
        """
        job = self._jobs.get(table_id)
        review = await self._find(table_id, owner)
        if review is None:
            review = _Job("", GameSnapshot("", (), None, "", (), ()), "", None).review()
        turns = review.turns[max(0, first - 1) :]
        return ReviewState(
            running=job is not None and job.is_running,
            stoppable=job is not None and job.is_running and job.owner == owner,
            total=review.total,
            done=len(review.turns),
            turns=cast(tuple[ReviewedTurn, ...], turns),  # encoded already
            first=review.first,
            second=review.second,
            turning_points=review.turning_points,
            hurried=review.hurried,
            problem="" if job is None else job.problem,
        )

    async def _find(self, table_id: str, owner: str) -> StoredReview | None:
        return await MeasuredWork(self._known(table_id), partial(self._charge, owner))

    async def _known(self, table_id: str) -> StoredReview | None:
        """The review that is being made, or the one that is stored."""
        job = self._jobs.get(table_id)
        if job is not None:
            return job.review()
        if (complete := self._complete.get(table_id)) is not None:
            self._complete.move_to_end(table_id)
            return complete
        found = await self._storage.find(table_id)
        if found is None:
            return None
        try:
            await self._long_work.do(_decode(found, []))
        except msgspec.MsgspecError:  # of another version
            return None
        if found.is_complete:
            self._remember(table_id, found)
        return found

    def _remember(self, table_id: str, complete: StoredReview) -> None:
        self._complete[table_id] = complete
        while (
            sum(len(review.turns) for review in self._complete.values()) > _MOST_CACHED_TURNS
            and len(self._complete) > 1
        ):
            self._complete.popitem(last=False)

    async def begin(
        self,
        table_id: str,
        record: Record,
        owner: str,
        analyses: Bucket,
        expect_allowed: Callable[[], Awaitable[None]],
    ) -> None:
        """Begin or resume a review; the caller has checked that it may be made.

        A complete review stays as it is. `expect_allowed` is asked before every turn; the review
        is interrupted if it raises Refusal. Raises Refusal if another review of this address is
        running, AnalystBusy if too many are.
        """
        known = self._jobs.get(table_id)
        if known is not None and known.is_running:
            return
        stored = await self._find(table_id, owner)
        if stored is not None and stored.turns and stored.is_complete:
            return
        turns: list[ReviewedTurn] = []
        if stored is not None:
            work = self._long_work.do(_decode(stored, turns))
            await MeasuredWork(work, partial(self._charge, owner))
        known = self._jobs.get(table_id)
        if known is not None and known.is_running:  # begun meanwhile
            return
        running = [job for job in self._jobs.values() if job.is_running]
        if any(job.owner == owner for job in running):
            raise Refusal("not-allowed", "only one review at a time: another one is still running")
        if has_no_place(owner, [job.owner for job in running], _MOST_RUNNING):
            raise AnalystBusy("too many reviews at the moment: try again shortly")
        job = _Job(record.rules.name, snapshot_of(record), owner, record.outcome())
        if stored is not None:
            job.take_up(stored, turns)
        self._jobs[table_id] = job
        job.task = asyncio.create_task(self._run(table_id, job, analyses, expect_allowed))

    async def _run(
        self,
        table_id: str,
        job: _Job,
        analyses: Bucket,
        expect_allowed: Callable[[], Awaitable[None]],
    ) -> None:
        try:
            while not job.total or len(job.turns) < job.total:
                await expect_allowed()
                if not analyses.take():
                    job.problem = "hourly analysis limit reached: continue later"
                    break
                judged = await self._analyst.judge_turn(
                    table_id, job.snapshot, len(job.turns) + 1, job.owner
                )
                job.total, job.effort = judged.total, judged.effort
                job.hurried += judged.hurried
                if judged.turn is None:
                    break
                job.turns.append(judged.turn)
                if len(job.turns) % _STORED_EVERY == 0:
                    await self._storage.keep(table_id, job.review(), self._now_ms())
        except Refusal:  # everybody may read the problem, not only who began the review
            job.problem = _NO_ADVICE
        except StrataError as error:
            job.problem = str(error)
        except Exception as error:
            _log.error("review-failed", table=table_id, error=type(error).__name__)
            job.problem = "the review failed: try again"
        finally:
            await self._finish(table_id, job)

    async def _finish(self, table_id: str, job: _Job) -> None:
        """Store the review so far; keep a job with a problem, for `state` to show."""
        try:
            if job.turns:
                await asyncio.shield(self._storage.keep(table_id, job.review(), self._now_ms()))
        finally:
            if not job.problem:
                self._jobs.pop(table_id, None)
            elif len(self._jobs) > 10 * _MOST_RUNNING:
                for known in [key for key, old in self._jobs.items() if not old.is_running]:
                    self._jobs.pop(known, None)

    async def interrupt(self, table_id: str, owner: str) -> None:
        """Interrupt a review of this address; its turns so far are stored. Raises Refusal."""
        job = self._jobs.get(table_id)
        if job is None or job.task is None or not job.is_running:
            return
        if job.owner != owner:
            raise Refusal("not-allowed", "this review was started by somebody else")
        job.task.cancel()
        await asyncio.wait({job.task})

    async def try_turn(
        self, table_id: str, record: Record, number: int, actions: tuple[str, ...], owner: str
    ) -> TriedTurn:
        """Judge a turn tried in place of a reviewed one. Raises Refusal or IllegalAction."""
        effort, turn = await self.find_turn(table_id, number, owner)
        found = await self._analyst.try_turn(
            table_id, snapshot_of(record), effort, turn, actions, owner
        )
        return TriedTurn(found.loss, found.mark, found.is_good, found.reply)

    async def find_turn(
        self, table_id: str, number: int, owner: str
    ) -> tuple[Effort, ReviewedTurn]:
        """Return a judged turn and the effort of its search. `owner` is charged for it.

        Raises Refusal if the turn was not judged.
        """
        review = await self._find(table_id, owner)
        if review is None or number > len(review.turns):
            raise Refusal("not-allowed", f"turn {number} is not reviewed yet")
        turn = decode_turn(review.turns[number - 1])
        if turn.verdict != "judged":
            raise Refusal(
                "not-allowed", f"turn {number} was not judged: {_WHY_NOT_JUDGED[turn.verdict]}"
            )
        return review.effort, turn

    async def stop(self) -> None:
        """Stop all reviews; their turns so far are stored."""
        tasks = {job.task for job in self._jobs.values() if job.task is not None}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


def _decode(review: StoredReview, turns: list[ReviewedTurn]) -> Steps:
    """Add the turns of `review` to `turns`. Raises msgspec.MsgspecError."""
    for turn in review.turns:
        turns.append(decode_turn(turn))
        yield
