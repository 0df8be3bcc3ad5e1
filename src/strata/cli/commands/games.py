"""`strata games`: the games, and how each is won."""

from __future__ import annotations

from typing import Any, Final

import strata
from strata.cli.arguments import AsJson
from strata.cli.console import open_console, say_note, write_json
from strata.core.game import Game
from strata.core.option import Option
from strata.core.teaching.guide import Guide
from strata.games import broken_games

# More values than this, if consecutive numbers, are shown as a range.
_FEW: Final = 6


def list_games(as_json: AsJson = False) -> None:
    """List the games with their goals and options."""
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
        "guide": _described_guide(game.guide),
        "options": game.options,
        "definitions": list(game.shipped_definitions()),
    }


def _described_guide(guide: Guide) -> dict[str, Any]:
    """Return everything in the guide except the short rulebook."""
    return {
        "goal": guide.goal,
        "special": guide.special,
        "difficulty": guide.difficulty,
        "length": guide.length,
        "credits": guide.credits,
    }


def _print_table(found: list[Game]) -> None:
    """Print a row for each game: title, length, goal and options."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Group
    from rich.table import Table

    table = Table("game", "goal and options", box=SIMPLE_HEAD, show_edge=False)
    table.columns[0].style = "bold"
    table.columns[0].no_wrap = True
    for game in found:
        head = " · ".join(filter(None, (game.title, _format_glance(game.guide))))
        choices = Table.grid(padding=(0, 2))
        for option in game.options:
            choices.add_row(_format_option(option), option.meaning)
        if names := ", ".join(game.shipped_definitions()):
            choices.add_row("--definition", f"a custom game: a file, or one of {names}")
        table.add_row(game.name, Group(head, game.guide.goal, choices, ""))
    open_console().print(table)


def _format_glance(guide: Guide) -> str:
    """Return `easy · 56 turns · 20 minutes`, or an empty string if nothing is known."""
    length = guide.length
    parts: list[str] = [guide.difficulty] if guide.difficulty else []
    parts += [f"{length.turns} turns", f"{length.minutes} minutes"] if length else []
    return " · ".join(parts)


def _format_option(option: Option) -> str:
    """Return `entry=free|first`, the default first; many numbers as `ordnance=0 (0–20)`."""
    numbers = [value for value in option.values if isinstance(value, int)]
    if len(numbers) > _FEW and numbers == [*range(numbers[0], numbers[0] + len(option.values))]:
        return f"{option.name}={option.default} ({numbers[0]}–{numbers[-1]})"
    others = (value for value in option.values if value != option.default)
    return f"{option.name}={'|'.join(map(str, (option.default, *others)))}"
