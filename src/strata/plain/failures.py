"""What went wrong in a function of a plain game: the cause in words, and its place in the file.

Words may repeat anything that the function knew, what is hidden and paths included. They are for
whoever runs the game. Visitors are told the kind of the error and the line.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple

_LONGEST: Final = 400
FAULTS: Final = (Exception, SystemExit)
"""What a function of an author may raise by mistake."""


class Cause(NamedTuple):
    words: str
    """The error with its text, and the line."""
    brief: str
    """The kind of the error, and the line."""
    place: str
    """The path of the file, and the line; empty if unknown."""


def cause_of(error: BaseException, kind: type) -> Cause:
    """Return why a function of the game `kind` failed."""
    brief = type(error).__name__
    words = f"{brief}: {error}"
    home = _home(kind)
    if home is None:
        return Cause(words, brief, "")
    words = words.replace(f"{home.parent}{os.sep}", "") if home.parent.name else words
    line = _last_line(error.__traceback__, home)
    if line is None:
        return Cause(words, brief, "")
    file, number = line
    name = file.name if file == home else str(file.relative_to(home))
    where = f" ({name}, line {number})"
    return Cause(words + where, brief + where, f"{file}, line {number}")


def shortened(text: str) -> str:
    """Return `text` cut to 400 characters, as a game's message may repeat all that it was given."""
    return text if len(text) < _LONGEST else f"{text[:_LONGEST]}…"


def _home(kind: type) -> Path | None:
    """Return the file of the game, or its folder if it has several files; None if unknown."""
    source = getattr(kind, "source", "")
    file = source or getattr(sys.modules.get(kind.__module__), "__file__", None)
    return Path(file) if file else None


def _last_line(trace: TracebackType | None, home: Path) -> tuple[Path, int] | None:
    """Return the last line of the files of `home` that `trace` passes through."""
    found = None
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file == home or home in file.parents:
            found = file, trace.tb_lineno
        trace = trace.tb_next
    return found
