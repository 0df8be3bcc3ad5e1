"""Games on several processes. Each plays one game at a time and ends with its connection."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Generator, Iterable
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Final

from strata.core.ctrl_c import deaf_to_ctrl_c
from strata.core.errors import StrataError
from strata.lab.match import Abandoned, Conditions, Finished, Fixture, Opener, Sitting, play_fixture

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

_LEAVE_SECONDS: Final = 4.0
_AGAIN_SECONDS: Final = 0.05


class WorkerFailed(StrataError):
    """A process that plays games ended, or met an unexpected error."""


def play_all(
    conditions: Conditions, fixtures: Iterable[Fixture], opener: Opener, workers: int
) -> Generator[Finished, None, None]:
    """Yield the games as they end, in any order; closing the iterator breaks off the others.

    Raises WorkerFailed.
    """
    waiting = list(reversed(list(fixtures)))
    crew: dict[Connection, _Worker] = {}
    try:
        for _ in range(min(workers, len(waiting))):
            worker = _Worker(conditions, opener)
            crew[worker.connection] = worker
            worker.give(waiting.pop())
        while any(worker.fixture for worker in crew.values()):
            for connection in wait(list(crew)):
                worker = crew[connection]  # type: ignore[index]
                finished = worker.take()
                if waiting:
                    worker.give(waiting.pop())
                yield finished
    finally:
        _dismiss(crew.values())


class _Worker:
    """A process and the connection to it."""

    def __init__(self, conditions: Conditions, opener: Opener) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process: Final[SpawnProcess] = context.Process(
            target=_work, args=(theirs, conditions, opener), daemon=True
        )
        self.fixture: Fixture | None = None
        with deaf_to_ctrl_c():
            self.process.start()
        theirs.close()

    def give(self, fixture: Fixture) -> None:
        self.fixture = fixture
        with contextlib.suppress(OSError):  # a process that is gone is reported by `take`
            self.connection.send(fixture)

    def take(self) -> Finished:
        assert self.fixture is not None
        what = f"game {self.fixture.number + 1} ({self.fixture.first}, {self.fixture.second})"
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            self.process.join(_LEAVE_SECONDS)
            raise WorkerFailed(
                f"the process that played {what} ended with code {self.process.exitcode}"
            ) from None
        if not isinstance(answer, Finished):
            raise WorkerFailed(f"{what} cannot be played: {answer}")
        self.fixture = None
        return answer


def _dismiss(crew: Iterable[_Worker]) -> None:
    """Close the connection to each worker, which ends it; kill those that do not end."""
    workers = list(crew)
    for worker in workers:
        worker.connection.close()
    deadline = time.monotonic() + _LEAVE_SECONDS + 1
    for worker in workers:
        worker.process.join(max(0.0, deadline - time.monotonic()))
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


# In the other process.


def _work(connection: Connection, conditions: Conditions, opener: Opener) -> None:
    """Play in a second thread and listen in this one; a closed connection breaks the game off.

    So no game goes on when the program that started it was killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    sitting = Sitting()
    game: threading.Thread | None = None
    with contextlib.suppress(EOFError, OSError):
        while True:
            fixture = connection.recv()
            sitting = Sitting()
            game = threading.Thread(
                target=_play, args=(connection, conditions, fixture, opener, sitting), daemon=True
            )
            game.start()
    deadline = time.monotonic() + _LEAVE_SECONDS
    while game is not None and game.is_alive() and time.monotonic() < deadline:
        sitting.leave()
        game.join(_AGAIN_SECONDS)
    os._exit(0)


def _play(
    connection: Connection,
    conditions: Conditions,
    fixture: Fixture,
    opener: Opener,
    sitting: Sitting,
) -> None:
    answer: Finished | str
    try:
        answer = play_fixture(conditions, fixture, opener, sitting)
    except Abandoned:
        return
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        answer = f"{type(error).__name__}: {error} ({where.filename}:{where.lineno})"
    with contextlib.suppress(OSError):
        connection.send(answer)
