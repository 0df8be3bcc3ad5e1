"""Compare the CPU time an action takes in two versions of the server that run at the same time.

    git worktree add ../before <commit>         and compile its rules, or copy the compiled files
    python benchmarks/versions.py --before ../before/src --games 200

Each version is a server with one process and its own SQLite database, and serves the same games of
Daikuni, played by bots as in load.py. Since both run at once, a busy machine slows both, and their
ratio is good to within two percent where separate runs differ by a third.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil
import uvloop
from load_bots import Game, LeanClient, keep_playing, spread
from load_echo import free_port
from load_figures import Figures
from load_servers import UNLIMITED, started

_OWN: Final = Path(__file__).resolve().parents[1] / "src"


@dataclass
class Side:
    """One version, its server and its games."""

    name: str
    process: psutil.Process
    bots: list[Game]
    figures: Figures
    user: float = 0.0
    system: float = 0.0

    def spent(self) -> tuple[float, float]:
        times = [
            each.cpu_times() for each in (self.process, *self.process.children(recursive=True))
        ]
        return sum(each.user for each in times), sum(each.system for each in times)

    def line(self) -> str:
        actions = max(1, len(self.figures.latencies_ms))
        user, system = (1000 * seconds / actions for seconds in (self.user, self.system))
        return (
            f"{self.name:7} {actions:6} actions   user {user:.3f}  system {system:.3f} ms an action"
            f"   p50 {self.figures.quantile(0.5):.1f}  p99 {self.figures.quantile(0.99):.1f} ms"
            f"   errors {len(self.figures.errors)}"
        )


async def _play(sides: list[Side], seconds: int) -> None:
    async def open_all(side: Side) -> None:
        for bot in side.bots:
            await bot.open()
        await spread(side.bots)

    await asyncio.gather(*map(open_all, sides))
    before = [side.spent() for side in sides]
    began = time.perf_counter()
    for side in sides:
        side.figures.clear()
        side.figures.began = began
    playing = []
    for side in sides:
        moments = random.Random("moments")
        playing += [
            keep_playing(bot, side.figures, began + seconds, began + moments.random(), 1.0)
            for bot in side.bots
        ]
    await asyncio.gather(*playing)
    for side, (user, system) in zip(sides, before, strict=True):
        now_user, now_system = side.spent()
        side.user, side.system = now_user - user, now_system - system
        for bot in side.bots:
            await bot.close()


async def _compare(before: Path, games: int, seconds: int) -> None:
    with contextlib.ExitStack() as stack:
        sides = []
        for name, source in (("before", before), ("now", _OWN)):
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            environment = UNLIMITED | {"STRATA_DATA_DIR": folder, "PYTHONPATH": str(source)}
            port, figures = free_port(), Figures(games)
            command = ["-m", "strata.server", "PORT", "1"]
            server = stack.enter_context(started(command, port, environment))
            http = stack.enter_context(contextlib.closing(LeanClient(port)))
            bots = [Game(port, http, figures, seed) for seed in range(games)]
            sides.append(Side(name, psutil.Process(server), bots, figures))
        await _play(sides, seconds)
    for side in sides:
        print(side.line())
    old, new = (side.user + side.system for side in sides)
    print(f"now / before: {new / old:.3f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "--before", type=Path, required=True, help="the folder src of the other version"
    )
    parser.add_argument("--games", type=int, default=200, help="games at each server")
    parser.add_argument("--seconds", type=int, default=25)
    given = parser.parse_args()
    if not (given.before / "strata").is_dir():
        parser.error(f"--before: expected a folder that contains strata, got {given.before}")
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} processors")
    uvloop.run(_compare(given.before.resolve(), given.games, given.seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
