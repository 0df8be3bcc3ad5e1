"""A limit for the time that a game's own code takes to load, so that an endless loop ends.

A thread watches the thread that loads and raises `Overtime` in it. Python delivers it between two
steps of Python code: neither a call of C that never returns nor one that waits is interrupted.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Final, TypeVar

_LOADING_SECONDS: Final = 10.0  # of processor time, so that a busy machine makes no difference
_WAITING_SECONDS: Final = 60.0  # on the clock, for code that waits instead of computing
_LOOKS_PER_SECOND: Final = 10

T = TypeVar("T")


class Overtime(BaseException):
    """Loading took too long. No `except Exception` of a game catches it."""


def limited(load: Callable[[], T]) -> T:
    """Return what `load` returns. Raises Overtime, in its code, if it takes too long."""
    watch = _Watch()
    try:
        try:
            return load()
        finally:
            watch.end()
    finally:
        watch.end()  # also if Overtime came during the first call


def overtime_words() -> str:
    """Return what to say of a game whose loading raised Overtime."""
    return (
        f"loading took more than {_LOADING_SECONDS:g} s of processor time "
        f"or {_WAITING_SECONDS:g} s in all"
    )


class _Watch:
    """Watches the thread that makes it until `end` is called."""

    def __init__(self) -> None:
        self._watched: Final = threading.get_ident()
        self._clock: Final = _clock_of(self._watched)
        self._ended: Final = threading.Event()
        self._lock: Final = threading.Lock()
        self._is_late = False
        self._is_traced: Final = sys.gettrace() is not None  # by a debugger, which may wait
        self._thread: Final = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Raise nothing from now on."""
        with self._lock:
            self._ended.set()
            if self._is_late:
                _raise_in(self._watched, None)

    def _watch(self) -> None:
        began, computed = time.monotonic(), self._clock()
        # Repeated, as code may catch every exception and go on.
        while not self._ended.wait(1 / _LOOKS_PER_SECOND):
            is_waiting = time.monotonic() - began > _WAITING_SECONDS and not self._is_traced
            if not is_waiting and self._clock() - computed <= _LOADING_SECONDS:
                continue
            with self._lock:
                if not self._ended.is_set():
                    self._is_late = True
                    _raise_in(self._watched, Overtime)


def _clock_of(thread: int) -> Callable[[], float]:
    """Return a clock of the processor time of `thread`; of all threads where there is none."""
    if hasattr(time, "pthread_getcpuclockid"):
        clock = time.pthread_getcpuclockid(thread)
        return lambda: time.clock_gettime(clock)
    return time.process_time


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Raise an exception in a thread as soon as it runs Python code; None takes it back."""
    import ctypes  # takes long to import, and is hardly ever needed

    given = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), given)
