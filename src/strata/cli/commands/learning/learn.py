"""`strata learn`: the lessons of a game, and a lesson at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from strata.cli.arguments import GameName, known_name
from strata.cli.console import CommandError, open_console
from strata.core.game import Game
from strata.games import rules_class

if TYPE_CHECKING:
    from rich.console import Console

    from strata.cli.playing.lesson_progress import LessonProgress
    from strata.core.teaching.lesson import Lesson


def learn_game(
    name: GameName,
    lesson: Annotated[
        str,
        typer.Argument(
            metavar="LESSON",
            help="A lesson's name or number (default: list them).",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Learn a game by doing: list its lessons, or start one."""
    from strata.cli.playing.lesson_progress import LessonProgress
    from strata.cli.playing.lesson_session import LessonSession

    game = Game(rules_class(known_name(name))())
    if not game.lessons:
        raise CommandError(f"{game.name} has no lessons; read 'strata rules {game.name}'")
    chosen = _find(game, lesson) if lesson else None
    progress = LessonProgress()
    if chosen is None:
        _list(open_console(), game, progress)
        return
    while chosen is not None:
        session = LessonSession(game, chosen, progress, open_console())
        code = session.run()
        if code:
            raise typer.Exit(code)
        chosen = session.following


def _find(game: Game, wanted: str) -> Lesson:
    """Return the lesson with that name or number. Raises UnknownLesson."""
    if wanted.isdecimal() and 1 <= int(wanted) <= len(game.lessons):
        return game.lessons[int(wanted) - 1]
    return game.lesson(wanted)


def _list(console: Console, game: Game, progress: LessonProgress) -> None:
    from rich.table import Table as Grid

    console.print(f"{game.title}: {game.guide.goal}", soft_wrap=True)
    grid = Grid.grid(padding=(0, 2))
    finished = [progress.has_finished(game.name, lesson.name) for lesson in game.lessons]
    group = ""
    for number, (lesson, is_done) in enumerate(zip(game.lessons, finished, strict=True), 1):
        if lesson.group != group:
            group = lesson.group
            grid.add_row("", "", group, style="bold")
        grid.add_row(f"{number:3}", lesson.name, lesson.title, "done" if is_done else "")
    console.print(grid)
    console.print(f"{sum(finished)} of {len(finished)} done", style="bold")
    following = next(
        (lesson for lesson, is_done in zip(game.lessons, finished, strict=True) if not is_done),
        None,
    )
    if following is not None:
        console.print(f"continue with: strata learn {game.name} {following.name}", soft_wrap=True)
