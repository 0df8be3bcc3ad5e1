"""The log: one event a line; JSON unless a person reads it at a terminal.

Events name tables by their id. Cookies, keys and links are never given to a logger, and tracebacks
show no values.
"""

from __future__ import annotations

import contextlib
import logging
import sys
from typing import Final, TextIO, cast

import structlog


class LossyStream:
    """A text stream that drops what cannot be written: the disk is full, or the reader is gone."""

    def __init__(self, stream: TextIO) -> None:
        self._stream: Final = stream

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError, ValueError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stream.flush()


def set_up_logs() -> None:
    is_terminal = sys.stderr.isatty()
    stream = cast(TextIO, LossyStream(sys.stderr))
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
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=True,
    )
    # What libraries log, warnings and worse; requests with their paths are not logged at all.
    logging.basicConfig(stream=stream, level=logging.WARNING, format="%(name)s: %(message)s")
