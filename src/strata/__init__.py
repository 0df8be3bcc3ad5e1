"""Strata: a home for layered board games.

>>> import strata
>>> game = strata.game("daikuni")
>>> str(game.start())
'8/8/8/8/8/8/8/8 f'

This module is the door: `games()`, `game()`, `load()` and the errors. What they return is described
in docs/architecture.md.
"""

from __future__ import annotations

from strata import source_only as _source_only

_source_only.install_if_asked()

from strata.core.contract import Action, Game, Position, View  # noqa: E402
from strata.core.errors import (  # noqa: E402
    IllegalAction,
    InvalidLimit,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    NothingToUndo,
    StrataError,
    UncompiledWarning,
    UnknownGame,
    UnknownOption,
)
from strata.core.option import Option  # noqa: E402
from strata.core.outcome import Outcome, Seat  # noqa: E402
from strata.core.record import Record  # noqa: E402
from strata.games import game_class as _game_class  # noqa: E402
from strata.games import game_names as _game_names  # noqa: E402

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Game",
    "IllegalAction",
    "InvalidLimit",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "NothingToUndo",
    "Option",
    "Outcome",
    "Position",
    "Record",
    "Seat",
    "StrataError",
    "UncompiledWarning",
    "UnknownGame",
    "UnknownOption",
    "View",
    "compiled",
    "game",
    "games",
    "load",
]


def games() -> tuple[str, ...]:
    """The names of the games."""
    return _game_names()


def game(name: str, /, **options: object) -> Game:
    """The game called `name` with the given options; the others have their defaults."""
    _source_only.warn_once()
    return _game_class(name)(**options)


def load(text: str) -> Record:
    """Reads an exported record of any game; the record says which, and with which options."""
    from strata.core.record_text import read_header

    header = read_header(text)
    try:
        found = game(header.game, **header.settings)
    except StrataError as error:
        raise InvalidRecord(str(error), header.game_line) from None
    return found.load(text)


def compiled() -> bool:
    """Whether the rules run as compiled code."""
    return _source_only.is_compiled()
