"""Strata: a home for layered board games.

>>> import strata
>>> game = strata.game("daikuni")
>>> str(game.start())
'8/8/8/8/8/8/8/8 f'

This module is the entry point: it has `games()`, `game()`, `load()`, the classes of what they
return, and the errors. docs/architecture.md describes how they fit together.
"""

from __future__ import annotations

import os as _os
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any
from typing import overload as _overload

from strata import source_only as _source_only

_source_only.install()

from strata.core.action import Action  # noqa: E402
from strata.core.errors import (  # noqa: E402
    BoundTooLow,
    BrokenGame,
    GameError,
    IllegalAction,
    InvalidDefinition,
    InvalidGuide,
    InvalidLimit,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    NotCompiled,
    NothingToExplain,
    NothingToUndo,
    StrataError,
    UncompiledWarning,
    UnknownGame,
    UnknownOption,
    UnknownToken,
)
from strata.core.explaining.reach import Reach  # noqa: E402
from strata.core.explaining.restriction import Restriction  # noqa: E402
from strata.core.explaining.telling import Sentence  # noqa: E402
from strata.core.explaining.why_not import Explanation  # noqa: E402
from strata.core.game import Game  # noqa: E402
from strata.core.option import Option  # noqa: E402
from strata.core.outcome import Outcome, Seat  # noqa: E402
from strata.core.position import Position, View  # noqa: E402
from strata.core.preset import Preset  # noqa: E402
from strata.core.record import Record  # noqa: E402
from strata.core.record_view import RecordView  # noqa: E402
from strata.core.rules import Rules  # noqa: E402
from strata.core.study.annotations import Annotations, InvalidAnnotation, Shape  # noqa: E402
from strata.core.study.study import InvalidChange, Node, Study, UnknownNode  # noqa: E402
from strata.core.teaching.cards import Card  # noqa: E402
from strata.core.teaching.guide import Guide  # noqa: E402
from strata.core.teaching.lesson import Lesson, UnknownLesson  # noqa: E402
from strata.games import add_games  # noqa: E402
from strata.games import game_names as _game_names  # noqa: E402
from strata.games import load_rules as _load_rules  # noqa: E402
from strata.games import rules_class as _rules_class  # noqa: E402

if _TYPE_CHECKING:
    from strata.core.learning.batch import Batch
    from strata.core.learning.batch import OnIllegal as _OnIllegal
    from strata.core.learning.encoding import ActionSpace as _ActionSpace

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Annotations",
    "BoundTooLow",
    "BrokenGame",
    "Card",
    "Explanation",
    "Game",
    "GameError",
    "Guide",
    "IllegalAction",
    "InvalidAnnotation",
    "InvalidChange",
    "InvalidDefinition",
    "InvalidGuide",
    "InvalidLimit",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "Lesson",
    "Node",
    "NotCompiled",
    "NothingToExplain",
    "NothingToUndo",
    "Option",
    "Outcome",
    "Position",
    "Preset",
    "Reach",
    "Record",
    "RecordView",
    "Restriction",
    "Rules",
    "Seat",
    "Sentence",
    "Shape",
    "StrataError",
    "Study",
    "UncompiledWarning",
    "UnknownGame",
    "UnknownLesson",
    "UnknownNode",
    "UnknownOption",
    "UnknownToken",
    "View",
    "add_games",
    "batch",
    "compiled",
    "game",
    "games",
    "load",
    "load_study",
]


def games() -> tuple[str, ...]:
    """Return the names of all games that can be loaded, sorted."""
    return _game_names()


@_overload
def game(
    name: str | _os.PathLike[str],
    /,
    *,
    definition: str | _os.PathLike[str] | None,
    **options: object,
) -> Game: ...


@_overload
def game(name: str | _os.PathLike[str], /, **options: object) -> Game: ...


def game(name: str | _os.PathLike[str], /, *, definition: object = None, **options: object) -> Game:
    """Return the game called `name` with the given options; other options take their defaults.

    A string is always a name, so untrusted text never runs code. A `Path` names the file or folder
    that defines a game; its code is run.

    `definition` makes a custom game, if the game can be defined: it is a file, the name of a
    definition that comes with the game, or the text itself.

    Raises UnknownGame, BrokenGame, UnknownOption, InvalidOption or InvalidDefinition.
    """
    _source_only.warn_once()
    kind = _rules_class(name) if isinstance(name, str) else _load_rules(name)
    text = None if definition is None else _definition_text(kind, definition)
    return Game(kind(text, **options))


def _definition_text(kind: type[Rules[_Any]], definition: object) -> str:
    """Return the text that `definition` stands for.

    Nothing is read for a game that takes no definition: the game refuses it.
    """
    if not kind.definable:
        return ""
    shipped = kind.shipped_definitions()
    if isinstance(definition, str) and definition in shipped:
        return shipped[definition]
    from strata.core.definition import read_definition

    return read_definition(definition, kind.longest_definition)


def load(text: str, *, most_actions: int | None = None) -> Record:
    """Read an exported record of any game; the record names its game and options.

    Of a record with variations only the game is read; `load_study` reads the rest. Raises
    InvalidRecord, also for a record of more than `most_actions`, before any of them is played.
    """
    from strata.core.record_reader import load_record as _load_record

    _source_only.warn_once()
    return _load_record(text, _recorded_rules(text), most_actions)


def load_study(text: str, *, most_actions: int | None = None) -> Study:
    """Read an exported study of any game: a record with variations, comments and marks.

    A record without variations gives a study of its game alone. `most_actions` limits all actions,
    those of variations included. Raises InvalidRecord.
    """
    from strata.core.study.reader import load_study as _load

    _source_only.warn_once()
    return _load(text, _recorded_rules(text), most_actions)


def _recorded_rules(text: str) -> Rules[_Any]:
    """Return the rules of a record, with the options it was played with."""
    from strata.core.record_source import read_header

    header = read_header(text)
    try:
        kind = _rules_class(header.game)
    except UnknownGame as error:
        hint = "if the game is in a file, add it with --games, STRATA_GAMES or add_games"
        raise InvalidRecord(f"{error}; {hint}", header.game_line) from None
    except StrataError as error:
        raise InvalidRecord(str(error), header.game_line) from None
    return header.open_rules(kind)


def batch(
    game: Game | Position | str,
    size: int,
    /,
    *,
    actions: _ActionSpace = "tokens",
    threads: int = 1,
    seed: int = 0,
    limit: int | None = None,
    autoreset: bool = True,
    illegal: _OnIllegal = "raise",
) -> Batch:
    """Return `size` games that one call steps together, for learning programs.

    `game` is a name, a game with options, or the position from which all games begin. `Batch` in
    strata.core.learning.batch describes the other arguments. Needs the extra `rl`.
    """
    from strata.core.learning.batch import Batch

    chosen = _open_game(game) if isinstance(game, str) else game
    return Batch(
        chosen.start() if isinstance(chosen, Game) else chosen,
        size,
        actions=actions,
        threads=threads,
        seed=seed,
        limit=limit,
        autoreset=autoreset,
        illegal=illegal,
    )


def _open_game(name: str) -> Game:
    """Return a game by name, for functions with a parameter `game`."""
    return game(name)


def compiled() -> bool:
    """Return whether the rules run as compiled code."""
    return _source_only.is_compiled()
