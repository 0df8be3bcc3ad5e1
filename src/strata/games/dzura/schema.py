"""The reader of definitions: TOML, the keys of Z81 and Z82, and the refusals of Z83.

Item 1, types and bounds, is checked here; items 2 to 9 are checked in coherence.py.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

from strata.core.errors import InvalidDefinition, listed, shown
from strata.core.geometry import Step
from strata.games.dzura.definition import Definition, PieceKind
from strata.games.dzura.rules.constants import MOST_KINDS, MOST_RADIUS, MOST_VECTORS
from strata.games.dzura.toml_lines import Path, key_lines, line_nested_deeper, line_of

MOST_BYTES: Final = 65_536
# A valid definition nests at most four levels deep.
DEEPEST: Final = 20
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,39}")
_PIECE_NAME: Final = re.compile(r"[ -~]{1,24}")
_LETTER: Final = re.compile(r"\+?[A-Z]")
_TYPE_NAMES: Final = {bool: "a boolean", int: "an integer", str: "a string", list: "an array"}
_SYNTAX_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")

Reader = Callable[["Source", Path, Any], Any]


class Source:
    """The line of every key in a definition's text, for refusals."""

    def __init__(self, text: str) -> None:
        self.lines: Final = key_lines(text)

    def refuse(self, item: int, path: Path, message: str) -> NoReturn:
        key = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path)
        raise InvalidDefinition(
            f"{message} (Z83 item {item})", line_of(self.lines, path), key.removeprefix(".")
        )

    def expect(self, path: Path, got: object, expected: str) -> NoReturn:
        """Refuse a value under item 1."""
        self.refuse(1, path, f"got {_shown(got)}, expected {expected}")


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"an array of {len(value)}"
    text = str(value) if not isinstance(value, int) or abs(value) < 10**60 else "a huge integer"
    return text if len(text) <= 60 else f"{text[:60]}…"


def load_toml(text: str) -> dict[str, Any]:
    if line := line_nested_deeper(text, DEEPEST):
        raise InvalidDefinition(
            f"brackets or keys nested deeper than {DEEPEST} times (Z83 item 1)", line
        )
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _SYNTAX_PLACE.search(message)
        line = text.count("\n") + 1
        if place is not None:
            message = message[: place.start()]
            if place[1]:
                line, message = int(place[1]), f"column {place[2]}: {message}"
        raise InvalidDefinition(f"not TOML: {message} (Z83 item 1)", line) from None
    except ValueError as error:  # e.g. a number of thousands of digits
        raise InvalidDefinition(f"not TOML: {shown(str(error))} (Z83 item 1)", 1) from None


# Readers of values: they check type and bounds and return the value.


def _typed(kind: type, expected: str) -> Reader:
    """Return a reader of values of one type; booleans are not integers."""

    def read(source: Source, path: Path, value: Any) -> Any:
        if type(value) is not kind:
            source.expect(path, value, expected)
        return value

    return read


def _number(low: int, high: int) -> Reader:
    span = str(low) if low == high else f"{low} to {high}"

    def read(source: Source, path: Path, value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            source.expect(path, value, f"the integer {span}" if low == high else f"{span}")
        return int(value)

    return read


def _text(pattern: re.Pattern[str], expected: str) -> Reader:
    def read(source: Source, path: Path, value: Any) -> str:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            source.expect(path, value, expected)
        return str(value)

    return read


def _vectors(source: Source, path: Path, value: Any) -> tuple[Step, ...]:
    expected = f"an array of at most {MOST_VECTORS} vectors like [0, 1]"
    if type(value) is not list or len(value) > MOST_VECTORS:
        source.expect(path, value, expected)
    for number, vector in enumerate(value, 1):
        if (
            type(vector) is not list
            or len(vector) != 2
            or not all(type(part) is int for part in vector)
        ):
            source.expect(path, vector, f"two integers like [0, 1] as vector {number}")
    return tuple((q, r) for q, r in value)


_BOOLEAN: Final = _typed(bool, "true or false")
_STRING: Final = _typed(str, "a string")
# Z81 and Z82: the reader of each key and its default; None: the key is required.
_TOP: Final[dict[str, tuple[Reader, Any]]] = {
    "format": (_number(1, 1), None),
    "name": (
        _text(_NAME, "1 to 40 letters, digits, blanks, _ and -, first a letter or digit"),
        None,
    ),
    "radius": (_number(2, MOST_RADIUS), None),
    "capture": (_text(re.compile("common|court"), '"common" or "court"'), "common"),
    "rotation": (_BOOLEAN, False),
    "ordnance": (_number(0, 20), 0),
    "start": (_STRING, None),
    "hands": (_STRING, "-/-"),
    "piece": (_typed(list, f"an array of 1 to {MOST_KINDS} tables"), None),
}
_PIECE: Final[dict[str, tuple[Reader, Any]]] = {
    "letter": (_text(_LETTER, "A to Z, or + and A to Z"), None),
    "name": (_text(_PIECE_NAME, "1 to 24 printable ASCII characters"), None),
    "steps": (_vectors, ()),
    "strides": (_vectors, ()),
    "targets": (_vectors, ()),
    "target_moves": (_BOOLEAN, True),
    "mobility": (_number(0, 3), 0),
    "royal": (_BOOLEAN, False),
    "promotes_to": (_text(re.compile(r"(\+?[A-Z])?"), 'a declared letter, or ""'), ""),
    "column_rule": (_BOOLEAN, False),
}


def _read_keys(
    source: Source, path: Path, given: Mapping[str, Any], keys: dict[str, tuple[Reader, Any]]
) -> dict[str, Any]:
    for name in given:
        if name not in keys:
            source.refuse(
                1, (*path, name), f"unknown key {shown(name)}, expected one of {listed(keys)}"
            )
    found = {}
    for name, (read, default) in keys.items():
        if name in given:
            found[name] = read(source, (*path, name), given[name])
        elif default is None:
            source.refuse(1, (*path, name), "missing, expected to be given")
        else:
            found[name] = default
    return found


def read_schema(text: str) -> tuple[Definition, Source]:
    """Return the definition as written, checked by item 1 alone, and its source."""
    given = load_toml(text)
    source = Source(text)
    top = _read_keys(source, (), given, _TOP)
    tables = top.pop("piece")
    if not 1 <= len(tables) <= MOST_KINDS or not all(type(table) is dict for table in tables):
        source.expect(("piece",), tables, f"an array of 1 to {MOST_KINDS} tables")
    del top["format"]
    pieces = tuple(
        PieceKind(**_read_keys(source, ("piece", number), table, _PIECE))
        for number, table in enumerate(tables)
    )
    return Definition(**top, pieces=pieces), source
