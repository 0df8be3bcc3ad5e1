"""`strata puzzles`: a search for puzzles in games of computer players, or a check of a file."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Final

import typer

from strata.cli.arguments import GameName, GameOptions, open_game
from strata.cli.console import CommandError, open_console, say_note
from strata.cli.playing.saving import replace_text
from strata.core.game import Game
from strata.core.teaching.puzzle import Puzzle, format_puzzles, read_puzzles

if TYPE_CHECKING:
    from rich.progress import Progress

    from strata.search.puzzles.finder import PuzzleEffort

_LISTEN_SECONDS: Final = 0.2


def find_puzzles(
    name: GameName,
    options: GameOptions = None,
    games: Annotated[int, typer.Option(min=1, help="Number of games to search.")] = 100,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Add the puzzles to this file (JSON Lines).", show_default=False
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed finds the same puzzles.")] = 1,
    level: Annotated[
        int, typer.Option(min=1, max=9, help="Highest level of the computer players.")
    ] = 5,
    effort: Annotated[
        int, typer.Option(min=6, max=9, help="Each check searches as deeply as this level.")
    ] = 8,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Number of threads.")] = 1,
    check: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Check every puzzle in this file again instead.",
            show_default=False,
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="With --check: check only this many puzzles, chosen by --seed.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Find puzzles in games of computer players, or check a file of puzzles."""
    from strata.search.puzzles.finder import PuzzleEffort

    game = open_game(name, options)
    if check is not None:
        if out is not None:
            raise CommandError("--check and --out cannot be combined")
        raise typer.Exit(_check(game, check, sample, seed))
    if out is None:
        raise CommandError("no file given for the puzzles: expected --out FILE")
    if sample is not None:
        raise CommandError("--sample needs --check FILE")
    Hunt(game, out, seed, PuzzleEffort(level=level, deep=effort)).run(games, workers)


def _progress(what: str) -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    bar = open_console(stderr=True)
    columns = (what, BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    return Progress(*columns, console=bar, transient=True, disable=not bar.is_terminal)


class Hunt:
    """A search through games that writes each puzzle at once; a later one continues after it."""

    def __init__(self, game: Game, out: Path, seed: int, effort: PuzzleEffort) -> None:
        self.game = game
        self.out = out
        self.seed = seed
        self.effort = effort
        self.found = {puzzle.id: puzzle for puzzle in self._existing()}
        self.before = len(self.found)

    def _existing(self) -> tuple[Puzzle, ...]:
        return read_puzzles(self.out, type(self.game.rules)) if self.out.exists() else ()

    def run(self, games: int, workers: int) -> None:
        """Search the next `games` games. Raises typer.Exit(130) when interrupted."""
        from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

        from strata.search.puzzles.finder import PuzzleFinder

        done = [p.source.game for p in self.found.values() if p.source.seed == self.seed]
        first = 1 + max(done, default=-1)
        numbers = range(first, first + games)
        finders = [PuzzleFinder(self.game, self.effort, seed=self.seed) for _ in range(workers)]
        progress = _progress("searching games")
        task = progress.add_task("", total=games)

        def look(worker: int) -> None:
            for number in numbers[worker::workers]:
                if finders[worker].is_stopped:
                    return
                for puzzle in finders[worker].puzzles(number, self.found.keys()):
                    self._add(puzzle)
                progress.update(task, advance=1, description=f"{len(self.found)} puzzles")

        with ThreadPoolExecutor(workers) as pool:
            try:
                with progress:
                    looking = {pool.submit(look, worker) for worker in range(workers)}
                    while looking:
                        # A signal delivered to another thread is handled between two waits.
                        ended, looking = wait(looking, _LISTEN_SECONDS, FIRST_EXCEPTION)
                        for one in ended:
                            one.result()
            except BaseException as error:
                for finder in finders:
                    finder.stop()
                if not isinstance(error, KeyboardInterrupt):
                    raise
                say_note(f"interrupted; {self.out} has {len(self.found)} puzzles")
                raise typer.Exit(130) from None
        added = len(self.found) - self.before
        open_console().print(
            f"{added} puzzles added, {len(self.found)} in {self.out}", soft_wrap=True
        )

    def _add(self, puzzle: Puzzle) -> None:
        self.found[puzzle.id] = puzzle
        replace_text(self.out, format_puzzles(list(self.found.values())))


def _check(game: Game, file: Path, sample: int | None, seed: int) -> int:
    """Repeat the checks; return the exit code, 0 if all puzzles are right."""
    from strata.search.puzzles.finder import check_puzzle

    puzzles: list[Puzzle] = list(read_puzzles(file, type(game.rules)))
    if sample is not None:
        puzzles = Random(seed).sample(puzzles, min(sample, len(puzzles)))
    console = open_console()
    wrong = 0
    with _progress("checking") as progress:
        task = progress.add_task("", total=len(puzzles))
        for puzzle in puzzles:
            if problem := check_puzzle(game, puzzle):
                wrong += 1
                console.print(f"{puzzle.id}: {problem}")
            progress.update(task, advance=1)
    console.print(f"{len(puzzles) - wrong} of {len(puzzles)} puzzles are correct")
    return 2 if wrong else 0
