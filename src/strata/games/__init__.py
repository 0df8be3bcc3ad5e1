"""The games, one folder each. A folder with an `__init__.py` that defines `GAME` is registered."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any

from strata.core.errors import UnknownGame, listed, shown
from strata.core.rules import Rules


def game_names() -> tuple[str, ...]:
    """The names of all registered games, sorted."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg))


def rules_class(name: str) -> type[Rules[Any]]:
    """The rules of the game called `name`."""
    if name not in game_names():
        raise UnknownGame(f"no game {shown(str(name))}; there are {listed(game_names())}")
    found: type[Rules[Any]] = import_module(f"{__name__}.{name}").GAME
    return found
