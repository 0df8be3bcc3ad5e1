"""A worker process whose work is charged to an address: reading, drawing, explaining.

Whatever a client sends, the event loop only waits for the answer, and goes on with the games of
everybody else.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Final, Generic, TypeVar, TypeVarTuple

import structlog

from strata.core.errors import StrataError
from strata.server.engines.fair_queue import FairQueue
from strata.server.engines.process_pool import ProcessPool

_NICENESS: Final = 5
_MOST_SECONDS: Final = 20.0  # of processor time, which does not grow on a busy machine
_PATIENCE_MS: Final = 180_000
Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")
_log: Final = structlog.get_logger("strata.worker")


class WorkerBusy(StrataError):
    """The queue of the worker is full, or the work took too long."""


@dataclass(frozen=True)
class Timed(Generic[Answer]):
    """An answer or an error, with the seconds of processor time that it took."""

    answer: Answer | StrataError
    seconds: float


class MeteredWorker:
    def __init__(
        self,
        charge: Callable[[str, float], None] = lambda owner, seconds: None,
        *,
        most_seconds: float = _MOST_SECONDS,
    ) -> None:
        """`charge` is called with an address and the seconds of its work, successful or not.

        Work that takes more than `most_seconds` of processor time is killed.
        """
        self._charge: Final = charge
        self._most_seconds: Final = most_seconds
        self._workers: Final = ProcessPool(1, _NICENESS)
        self._turns: Final = FairQueue(1)

    async def run(self, owner: str, work: Callable[[*Given], Answer], *given: *Given) -> Answer:
        """Run `work` in the worker process; return its answer, or raise its StrataError.

        `owner` is the client's address, which is charged for the work. Raises WorkerBusy.
        """
        if self._turns.is_full_for(owner):
            raise WorkerBusy("too many requests at the moment: try again shortly")
        async with self._turns.turn(owner, _PATIENCE_MS):
            try:
                timed = await self._workers.ask(
                    _PATIENCE_MS, _timed, self._most_seconds, work, *given
                )
            except (TimeoutError, BrokenProcessPool) as error:
                _log.error("reading-failed", work=work.__name__, error=type(error).__name__)
                self._charge(owner, self._most_seconds)
                raise WorkerBusy("the request took too long: try again shortly") from None
        self._charge(owner, timed.seconds)
        if isinstance(timed.answer, StrataError):
            raise timed.answer
        return timed.answer

    def charge(self, owner: str, seconds: float) -> None:
        """Charge `owner` for processor time outside the worker process."""
        self._charge(owner, seconds)

    async def warm_up(self) -> None:
        """Start the worker process, so that the first request does not wait for that."""
        await self.run("", len, ())

    def stop(self) -> None:
        self._workers.stop()


def _timed(most_seconds: float, work: Callable[[*Given], Answer], *given: *Given) -> Timed[Answer]:
    """Do and time the work, in the worker process. The system kills it after `most_seconds`."""
    _end_after(most_seconds)
    # The time of this thread, which does all the work: while the timer is set, the process time is
    # counted in ticks of the system, and work shorter than a tick might cost nothing.
    began = time.thread_time()
    try:
        answer: Answer | StrataError = work(*given)
    except StrataError as error:
        answer = error
    seconds = time.thread_time() - began
    _end_after(0.0)
    return Timed(answer, seconds)


def _end_after(seconds: float) -> None:
    """Let a signal kill this process after so much processor time, even in compiled code; 0: never.

    On systems without this signal, only the server's timeout ends the work.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
