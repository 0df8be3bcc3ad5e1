"""Options of a game, chosen for a table before it starts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from strata.core.errors import InvalidOption, UnknownOption, listed, shown

Value = str | int
_FEW: Final = 3


class Option(msgspec.Struct, frozen=True):
    """One option. Values are accepted in their natural type or as text.

    An option may take more than its listed `values`: any text that the regular expression `pattern`
    matches as a whole. `others` describes these in words.
    """

    name: str
    values: tuple[Value, ...]
    default: Value
    meaning: str
    others: str = ""
    pattern: str = ""

    def parse(self, given: object) -> Value:
        for value in self.values:
            if given == value and type(given) is type(value):
                return value
            if isinstance(given, str) and given == str(value):
                return value
        kind = type(self.default)
        if self.pattern and type(given) in (str, kind) and re.fullmatch(self.pattern, str(given)):
            return kind(given)  # type: ignore[call-overload]
        raise InvalidOption(
            f"option {self.name}: got {shown(str(given))}, expected {self._expected()}"
            f"{'; or ' if self.others else ''}{self.others}",
            self.name,
        )

    def _expected(self) -> str:
        values = self.values
        if len(values) == 1:
            return str(values[0])
        numbers = [value for value in values if type(value) is int]
        if len(numbers) == len(values) > _FEW and numbers == [*range(numbers[0], numbers[-1] + 1)]:
            return f"{numbers[0]} to {numbers[-1]}"
        return f"one of {listed(map(str, values))}"


_NONE: Final[Mapping[str, Value]] = {}


def settle(
    options: Sequence[Option],
    given: Mapping[str, object],
    game: str,
    former: Mapping[str, Value] = _NONE,
) -> dict[str, Value]:
    """Return the value of every option of `game`, from the given values and the defaults.

    Options of `former` are accepted with the value they have there, and left out. Raises
    UnknownOption or InvalidOption.
    """
    names = [option.name for option in options]
    for name in given:
        if name in former:
            Option(name, (former[name],), former[name], "").parse(given[name])
        elif name not in names:
            expected = f"expected one of {listed(names)}" if names else "it has no options"
            raise UnknownOption(f"{game} has no option {shown(name)}: {expected}", name)
    return {
        option.name: option.parse(given[option.name]) if option.name in given else option.default
        for option in options
    }


def parse_settings(text: str) -> dict[str, str]:
    """Parse options such as `entry=first tiles=16`; the game checks the values.

    Raises InvalidOption for any other form.
    """
    settings: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise InvalidOption(f"option {shown(word)}: expected NAME=VALUE")
        if name in settings:
            raise InvalidOption(f"option {shown(name)} is given twice")
        settings[name] = value
    return settings


def format_settings(settings: Mapping[str, Value]) -> str:
    return " ".join(f"{name}={value}" for name, value in settings.items())
