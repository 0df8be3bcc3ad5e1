"""A search in a thread of its own, so that whoever started it can listen and stop it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Final, Generic, Self, TypeVar

# A search that is just beginning may not notice `stop`: it is repeated until the search ends.
_REPEAT_SECONDS: Final = 0.02
_SIGNAL_SECONDS: Final = 0.2
_PATIENCE_SECONDS: Final = 10.0

T = TypeVar("T")


class BackgroundSearch(Generic[T]):
    """Runs `search`; `stop` is called from another thread to end it early.

    As a context manager it starts on entering, and is stopped on leaving if it still runs.
    """

    def __init__(
        self,
        search: Callable[[], T],
        stop: Callable[[], None],
        ended: Callable[[T], None] | None = None,
    ) -> None:
        """`ended` is called with the result when the search no longer runs."""
        self._search: Final = search
        self._stop: Final = stop
        self._ended: Final = ended
        self._stopping: Final = threading.Event()
        self._done: Final = threading.Event()
        self._results: Final[list[T]] = []
        self._error: BaseException | None = None
        self._thread: Final = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        try:
            self._results.append(self._search())
        except BaseException as error:
            self._error = error
        self._done.set()
        if self._ended is not None and self._results:
            self._ended(self._results[0])

    @property
    def is_running(self) -> bool:
        return not self._done.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it has ended, or this long; returns whether it has. Signals are handled."""
        if seconds is not None:
            return self._done.wait(seconds)
        while not self._done.wait(_SIGNAL_SECONDS):
            pass
        return True

    def join(self, seconds: float) -> None:
        """Wait until all is done, `ended` included, or this long."""
        self._thread.join(seconds)

    def request_stop(self) -> None:
        """Ask it to end, and return at once."""
        if not self._stopping.is_set():
            self._stopping.set()
            threading.Thread(target=self._repeat_stop, daemon=True).start()

    def _repeat_stop(self) -> None:
        while not self._done.is_set():
            self._stop()
            self._done.wait(_REPEAT_SECONDS)

    def stop(self) -> None:
        """End it, and wait until it has ended; one that does not react is left to itself."""
        self.request_stop()
        self._done.wait(_PATIENCE_SECONDS)

    def result(self) -> T:
        """What the search returned; raises what it raised. It must have ended."""
        if self._error is not None:
            raise self._error
        return self._results[0]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.is_running:
            self.stop()
