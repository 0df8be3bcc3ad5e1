"""Every registered game with its default options, with each option changed alone, and as defined
by each definition that comes with it; and the games of examples/games, which are in files.
"""

from __future__ import annotations

from dataclasses import dataclass

import strata
from strata.core.option import Value
from tests.examples.known import examples_known
from tests.volume import FULL

_MANY = 8
"""No option is tried with more values than these."""


@dataclass(frozen=True)
class Setting:
    """A game and the options that are not at their default.

    `definition` is the name of one that comes with the game; empty: the game as it is.
    """

    name: str
    options: tuple[tuple[str, Value], ...] = ()
    definition: str = ""

    def game(self) -> strata.Game:
        return strata.game(self.name, definition=self.definition or None, **dict(self.options))

    def __str__(self) -> str:
        defined = [self.definition] if self.definition else []
        changed = [f"{name}={value}" for name, value in self.options]
        return "-".join([self.name, *defined, *changed])


def settings_of(name: str) -> list[Setting]:
    """A game that cannot even be made gets one setting, so that its own tests fail."""
    default = Setting(name)
    try:
        game = default.game()
    except Exception:
        return [default]
    changed = [
        Setting(name, ((option.name, value),))
        for option in game.options
        for value in _others(option)
    ]
    defined = [Setting(name, (), definition) for definition in game.shipped_definitions()]
    return [default, *changed, *(setting for setting in defined if setting.game().definition)]


def _others(option: strata.Option) -> list[Value]:
    """The values besides the default, or the ends; of many, one in the middle too."""
    others = [value for value in option.values if value != option.default]
    if len(others) <= _MANY:
        return others if FULL or len(others) < 2 else [others[0], others[-1]]
    middle = [others[len(others) // 2]] if FULL else []
    return [others[0], *middle, others[-1]]


OWN_NAMES = strata.games()
with examples_known():
    EXAMPLE_NAMES = tuple(name for name in strata.games() if name not in OWN_NAMES)
    GAME_NAMES = (*OWN_NAMES, *EXAMPLE_NAMES)
    SETTINGS = [setting for name in GAME_NAMES for setting in settings_of(name)]


def fewer(count: int) -> int:
    """`count`, or as much less as plain Python is slower."""
    return count if strata.compiled() else max(1, count // 50)
