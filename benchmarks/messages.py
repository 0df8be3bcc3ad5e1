"""Measure the bytes that an action takes on the wire, and the processor time to send it.

    python benchmarks/messages.py
    python benchmarks/messages.py --game frozen --actions 300
    python benchmarks/messages.py --wire

Random games are played at a table with both players connected, and each action is sent to both. The
message to the player who acts next includes the legal actions and is the large one. Bytes are those
of the WebSocket frames, headers included.

With `--wire` the games are played over real sockets at a server started for them, and the arriving
bytes are counted. The client offers permessage-deflate, as every browser does; the first line says
what the server agreed to. Otherwise the messages are made in this process, and the time that this
takes is measured too.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import platform
import random
import statistics
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Final, cast

import httpx
import msgspec
from load_servers import running_servers
from websockets.asyncio.client import ClientConnection, connect

import strata
from strata.core.errors import GameError
from strata.core.outcome import SEATS
from strata.play.new_table import new_table
from strata.server.live.open_table import OpenTable
from strata.server.protocol.offers import Offers, list_choices
from strata.server.views.table_views import HeldSeats

_SOON_SECONDS: Final = 0.25


@dataclass
class Figures:
    """The costs of the actions of one game."""

    acting: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, sizes: list[int], choices: int, seconds: float = 0.0) -> None:
        """Add one action with its bytes to each seat; the larger number is of the acting seat."""
        self.waiting.append(min(sizes))
        self.acting.append(max(sizes))
        self.choices.append(choices)
        self.seconds.append(seconds)

    def line(self, name: str) -> str:
        both = [sum(pair) for pair in zip(self.acting, self.waiting, strict=True)]
        median = statistics.median
        spent = f"   {1000 * statistics.fmean(self.seconds):5.2f} ms" if any(self.seconds) else ""
        return (
            f"{name:10} {len(both):5} actions, {statistics.fmean(self.choices):4.0f} choices   "
            f"bytes to who acts next: median {median(self.acting):7,.0f}, "
            f"longest {max(self.acting):7,}; to who waits: {median(self.waiting):6,.0f}; "
            f"to both: median {median(both):7,.0f}, mean {statistics.fmean(both):7,.0f}{spent}"
        )


class Counter:
    """A connection that counts bytes."""

    def __init__(self, held: HeldSeats) -> None:
        self.held = held
        self.device = ""
        self.address = ""
        self.last = 0

    def lose_seats(self) -> None:
        """Do nothing: seats are never lost here."""

    def fail(self, error: GameError) -> None:
        raise error

    def put(self, message: str, *, whole: bool = False) -> None:
        length = len(message.encode())
        self.last = length + (2 if length < 126 else 4 if length < 1 << 16 else 10)


def measure(name: str, actions: int, seed: int) -> Figures:
    """Measure messages made in this process."""
    chance, figures = random.Random(seed), Figures()
    while len(figures.acting) < actions:
        table = new_table(strata.game(name), {"first": "link", "second": "link"})
        open_table = OpenTable("table", table, 0, frozenset(SEATS))
        counters = [Counter((seat,)) for seat in SEATS]
        for counter in counters:
            open_table.welcome(counter, 0)
        while table.seat is not None and len(figures.acting) < actions:
            legal = table.record.actions()
            for counter in counters:
                counter.last = 0
            began = time.process_time()
            table.play(table.seat, chance.choice(legal), 0)
            open_table.send_change(0)
            spent = time.process_time() - began
            figures.add([counter.last for counter in counters], len(legal), spent)
    return figures


class CountingSocket(ClientConnection):
    """A connection that counts the bytes that arrive."""

    arrived = 0

    def data_received(self, data: bytes) -> None:
        self.arrived += len(data)
        super().data_received(data)


@contextlib.asynccontextmanager
async def both_seats(
    http: httpx.AsyncClient, name: str
) -> AsyncIterator[tuple[list[CountingSocket], list[Any]]]:
    """Yield the sockets of both seats at a new table, and the first state of each."""
    http.cookies.clear()
    made = await http.post("/api/tables", json={"game": name, "first": "me", "second": "link"})
    table = made.raise_for_status().json()
    address = f"/api/tables/{table['id']}"
    http.cookies.clear()
    joined = await http.post(f"{address}/join", json={"key": table["keys"]["second"]})
    async with contextlib.AsyncExitStack() as stack:
        sockets = [
            cast(
                CountingSocket,
                await stack.enter_async_context(
                    connect(
                        f"ws://{http.base_url.netloc.decode()}{address}/live",
                        additional_headers={"Cookie": f"strata={answer.cookies['strata']}"},
                        create_connection=CountingSocket,
                    )
                ),
            )
            for answer in (made, joined)
        ]
        yield sockets, [await _state(socket, -1) for socket in sockets]


async def _state(socket: ClientConnection, version: int) -> Any:
    """Return the next state after `version` that a seat receives."""
    while True:
        message = msgspec.json.decode(await socket.recv())
        state = message.get("state") or message.get("table", {}).get("state")
        if state and state["version"] > version:
            return state


def _actions(state: Any) -> list[str]:
    return sorted(action for action, _ in list_choices(msgspec.convert(state, Offers)))


async def measure_wire(http: httpx.AsyncClient, name: str, actions: int, seed: int) -> Figures:
    """Measure messages that arrive from a server over sockets."""
    chance, figures = random.Random(seed), Figures()
    while len(figures.acting) < actions:
        async with both_seats(http, name) as (sockets, states):
            if not figures.acting and name == "daikuni":
                agreed = [extension.name for extension in sockets[0].protocol.extensions]
                print(f"extensions agreed on: {', '.join(agreed) or 'none'}", flush=True)
            while len(figures.acting) < actions and any(state["choices"] for state in states):
                acting = 0 if states[0]["choices"] else 1
                version, legal = states[acting]["version"], _actions(states[acting])
                play = {"type": "play", "version": version, "action": chance.choice(legal)}
                before = [socket.arrived for socket in sockets]
                await sockets[acting].send(msgspec.json.encode(play), text=True)
                states[acting] = await _state(sockets[acting], version)
                waiting = 1 - acting
                with contextlib.suppress(TimeoutError):  # hidden actions are not sent
                    async with asyncio.timeout(_SOON_SECONDS):
                        told = await _state(sockets[waiting], states[waiting]["version"])
                        states[waiting] = told
                arrived = [socket.arrived for socket in sockets]
                sizes = [now - then for now, then in zip(arrived, before, strict=True)]
                figures.add(sizes, len(legal))
    return figures


async def over_the_wire(names: list[str], actions: int, seed: int) -> None:
    async with running_servers(1) as ((port, _), _):
        base = f"http://127.0.0.1:{port}"
        for name in names:
            async with httpx.AsyncClient(base_url=base) as http:
                print((await measure_wire(http, name, actions, seed)).line(name), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", action="append", choices=strata.games(), help="this game only")
    parser.add_argument("--actions", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wire", action="store_true", help="at a server, over real sockets")
    given = parser.parse_args()
    names = given.game or list(strata.games())
    print(f"{platform.platform()}, Python {platform.python_version()}")
    if given.wire:
        asyncio.run(over_the_wire(names, given.actions, given.seed))
    else:
        for name in names:
            print(measure(name, given.actions, given.seed).line(name), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
