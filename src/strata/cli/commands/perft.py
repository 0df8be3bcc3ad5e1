"""`strata perft`: counts of sequences of legal actions, for comparing rules with rules."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from strata.cli.arguments import (
    AsJson,
    DefinitionFile,
    GameName,
    GameOptions,
    PositionWords,
    open_game,
    read_position,
)
from strata.cli.console import CommandError, open_console, say_note, write_json
from strata.core.errors import InvalidLimit, shown
from strata.core.option import format_settings
from strata.core.position import Position

if TYPE_CHECKING:
    from rich.progress import Progress

# Counted in one call, deaf to Ctrl-C: this depth, or one more in positions with few actions.
_BLOCK_DEPTH: Final = 2
_NARROW: Final = 300


def count_sequences(
    name: GameName,
    depth: Annotated[int, typer.Option("--depth", "-d", help="Depth in actions.", min=0, max=100)],
    position: PositionWords = None,
    options: GameOptions = None,
    definition: DefinitionFile = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Count each first action separately.")
    ] = False,
    entry: Annotated[
        str | None,
        typer.Option(
            "--entry",
            metavar="ID",
            help="Print the counts of depth 1 to --depth as an entry for a .perft file.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count all sequences of legal actions of a given length."""
    start = read_position(open_game(name, options, definition), position)
    lowest = 1 if divide or entry is not None else 0
    if depth < lowest:
        raise InvalidLimit(f"perft depth {depth}: expected {lowest} to 100")
    if entry is not None:
        if divide or as_json:
            raise CommandError("--entry cannot be combined with --divide or --json")
        _print_entry(entry, start, depth)
        return
    counts: dict[str, int] = {}
    prints = divide and not as_json
    progress = _progress(shown=not prints and depth > _BLOCK_DEPTH)
    began = time.perf_counter()
    try:
        for action, nodes in _counted(start, depth, progress):
            counts[action] = nodes
            if prints:
                print(f"{action}  {nodes}", flush=True)
    except KeyboardInterrupt:
        say_note(f"interrupted: {len(counts)} of {len(start.actions())} actions counted")
        raise typer.Exit(130) from None
    seconds = time.perf_counter() - began
    total = sum(counts.values()) if depth else 1
    if as_json:
        write_json(_described(start, depth, total, seconds, counts if divide else None))
    else:
        speed = f", {total / seconds:,.0f} a second" if seconds > 0.01 else ""
        open_console().print(f"depth {depth}: {total}{speed}", style="bold")


def _print_entry(entry: str, start: Position, depth: int) -> None:
    """Print an entry as in tests/data/perft/<game>.perft, each count as soon as it is known.

    The blank line at the end lets the next entry be appended to the same file.
    """
    if not entry.strip() or any(not letter.isprintable() for letter in entry):
        raise CommandError(f"--entry {shown(entry)}: expected a name on one line")
    print(f"id {entry}")
    if start.rules.settings:
        print(f"options {format_settings(start.rules.settings)}")
    print(f"position {start}", flush=True)
    try:
        for each in range(1, depth + 1):
            print(f"perft {each} {_count(start, each)}", flush=True)
    except KeyboardInterrupt:
        say_note(f"interrupted: counted to depth {each - 1} of {depth}")
        raise typer.Exit(130) from None
    finally:
        print(flush=True)


def _counted(start: Position, depth: int, progress: Progress) -> Iterator[tuple[str, int]]:
    """Yield the count of every action of `start`, as soon as it is known."""
    if depth == 0:
        return
    with progress:
        for action in progress.track(start.actions(), description="counting"):
            yield action, _count(start.play(action), depth - 1)


def _progress(*, shown: bool) -> Progress:
    from rich.progress import Progress

    bar = open_console(stderr=True)
    return Progress(console=bar, transient=True, disable=not shown or not bar.is_terminal)


def _count(position: Position, depth: int) -> int:
    narrow = depth == _BLOCK_DEPTH + 1 and len(position.actions()) <= _NARROW
    if depth <= _BLOCK_DEPTH or narrow:
        count: int = position.perft(depth)
        return count
    return sum(_count(position.play(action), depth - 1) for action in position.actions())


def _described(
    start: Position, depth: int, total: int, seconds: float, counts: dict[str, int] | None
) -> dict[str, Any]:
    return {
        "game": start.rules.name,
        "options": dict(start.rules.settings),
        "position": str(start),
        "depth": depth,
        "nodes": total,
        "seconds": round(seconds, 6),
        **({"divide": counts} if counts is not None else {}),
    }
