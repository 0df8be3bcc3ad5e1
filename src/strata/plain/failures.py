"""What went wrong in a function of a plain game: the cause in words, and its place in the file.

Words are for everybody who plays; the path of the file is for the log of whoever runs the game.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Final

_LONGEST: Final = 400


def cause_of(error: Exception, kind: type) -> tuple[str, str]:
    """Return the cause in words, with the line and without a path; and the path with the line.

    The path is empty if `error` did not pass through the files of the game `kind`.
    """
    words = f"{type(error).__name__}: {error}"
    home = _home(kind)
    if home is None:
        return words, ""
    words = words.replace(f"{home.parent}{os.sep}", "") if home.parent.name else words
    line = _last_line(error.__traceback__, home)
    if line is None:
        return words, ""
    file, number = line
    name = file.name if file == home else str(file.relative_to(home))
    return f"{words} ({name}, line {number})", f"{file}, line {number}"


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
