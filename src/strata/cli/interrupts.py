"""Ctrl-C, a hang-up and a termination, heard only where nothing is half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Final

_HEARD: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class Interrupted(Exception):
    """A signal asked to stop. `exit_code` is what the shell expects to see then."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.exit_code = 128 + number


class Interrupts:
    """While it is entered, signals wait for `check` or for a block that is `listening`."""

    def __init__(self) -> None:
        self._pending: int | None = None
        self._listening = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            for number in _HEARD:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._arrive)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _arrive(self, number: int, frame: FrameType | None) -> None:
        if self._listening:
            raise Interrupted(number)
        self._pending = number

    def check(self) -> None:
        """Raises Interrupted if a signal has arrived."""
        if self._pending is not None:
            raise Interrupted(self._pending)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """A signal that arrives in this block raises Interrupted at once."""
        self._listening = True
        try:
            self.check()
            yield
        finally:
            self._listening = False
