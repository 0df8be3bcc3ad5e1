"""`strata playouts`: random games by the thousand, and what they show about a game."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Annotated, Final

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
from strata.cli.console import open_console, say_note, write_json
from strata.core.game import Game
from strata.core.playouts import Playouts
from strata.core.position import Position

# A call to the rules takes about this long; between calls the progress bar moves and Ctrl-C works.
_BATCH_SECONDS: Final = 0.2
# No random game of this package is longer; a game that never ends stops here.
_LIMIT: Final = 20_000
# The number of games that `game.playouts` gives to a worker at once.
_SHARE: Final = 32


@dataclass
class Run:
    """The requested random games, and those played so far."""

    game: Game
    start: Position
    games: int
    seed: int
    workers: int
    limit: int
    parts: list[Playouts] = field(default_factory=list)
    done: int = 0
    seconds: float = 0.0

    def play_batch(self, size: int) -> float:
        """Play the next `size` games; return how many seconds it took."""
        began = time.perf_counter()
        part = self.game.playouts(
            size,
            self.seed,
            start=self.start,
            first=self.done,
            limit=self.limit,
            workers=self.workers,
        )
        taken = time.perf_counter() - began
        self.parts.append(part)
        self.done += size
        self.seconds += taken
        return taken

    def result(self) -> Playouts:
        return _joined(self.parts)


def _joined(parts: Iterable[Playouts]) -> Playouts:
    parts = list(parts)
    return Playouts(
        lengths=tuple(chain.from_iterable(part.lengths for part in parts)),
        turns=tuple(chain.from_iterable(part.turns for part in parts)),
        results=tuple(chain.from_iterable(part.results for part in parts)),
        choices=sum(part.choices for part in parts),
        widest=max((part.widest for part in parts), default=0),
    )


def run_playouts(
    name: GameName,
    position: PositionWords = None,
    options: GameOptions = None,
    definition: DefinitionFile = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, max=(1 << 31) - 1, help="Number of games.")
    ] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    workers: Annotated[int, typer.Option(help="Number of threads.")] = 1,
    limit: Annotated[
        int, typer.Option(metavar="ACTIONS", help="Stop a game after this many actions.")
    ] = _LIMIT,
    as_json: AsJson = False,
) -> None:
    """Play random games and report how they end."""
    from strata.cli.commands.playouts_report import described, print_tables

    game = open_game(name, options, definition)
    run = Run(game, read_position(game, position), games, seed, workers, limit)
    run.play_batch(0)  # rejects a bad seed, limit or number of workers
    interrupted = False
    try:
        _play(run)
    except KeyboardInterrupt:
        interrupted = True
        say_note(f"interrupted after {run.done} of {run.games} games")
    result = run.result()
    if unfinished := result.results.count(None):
        say_note(f"{unfinished} of {result.games} games unfinished after {limit} actions (--limit)")
    if as_json:
        write_json(described(game, run.start, seed, result, run.seconds, interrupted))
    else:
        print_tables(open_console(), result, run.seconds)
    if interrupted:
        raise typer.Exit(130)


def _play(run: Run) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    bar = open_console(stderr=True)
    columns = ("playing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    smallest = 1 if run.workers == 1 else _SHARE * run.workers
    size = smallest
    with Progress(*columns, console=bar, transient=True, disable=not bar.is_terminal) as progress:
        task = progress.add_task("playing", total=run.games)
        while run.done < run.games:
            taken = run.play_batch(min(size, run.games - run.done))
            progress.update(task, completed=run.done)
            if taken < _BATCH_SECONDS / 2:
                size *= 2
            elif taken > 2 * _BATCH_SECONDS:
                size = max(smallest, size // 2)
