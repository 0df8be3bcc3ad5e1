"""How many games one server carries: bots that play random legal actions over real WebSockets.

    python benchmarks/load.py --games 300 --seconds 60
    python benchmarks/load.py --search

Server, bots and the echo server for comparison run on this machine and share its processors. Each
game has two seats on two sockets and plays an action a second; an action counts as done when both
seats have received the new state. The echo server is the same stack without a game: it answers with
a text of the size of a state, to both sockets of a pair.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Final

import httpx
import msgspec
import psutil
import uvloop
from load_echo import free_port
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

GOAL_MS: Final = 150.0
_LATE_SECONDS: Final = 10.0
_UNLIMITED: Final = {
    "STRATA_REQUESTS_PER_SECOND": "1000000",
    "STRATA_TABLES_PER_HOUR": "1000000",
    "STRATA_MESSAGES_PER_SECOND": "1000",
    "STRATA_SOCKETS_PER_CLIENT": "1000000",
    "STRATA_MAX_SOCKETS": "1000000",
}


class _State(msgspec.Struct):
    version: int
    choices: list[tuple[str, msgspec.Raw]]
    seat: str | None


class _Table(msgspec.Struct):
    state: _State


class _Message(msgspec.Struct):
    """Any message of the server, as far as a bot reads it."""

    type: str
    state: _State | None = None
    table: _Table | None = None


_read: Final = msgspec.json.Decoder(_Message).decode


@dataclass
class Figures:
    """What was measured in one run."""

    games: int
    latencies_ms: list[float] = field(default_factory=list)
    by_ten_seconds: dict[int, list[float]] = field(default_factory=dict)
    began: float = field(default_factory=time.perf_counter)
    errors: list[str] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)

    def clear(self) -> None:
        self.latencies_ms.clear()
        self.by_ten_seconds.clear()

    def add(self, latency_ms: float) -> None:
        self.latencies_ms.append(latency_ms)
        ten = int((time.perf_counter() - self.began) / 10)
        self.by_ten_seconds.setdefault(ten, []).append(latency_ms)

    def course(self) -> str:
        """p99 in every ten seconds: a busy neighbour shows, and so does a server that tires."""
        tens = (Figures(0, latencies_ms=ten) for ten in self.by_ten_seconds.values())
        return " ".join(f"{ten.quantile(0.99):.0f}" for ten in tens)

    def memory_course(self) -> str:
        """Memory in every half minute."""
        return " ".join(f"{memory:.0f}" for memory in self.memory_mb[::30])

    def quantile(self, share: float) -> float:
        ordered = sorted(self.latencies_ms)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def holds(self) -> bool:
        return not self.errors and bool(self.latencies_ms) and self.quantile(0.99) < GOAL_MS

    def line(self, name: str) -> str:
        memory = f"{self.memory_mb[0]:.0f} → {self.memory_mb[-1]:.0f} MB" if self.memory_mb else "-"
        processor, bots = (statistics.fmean(each or [0.0]) for each in (self.processor, self.bots))
        return (
            f"{name:7} {self.games:5} games {len(self.latencies_ms):7} actions   "
            f"p50 {self.quantile(0.5):6.1f}  p99 {self.quantile(0.99):6.1f}  "
            f"max {self.quantile(1.0):6.1f} ms   errors {len(self.errors)}   "
            f"server {memory}, {processor:.0f} % of a core, bots {bots:.0f} %"
        )


class Game:
    """One game and the bots in its two seats; when it is over they begin another."""

    def __init__(self, port: int, http: httpx.AsyncClient, figures: Figures, seed: int) -> None:
        self._address: Final = f"127.0.0.1:{port}"
        self._http: Final = http
        self._figures: Final = figures
        self._random: Final = random.Random(seed)
        self._sockets: list[ClientConnection] = []
        self._states: list[_State] = []

    async def open(self) -> None:
        await self.close()
        wanted = {"game": "daikuni", "first": "me", "second": "link"}
        made = await self._http.post("/api/tables", json=wanted)
        made.raise_for_status()
        table = made.json()
        first = made.cookies["strata"]
        joined = await self._http.post(
            f"/api/tables/{table['id']}/join", json={"key": table["keys"]["second"]}
        )
        joined.raise_for_status()
        for cookie in (first, joined.cookies["strata"]):
            socket = await connect(
                f"ws://{self._address}/api/tables/{table['id']}/live",
                additional_headers={"Cookie": f"strata={cookie}"},
                compression=None,
                max_queue=64,
            )
            self._sockets.append(socket)
        self._states = [await self._next(seat, -1) for seat in range(2)]

    async def close(self) -> None:
        sockets, self._sockets = self._sockets, []
        for socket in sockets:
            await socket.close()

    async def _next(self, seat: int, version: int) -> _State:
        """What a seat sees next, past `version`."""
        while True:
            message = _read(await self._sockets[seat].recv())
            if message.type == "refused":
                raise RuntimeError("a legal action was refused")
            state = message.table.state if message.table else message.state
            if state is not None and state.version > version:
                return state

    async def play(self) -> None:
        """One action, until both seats have seen it."""
        acting = 0 if self._states[0].choices else 1
        state = self._states[acting]
        if not state.choices:
            await self.open()
            return
        action = self._random.choice(state.choices)[0]
        sent = time.perf_counter()
        await self._sockets[acting].send(
            msgspec.json.encode(
                {"type": "play", "version": state.version, "action": action}
            ).decode()
        )
        seen = (self._next(seat, state.version) for seat in range(2))
        async with asyncio.timeout(_LATE_SECONDS):
            self._states = list(await asyncio.gather(*seen))
        self._figures.add((time.perf_counter() - sent) * 1000)


class Pair:
    """Two sockets of the echo server: what one sends, both are answered."""

    def __init__(self, port: int, number: int, figures: Figures) -> None:
        self._url: Final = f"ws://127.0.0.1:{port}/pair/{number}"
        self._figures: Final = figures
        self._sockets: list[ClientConnection] = []

    async def open(self) -> None:
        self._sockets = [await connect(self._url, compression=None) for _ in range(2)]

    async def close(self) -> None:
        for socket in self._sockets:
            await socket.close()

    async def play(self) -> None:
        sent = time.perf_counter()
        await self._sockets[0].send('{"type":"play","version":10,"action":"Kd4"}')
        async with asyncio.timeout(_LATE_SECONDS):
            for text in await asyncio.gather(*(socket.recv() for socket in self._sockets)):
                msgspec.json.decode(text)
        self._figures.add((time.perf_counter() - sent) * 1000)


async def _keep_playing(bot: Game | Pair, figures: Figures, until: float, phase: float) -> None:
    """An action a second, beginning at `phase` of a second."""
    due = time.perf_counter() + phase
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        try:
            await bot.play()
        except (OSError, TimeoutError, RuntimeError, WebSocketException, httpx.HTTPError) as error:
            figures.errors.append(repr(error))
            return
        due += 1.0


async def _spread(bots: Sequence[Game | Pair]) -> None:
    """Brings the games to different stages, as on a server that has been running for a while."""

    async def play_some(bots: Sequence[Game | Pair], seed: int) -> None:
        picks = random.Random(seed)
        for bot in bots:
            for _ in range(picks.randrange(50)):
                await bot.play()

    await asyncio.gather(*(play_some(bots[start::10], start) for start in range(10)))


async def _watch(server: psutil.Process, figures: Figures, until: float) -> None:
    own = psutil.Process()
    server.cpu_percent(), own.cpu_percent()
    while time.perf_counter() < until:
        await asyncio.sleep(1)
        figures.memory_mb.append(server.memory_info().rss / 2**20)
        figures.processor.append(server.cpu_percent())
        figures.bots.append(own.cpu_percent())


async def _run(bots: Sequence[Game | Pair], server: int, figures: Figures, seconds: int) -> None:
    for bot in bots:
        await bot.open()
    await _spread(bots)
    figures.clear()
    figures.began = time.perf_counter()
    until = figures.began + seconds
    count = len(bots)
    playing = [_keep_playing(bot, figures, until, at / count) for at, bot in enumerate(bots)]
    await asyncio.gather(_watch(psutil.Process(server), figures, until), *playing)
    for bot in bots:
        await bot.close()


async def measure_server(port: int, server: int, games: int, seconds: int) -> Figures:
    figures = Figures(games)
    limits = httpx.Limits(max_connections=50)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", limits=limits) as http:
        # One client for all bots: their cookies are carried by hand.
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        bots = [Game(port, http, figures, seed) for seed in range(games)]
        await _run(bots, server, figures, seconds)
    return figures


async def measure_echo(port: int, server: int, games: int, seconds: int) -> Figures:
    figures = Figures(games)
    bots = [Pair(port, number, figures) for number in range(games)]
    await _run(bots, server, figures, seconds)
    return figures


@contextmanager
def _started(arguments: list[str], port: int, environment: dict[str, str]) -> Iterator[int]:
    command = [sys.executable, *arguments, str(port)]
    process = subprocess.Popen(command, env=os.environ | environment, stdout=subprocess.DEVNULL)
    try:
        _wait_for(port, process)
        yield process.pid
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    give_up = time.monotonic() + 30
    while time.monotonic() < give_up and process.poll() is None:
        try:
            httpx.get(f"http://127.0.0.1:{port}/health").raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server did not start")


@asynccontextmanager
async def _servers() -> AsyncIterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Port and process of the server and of the echo server."""
    port, echo_port = free_port(), free_port()
    echo = [str(Path(__file__).with_name("load_echo.py"))]
    with (
        tempfile.TemporaryDirectory() as folder,
        _started(["-m", "strata.server"], port, _UNLIMITED | {"STRATA_DATA_DIR": folder}) as server,
        _started(echo, echo_port, {}) as echoing,
    ):
        yield (port, server), (echo_port, echoing)


async def _compare(games: int, seconds: int) -> bool:
    async with _servers() as (ours, echo):
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


async def _search(seconds: int) -> bool:
    """The largest number of games that holds, to a twentieth."""
    lowest, highest, games = 0, 0, 200
    while not highest or highest - lowest > max(10, lowest // 20):
        async with _servers() as (ours, _):
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
    given = parser.parse_args()
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} processors")
    work = _search(given.seconds) if given.search else _compare(given.games, given.seconds)
    return 0 if uvloop.run(work) else 1


if __name__ == "__main__":
    sys.exit(main())
