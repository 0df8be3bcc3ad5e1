"""The options of the engine: what `setoption` sets, and how the handshake lists them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from strata.adapters.words import BadLine
from strata.core.errors import listed, shown
from strata.search.players import LEVELS, PLAYERS

OFF: Final = "off"
_NUMBER: Final = re.compile(r"[0-9]{1,20}")
_NUMBERS: Final = {
    "Seed": (0, 0, (1 << 63) - 1),
    "Lines": (1, 1, 50),
    "Workers": (1, 1, 64),
}
_CHOICES: Final = {
    "Level": (OFF, (OFF, *(str(number + 1) for number in range(len(LEVELS))))),
    "Method": (PLAYERS[0], PLAYERS),
}
NAMES: Final = (*_CHOICES, *_NUMBERS)


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """The options of a session. `level` sets the strength; if it is off, `method` is the search."""

    level: str = OFF
    method: str = PLAYERS[0]
    seed: int = 0
    lines: int = 1
    workers: int = 1

    def with_option(self, name: str, value: str) -> EngineOptions:
        if name in _CHOICES:
            _, values = _CHOICES[name]
            if value not in values:
                raise BadLine(f"{name}: got {shown(value)}, expected one of {listed(values)}")
            return replace(self, **{name.lower(): value})  # type: ignore[arg-type]
        if name not in _NUMBERS:
            raise BadLine(f"no option {shown(name)}: expected one of {listed(NAMES)}")
        _, least, most = _NUMBERS[name]
        if not _NUMBER.fullmatch(value) or not least <= int(value) <= most:
            raise BadLine(f"{name}: got {shown(value)}, expected {least} to {most}")
        return replace(self, **{name.lower(): int(value)})  # type: ignore[arg-type]

    @property
    def player(self) -> str:
        """The name of the player to ask for actions."""
        return self.method if self.level == OFF else self.level


def option_lines() -> Iterator[str]:
    for name, (default, values) in _CHOICES.items():
        choices = " ".join(f"var {value}" for value in values)
        yield f"option name {name} type combo default {default} {choices}"
    for name, (usual, least, most) in _NUMBERS.items():
        yield f"option name {name} type spin default {usual} min {least} max {most}"
