"""What a person at the terminal sees of a game: the board, the next steps, the lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from strata.cli.playing.terminal_game import TerminalGame
from strata.cli.playing.walk import Walk, choices, step_names
from strata.core.gesture import Token
from strata.core.position import Position
from strata.core.preset import Preset

if TYPE_CHECKING:
    from rich.console import Console


def print_board(console: Console, game: TerminalGame) -> None:
    """The board with the last action marked; what the person may not see is left out."""
    view = game.view
    console.print()
    console.print(view if view.hidden else game.record, soft_wrap=True)
    if game.outcome is None:
        seat, count = game.record.position.seat, len(game.record.position.actions())
        console.print(f"{seat} to act, {count} action{'s' if count > 1 else ''}", style="bold")


def print_steps(console: Console, walk: Walk) -> None:
    """What can come next, by kind."""
    from rich.table import Table as Grid

    node = walk.node
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    cells = [token.id for token in node.children if token.kind == "cell"]
    items = [token for token in node.children if token.kind == "item"]
    names = step_names(node)
    if cells:
        grid.add_row("cells", "  ".join(cells))
    if items:
        grid.add_row("pieces", "  ".join(_item_name(item, names) for item in items))
    for number, choice in enumerate(choices(node), 1):
        numbered = names[str(number)] == [choice]
        grid.add_row(str(number) if numbered else "", str(choice))
    console.print(grid)


def _item_name(item: Token, names: Mapping[str, list[Token]]) -> str:
    return str(item) if len(names[str(item)]) == 1 else f"{item} ({item.id})"


def print_words(console: Console, words: Iterable[str]) -> None:
    """Words in columns, downward."""
    from rich.columns import Columns

    console.print(Columns(words, padding=(0, 2), equal=True, column_first=True))


def print_actions(console: Console, position: Position) -> None:
    """All legal actions, and how many there are or how the game ended."""
    actions = position.actions()
    print_words(console, actions)
    outcome = position.outcome()
    count = f"{len(actions)} action{'s' if len(actions) != 1 else ''}, {position.seat} to act"
    console.print(str(outcome) if outcome else count, style="bold")


def print_presets(console: Console, presets: Iterable[Preset]) -> None:
    """Each preset with its idea and how many actions it plays."""
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, 2))
    for preset in presets:
        grid.add_row(f"  {preset.name}", f"{preset.meaning} ({len(preset.actions)} actions)")
    console.print(grid)


def print_help(console: Console, commands: Mapping[str, str]) -> None:
    from rich.table import Table as Grid

    console.print(
        "Type an action, or make it step by step as you would with a hand: a cell, a piece, a "
        "choice or its number; several steps may stand on one line. Tab completes."
    )
    grid = Grid.grid(padding=(0, 2))
    for name, meaning in commands.items():
        grid.add_row(f"  {name}", meaning)
    console.print(grid)
    console.print("A command may begin with a colon (:undo), should a step have the same name.")
