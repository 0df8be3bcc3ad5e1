"""What environments open: packages of the extras, and games."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType

import strata
from strata.core.errors import MissingExtra, UnknownOption, listed
from strata.core.game import Game


def require(package: str, what: str, extra: str) -> ModuleType:
    """Import and return a package; MissingExtra says what to install if it is missing."""
    try:
        return import_module(package)
    except ImportError as error:
        raise MissingExtra(what, error.name or package, extra) from None


def open_game(
    game: str | Game, definition: str | os.PathLike[str] | None, options: Mapping[str, object]
) -> Game:
    """Return a game by name with its options, or an opened game, which has its options already.

    Raises UnknownOption for options together with an opened game.
    """
    if isinstance(game, str):
        return strata.game(game, definition=definition, **options)
    if options or definition is not None:
        given = [*options, *(["definition"] if definition is not None else [])]
        raise UnknownOption(
            f"got {listed(given)} with an opened game, expected them in the call of strata.game"
        )
    return game
