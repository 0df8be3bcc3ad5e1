"""What `tomllib` does not report: the line of each key, and the depth of nesting.

Keys and table headers are found line by line, skipping the insides of strings and brackets. A key
that is not found in this way, as in an inline table, gets the line of its table. Check the depth
before calling `tomllib`, which takes minutes for thousands of dots in a key.
"""

from __future__ import annotations

import re
from typing import Final

# A key path: `radius`, or `piece 2 letter` for the third table of an array.
Path = tuple[str | int, ...]

_KEY: Final = re.compile(r"""[ \t]*("[^"\n]*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*[=.]""")
_HEADER: Final = re.compile(r"""[ \t]*(\[\[?)[ \t]*("[^"\n]*"|'[^'\n]*'|[A-Za-z0-9_-]+)""")
# Signs that begin a string or comment, open or close brackets, separate dotted keys, or end them.
_SIGN: Final = re.compile(r"\"{3}|'{3}|[\"'#\[\]{}\n]")
_NESTING_SIGN: Final = re.compile(r"\"{3}|'{3}|[\"'#\[\]{}\n.=,]")
_ENDS: Final = {
    '"""': re.compile(r'(?:\\.|[^\\])*?"{3,5}', re.DOTALL),
    "'''": re.compile(r".*?'{3,5}", re.DOTALL),
    '"': re.compile(r'(?:\\.|[^"\\\n])*"'),
    "'": re.compile(r"[^'\n]*'"),
}


def key_lines(text: str) -> dict[Path, int]:
    """Return the line, counted from 1, of each key of a text that `tomllib` accepts."""
    lines: dict[Path, int] = {}
    counts: dict[str, int] = {}
    table: Path = ()
    place = 0
    number = 1
    while place < len(text):
        if header := _HEADER.match(text, place):
            name = header[2].strip("\"'")
            table = (name,)
            if header[1] == "[[":
                table = (name, counts.get(name, 0))
                counts[name] = counts.get(name, 0) + 1
            lines.setdefault((name,), number)
            lines.setdefault(table, number)
        elif key := _KEY.match(text, place):
            lines.setdefault((*table, key[1].strip("\"'")), number)
        end = _statement_end(text, place)
        number += text.count("\n", place, end)
        place = end
    return lines


def _statement_end(text: str, place: int) -> int:
    """Return where the next statement begins: after a line break outside strings and brackets."""
    depth = 0
    while sign := _SIGN.search(text, place):
        place = _passed(text, sign)
        if sign[0] == "\n":
            if depth <= 0:
                return place
        elif sign[0] in "[]{}":
            depth += 1 if sign[0] in "[{" else -1
    return len(text)


def _passed(text: str, sign: re.Match[str]) -> int:
    """Return the place after a sign, or after the string or comment that the sign begins."""
    if sign[0] in _ENDS:
        closed = _ENDS[sign[0]].match(text, sign.end())
        return closed.end() if closed else len(text)
    if sign[0] == "#":
        end = text.find("\n", sign.end())
        return len(text) if end < 0 else end
    return sign.end()


def line_nested_deeper(text: str, most: int) -> int:
    """Return the first line with more than `most` open brackets or dots in a key; 0 if none."""
    depth = dots = place = 0
    while sign := _NESTING_SIGN.search(text, place):
        place = _passed(text, sign)
        if sign[0] in "[{":
            depth += 1
        elif sign[0] in "]}":
            depth -= 1
        dots = dots + 1 if sign[0] == "." else dots if sign[0] in "\"'" else 0
        if max(depth, dots) > most:
            return text.count("\n", 0, sign.start()) + 1
    return 0


def line_of(lines: dict[Path, int], path: Path) -> int:
    """Return the line of a key, or of the nearest table around it."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return 1
