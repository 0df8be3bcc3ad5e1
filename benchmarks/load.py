"""Measure how many games one server carries: bots play random legal actions over real WebSockets.

    python benchmarks/load.py --games 300 --seconds 60
    python benchmarks/load.py --search
    python benchmarks/load.py --games 600 --workers 2      several server processes; needs Redis
    python benchmarks/load.py --hostile                    players during attacks

Server, bots and the echo server for comparison run on this machine and share its processors. Each
game has two seats on two sockets and plays an action a second; an action counts as done when both
seats have received the new state. The bots use picows, which is written in C and leaves more of the
processors to the server. The echo server is the same stack without a game: it answers both sockets
of a pair with a text of the size of a state.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import psutil
import uvloop
from load_attacks import ATTACKS
from load_bots import Bot, Game, LeanClient, Pair, keep_playing, spread
from load_figures import GOAL_MS, Figures
from load_servers import running_servers

_PLAYERS: Final = 20  # games during an attack
_OFTEN: Final = 0.3  # seconds between two actions of a game during an attack
_CALM_MS: Final = 5.0  # the latency below which differences do not count


async def _watch(server: psutil.Process, figures: Figures, until: float) -> None:
    own = psutil.Process()
    serving = [server, *server.children()]
    for process in (*serving, own):
        process.cpu_percent()
    while time.perf_counter() < until:
        await asyncio.sleep(1)
        figures.memory_mb.append(sum(each.memory_info().rss for each in serving) / 2**20)
        figures.processor.append(sum(each.cpu_percent() for each in serving))
        figures.bots.append(own.cpu_percent())


async def _run(
    bots: Sequence[Bot], server: int, figures: Figures, seconds: int, pause: float = 1.0
) -> None:
    for bot in bots:
        await bot.open()
    await spread(bots)
    figures.clear()
    figures.began = time.perf_counter()
    until = figures.began + seconds
    # Each bot begins at its own moment, because people do not take turns evenly. The moments are
    # seeded, so that runs are comparable.
    moments = random.Random("moments")
    playing = [
        keep_playing(bot, figures, until, figures.began + pause * moments.random(), pause)
        for bot in bots
    ]
    await asyncio.gather(_watch(psutil.Process(server), figures, until), *playing)
    for bot in bots:
        await bot.close()


async def measure_server(port: int, server: int, games: int, seconds: int) -> Figures:
    figures = Figures(games)
    with contextlib.closing(LeanClient(port)) as http:
        bots = [Game(port, http, figures, seed) for seed in range(games)]
        await _run(bots, server, figures, seconds)
    return figures


async def measure_echo(port: int, server: int, games: int, seconds: int) -> Figures:
    figures = Figures(games)
    bots = [Pair(port, number, figures) for number in range(games)]
    await _run(bots, server, figures, seconds)
    return figures


async def _compare(games: int, seconds: int, workers: int) -> bool:
    async with running_servers(workers) as (ours, echo):
        bare = await measure_echo(*echo, games, min(seconds, 20))
        print(bare.line("echo"), flush=True)
        figures = await measure_server(*ours, games, seconds)
    print(figures.line("strata"))
    print(f"  p99 in every ten seconds: {figures.course()} ms")
    print(f"  memory in every half minute: {figures.memory_course()} MB")
    for share in (0.5, 0.99):
        ratio = figures.quantile(share) / max(bare.quantile(share), 0.001)
        print(f"  p{share * 100:g} is {ratio:.1f} × the echo server's")
    for error in figures.errors[:5]:
        print(f"  {error}")
    return figures.holds()


async def _attack(seconds: int, workers: int, names: Sequence[str]) -> bool:
    """Measure the players' latency during each attack, against that just before it."""
    holds = True
    async with running_servers(workers, {}) as ((port, server), _):
        for name in names:
            quiet = await _play_under(port, server, seconds, None)
            under = await _play_under(port, server, seconds, name)
            ratio = under.quantile(0.99) / max(quiet.quantile(0.99), _CALM_MS)
            holds = holds and ratio <= 2 and not under.errors
            print(
                f"{name:16} p50 {quiet.quantile(0.5):6.1f} → {under.quantile(0.5):6.1f}   "
                f"p99 {quiet.quantile(0.99):6.1f} → {under.quantile(0.99):6.1f} ms, "
                f"{ratio:4.1f} ×   errors {len(under.errors)}   "
                f"server {under.memory_mb[-1]:.0f} MB, "
                f"{statistics.fmean(under.processor):.0f} % of a core",
                flush=True,
            )
            for error in under.errors[:2]:
                print(f"  {error}")
    return holds


async def _play_under(port: int, server: int, seconds: int, attack: str | None) -> Figures:
    """Play some games while `attack` runs from another address."""
    process = None
    if attack is not None:
        script = str(Path(__file__).with_name("load_attacks.py"))
        process = subprocess.Popen(
            [sys.executable, script, str(port), attack, str(seconds + 12)],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: os.nice(5),  # the attacker would have a machine of its own
        )
        await asyncio.sleep(8)  # until the attack is set up
    figures = Figures(_PLAYERS)
    with contextlib.ExitStack() as still_open:
        bots = []
        for number in range(_PLAYERS):  # each pair from an address of its own
            own = f"127.0.1.{number + 1}"
            http = still_open.enter_context(contextlib.closing(LeanClient(port, own)))
            bots.append(Game(port, http, figures, number, own))
        await _run(bots, server, figures, seconds, _OFTEN)
    if process is not None:
        told, _ = await asyncio.to_thread(process.communicate)
        print(f"  {attack}: {told.strip()}")
    return figures


async def _search(seconds: int, workers: int) -> bool:
    """Find the largest number of games that holds, to within a twentieth."""
    lowest, highest, games = 0, 0, 200
    while not highest or highest - lowest > max(10, lowest // 20):
        async with running_servers(workers) as (ours, _):
            figures = await measure_server(*ours, games, seconds)
        print(figures.line("strata"), flush=True)
        if figures.holds():
            lowest = games
        else:
            highest = games
        games = (lowest + highest) // 2 if highest else 2 * games
    print(f"the most that holds p99 < {GOAL_MS:g} ms: {lowest} games")
    return lowest > 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--search", action="store_true", help="find the most games that hold")
    parser.add_argument("--hostile", action="store_true", help="measure under attacks")
    parser.add_argument("--attacks", nargs="*", choices=ATTACKS, help="these of them only")
    parser.add_argument("--workers", type=int, default=1, help="server processes")
    given = parser.parse_args()
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} processors")
    if given.hostile:
        work = _attack(given.seconds, given.workers, given.attacks or ATTACKS)
    elif given.search:
        work = _search(given.seconds, given.workers)
    else:
        work = _compare(given.games, given.seconds, given.workers)
    return 0 if uvloop.run(work) else 1


if __name__ == "__main__":
    sys.exit(main())
