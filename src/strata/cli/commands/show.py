"""`strata show`: a position, drawn in the terminal or as SVG."""

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
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE if it exists.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a position: the board, who acts, how it ended."""
    shown = read_position(open_game(name, options, definition), position)
    if svg == STANDARD_INPUT:
        if as_json:
            raise CommandError("--json and --svg - both want stdout: give the SVG a file")
        sys.stdout.write(shown.svg())
        return
    if svg is not None:
        _write_svg(shown, Path(svg), force)
    if as_json:
        write_json(_described(shown))
    elif svg is not None:
        open_console().print(f"drawn into {svg}", soft_wrap=True)
    else:
        _print_position(shown)


def _write_svg(position: Position, file: Path, force: bool) -> None:
    drawing = position.svg()
    try:
        with file.open("w" if force else "x", encoding="utf-8") as target:
            target.write(drawing)
    except FileExistsError:
        raise CommandError(f"{file} exists already; --force overwrites it") from None


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
