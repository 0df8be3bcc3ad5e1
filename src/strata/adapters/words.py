"""The words of a line of the engine protocol: bare words, and texts in quotation marks."""

from __future__ import annotations

import re
from typing import Final

from strata.core.errors import StrataError, shown

_BARE: Final = re.compile(r'[^\s"]\S*')
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\["\\n])*)"')
_ESCAPE: Final = re.compile(r"\\(.)")


class BadLine(StrataError):
    """A line that does not follow the protocol."""


class Quoted(str):
    """A word that was in quotation marks: a text, never a keyword."""

    __slots__ = ()


def quoted(text: str) -> str:
    """Return `text` in quotation marks, as in the tags of a record.

    `\\"`, `\\\\` and `\\n` are escaped.
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def split_words(line: str) -> list[str]:
    """Split `line` into words; those in quotation marks are `Quoted`. Raises BadLine."""
    words: list[str] = []
    place = 0
    while (place := _after_blanks(line, place)) < len(line):
        opens = line[place] == '"'
        found = (_QUOTED if opens else _BARE).match(line, place)
        if found is None or _after_blanks(line, found.end()) == found.end() < len(line):
            raise BadLine(
                f"character {place + 1}: got {shown(line[place:])}, expected a text "
                'between quotation marks, with \\", \\\\ and \\n for what they stand for'
            )
        words.append(Quoted(_ESCAPE.sub(_unescaped, found[1])) if opens else found[0])
        place = found.end()
    return words


def _after_blanks(line: str, place: int) -> int:
    while place < len(line) and line[place].isspace():
        place += 1
    return place


def _unescaped(sign: re.Match[str]) -> str:
    return "\n" if sign[1] == "n" else sign[1]


def keyword(words: list[str], expected: str) -> str:
    """Remove and return the next word, which must be bare; `expected` describes it for BadLine."""
    if not words:
        raise BadLine(f"got the end of the line, expected {expected}")
    word = words.pop(0)
    if isinstance(word, Quoted):
        raise BadLine(f"got the text {shown(word)}, expected {expected}")
    return word


def number(words: list[str], what: str) -> int:
    """Remove and return the next word, a whole number; the caller checks its range."""
    word = keyword(words, what)
    if not re.fullmatch(r"[+-]?[0-9]{1,20}", word):
        raise BadLine(f"got {shown(word)}, expected {what}")
    return int(word)
