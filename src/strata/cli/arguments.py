"""The arguments that commands share, and their conversion to games, positions and records."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

import strata
from strata.cli.console import CommandError
from strata.core.errors import InvalidDefinition, InvalidOption, InvalidRecord, shown
from strata.core.game import Game
from strata.core.option import parse_settings
from strata.core.position import Position
from strata.core.record import Record
from strata.games import add_games, load_rules, rules_class

STANDARD_INPUT: Final = "-"
_LONGEST_FILE: Final = 16 * 1024 * 1024
_UNIT_MS: Final = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000}
_LONGEST_MS: Final = 24 * _UNIT_MS["h"]
_TIME: Final = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s|m|h)")


def _names_beginning(incomplete: str) -> list[str]:
    return [name for name in strata.games() if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game's name (see 'strata games') or the path of a game file.",
        autocompletion=_names_beginning,
        show_default=False,
    ),
]
PositionWords = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="POSITION",
        help="A position string; '-' reads it from stdin (default: the start).",
        show_default=False,
    ),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="Set an option of the game; repeatable.",
        show_default=False,
    ),
]
DefinitionFile = Annotated[
    str | None,
    typer.Option(
        "--definition",
        metavar="FILE",
        help="A custom game: a definition file, or the name of a bundled definition.",
        show_default=False,
    ),
]
ThinkingTime = Annotated[
    str | None,
    typer.Option(
        metavar="TIME",
        help="Time per action, with its unit: 2s, 200ms (default: each player's own).",
        show_default=False,
    ),
]


def _add_all(paths: list[Path] | None) -> list[Path] | None:
    for path in paths or ():
        add_games(path)
    return paths


DataDir = Annotated[
    Path | None, typer.Option(help="Data folder (default: the user's data folder).")
]
ExtraGames = Annotated[
    list[Path] | None,
    typer.Option(
        "--games",
        metavar="PATH",
        help="Add your own games from a file or a folder; repeatable.",
        callback=_add_all,
        show_default=False,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def parse_options(options: list[str] | None) -> dict[str, str]:
    """Parse `-o entry=first -o tiles=16` into a mapping; the game checks the values.

    Raises InvalidOption.
    """
    given = options or []
    for option in given:
        if len(option.split()) != 1:
            raise InvalidOption(f"option {shown(option)}: expected NAME=VALUE")
    settings = parse_settings(" ".join(given))
    if "definition" in settings:
        raise InvalidOption("'definition' is not an option of the game: give --definition FILE")
    return settings


def known_name(name: str) -> str:
    """Return the name of the requested game; the file `./lasca.py` is loaded as `lasca`."""
    if "/" in name or os.sep in name or name.endswith(".py"):
        return load_rules(name).name
    if os.path.isfile(f"{name}.py") and name not in strata.games():  # noqa: PTH113  # never raises
        with contextlib.suppress(strata.UnknownGame):
            rules_class(name)  # a broken game says what is wrong with it
        raise CommandError(
            f"no game {shown(name)}; to use the game in the file {name}.py, give ./{name}.py"
        )
    return name


def open_game(name: str, options: list[str] | None, definition: str | None = None) -> Game:
    settings = parse_options(options)
    try:
        return strata.game(known_name(name), definition=definition, **settings)
    except InvalidDefinition as error:
        raise CommandError(f"{definition}: {error}" if error.line else str(error)) from None


def read_position(game: Game, words: list[str] | None) -> Position:
    """Return the requested position; its fields may be one argument or several."""
    if not words:
        return game.start()
    text = " ".join(words)
    if text == STANDARD_INPUT:
        text = sys.stdin.read(game.rules.longest_position + 2).removesuffix("\n").removesuffix("\r")
    return game.position(text)


def parse_time(text: str | None, flag: str = "--time") -> int | None:
    """Return the milliseconds of `--time` or another flag, from 1 ms to a day.

    Raises CommandError.
    """
    if text is None:
        return None
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise CommandError(f"{flag} {shown(text)}: expected a number and its unit: 2s, 200ms or 1m")
    milliseconds = round(float(found[1]) * _UNIT_MS[found[2]])
    if not 1 <= milliseconds <= _LONGEST_MS:
        raise CommandError(f"{flag} {text}: expected 1ms to 24h")
    return milliseconds


def read_record(file: str) -> Record:
    """Return the record in `file`, of any game; errors name the file."""
    try:
        return strata.load(read_text(file))
    except InvalidRecord as error:
        raise CommandError(f"{file}: {error}") from None


def expect_game(
    record: Record, file: str, name: str, options: list[str] | None, definition: str | None
) -> None:
    """Raise CommandError if the record has another game, definition or options than given.

    `name` is the game's own name: see `known_name`.
    """
    played = record.rules
    if name and name != played.name:
        raise CommandError(f"{file} is a game of {played.name}, not of {shown(name)}")
    given = parse_options(options)
    if definition is None:
        wanted = type(played)(played.definition, **given).settings
    else:
        defined = open_game(played.name, options, definition)
        if defined.definition != played.definition:
            raise CommandError(f"{file} was played with another definition than {definition}")
        wanted = defined.settings
    for option in given:
        if option in wanted and wanted[option] != played.settings[option]:
            raise CommandError(
                f"{file} was played with {option}={played.settings[option]}, "
                f"not with {option}={wanted[option]}"
            )


def read_text(file: str) -> str:
    """Return the text of a file, or of stdin for `-`.

    Raises CommandError for a file that is too long or not UTF-8.
    """
    if file == STANDARD_INPUT:
        text = sys.stdin.read(_LONGEST_FILE + 1)
        if len(text) > _LONGEST_FILE:
            raise CommandError(f"stdin: longer than {_LONGEST_FILE} characters, that is no record")
        return text
    with Path(file).open("rb") as source:
        data = source.read(_LONGEST_FILE + 1)
    if len(data) > _LONGEST_FILE:
        raise CommandError(f"{file}: not a record: longer than {_LONGEST_FILE} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CommandError(f"{file}: not a record: line {line} is not UTF-8 text") from None
