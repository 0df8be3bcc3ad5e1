"""What environments are opened with: packages of the extras, and games."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType

import strata
from strata.core.errors import MissingExtra, UnknownOption, listed
from strata.core.game import Game


def require(package: str, what: str, extra: str) -> ModuleType:
    """The package, imported; MissingExtra says what to install where it is not there."""
    try:
        return import_module(package)
    except ImportError as error:
        raise MissingExtra(what, error.name or package, extra) from None


def open_game(
    game: str | Game, definition: str | os.PathLike[str] | None, options: Mapping[str, object]
) -> Game:
    """A game by name with its options, or one that was opened and has them already."""
    if isinstance(game, str):
        return strata.game(game, definition=definition, **options)
    if options or definition is not None:
        given = [*options, *(["definition"] if definition is not None else [])]
        raise UnknownOption(
            f"got {listed(given)} with a game that is open already, expected them in strata.game"
        )
    return game
