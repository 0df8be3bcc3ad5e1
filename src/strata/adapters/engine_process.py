"""An external engine as a process: lines to it, and lines from it with a time limit."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from typing import IO, Final

from strata.core.errors import StrataError, shown

_LONGEST_LINE: Final = 1024 * 1024
_WAITING_LINES: Final = 1000
_LEAVE_SECONDS: Final = 1.0


class EngineFailed(StrataError):
    """The engine does not exist, died, did not answer in time, or broke the protocol."""


class EngineProcess:
    """The process of an engine, written and read by threads so that it cannot block the caller.

    It runs in a session of its own: Ctrl-C does not reach it, and `close` ends its child processes
    too.
    """

    def __init__(self, command: str) -> None:
        self.command: Final = command
        self._lines: Final[queue.Queue[str | None]] = queue.Queue(_WAITING_LINES)
        self._outgoing: Final[queue.SimpleQueue[str | None]] = queue.SimpleQueue()
        self._closed: Final = threading.Event()
        self._complaint = ""
        self._process: Final = self._started()
        self._threads: Final = [
            threading.Thread(target=task, args=(stream,), daemon=True)
            for task, stream in (
                (self._write, self._process.stdin),
                (self._listen, self._process.stdout),
                (self._overhear, self._process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    def _started(self) -> subprocess.Popen[bytes]:
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise EngineFailed(f"engine command {shown(self.command)}: {error}") from None
        if not words:
            raise EngineFailed("engine command: got nothing, expected a program and its arguments")
        try:
            return subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise EngineFailed(
                f"engine {shown(self.command)} cannot be started: {words[0]}: {why}"
            ) from None

    def failed(self, what: str) -> EngineFailed:
        return EngineFailed(f"engine {shown(self.command)} {what}")

    def send(self, line: str) -> None:
        """Send a line and return at once. Only the answer shows whether it was received."""
        self._outgoing.put(line)

    def receive(self, deadline: float) -> str | None:
        """Return the next line; None if there is none until `deadline` (of `time.monotonic`).

        Raises EngineFailed if the engine has closed its output.
        """
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None
        if line is None:
            raise self._died()
        return line

    def _died(self) -> EngineFailed:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVE_SECONDS)
        self._threads[-1].join(_LEAVE_SECONDS)
        code = self._process.poll()
        how = "closed its output" if code is None else _ending(code)
        return self.failed(how + (f": {shown(self._complaint)}" if self._complaint else ""))

    def close(self) -> None:
        """Ask the engine to quit, and kill it if it does not."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._outgoing.put("quit")
        self._outgoing.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVE_SECONDS)
        self._kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(_LEAVE_SECONDS)

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    # The three threads.

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while (line := self._outgoing.get()) is not None:
                stream.write(line.encode() + b"\n")
                stream.flush()

    def _listen(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while not self._closed.is_set() and (data := stream.readline(_LONGEST_LINE)):
                self._keep(data.decode("utf-8", "replace").strip())
        self._keep(None)

    def _keep(self, line: str | None) -> None:
        """Queue a line for `receive`; an engine that sends too much has to wait."""
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.1)
                return

    def _overhear(self, stream: IO[bytes]) -> None:
        """Store the last line of stderr, which tells why a program died."""
        with contextlib.suppress(OSError, ValueError), stream:
            while data := stream.readline(_LONGEST_LINE):
                self._complaint = data.decode("utf-8", "replace").strip() or self._complaint


def _ending(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    with contextlib.suppress(ValueError):
        return f"was ended by {signal.Signals(-code).name}"
    return f"was ended by signal {-code}"
