"""The results of `strata match` and `strata tournament`: tables, and JSON."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from strata.cli.console import open_console, write_json
from strata.core.outcome import Seat
from strata.lab.rating import Interval

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from strata.cli.contests.contest import Contest
    from strata.lab.standings import Standings, Tally


def play_and_report(
    contest: Contest, as_json: bool, show: Callable[[Console, Contest, Standings], None]
) -> None:
    """Play the games of `contest`, report them as JSON or by `show`, and exit with its code."""
    from strata.lab.standings import standings

    contest.hold()
    table = standings(contest.players, contest.pairings, contest.played)
    if as_json:
        write_json(described(contest, table))
    else:
        show(open_console(), contest, table)
    contest.leave()


def described(contest: Contest, table: Standings) -> dict[str, Any]:
    """Return everything, for programs. Infinite and unknown values become null."""
    return {
        **{name: value for name, value in contest.settings().items() if name != "format"},
        "played": len(contest.played),
        "interrupted": contest.interrupted,
        "standings": [
            {
                "player": row.player,
                **_tally(row.tally),
                "elo": row.rating.elo if row.rating else None,
                "elo_interval": _pair(row.rating.interval) if row.rating else None,
            }
            for row in table.rows
        ],
        "results": [
            {
                "players": list(pairing),
                **_tally(tally),
                "elo_difference": tally.elo,
                "elo_interval": _pair(tally.elo_interval),
            }
            for pairing, tally in table.pairings
        ],
        "steadied": table.steadied,
        "endings": [
            {"winner": winner, "reason": reason, "games": count}
            for (winner, reason), count in _endings(contest)
        ],
        "failures": [
            {"game": game.number + 1, "seat": game.failed, "failure": game.failure}
            for game in contest.played
            if game.failure
        ],
    }


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "share": tally.share,
        "interval": _pair(tally.interval),
    }


def _pair(interval: Interval) -> list[float]:
    return [interval.low, interval.high]


def _endings(contest: Contest) -> list[tuple[tuple[Seat | None, str], int]]:
    return Counter((game.winner, game.reason) for game in contest.played).most_common()


def print_match(console: Console, contest: Contest, table: Standings) -> None:
    if not contest.played:
        console.print("no game was finished")
        return
    console.print(_pairing_table(table))
    console.print()
    console.print(_ending_table(contest))


def print_tournament(console: Console, contest: Contest, table: Standings) -> None:
    if not contest.played:
        console.print("no game was finished")
        return
    grid = _grid("", "player", "games", "score", "share", "95 %", "Elo", "95 %")
    for rank, row in enumerate(table.rows, 1):
        rating = row.rating
        spread = rating.interval.high - rating.elo if rating else math.nan
        grid.add_row(
            str(rank),
            row.player,
            str(row.tally.games),
            f"{row.tally.score:g}",
            _percent(row.tally.share),
            _within(row.tally.interval),
            f"{rating.elo:+.0f}" if rating else "–",
            f"±{spread:.0f}" if rating else "–",
        )
    console.print(grid)
    console.print()
    console.print(_pairing_table(table))
    if table.steadied:
        console.print(
            "A player won or lost every game: to keep the ratings finite, one draw was added to "
            "each pairing.",
            style="dim",
        )


def _pairing_table(table: Standings) -> Table:
    grid = _grid("player", "against", "+ = -", "share", "95 %", "Elo", "95 %")
    for (one, two), tally in table.pairings:
        grid.add_row(
            one,
            two,
            f"{tally.wins} {tally.draws} {tally.losses}",
            _percent(tally.share),
            _within(tally.interval),
            _elo(tally.elo),
            f"{_elo(tally.elo_interval.low)} … {_elo(tally.elo_interval.high)}",
        )
    return grid


def _ending_table(contest: Contest) -> Table:
    grid = _grid("result", "reason", "games")
    for (winner, reason), count in _endings(contest):
        grid.add_row(f"{winner} wins" if winner else "draw", reason, str(count))
    return grid


def _grid(*columns: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, show_edge=False)
    for column in columns:
        words = column in ("player", "against", "result", "reason")
        justify: Literal["left", "right"] = "left" if words else "right"
        table.add_column(column, justify=justify, no_wrap=not words, min_width=6 if words else None)
    return table


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def _within(interval: Interval) -> str:
    return f"{100 * interval.low:.1f} … {100 * interval.high:.1f}"


def _elo(value: float | None) -> str:
    if value is None:
        return "–"
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    return f"{value:+.0f}"
