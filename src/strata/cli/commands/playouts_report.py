"""The statistics of random games for `strata playouts`, as tables or as data."""

from __future__ import annotations

from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from strata.core.game import Game
from strata.core.outcome import Outcome
from strata.core.playouts import Playouts
from strata.core.position import Position

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_STOPPED = "stopped"


def described(
    game: Game, start: Position, seed: int, run: Playouts, seconds: float, interrupted: bool
) -> dict[str, Any]:
    return {
        "game": game.name,
        "options": dict(game.settings),
        "position": str(start),
        "seed": seed,
        "games": run.games,
        "interrupted": interrupted,
        "results": [
            {
                "winner": outcome.winner if outcome else None,
                "reason": outcome.reason if outcome else _STOPPED,
                "games": count,
                "share": count / run.games,
            }
            for outcome, count in _results(run)
        ],
        "actions": _lengths(run.lengths),
        "turns": _lengths(run.turns),
        "branching": {"mean": run.branching, "most": run.widest},
        "seconds": round(seconds, 6),
        "actions_per_second": _speed(run, seconds),
    }


def print_tables(console: Console, run: Playouts, seconds: float) -> None:
    if run.games == 0:
        console.print("no game was finished")
        return
    console.print(_result_table(run))
    console.print()
    console.print(_length_table(run))
    console.print()
    console.print(f"branching  mean {run.branching:.1f}, most {run.widest}")
    console.print(
        f"speed      {_speed(run, seconds):,.0f} actions a second "
        f"({run.actions:,} actions in {seconds:.2f} s)"
    )


def _results(run: Playouts) -> list[tuple[Outcome | None, int]]:
    """Return the results with their numbers: first's wins, second's wins, draws, stopped games."""

    def place(entry: tuple[Outcome | None, int]) -> tuple[str, int]:
        outcome, count = entry
        verdict = "~" if outcome is None else {"draw": "t"}.get(outcome.verdict, outcome.verdict)
        return verdict, -count

    return sorted(run.tally().items(), key=place)


def _lengths(lengths: tuple[int, ...]) -> dict[str, float] | None:
    if not lengths:
        return None
    return {
        "mean": fmean(lengths),
        "median": median(lengths),
        "shortest": min(lengths),
        "longest": max(lengths),
    }


def _speed(run: Playouts, seconds: float) -> float:
    return run.actions / seconds if seconds > 0 else 0.0


def _table(*columns: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, show_edge=False)
    for column in columns:
        table.add_column(column, justify="left" if column in ("result", "reason", "") else "right")
    return table


def _result_table(run: Playouts) -> Table:
    table = _table("result", "reason", "games", "percent")
    for outcome, count in _results(run):
        verdict, reason = (outcome.verdict, outcome.reason) if outcome else (_STOPPED, "limit")
        table.add_row(verdict, reason, str(count), f"{100 * count / run.games:.1f} %")
    table.add_row("all", "", str(run.games), "100.0 %")
    return table


def _length_table(run: Playouts) -> Table:
    table = _table("", "mean", "median", "shortest", "longest")
    for title, lengths in (("actions", run.lengths), ("turns", run.turns)):
        figures = _lengths(lengths) or {}
        table.add_row(title, *(f"{figure:,.1f}".removesuffix(".0") for figure in figures.values()))
    return table
