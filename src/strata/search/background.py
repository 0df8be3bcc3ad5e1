"""A search in a thread of its own, whose caller can wait for it and stop it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Final, Generic, Self, TypeVar

# A search that is just starting may not notice `stop`, so it is repeated until the search ends.
_REPEAT_SECONDS: Final = 0.02
_SIGNAL_SECONDS: Final = 0.2
_PATIENCE_SECONDS: Final = 10.0

T = TypeVar("T")


class BackgroundSearch(Generic[T]):
    """A thread that runs `search`; `stop` is called from another thread to end the search early.

    As a context manager it starts on entry. On exit it is stopped if it is still running.
    """

    def __init__(
        self,
        search: Callable[[], T],
        stop: Callable[[], None],
        ended: Callable[[T], None] | None = None,
    ) -> None:
        """Prepare the search; `ended` is called in its thread with the result once it has ended."""
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
        """Wait until the search has ended, or for `seconds`; return whether it has ended.

        Signals are handled while waiting.
        """
        if seconds is not None:
            return self._done.wait(seconds)
        while not self._done.wait(_SIGNAL_SECONDS):
            pass
        return True

    def join(self, seconds: float) -> None:
        """Wait until the thread has ended, the `ended` callback included, or for `seconds`."""
        self._thread.join(seconds)

    def request_stop(self) -> None:
        """Ask the search to end, and return at once."""
        if not self._stopping.is_set():
            self._stopping.set()
            threading.Thread(target=self._repeat_stop, daemon=True).start()

    def _repeat_stop(self) -> None:
        while not self._done.is_set():
            self._stop()
            self._done.wait(_REPEAT_SECONDS)

    def stop(self) -> None:
        """Ask the search to end and wait for it; give up waiting after ten seconds."""
        self.request_stop()
        self._done.wait(_PATIENCE_SECONDS)

    def result(self) -> T:
        """Return what the search returned, or raise what it raised. The search must have ended."""
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
