"""Measure how fast the rules are: uniform random playouts against python-chess in the same run.

    python benchmarks/rules.py [--rounds 5] [--seconds 2] [GAME …]

The yardstick is python-chess playing chess by `random.choice(list(board.legal_moves))` and `push`
until `is_game_over()`. Yardstick and games take turns on one core, round by round, and the figure
of a game is the median of its ratios by round, because a noisy machine slows both. Then one thread
is compared with two, on all cores. The exit code is 1 if a game misses its goal.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import sys
import time
from statistics import median

import chess
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import strata

# The playout rate that a game must reach, in multiples of the yardstick.
GOALS = {"daikuni": 30.0, "dzura": 12.0, "frozen": 1.0, "kyo": 12.0, "rhodium": 10.0}
TWO_THREADS_GOAL = 1.9


def chess_rate(seconds: float) -> float:
    """Return the moves a second of the yardstick."""
    moves = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            moves += 1
    return moves / (time.perf_counter() - begin)


def playout_rate(game: strata.Game, seconds: float, workers: int = 1) -> float:
    """Return the actions a second of whole games, including everything that `playouts` does."""
    batch = 8
    actions = games = 0
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        actions += game.playouts(batch, seed=1, first=games, workers=workers).actions
        games += batch
        if spent < seconds / 10:
            batch *= 2
    return actions / spent


def ratios(
    names: list[str], rounds: int, seconds: float
) -> tuple[list[float], dict[str, list[float]]]:
    yardstick: list[float] = []
    rates: dict[str, list[float]] = {name: [] for name in names}
    with Progress(transient=True) as progress:
        task = progress.add_task("one core", total=rounds * (1 + len(names)))
        for _ in range(rounds):
            yardstick.append(chess_rate(seconds))
            progress.advance(task)
            for name in names:
                rates[name].append(playout_rate(strata.game(name), seconds))
                progress.advance(task)
    return yardstick, rates


def thread_gain(name: str, rounds: int, seconds: float) -> float:
    game = strata.game(name)
    gains = []
    for _ in range(rounds):
        one = playout_rate(game, seconds)
        gains.append(playout_rate(game, seconds, workers=2) / one)
    return median(gains)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(strata.games()))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    given = parser.parse_args()
    if not strata.compiled():
        print("error: the rules are not compiled; there is nothing to measure", file=sys.stderr)
        return 2
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    yardstick, rates = ratios(given.games, given.rounds, given.seconds)
    os.sched_setaffinity(0, cores)

    table = Table(
        title=f"random playouts, {platform.machine()}, Python {platform.python_version()}"
    )
    for column in ("game", "actions a second", "× python-chess", "goal", "two threads"):
        table.add_column(column, justify="left" if column == "game" else "right")
    table.add_row("chess (python-chess)", f"{median(yardstick):,.0f}", "1.0", "", "")
    missed = False
    for name in given.games:
        ratio = median(
            rate / chess_pace for rate, chess_pace in zip(rates[name], yardstick, strict=True)
        )
        gain = thread_gain(name, given.rounds, given.seconds)
        goal = GOALS.get(name, 0.0)
        missed |= ratio < goal or gain < TWO_THREADS_GOAL
        table.add_row(
            name, f"{median(rates[name]):,.0f}", f"{ratio:.1f}", f"{goal:g}", f"{gain:.2f} ×"
        )
    Console().print(table)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
