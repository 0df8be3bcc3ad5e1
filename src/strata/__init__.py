"""Strata: a home for layered board games.

>>> import strata
>>> game = strata.game("daikuni")
>>> str(game.start())
'8/8/8/8/8/8/8/8 f'

This module is the door: `games()`, `game()`, `load()` and the errors. What they return is described
in docs/architecture.md.
"""

from __future__ import annotations

import os as _os
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any
from typing import overload as _overload

from strata import source_only as _source_only

_source_only.install()

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
from strata.core.position import Action, Position, View  # noqa: E402
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
    """The names of the games."""
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
    """The game called `name` with the given options; the others have their defaults.

    A `Path` is the file, or the folder, that defines the game; its code is run. A string is always
    a name, so that what comes from elsewhere never runs anything.
    `definition` makes a game of one's own of one that can be defined: a file, the name of a
    definition that comes with the game, or the text itself.
    """
    _source_only.warn_once()
    kind = _rules_class(name) if isinstance(name, str) else _load_rules(name)
    text = None if definition is None else _definition_text(kind, definition)
    return Game(kind(text, **options))


def _definition_text(kind: type[Rules[_Any]], definition: object) -> str:
    """What `definition` stands for; nothing is read for a game that takes none, it says so."""
    if not kind.definable:
        return ""
    shipped = kind.shipped_definitions()
    if isinstance(definition, str) and definition in shipped:
        return shipped[definition]
    from strata.core.definition import read_definition

    return read_definition(definition, kind.longest_definition)


def load(text: str, *, most_actions: int | None = None) -> Record:
    """Reads an exported record of any game; the record says which, and with which options.

    A record of more than `most_actions` is refused before anything of it is played. Of one with
    variations it is the game: `load_study` reads the rest.
    """
    from strata.core.record_reader import load_record as _load_record

    _source_only.warn_once()
    return _load_record(text, _recorded_rules(text), most_actions)


def load_study(text: str, *, most_actions: int | None = None) -> Study:
    """Reads an exported study of any game: a record with variations, comments and marks.

    A record without them gives a study of its game. `most_actions` counts those of variations, too.
    """
    from strata.core.study.reader import load_study as _load

    _source_only.warn_once()
    return _load(text, _recorded_rules(text), most_actions)


def _recorded_rules(text: str) -> Rules[_Any]:
    """The rules of a record, with the options that it was played with."""
    from strata.core.record_source import read_header

    header = read_header(text)
    try:
        kind = _rules_class(header.game)
    except UnknownGame as error:
        hint = "if it is in a file, give that with --games or STRATA_GAMES, or to add_games"
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
    """`size` games that are stepped by one call, for learning programs; needs the extra `rl`.

    `game` may be a name, a game with options, or a position from which all games begin. What the
    other arguments mean is said of `Batch` in strata.core.learning.batch.
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
    """A game by name; where `game` is a parameter."""
    return game(name)


def compiled() -> bool:
    """Whether the rules run as compiled code."""
    return _source_only.is_compiled()
