"""Measure how fast games in plain Python are: random playouts against python-chess in the same run.

    python benchmarks/plain.py [--rounds 5] [--seconds 2] [FILE …]

The yardstick is that of benchmarks/rules.py. Yardstick and games take turns on one core, round by
round, measured in processor time, so that other work on the machine does not count. Without FILE
the games are those of examples/games. The exit code is 1 if Lasca misses its goal.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import sys
import time
from pathlib import Path
from statistics import median

import chess
from rich.console import Console
from rich.table import Table

import strata

EXAMPLES = Path(__file__).parents[1] / "examples" / "games"
# The actions a second that a game must reach on one core.
GOALS = {"lasca": 8000}


def chess_rate(seconds: float) -> float:
    """Return the moves a second of the yardstick."""
    moves = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            moves += 1
    return moves / (time.process_time() - begin)


def playout_rate(game: strata.Game, seconds: float) -> float:
    """Return the actions a second of whole games, including everything that `playouts` does."""
    actions = games = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        actions += game.playouts(4, seed=1, first=games).actions
        games += 4
    return actions / (time.process_time() - begin)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Speed of plain games against python-chess.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("files", nargs="*", type=Path, default=sorted(EXAMPLES.glob("*.py")))
    given = parser.parse_args(arguments)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    games = [strata.game(file) for file in given.files]
    yardstick: list[float] = []
    rates: dict[str, list[float]] = {game.name: [] for game in games}
    for _ in range(given.rounds):
        yardstick.append(chess_rate(given.seconds))
        for game in games:
            rates[game.name].append(playout_rate(game, given.seconds))
    table = Table("game", "actions/s", "of python-chess", "goal", title=_machine())
    table.add_row("python-chess", f"{median(yardstick):,.0f}", "1.00", "")
    missed = False
    for name, found in rates.items():
        shares = [rate / unit for rate, unit in zip(found, yardstick, strict=True)]
        goal = GOALS.get(name)
        missed |= goal is not None and median(found) < goal
        aim = f"{goal:,}" if goal else ""
        table.add_row(name, f"{median(found):,.0f}", f"{median(shares):.2f}", aim)
    Console().print(table)
    return 1 if missed else 0


def _machine() -> str:
    how = "compiled" if strata.compiled() else "uncompiled"
    return f"{time.strftime('%d %B %Y')}, {platform.machine()}, {platform.python_version()}, {how}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
