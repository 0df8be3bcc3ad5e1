"""The output for a person at the terminal: the board, the next steps, the lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from strata.cli.playing.terminal_game import TerminalGame
from strata.cli.playing.walk import Walk, choices, step_names
from strata.core.drawing.svg import describe_layer
from strata.core.explaining.reach import describe_reach
from strata.core.explaining.telling import capitalised, read, read_all
from strata.core.explaining.why_not import Explanation
from strata.core.gesture import ChoiceHelp, GestureTree, Token
from strata.core.outcome import Seat
from strata.core.position import Position, View
from strata.core.preset import Preset
from strata.core.rules import Rules

if TYPE_CHECKING:
    from rich.console import Console

    from strata.search.advice import Advice


def print_board(console: Console, game: TerminalGame) -> None:
    """Print the board as the person may see it, with the last action marked."""
    from strata.core.drawing.terminal import draw_terminal

    view = game.view
    console.print()
    scene = view.scene() if view.hidden else game.record.scene()
    if game.is_laid_out and (arranging := game.arranging) is not None:
        scene = arranging.scene()
    console.print(draw_terminal(scene, view.rules.symbols, reader=game.reader), soft_wrap=True)
    if game.outcome is None and not game.is_laid_out:
        seat, count = game.record.position.seat, len(game.record.position.actions())
        console.print(f"{seat} to act, {count} action{'s' if count > 1 else ''}", style="bold")


def print_cell(console: Console, view: View, cell: str, reader: Seat | None) -> None:
    """Print what stands on `cell`, from the top down, and its reach. Raises UnknownCell."""
    reach = view.reach(cell)
    stack = view.scene().stacks.get(cell, ())
    if not stack:
        console.print(f"{cell} is empty.")
        return
    told = set()
    for layer in reversed(stack):
        words = describe_layer(layer, view.rules.symbols, reader)
        text = view.rules.cards[layer.symbol].text
        console.print(f"{capitalised(words)}." + ("" if text in told else f" {text}"))
        told.add(text)
    if reach:
        console.print(f"From {cell} {describe_reach(reach)}", style="bold")


def print_explanation(console: Console, found: Explanation, reader: Seat | None) -> None:
    """Print why something is impossible: each rule with its number, or the piece's reach."""
    rules = [f" ({restriction.rule})" for restriction in found.restrictions]
    rules += [""] * (len(found.sentences) - len(rules))
    for sentence, rule in zip(found.sentences, rules, strict=True):
        console.print(f"{sentence.read(reader)}{rule}", soft_wrap=True, highlight=False)
    if found.reach:
        console.print(capitalised(describe_reach(found.reach)), style="bold", soft_wrap=True)


def print_advice(console: Console, advice: Advice, reader: Seat | None) -> None:
    """Print the summary of the advice, what each of its actions does, and the reason."""
    console.print(advice.summary.read(reader), style="bold", soft_wrap=True)
    for advised in advice.actions:
        console.print(f"  {advised.action}: {read_all(advised.telling, reader)}", soft_wrap=True)
    if advice.reason is not None:
        console.print(f"  {advice.reason.read(reader)}", soft_wrap=True)


def print_steps(
    console: Console, walk: Walk, position: Position, reader: Seat | None = None
) -> None:
    """Print the possible next steps in `position` by kind; choices with help, cost and warnings."""
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
    if cells or items:
        console.print(grid)
    _print_choices(console, node, names, position, reader)


def _print_choices(
    console: Console,
    node: GestureTree,
    names: Mapping[str, list[Token]],
    position: Position,
    reader: Seat | None,
) -> None:
    """Print the labelled choices; help that they all share is printed once."""
    from rich.table import Table as Grid
    from rich.text import Text

    offered = choices(node)
    helps = [_help(position.rules.explain_choice(choice)) for choice in offered]
    is_shared = len(helps) > 1 and len(set(helps)) == 1
    if is_shared:
        console.print(helps[0], style="dim", soft_wrap=True)
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column()
    for number, (choice, said) in enumerate(zip(offered, helps, strict=True), 1):
        numbered = names[str(number)] == [choice]
        more = Text("" if is_shared else said, style="dim")
        for warning in _warnings(choice, node.children[choice], position, reader):
            more.append(f"{' ' if more else ''}{warning}", style="not dim bold red")
        grid.add_row(str(number) if numbered else "", str(choice), more)
    if offered:
        console.print(grid)


def _help(said: ChoiceHelp) -> str:
    return f"{said.help} Cost: {said.cost}." if said.cost else said.help


def _warnings(
    choice: Token, node: GestureTree, position: Position, reader: Seat | None
) -> Iterator[str]:
    """Yield what the acting seat loses by a choice, whatever is chosen after it."""
    lost = {position.warning(action) for action in node.actions()}
    for words in (position.rules.explain_choice(choice).warning, *lost):
        if words and (words not in lost or len(lost) == 1):
            yield f"Warning: {read(words, reader)}"


def _item_name(item: Token, names: Mapping[str, list[Token]]) -> str:
    return str(item) if len(names[str(item)]) == 1 else f"{item} ({item.id})"


def print_words(console: Console, words: Iterable[str]) -> None:
    """Print words in columns, downwards."""
    from rich.columns import Columns

    console.print(Columns(words, padding=(0, 2), equal=True, column_first=True))


def print_actions(console: Console, position: Position) -> None:
    """Print all legal actions, and their number or how the game ended."""
    actions = position.actions()
    print_words(console, actions)
    outcome = position.outcome()
    count = f"{len(actions)} action{'s' if len(actions) != 1 else ''}, {position.seat} to act"
    console.print(str(outcome) if outcome else count, style="bold")


def print_presets(console: Console, presets: Iterable[Preset]) -> None:
    """Print each preset with its idea and its number of actions."""
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, 2))
    for preset in presets:
        grid.add_row(f"  {preset.name}", f"{preset.meaning} ({len(preset.actions)} actions)")
    console.print(grid)


def print_legend(console: Console, rules: Rules[Any]) -> None:
    """Print the letters on the board with the names and descriptions of their symbols."""
    from rich.table import Table as Grid
    from rich.text import Text

    rows: dict[tuple[str, str], list[str]] = {}
    for key, symbol in rules.symbols.items():
        letters = rows.setdefault((symbol.name, rules.cards[key].text), [])
        letters += (glyph for glyph in symbol.glyphs if glyph.strip() and glyph not in letters)
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for (name, text), letters in rows.items():
        if letters:
            grid.add_row(Text("  " + " ".join(letters)), name, text)
    console.print(grid)


def print_help(console: Console, commands: Mapping[str, str]) -> None:
    from rich.table import Table as Grid

    console.print(
        "Type an action, or enter it step by step: a cell, a piece, a choice or its number. "
        "One line can hold several steps. Tab completes."
    )
    grid = Grid.grid(padding=(0, 2))
    for name, meaning in commands.items():
        grid.add_row(f"  {name}", meaning)
    console.print(grid)
    console.print("If a step has the same name as a command, begin the command with a colon: :help")
