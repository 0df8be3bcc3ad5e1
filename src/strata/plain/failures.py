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
    where, place = _named(*line, home)
    return Cause(words + where, brief + where, place)


def place_of(function: str, kind: type) -> tuple[str, str]:
    """Return where `function` of the game `kind` is defined: its line in words, and with the path.

    Both are empty if that is not in the game's own files.
    """
    home, code = _home(kind), getattr(getattr(kind, function, None), "__code__", None)
    if home is None or code is None or not _is_of(Path(code.co_filename), home):
        return "", ""
    return _named(Path(code.co_filename), code.co_firstlineno, home)


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
        if _is_of(file, home):
            found = file, trace.tb_lineno
        trace = trace.tb_next
    return found


def _is_of(file: Path, home: Path) -> bool:
    return file == home or home in file.parents


def _named(file: Path, line: int, home: Path) -> tuple[str, str]:
    """Return a line as everybody may know it, and with the path of its file."""
    name = file.name if file == home else str(file.relative_to(home))
    return f" ({name}, line {line})", f"{file}, line {line}"
