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
import math
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec
import psutil
import uvloop
from load_attacks import ATTACKS
from load_servers import running_servers
from picows.websockets import ClientConnection, WebSocketException, connect

from strata.server.protocol.offers import Offers

GOAL_MS: Final = 150.0
_LATE_SECONDS: Final = 10.0
_PLAYERS: Final = 20  # games during an attack
_OFTEN: Final = 0.3  # seconds between two actions of a game during an attack
_CALM_MS: Final = 5.0  # the latency below which differences do not count


class _State(Offers, frozen=True):
    version: int
    seat: str | None


class _Table(msgspec.Struct):
    state: _State


class _Message(msgspec.Struct):
    """Any message of the server, reduced to what a bot reads."""

    type: str
    state: _State | None = None
    table: _Table | None = None


_read: Final = msgspec.json.Decoder(_Message).decode


@dataclass
class Figures:
    """The measurements of one run."""

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
        """Return the p99 of every ten seconds, which shows a busy machine or a slowing server."""
        tens = (Figures(0, latencies_ms=ten) for ten in self.by_ten_seconds.values())
        return " ".join(f"{ten.quantile(0.99):.0f}" for ten in tens)

    def memory_course(self) -> str:
        """Return the memory in every half minute."""
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


def _choose(offers: Offers, picks: random.Random) -> str:
    """Return a legal action, all equally likely; only this one is written out."""
    rows = [(group.form, row) for group in offers.choices for row in group.clicks]
    sizes = [math.prod(place.count(" ") + 1 for place in row) for _, row in rows]
    form, row = picks.choices(rows, sizes)[0]
    words = (picks.choice(place.split(" ")) for place in row)
    sent = ((word, offers.tokens.get(word)) for word in words)
    return form.format(*((token and token.id) or word for word, token in sent))


class LeanClient:
    """An HTTP client that only posts JSON, with a fifth of the processor time of httpx."""

    def __init__(self, port: int, own_address: str | None = None) -> None:
        self._port: Final = port
        self._own_address: Final = own_address
        self._idle: Final[list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]] = []

    async def post(self, path: str, wanted: object) -> tuple[Any, str]:
        """Return the answer and its cookie. Raises OSError and EOFError."""
        while self._idle:
            reader, writer = self._idle.pop(0)
            if not reader.at_eof():  # the server closes connections that are idle for seconds
                break
            writer.close()
        else:
            own = (self._own_address, 0) if self._own_address else None
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=own)
        body = msgspec.json.encode(wanted)
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        async with asyncio.timeout(_LATE_SECONDS):
            status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines if line)
            answer = await reader.readexactly(int(headers["content-length"]))
        self._idle.append((reader, writer))
        if status.split(" ")[1] not in ("200", "201"):
            raise OSError(f"{path}: {status}")
        cookie = next(line for line in lines if line.lower().startswith("set-cookie: strata="))
        return msgspec.json.decode(answer), cookie.split("=", 1)[1].split(";")[0]

    def close(self) -> None:
        for _, writer in self._idle:
            writer.close()


class Game:
    """One game with the bots in its two seats, which begin another when it is over."""

    def __init__(
        self,
        port: int,
        http: LeanClient,
        figures: Figures,
        seed: int,
        own_address: str | None = None,
    ) -> None:
        """`own_address` is the address of the bots and of `http`."""
        self._own_address: Final = own_address
        self._address: Final = f"127.0.0.1:{port}"
        self._http: Final = http
        self._figures: Final = figures
        self._random: Final = random.Random(seed)
        self._sockets: list[ClientConnection] = []
        self._states: list[_State] = []

    async def open(self) -> None:
        await self.close()
        wanted = {"game": "daikuni", "first": "me", "second": "link"}
        table, first = await self._http.post("/api/tables", wanted)
        key = {"key": table["keys"]["second"]}
        _, second = await self._http.post(f"/api/tables/{table['id']}/join", key)
        for cookie in (first, second):
            socket = await connect(
                f"ws://{self._address}/api/tables/{table['id']}/live",
                additional_headers={"Cookie": f"strata={cookie}"},
                compression=None,
                max_queue=64,
                local_addr=(self._own_address, 0) if self._own_address else None,
            )
            self._sockets.append(socket)
        self._states = [await self._next(seat, -1) for seat in range(2)]

    async def close(self) -> None:
        sockets, self._sockets = self._sockets, []
        for socket in sockets:
            await socket.close()

    async def _next(self, seat: int, version: int) -> _State:
        """Return the next state after `version` that a seat receives."""
        while True:
            message = _read(await self._sockets[seat].recv())
            if message.type == "refused":
                raise RuntimeError("a legal action was refused")
            state = message.table.state if message.table else message.state
            if state is not None and state.version > version:
                return state

    async def play(self) -> None:
        """Play one action and wait until both seats have seen it."""
        acting = 0 if self._states[0].choices else 1
        state = self._states[acting]
        if not state.choices:
            await self.open()
            return
        action = _choose(state, self._random)
        sent = time.perf_counter()
        await self._sockets[acting].send(
            msgspec.json.encode(
                {"type": "play", "version": state.version, "action": action}
            ).decode()
        )
        async with asyncio.timeout(_LATE_SECONDS):  # in sequence, since both have been sent
            self._states = [await self._next(seat, state.version) for seat in range(2)]
        self._figures.add((time.perf_counter() - sent) * 1000)


class Pair:
    """Two sockets of the echo server; a message of one is answered to both."""

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
            for socket in self._sockets:
                msgspec.json.decode(await socket.recv())
        self._figures.add((time.perf_counter() - sent) * 1000)


async def keep_playing(
    bot: Game | Pair, figures: Figures, until: float, due: float, pause: float
) -> None:
    """Play an action every `pause` seconds from `due` until `until`."""
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        try:
            await bot.play()
        except (OSError, EOFError, RuntimeError, WebSocketException) as error:
            figures.errors.append(repr(error))
            return
        due += pause


async def spread(bots: Sequence[Game | Pair]) -> None:
    """Bring the games to different stages, as on a server that has been running for a while."""

    async def play_some(bots: Sequence[Game | Pair], seed: int) -> None:
        picks = random.Random(seed)
        for bot in bots:
            for _ in range(picks.randrange(50)):
                await bot.play()

    await asyncio.gather(*(play_some(bots[start::10], start) for start in range(10)))


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
    bots: Sequence[Game | Pair], server: int, figures: Figures, seconds: int, pause: float = 1.0
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
