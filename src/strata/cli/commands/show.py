"""`strata show`: a position, drawn in the terminal, as SVG or as PNG."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from strata.cli.arguments import (
    STANDARD_INPUT,
    AsJson,
    DefinitionFile,
    GameName,
    GameOptions,
    PositionWords,
    open_game,
    read_position,
)
from strata.cli.console import CommandError, open_console, write_json
from strata.core.errors import InvalidPosition
from strata.core.position import Position


def show_position(
    name: GameName,
    position: PositionWords = None,
    options: GameOptions = None,
    definition: DefinitionFile = None,
    svg: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write an SVG drawing to FILE; '-' writes to stdout."),
    ] = None,
    png: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a PNG picture to FILE; '-' writes to stdout."),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option(
            metavar="PIXELS",
            help="Width of the PNG picture, 1 to 4096 (default: that of the drawing).",
            show_default=False,
        ),
    ] = None,
    dark: Annotated[
        bool, typer.Option("--dark", help="Draw SVG and PNG in the colours of a dark page.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE if it exists.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a position: the board, the seat to act, the outcome.

    If the text is not a valid position, list every problem in it.
    """
    if width is not None and png is None:
        raise CommandError("--width needs --png FILE")
    files = {"--svg": svg, "--png": png}
    to_stdout = [flag for flag, file in files.items() if file == STANDARD_INPUT]
    if len(to_stdout) + as_json > 1:
        wanting = " and ".join([*to_stdout, *["--json"] * as_json])
        raise CommandError(f"{wanting} cannot share stdout: write the drawing to a file")
    game = open_game(name, options, definition)
    try:
        shown = read_position(game, position)
    except InvalidPosition as error:
        if not as_json:
            raise
        write_json({"valid": False, "error": str(error), "problems": error.problems})
        raise typer.Exit(2) from None
    drawings = {
        "--svg": lambda: shown.svg(dark=dark).encode(),
        "--png": lambda: shown.png(width=width, dark=dark),
    }
    for flag, file in files.items():
        if file == STANDARD_INPUT:
            sys.stdout.buffer.write(drawings[flag]())
        elif file is not None:
            _write(drawings[flag](), Path(file), force)
    if as_json:
        write_json(_described(shown))
    elif not to_stdout:
        _report(shown, [file for file in files.values() if file is not None])


def _write(drawing: bytes, file: Path, force: bool) -> None:
    try:
        with file.open("wb" if force else "xb") as target:
            target.write(drawing)
    except FileExistsError:
        raise CommandError(f"{file} already exists; use --force to overwrite it") from None


def _report(position: Position, files: list[str]) -> None:
    """Print which files were drawn; without files, draw in the terminal."""
    if not files:
        _print_position(position)
    for file in files:
        open_console().print(f"{file}: drawing written", soft_wrap=True)


def _described(position: Position) -> dict[str, Any]:
    return {
        "game": position.rules.name,
        "options": dict(position.rules.settings),
        "position": str(position),
        "seat": position.seat,
        "outcome": position.outcome(),
        "actions": position.actions(),
        "scene": position.scene(),
    }


def _print_position(position: Position) -> None:
    console = open_console()
    console.print(position, soft_wrap=True)
    outcome = position.outcome()
    if outcome is not None:
        console.print(f"{outcome}", style="bold")
    else:
        console.print(f"{position.seat} to act, {len(position.actions())} actions", style="bold")
    console.print(str(position), style="dim", soft_wrap=True)
