"""`strata analyse`: the best lines from a position, live while the search deepens."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from strata.cli.arguments import (
    AsJson,
    DefinitionFile,
    GameName,
    GameOptions,
    PositionWords,
    expect_game,
    known_name,
    open_game,
    parse_time,
    read_position,
    read_record,
)
from strata.cli.console import CommandError, open_console, say_note, write_json
from strata.core.game import Game
from strata.core.record import Record

if TYPE_CHECKING:
    from rich.table import Table

    from strata.search.report import Limits, Report, Score
    from strata.search.searcher import Searcher

_USUAL_MS: Final = 5000
_REFRESH_SECONDS: Final = 0.1
_LONGEST_LINE: Final = 12
_MOST_LINES: Final = 50


def analyse_position(
    name: GameName = "",
    position: PositionWords = None,
    options: GameOptions = None,
    definition: DefinitionFile = None,
    time: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Time to search, with its unit: 2s, 200ms (default: 5s without other limits).",
            show_default=False,
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(help="Stop at this depth, in actions.", show_default=False)
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Stop after this many positions.", show_default=False)
    ] = None,
    lines: Annotated[
        int, typer.Option(min=1, max=_MOST_LINES, help="Number of best lines to show.")
    ] = 3,
    method: Annotated[
        str, typer.Option(help="Search method; 'engine' is the best one for the game.")
    ] = "engine",
    workers: Annotated[int, typer.Option(min=1, max=64, help="Number of search threads.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed of the search's random choices.")] = 0,
    record_file: Annotated[
        str | None,
        typer.Option(
            "--record",
            metavar="FILE",
            help="Analyse a position of this record.",
            show_default=False,
        ),
    ] = None,
    at: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Analyse the position after N actions (default: the last position).",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Search a position and show the best lines with scores and depth."""
    from strata.search.players import make_searcher
    from strata.search.report import Limits

    time_ms = parse_time(time)
    if time_ms is None and depth is None and nodes is None:
        time_ms = _USUAL_MS
    limits = Limits(time_ms, nodes, depth)
    if record_file is not None:
        if position:
            raise CommandError("give a POSITION or --record FILE, not both")
        record = _recorded(record_file, at, name, options, definition)
    else:
        record = _from_position(name, position, options, definition, at)
    searcher = make_searcher(Game(record.rules), method, seed=seed, workers=workers)
    report, interrupted = _search(searcher, record, limits, lines, live=not as_json)
    if interrupted:
        say_note(f"interrupted after {report.elapsed_ms / 1000:.1f} s")
    if as_json:
        write_json(_described(record, method, report, interrupted))
    else:
        open_console().print(_table(report))
        if not report.score.is_clear:
            open_console().print(report.words)
    if interrupted:
        raise typer.Exit(130)


def _from_position(
    name: str,
    position: list[str] | None,
    options: list[str] | None,
    definition: str | None,
    at: int | None,
) -> Record:
    if not name:
        raise CommandError("no game given: expected GAME (see 'strata games') or --record FILE")
    if at is not None:
        raise CommandError("--at needs --record FILE")
    game = open_game(name, options, definition)
    return game.record(read_position(game, position))


def _recorded(
    file: str, at: int | None, name: str, options: list[str] | None, definition: str | None
) -> Record:
    """Return the recorded game up to action `at`, with its history."""
    if name:
        name = known_name(name)
    whole = read_record(file)
    expect_game(whole, file, name, options, definition)
    if at is None:
        return whole
    if not 0 <= at <= len(whole.played):
        raise CommandError(
            f"--at {at}: expected 0 to {len(whole.played)}, the number of actions in {file}"
        )
    return Game(whole.rules).record(whole.start).play_all(whole.played[:at])


def _search(
    searcher: Searcher, record: Record, limits: Limits, lines: int, *, live: bool
) -> tuple[Report, bool]:
    """Search, redrawing the table as it changes; return the report and whether Ctrl-C ended it."""
    from rich.live import Live

    from strata.search.background import BackgroundSearch

    told: list[Report] = []
    console = open_console()
    interrupted = False
    search = BackgroundSearch(
        lambda: searcher.think(record, limits, tell=told.append, lines=lines), searcher.stop
    )
    shows = live and console.is_terminal and not console.is_dumb_terminal
    picture = Live(console=console, auto_refresh=False, transient=True) if shows else None
    with picture or nullcontext(), search:
        try:
            while not search.wait(_REFRESH_SECONDS):
                if told and picture is not None:
                    picture.update(_table(told[-1].by_score(record.position.seat)), refresh=True)
                del told[:-1]
        except KeyboardInterrupt:
            interrupted = True
    return search.result().by_score(record.position.seat), interrupted


def _table(report: Report) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, show_edge=False, caption=_caption(report), caption_style="dim")
    table.caption_justify = "left"
    table.add_column("", justify="right")
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("first wins", justify="right", no_wrap=True)
    table.add_column("line")
    for rank, line in enumerate(report.lines, 1):
        more = " …" if len(line.actions) > _LONGEST_LINE else ""
        table.add_row(
            str(rank),
            str(line.score),
            chance_words(line.score),
            " ".join(line.actions[:_LONGEST_LINE]) + more,
        )
    return table


def chance_words(score: Score) -> str:
    """Return `64 %`; `64 ± 4 %` after random games; nothing if it is not clear.

    Only a proof is 0 or 100 %.
    """
    if score.told is None:
        return ""
    doubt = f" ± {100 * score.doubt:.0f}" if score.doubt else ""
    percent = round(100 * score.told)
    if score.wins_in is None and percent in (0, 100):
        return "> 99 %" if percent else "< 1 %"
    return f"{percent}{doubt} %"


def _caption(report: Report) -> str:
    return (
        f"depth {report.depth}, {report.nodes:,} positions in {report.elapsed_ms / 1000:.1f} s, "
        f"{report.nodes_per_second:,} a second"
    )


def _described(record: Record, method: str, report: Report, interrupted: bool) -> dict[str, Any]:
    return {
        "game": record.rules.name,
        "options": dict(record.rules.settings),
        "position": str(record.position),
        "seat": record.seat,
        "method": method,
        "depth": report.depth,
        "nodes": report.nodes,
        "nodes_per_second": report.nodes_per_second,
        "milliseconds": report.elapsed_ms,
        "interrupted": interrupted,
        "lines": [
            {
                "actions": list(line.actions),
                "points": line.score.points if line.score.is_clear else None,
                "wins_in": line.score.wins_in,
                "expected": line.score.told,
                "doubt": line.score.doubt,
            }
            for line in report.lines
        ],
    }
