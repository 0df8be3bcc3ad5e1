"""`strata rules`: the rulebook of a game, to be read."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Final

import typer

from strata.cli.arguments import GameName, known_name
from strata.cli.console import open_console
from strata.games.rulebooks import read_rulebook

_WIDEST: Final = 100


def show_rules(
    name: GameName,
    raw: Annotated[bool, typer.Option("--raw", help="Print the Markdown file as it is.")] = False,
) -> None:
    """Read the rulebook of a game."""
    text = read_rulebook(known_name(name))
    if raw:
        sys.stdout.write(text)
        return
    from rich.markdown import Markdown

    console = open_console()
    console.width = min(console.width, _WIDEST)
    page = Markdown(text, hyperlinks=False)
    if not console.is_terminal:
        console.print(page)
        return
    os.environ.setdefault("LESS", "-R")  # else `less` shows colours as letters
    with console.pager(styles=True):
        console.print(page)
