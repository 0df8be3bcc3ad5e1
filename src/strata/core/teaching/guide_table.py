"""`GuideTable`: a table of a guide's TOML file, which checks the values that are read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from strata.core.errors import InvalidGuide, StrataError, shown
from strata.core.option import Value
from strata.core.teaching.guide import LONGEST_TEXT, read_options

if TYPE_CHECKING:
    from strata.core.rules import Rules


class GuideTable:
    def __init__(self, path: Path, where: str, table: object, keys: Iterable[str]) -> None:
        self.path: Final = path
        self.where: Final = where
        if not isinstance(table, dict):
            raise InvalidGuide(path, where, shown(repr(table)), "a table")
        self.table: Final[dict[str, Any]] = table
        for key in table:
            if key not in keys:
                raise self.refuse(key, "an unknown key", f"one of {', '.join(keys)}")

    def refuse(self, key: str, given: str, expected: str) -> InvalidGuide:
        return InvalidGuide(self.path, f"{self.where}.{key}", given, expected)

    def refuse_value(self, key: str, expected: str) -> InvalidGuide:
        given = shown(repr(self.table[key])) if key in self.table else "nothing"
        return self.refuse(key, given, expected)

    def text(self, key: str, most: int = LONGEST_TEXT, *, needed: bool = True) -> str:
        value = self.table.get(key, "")
        if not isinstance(value, str) or (needed and not value.strip()):
            raise self.refuse_value(key, "a text")
        if len(value) > most or not value.isprintable():
            raise self.refuse_value(key, f"one line of at most {most} characters")
        return value

    def entries(self, key: str) -> dict[str, Any]:
        value = self.table.get(key, {})
        if not isinstance(value, dict):
            raise self.refuse_value(key, "a table")
        return value

    def texts(self, key: str) -> list[str]:
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.refuse_value(key, "a list of texts")
        return value

    def options(self, game: type[Rules[Any]]) -> dict[str, Value]:
        """Return the options of `game` at the key `options`, which may be missing."""
        if "options" not in self.table:
            return {}
        text = self.text("options")
        try:
            return read_options(game, text)
        except StrataError as error:
            expected = "NAME=VALUE of the game's options"
            raise self.refuse("options", str(error), expected) from None
