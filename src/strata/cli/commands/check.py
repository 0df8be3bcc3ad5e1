"""`strata check`: whether a file defines a game, and if not, what is wrong and where."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, Final

import typer

import strata
from strata.cli.arguments import STANDARD_INPUT, AsJson
from strata.cli.console import CommandError, open_console, write_json
from strata.core.errors import InvalidDefinition, listed
from strata.core.game import Game
from strata.core.option import format_settings
from strata.games import rules_class

# Long enough for a text that is too long to be recognised as such.
_LONGEST: Final = 1 << 22


def check_definition(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A definition file; '-' reads stdin.")
    ],
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="The game that the definition is for.",
            show_default="the only one that takes definitions",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check the definition of a custom game."""
    name = game or _only_definable()
    source: str | Path = Path(file)
    if file == STANDARD_INPUT:
        source = sys.stdin.read(_LONGEST) + "\n"
    try:
        defined = strata.game(name, definition=source)
    except InvalidDefinition as error:
        if as_json:
            write_json({"valid": False, "error": str(error), "line": error.line, "key": error.key})
            raise typer.Exit(2) from None
        raise CommandError(f"{file}: {error}" if error.line else str(error)) from None
    if as_json:
        write_json(_described(defined))
    else:
        open_console().print(f"{file}: {_summary(defined)}", soft_wrap=True)


def _only_definable() -> str:
    names = [name for name in strata.games() if rules_class(name).definable]
    if len(names) != 1:
        raise CommandError(f"no game given: expected --game, one of {listed(names) or 'none'}")
    return names[0]


def _summary(game: Game) -> str:
    start = game.start()
    return (
        f"valid: {game.title}, a game of {game.name} with {format_settings(game.settings)}; "
        f"{len(start.scene().cells)} cells, {len(start.actions())} actions at the start"
    )


def _described(game: Game) -> dict[str, Any]:
    return {
        "valid": True,
        "game": game.name,
        "title": game.title,
        "options": dict(game.settings),
        "position": str(game.start()),
    }
