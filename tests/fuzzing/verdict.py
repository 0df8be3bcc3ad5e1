"""What a parser may make of an input: a value that stands, or the error that is named for it."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import Final

ACCEPTED: Final = "accepted"
_PACKAGES: Final = ("strata", "examples", "tests")
_LONGEST_ERROR: Final = 2000


class Unexpected(Exception):
    """A parser, or what uses its result, did what it must never do."""


def expect(condition: bool, problem: str) -> None:
    """Raises Unexpected; an `assert` would be gone where Python optimises."""
    if not condition:
        raise Unexpected(problem)


def refused(error: Exception, text: str = "") -> str:
    """The verdict for a named error, whose text must fit to be shown to anyone."""
    said = str(error)
    expect(said.isprintable(), f"the text of {type(error).__name__} cannot be printed")
    expect(
        0 < len(said) < _LONGEST_ERROR, f"the text of {type(error).__name__} is {len(said)} long"
    )
    line = getattr(error, "line", 1)
    expect(0 <= line <= text.count("\n") + 1, f"{type(error).__name__} names line {line}")
    return type(error).__name__


def signature(error: Exception) -> str:
    """What makes two failures one: the error, and where in our code it came up."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if any(part in _PACKAGES for part in Path(frame.filename).parts)
        and Path(frame.filename).name != Path(__file__).name
    ]
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "elsewhere"
    said = re.sub(r"\d+", "N", str(error).partition("\n")[0])
    return f"{type(error).__name__} at {where}: {ascii(said)[1:-1][:120]}"
