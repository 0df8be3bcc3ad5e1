"""`strata games`: what there is to play."""

from __future__ import annotations

from typing import Any, Final

import strata
from strata.cli.arguments import AsJson
from strata.cli.console import open_console, say_note, write_json
from strata.core.game import Game
from strata.core.option import Option
from strata.games import broken_games

# So many values are listed, whatever they are.
_FEW: Final = 6


def list_games(as_json: AsJson = False) -> None:
    """List the games and their options."""
    found = []
    for name in strata.games():
        try:
            found.append(strata.game(name))
        except (strata.StrataError, ImportError) as error:
            say_note(f"game {name} is broken: {error}")
    for problem in broken_games():
        say_note(problem)
    if as_json:
        write_json([_described(game) for game in found])
    else:
        _print_table(found)


def _described(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "options": game.options,
    }


def _print_table(found: list[Game]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table("game", "title", "summary", "options", box=SIMPLE_HEAD, show_edge=False)
    table.columns[0].style = "bold"
    table.columns[0].no_wrap = True
    table.columns[3].no_wrap = True
    for game in found:
        options = "\n".join(map(_format_option, game.options))
        table.add_row(game.name, game.title, game.summary, options)
    open_console().print(table)


def _format_option(option: Option) -> str:
    """`entry=free|first`, the default first; many numbers in a row as `ordnance=0 (0–20)`."""
    numbers = [value for value in option.values if isinstance(value, int)]
    if len(numbers) > _FEW and numbers == [*range(numbers[0], numbers[0] + len(option.values))]:
        return f"{option.name}={option.default} ({numbers[0]}–{numbers[-1]})"
    others = (value for value in option.values if value != option.default)
    return f"{option.name}={'|'.join(map(str, (option.default, *others)))}"
