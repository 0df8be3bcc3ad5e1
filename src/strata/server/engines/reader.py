"""Reads what takes long, in a worker process: records, definitions, and long games that are stored.

Whatever a client sends, the server only waits for the answer: its own process goes on with the
games of everybody else.
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
from strata.server.engines.turn_queue import TurnQueue
from strata.server.engines.workers import Workers

_NICENESS: Final = 5
_MOST_SECONDS: Final = 20.0  # of processor time: a busy machine makes nothing too long
_PATIENCE_MS: Final = 180_000
Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")
_log: Final = structlog.get_logger("strata.reader")


class ReaderBusy(StrataError):
    """Too much is waiting to be read, or what is read takes too long."""


@dataclass(frozen=True)
class Timed(Generic[Answer]):
    """An answer, or the error that was met, with the seconds of processor time that it took."""

    answer: Answer | StrataError
    seconds: float


class Reader:
    def __init__(
        self,
        charge: Callable[[str, float], None] = lambda owner, seconds: None,
        *,
        most_seconds: float = _MOST_SECONDS,
    ) -> None:
        """`charge` is told whose work took how many seconds, whether it succeeded or not.

        Work of more than `most_seconds` of processor time is ended.
        """
        self._charge: Final = charge
        self._most_seconds: Final = most_seconds
        self._workers: Final = Workers(1, _NICENESS)
        self._turns: Final = TurnQueue(1)

    async def read(self, owner: str, work: Callable[[*Given], Answer], *given: *Given) -> Answer:
        """What `work` answers; raises the StrataError that it does.

        `owner` is the address of whoever asks, and is charged for the work.
        """
        if self._turns.is_full_for(owner):
            raise ReaderBusy("too much is being read at the moment: try again in a while")
        async with self._turns.turn(owner, _PATIENCE_MS):
            try:
                timed = await self._workers.ask(
                    _PATIENCE_MS, _timed, self._most_seconds, work, *given
                )
            except (TimeoutError, BrokenProcessPool) as error:
                _log.error("reading-failed", work=work.__name__, error=type(error).__name__)
                self._charge(owner, self._most_seconds)
                raise ReaderBusy("this could not be read in time: try again in a while") from None
        self._charge(owner, timed.seconds)
        if isinstance(timed.answer, StrataError):
            raise timed.answer
        return timed.answer

    def charge(self, owner: str, seconds: float) -> None:
        """So much processor time was spent for `owner` outside the worker."""
        self._charge(owner, seconds)

    async def warm_up(self) -> None:
        """Start the worker, so that the first who needs it does not wait for that."""
        await self.read("", len, ())

    def stop(self) -> None:
        self._workers.stop()


def _timed(most_seconds: float, work: Callable[[*Given], Answer], *given: *Given) -> Timed[Answer]:
    """In the worker: does the work. The system ends a worker that takes too long over it."""
    _end_after(most_seconds)
    # Of this thread, which does it all: while the signal is set, the time of the process is counted
    # in ticks of the system, and what takes less than one may cost nothing.
    began = time.thread_time()
    try:
        answer: Answer | StrataError = work(*given)
    except StrataError as error:
        answer = error
    seconds = time.thread_time() - began
    _end_after(0.0)
    return Timed(answer, seconds)


def _end_after(seconds: float) -> None:
    """Let a signal end this process after so much processor time, also in compiled code; 0: none.

    Where there is no such signal, only the server's patience ends it.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
