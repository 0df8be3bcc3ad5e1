"""What `tomllib` does not tell of a TOML text: where each key stands, and how deep it nests.

Lines are found by following keys and the headers of tables line by line, passing over the insides
of strings and brackets. A key that is not found so, as in an inline table, is looked for where its
table is. The depth is to be asked first: `tomllib` takes minutes for thousands of dots in a key.
"""

from __future__ import annotations

import re
from typing import Final

# A key path: `radius`, or `piece 2 letter` for the third table of an array.
Path = tuple[str | int, ...]

_KEY: Final = re.compile(r"""[ \t]*("[^"\n]*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*[=.]""")
_HEADER: Final = re.compile(r"""[ \t]*(\[\[?)[ \t]*("[^"\n]*"|'[^'\n]*'|[A-Za-z0-9_-]+)""")
# What begins a string, a comment, or opens and closes brackets; dots of a key and what ends them.
_SIGN: Final = re.compile(r"\"{3}|'{3}|[\"'#\[\]{}\n]")
_NESTING_SIGN: Final = re.compile(r"\"{3}|'{3}|[\"'#\[\]{}\n.=,]")
_ENDS: Final = {
    '"""': re.compile(r'(?:\\.|[^\\])*?"{3,5}', re.DOTALL),
    "'''": re.compile(r".*?'{3,5}", re.DOTALL),
    '"': re.compile(r'(?:\\.|[^"\\\n])*"'),
    "'": re.compile(r"[^'\n]*'"),
}


def key_lines(text: str) -> dict[Path, int]:
    """The lines, counted from 1, of the keys of a text that `tomllib` accepts."""
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
    """Where the next statement begins: after a line break outside of strings and brackets."""
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
    """Where the text goes on after a sign: behind the string or comment that it begins."""
    if sign[0] in _ENDS:
        closed = _ENDS[sign[0]].match(text, sign.end())
        return closed.end() if closed else len(text)
    if sign[0] == "#":
        end = text.find("\n", sign.end())
        return len(text) if end < 0 else end
    return sign.end()


def line_nested_deeper(text: str, most: int) -> int:
    """The first line with more than `most` brackets open, or dots in a key; 0 if there is none."""
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
    """The line of a key, or of the nearest table around it."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return 1
