"""A search in a thread, so that Ctrl-C is heard while it goes on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final, Generic, Self, TypeVar

# A search that is just beginning may not hear `stop`: it is told again until it ends.
_AGAIN_SECONDS: Final = 0.02
_LOOK_UP_SECONDS: Final = 0.2
_PATIENCE_SECONDS: Final = 10.0

T = TypeVar("T")


class Thinking(Generic[T]):
    """Runs `task` while it is entered. Whoever leaves early, by an error or a signal, ends it."""

    def __init__(self, task: Callable[[], T], stop: Callable[[], None]) -> None:
        self._task: Final = task
        self._stop: Final = stop
        self._done: Final = threading.Event()
        self._results: Final[list[T]] = []
        self._error: BaseException | None = None
        self._thread: Final = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _run(self) -> None:
        try:
            self._results.append(self._task())
        except BaseException as error:
            self._error = error
        self._done.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Whether it has ended, after at most so long; signals are heard meanwhile."""
        if seconds is not None:
            return self._done.wait(seconds)
        while not self._done.wait(_LOOK_UP_SECONDS):
            pass
        return True

    def stop(self) -> None:
        """Ends it, and waits until it has; one that will not hear is left to itself."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not self._done.is_set() and time.monotonic() < deadline:
            self._stop()
            self._done.wait(_AGAIN_SECONDS)

    def result(self) -> T:
        """What the task returned; raises what it raised. It must have ended."""
        if self._error is not None:
            raise self._error
        return self._results[0]
