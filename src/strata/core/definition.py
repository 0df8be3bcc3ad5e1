"""Definitions: the texts that make custom games.

This module reads them and limits their size. Each game gives them their meaning.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from strata.core.errors import InvalidDefinition, shown

# Longer file names are cut in messages.
_LONGEST_NAME: Final = 300


def read_definition(source: object, most_bytes: int) -> str:
    """Return a definition: `source` itself if it has a line break, else the text of that file.

    Raises InvalidDefinition if it cannot be read, is not UTF-8 or is longer than `most_bytes`.
    """
    if isinstance(source, str) and "\n" in source:
        return check_definition(source, most_bytes)
    if not isinstance(source, (str, os.PathLike)):
        raise InvalidDefinition(f"got a {type(source).__name__}, expected a text or a file")
    try:
        with Path(source).open("rb") as file:
            data = file.read(most_bytes + 1)
            size = os.fstat(file.fileno()).st_size
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        name = str(source)
        said = ascii(name) if len(name) <= _LONGEST_NAME else shown(name)
        raise InvalidDefinition(f"{said} cannot be read: {why}") from None
    if len(data) > most_bytes:
        raise _too_long(max(size, len(data)), most_bytes)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidDefinition("not UTF-8 text", line) from None


def check_definition(text: str, most_bytes: int) -> str:
    """Return `text`. Raise InvalidDefinition if it is too long or cannot be written as UTF-8."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > most_bytes:
        raise _too_long(size, most_bytes)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise InvalidDefinition(f"got {shown(text[error.start])}, expected text", line) from None
    return text


def _too_long(size: int, most_bytes: int) -> InvalidDefinition:
    return InvalidDefinition(f"too long: got {size} bytes, expected at most {most_bytes}")
