"""Measure how fast search is: nodes a second against the rules' rate, and two workers against one.

    python benchmarks/search.py [--rounds 5] [--seconds 2] [GAME …]

The yardstick is the game's own rate: actions a second of uniform random playouts, each of which
lists the legal actions and plays one. Search and yardstick take turns on one core, position by
position; the figure is the median of the ratios by round. Alpha-beta searches positions from the
middle of random games. Monte-Carlo search plays random games from the start with one thread, with
two threads, and in two processes of one thread each, which shows how much the machine can give at
that moment. Two threads reach their goal at 1.8 times the rate of one, or at that share of the rate
of two processes. The exit code is 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import sys
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from statistics import median

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import strata
from strata.search import Limits, make_searcher

# The goals: alpha-beta nodes a second as a share of playout actions a second.
GOALS = {"daikuni": 0.6, "dzura": 0.6, "kyo": 0.6, "rhodium": 0.6}
WORKERS_GOAL = 1.8
PROCESSES_GOAL = WORKERS_GOAL / 2
_POSITIONS = 4


def middle_games(name: str) -> list[strata.Record]:
    """Return random games that are half played."""
    game = strata.game(name)
    found: list[strata.Record] = []
    for seed in range(100):
        chance = random.Random(f"{name}/{seed}")
        length = game.playouts(1, seed=seed).lengths[0] // 3
        record = game.record()
        while len(record.played) < length and record.actions():
            record.play(chance.choice(record.actions()))
        if len(record.actions()) > 1 and not record.position.view(record.seat).hidden:
            found.append(record)
        if len(found) == _POSITIONS:
            break
    return found


def rates(game: strata.Game, records: list[strata.Record], seconds: float) -> tuple[float, float]:
    """Return playout actions a second and search nodes a second, measured by turns.

    The transposition table is empty at the beginning of each position.
    """
    searcher = make_searcher(game, "alpha-beta")
    limits = Limits(time_ms=max(1, round(1000 * seconds / len(records))))
    games = actions = nodes = 0
    playing = searching = 0.0
    for number, record in enumerate(records, 1):
        searcher.forget()
        while playing < seconds * number / len(records):
            begin = time.perf_counter()
            actions += game.playouts(8, seed=1, first=games).actions
            games += 8
            playing += time.perf_counter() - begin
        begin = time.perf_counter()
        nodes += searcher.think(record, limits).nodes
        searching += time.perf_counter() - begin
    return actions / playing, nodes / searching


def simulation_rate(game: strata.Game, workers: int, seconds: float) -> float:
    searcher = make_searcher(game, "uct", workers=workers)
    searcher.think(game.record(), Limits(time_ms=20))  # makes the trees
    searcher.forget()
    begin = time.perf_counter()
    report = searcher.think(game.record(), Limits(time_ms=round(1000 * seconds)))
    return report.nodes / (time.perf_counter() - begin)


def rate_alone(name: str, seconds: float) -> float:
    return simulation_rate(strata.game(name), 1, seconds)


def rate_of_processes(pool: Executor, name: str, seconds: float) -> float:
    return sum(pool.map(rate_alone, [name] * 2, [seconds] * 2))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", default=list(strata.games()))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    given = parser.parse_args()
    console = Console()
    columns = "game", "rules /s", "search /s", "share", "UCT /s", "2 threads", "2 processes"
    table = Table(*columns, box=SIMPLE)
    missed = []
    with ProcessPoolExecutor(2) as pool, Progress(transient=True) as progress:
        task = progress.add_task("search", total=len(given.games) * given.rounds)
        for name in given.games:
            game, records = strata.game(name), middle_games(name)
            rules, nodes, shares, ones, gains, highest = [], [], [], [], [], []
            rate_of_processes(pool, name, 0.1)  # starts them
            for _ in range(given.rounds):
                played, looked_at = rates(game, records, given.seconds)
                rules.append(played)
                nodes.append(looked_at)
                shares.append(looked_at / played)
                ones.append(simulation_rate(game, 1, given.seconds))
                gains.append(simulation_rate(game, 2, given.seconds) / ones[-1])
                highest.append(rate_of_processes(pool, name, given.seconds) / ones[-1])
                progress.advance(task)
            goal = GOALS.get(name)
            share, gain, most = median(shares), median(gains), median(highest)
            if goal is not None and share < goal:
                missed.append(f"{name}: {share:.2f} of the rules' rate, expected {goal}")
            if gain < WORKERS_GOAL and gain < PROCESSES_GOAL * most:
                missed.append(
                    f"{name}: two workers {gain:.2f}× and two processes {most:.2f}×, "
                    f"expected {WORKERS_GOAL} or {PROCESSES_GOAL:.0%} of the processes"
                )
            table.add_row(
                name,
                f"{median(rules):,.0f}",
                f"{median(nodes):,.0f}",
                f"{share:.2f}",
                f"{median(ones):,.0f}",
                f"{gain:.2f}×",
                f"{most:.2f}×",
            )
    console.print(table)
    console.print(f"{platform.machine()}, {os.cpu_count()} cores, Python {sys.version.split()[0]}")
    for line in missed:
        console.print(f"missed: {line}", style="red")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
