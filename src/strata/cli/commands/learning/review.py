"""`strata review`: every turn of a recorded game judged, and the accuracy of both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from strata.cli.arguments import AsJson, parse_time, read_record
from strata.cli.console import CommandError, open_console, say_note, write_json
from strata.core.explaining.telling import read_all
from strata.core.game import Game
from strata.core.option import format_settings
from strata.core.outcome import SEATS, Seat
from strata.core.record import Record

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from strata.search.review import Effort, Review, ReviewedTurn, ToldAction
    from strata.search.reviewer import Reviewer

_STYLES = {"?!": "yellow", "?": "dark_orange", "??": "bold red"}


def review_game(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A record file; '-' reads stdin.", show_default=False),
    ],
    level: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10,
            help="Search each turn as deeply as this level does (default: 9).",
            show_default=False,
        ),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Search each turn for this long instead, with its unit: 2s, 200ms.",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT", help="List only the turns of 'first' or 'second'.", show_default=False
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the search's random choices.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Judge every turn of a recorded game: mistakes, better turns, accuracy."""
    from strata.search.reviewer import Reviewer

    chosen = _seat(seat)
    time_ms = parse_time(time)
    if level is not None and time_ms is not None:
        raise CommandError("--level and --time cannot be combined")
    record = read_record(file)
    reviewer = Reviewer(record, _effort(record, level, time_ms), seed=seed)
    if not reviewer.total:
        raise CommandError(f"{file}: nothing to review: no turn was completed")
    review, interrupted = _run(reviewer)
    if interrupted:
        say_note(f"interrupted after {len(review.turns)} of {review.total} turns")
    if review.hurried:
        say_note(
            f"{review.hurried} searches took too long and were ended early: "
            "another run may judge differently"
        )
    if as_json:
        write_json(review)
    else:
        _print(open_console(), record, review, chosen)
    if interrupted:
        raise typer.Exit(130)


def _seat(text: str | None) -> Seat | None:
    for seat in SEATS:
        if text == seat:
            return seat
    if text is not None:
        raise CommandError(f"--seat {text!a}: expected first or second")
    return None


def _effort(record: Record, level: int | None, time_ms: int | None) -> Effort:
    from strata.search.review import LEVEL, Effort, level_effort

    if time_ms is not None:
        return Effort(time_ms=time_ms)
    return level_effort(Game(record.rules), level or LEVEL)


def _run(reviewer: Reviewer) -> tuple[Review, bool]:
    """Return the review, and whether Ctrl-C ended it."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from strata.search.background import BackgroundSearch

    bar = open_console(stderr=True)
    columns = ("reviewing turns", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=bar, transient=True, disable=not bar.is_terminal)
    task = progress.add_task("reviewing", total=reviewer.total)

    def tell(turn: ReviewedTurn, total: int) -> None:
        progress.update(task, completed=turn.number)

    search = BackgroundSearch(lambda: reviewer.run(tell), reviewer.stop)
    try:
        with progress, search:
            search.wait()
    except KeyboardInterrupt:
        reviewer.stop()
        return (reviewer.run() if search.is_running else search.result()), True
    return search.result(), False


def _print(console: Console, record: Record, review: Review, seat: Seat | None) -> None:
    settings = format_settings(record.rules.settings)
    console.print(f"{record.rules.title}  {settings}".rstrip(), style="bold")
    for name, value in record.tags.items():
        console.print(f"{name}: {value}", soft_wrap=True)
    console.print()
    console.print(_turn_table(review, seat))
    console.print()
    for turn in review.turns:
        if turn.mark and seat in (None, turn.seat):
            _explain(console, turn)
    console.print(_side_table(review))
    if unclear := sum(turn.verdict == "unclear" for turn in review.turns):
        console.print(
            f"{unclear} of {review.total} turns were not judged: too few random games tell their "
            "value. A longer --time helps, an evaluation of the game more."
        )
    if review.turning_points:
        numbers = ", ".join(map(str, review.turning_points))
        console.print(f"turning points: turn {numbers}")
    ended = review.outcome or "unfinished"
    console.print(f"{ended}, {len(review.turns)} turns", style="bold")


def _turn_table(review: Review, seat: Seat | None) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, show_edge=False)
    table.add_column("turn", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("played")
    table.add_column("", no_wrap=True)
    table.add_column("chance", no_wrap=True)
    table.add_column("best")
    for turn in review.turns:
        if seat in (None, turn.seat):
            table.add_row(
                str(turn.number),
                turn.seat,
                " ".join(turn.actions),
                turn.mark,
                _chance(turn),
                _notation(turn.best) if turn.mark else "",
                style=_STYLES.get(turn.mark),
            )
    return table


def _chance(turn: ReviewedTurn) -> str:
    """Return the mover's chance before and after the turn: `52 % → 38 %`."""
    if turn.before is None or turn.after is None:
        return turn.verdict
    if turn.verdict != "judged":
        return f"{100 * turn.after:3.0f} % {turn.verdict}"
    before, after = round(100 * turn.before), round(100 * turn.after)
    return f"{after:3} %" if before == after else f"{before:3} % → {after} %"


def _notation(line: tuple[ToldAction, ...]) -> str:
    return " ".join(told.action for told in line)


def _explain(console: Console, turn: ReviewedTurn) -> None:
    """Print what is better than a turn with a mark, and what the turn allows."""
    played = " ".join(turn.actions)
    console.print(f"{turn.number}. {turn.seat} {played} {turn.mark}", style=_STYLES[turn.mark])
    console.print(f"Better was {_notation(turn.best)}: {_told(turn.best)}", soft_wrap=True)
    if turn.line:
        console.print(f"Then {_notation(turn.line)}.", soft_wrap=True)
    if turn.reply:
        console.print(
            f"The turn played allows {_notation(turn.reply)}: {_told(turn.reply)}", soft_wrap=True
        )
    console.print()


def _told(line: tuple[ToldAction, ...]) -> str:
    return " ".join(read_all(told.telling) for told in line)


def _side_table(review: Review) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, show_edge=False)
    table.add_column("")
    for title in ("accuracy", "judged", "inaccuracies", "mistakes", "blunders"):
        table.add_column(title, justify="right")
    for seat in SEATS:
        side = review.side(seat)
        table.add_row(
            seat,
            "" if side.accuracy is None else f"{side.accuracy:.0f} %",
            str(side.judged),
            str(side.inaccuracies),
            str(side.mistakes),
            str(side.blunders),
        )
    return table
