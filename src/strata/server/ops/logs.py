"""The log: one event per line, as JSON unless it goes to a terminal.

Events name tables by their id. Cookies, keys and links are never logged, and tracebacks show no
values.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Final, TextIO, cast

import structlog

_MOST_WAITING: Final = 1000  # lines
_END_SECONDS: Final = 1.0


class LossyStream:
    """A text stream that never blocks its writers: a thread writes their lines, one at a time.

    Lines that cannot be written are dropped: the disk is full, the reader is gone, or it does not
    read (a full pipe, a paused terminal) while more lines come than may wait.
    """

    def __init__(self, write: Callable[[str], object], most_waiting: int = _MOST_WAITING) -> None:
        self._write: Final = write
        self._waiting: Final[queue.Queue[str | None]] = queue.Queue(most_waiting)
        self._starting: Final = threading.Lock()
        self._thread: threading.Thread | None = None
        self._dropped = 0

    def write(self, text: str) -> int:
        if self._thread is None:
            with self._starting:
                self._start()
        try:
            self._waiting.put_nowait(text)
        except queue.Full:
            self._dropped += 1
        return len(text)

    def flush(self) -> None:
        """Do nothing: every line is queued already."""

    def close(self) -> None:
        """Write the waiting lines, as far as that takes no longer than two seconds."""
        if self._thread is not None:
            with contextlib.suppress(queue.Full):
                self._waiting.put(None, timeout=_END_SECONDS)
                self._thread.join(_END_SECONDS)

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="log", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while (text := self._waiting.get()) is not None:
            dropped, self._dropped = self._dropped, 0
            if dropped:
                text = f'{{"event": "lines-dropped", "lines": {dropped}, "level": "error"}}\n{text}'
            with contextlib.suppress(OSError, ValueError):
                self._write(text)


@contextlib.contextmanager
def logging_to_stderr() -> Iterator[None]:
    """Log to standard error within the block; write the waiting lines at its end."""
    stream = LossyStream(_writer(sys.stderr))
    set_up_logs(cast(TextIO, stream), is_terminal=sys.stderr.isatty())
    try:
        yield
    finally:
        stream.close()


def _writer(stream: TextIO) -> Callable[[str], object]:
    """Return a function that writes to the file of a stream, but not through the stream.

    A process that ends does not wait for the stream's lock then.
    """
    try:
        file = os.dup(stream.fileno())
    except (OSError, ValueError):  # a stream without a file
        return stream.write

    def write(text: str) -> None:
        rest = text.encode(stream.encoding, "backslashreplace")
        while rest:
            rest = rest[os.write(file, rest) :]

    return write


def set_up_logs(stream: TextIO, *, is_terminal: bool) -> None:
    """Log to `stream` from now on."""
    shared: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[structlog.typing.Processor] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
        if is_terminal
        else [
            structlog.processors.ExceptionRenderer(
                structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
            ),
            structlog.processors.JSONRenderer(),
        ]
    )
    structlog.configure(
        processors=[*shared, *last],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(stream),
        cache_logger_on_first_use=True,
    )
    # Libraries log warnings and worse; requests and their paths are not logged at all.
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
