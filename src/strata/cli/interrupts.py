"""Interruption by Ctrl-C, hang-up and termination signals, only where nothing is half done."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Set
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Final

_HEARD: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_REMIND_SECONDS: Final = 0.05


class Interrupted(Exception):
    """A signal asked to stop. `exit_code` is what the shell expects in that case."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.exit_code = 128 + number


class Interrupts:
    """A context in which signals wait for `check` or for a `listening` block."""

    def __init__(self) -> None:
        self._pending: int | None = None
        self._listening = False
        self._before: dict[int, Any] = {}
        self._heard: Final[set[int]] = set()
        self._reminder: _Reminder | None = None

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            for number in _HEARD:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._arrive)
            if self._before and hasattr(signal, "pthread_kill"):
                self._reminder = _Reminder(self._heard, self._before.keys())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._reminder is not None:
            self._reminder.end()
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _arrive(self, number: int, frame: FrameType | None) -> None:
        self._heard.add(number)
        if self._listening:
            raise Interrupted(number)
        self._pending = number

    def check(self) -> None:
        """Raise Interrupted if a signal has arrived."""
        if self._pending is not None:
            raise Interrupted(self._pending)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Make a signal that arrives in this block raise Interrupted at once."""
        self._listening = True
        try:
            self.check()
            yield
        finally:
            self._listening = False


class _Reminder:
    """A thread that sends a signal again until the interpreter has handled it.

    A signal may arrive after the interpreter has checked for signals and before it waits for a
    line. It does not end that wait, and would be handled only once Enter is pressed.
    """

    def __init__(self, heard: Set[int], numbers: Set[int]) -> None:
        self._heard: Final = heard
        self._numbers: Final = numbers
        self._main: Final = threading.main_thread().ident or 0
        self._reading, self._writing = os.pipe()
        os.set_blocking(self._writing, False)
        self._before: Final = signal.set_wakeup_fd(self._writing, warn_on_full_buffer=False)
        self._thread: Final = threading.Thread(target=self._remind, daemon=True)
        self._thread.start()

    def _remind(self) -> None:
        while arrived := os.read(self._reading, 1):
            number = arrived[0]
            while number in self._numbers and number not in self._heard:
                time.sleep(_REMIND_SECONDS)
                if number not in self._heard:
                    signal.pthread_kill(self._main, number)

    def end(self) -> None:
        signal.set_wakeup_fd(self._before)
        os.close(self._writing)
        self._thread.join()
        os.close(self._reading)
