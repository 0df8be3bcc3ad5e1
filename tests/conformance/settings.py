"""Every registered game with its default options and with each option changed alone."""

from __future__ import annotations

from dataclasses import dataclass

import strata
from strata.core.option import Value


@dataclass(frozen=True)
class Setting:
    """A game and the options that are not at their default."""

    name: str
    options: tuple[tuple[str, Value], ...] = ()

    def game(self) -> strata.Game:
        return strata.game(self.name, **dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.name, *(f"{name}={value}" for name, value in self.options)])


def settings_of(name: str) -> list[Setting]:
    """A game that cannot even be made gets one setting, so that its own tests fail."""
    default = Setting(name)
    try:
        options = default.game().options
    except Exception:
        return [default]
    return [default] + [
        Setting(name, ((option.name, value),))
        for option in options
        for value in option.values
        if value != option.default
    ]


GAME_NAMES = strata.games()
SETTINGS = [setting for name in GAME_NAMES for setting in settings_of(name)]


def fewer(count: int) -> int:
    """`count`, or as much less as plain Python is slower."""
    return count if strata.compiled() else max(1, count // 50)
