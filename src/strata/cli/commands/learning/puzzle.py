"""`strata puzzle`: solve a puzzle of a game at the terminal."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Final

import typer

from strata.cli.arguments import GameName, known_name
from strata.cli.console import CommandError, open_console
from strata.core.errors import listed, shown
from strata.core.game import Game
from strata.games import rules_class

if TYPE_CHECKING:
    from strata.cli.playing.puzzle_progress import SolverState
    from strata.core.teaching.puzzle import Puzzle

_NEAR: Final = 150  # points of rating


def solve_puzzle(
    name: GameName,
    id: Annotated[  # noqa: A002
        str,
        typer.Argument(
            metavar="ID", help="A puzzle's id (default: one near your rating).", show_default=False
        ),
    ] = "",
    theme: Annotated[
        str | None, typer.Option(help="Only puzzles with this theme.", show_default=False)
    ] = None,
    rating: Annotated[
        int | None,
        typer.Option(help="Only puzzles rated close to this, 850 to 2200.", show_default=False),
    ] = None,
    daily: Annotated[
        bool, typer.Option("--daily", help="Solve the puzzle of the day (UTC).")
    ] = False,
) -> None:
    """Solve a puzzle: find the only good turn."""
    from strata.cli.playing.puzzle_progress import PuzzleProgress
    from strata.cli.playing.puzzle_session import PuzzleSession
    from strata.play.puzzle_choice import daily_puzzle

    game = Game(rules_class(known_name(name))())
    if bool(id) + daily + (theme is not None or rating is not None) > 1:
        raise CommandError(
            "ID and --daily cannot be combined with each other, with --theme or with --rating"
        )
    if not game.puzzles:
        finding = f"strata puzzles {shlex.quote(name)} --out FILE"
        raise CommandError(f"{game.name} has no puzzles; '{finding}' finds some")
    progress = PuzzleProgress()
    if id:
        puzzle = game.puzzle(id)
    elif daily:
        puzzle = daily_puzzle(game.puzzles, datetime.now(UTC).date())
    else:
        puzzle = _choose(game, progress.state(game.name), theme, rating)
    raise typer.Exit(PuzzleSession(game, puzzle, progress, open_console()).run())


def _choose(game: Game, state: SolverState, theme: str | None, rating: int | None) -> Puzzle:
    """Return the puzzle nearest to the solver's rating: an untried one, else an unsolved one.

    If all are solved, a solved one is returned.
    """
    from strata.play.puzzle_choice import nearest_puzzle, puzzle_rating

    themes = sorted({known for puzzle in game.puzzles for known in puzzle.themes})
    if theme is not None and theme not in themes:
        raise CommandError(f"no theme {shown(theme)}; {game.name} has {listed(themes, 20)}")
    wanted = [
        puzzle
        for puzzle in game.puzzles
        if (theme is None or theme in puzzle.themes)
        and (rating is None or abs(puzzle_rating(puzzle).rating - rating) <= _NEAR)
    ]
    solved = {puzzle_id for puzzle_id, was_solved in state.results.items() if was_solved}
    found = nearest_puzzle(wanted, state.rating.rating, state.results, solved)
    if found is None:
        raise CommandError(_say_none(game, theme, rating))
    return found


def _say_none(game: Game, theme: str | None, rating: int | None) -> str:
    """Return the message that no puzzle matches, and what there is."""
    from strata.play.puzzle_choice import puzzle_rating

    if not game.puzzles:
        return f"{game.name} has no puzzles"
    ratings = [round(puzzle_rating(puzzle).rating) for puzzle in game.puzzles]
    kind = f" with the theme {theme}" if theme is not None else ""
    near = f" rated close to {rating}" if rating is not None else ""
    return (
        f"{game.name} has no puzzle{kind}{near}; "
        f"its {len(ratings)} are rated {min(ratings)} to {max(ratings)}"
    )
