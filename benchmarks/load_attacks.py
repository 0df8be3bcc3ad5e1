"""Attacks on a server for load.py, each from one address and as fast as the limits allow.

    python benchmarks/load_attacks.py PORT NAME SECONDS

Each attacker has an address of its own (127.0.2.1 and so on), so that limits count it separately
from the players and the other attackers. It prints one line: how many requests were answered,
refused as too many, and failed.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import strata
from strata.core.study.annotations import Annotations
from strata.server.protocol.offers import Offers, list_choices

_AT_ONCE: Final = 16
_ACTIONS: Final = 4900
_LONG: Final = 64 * 1024


class Attacker:
    def __init__(self, port: int, own_address: str, until: float) -> None:
        self._port: Final = port
        self._own_address: Final = own_address
        self._until: Final = until
        self.done: Final[Counter[str]] = Counter()
        transport = httpx.AsyncHTTPTransport(
            local_address=own_address, limits=httpx.Limits(max_connections=_AT_ONCE)
        )
        self.http: Final = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=60
        )

    async def hammer(self, ask: Callable[[], Awaitable[httpx.Response]]) -> None:
        await asyncio.gather(*(self._ask_on(ask) for _ in range(_AT_ONCE)))

    async def _ask_on(self, ask: Callable[[], Awaitable[httpx.Response]]) -> None:
        while time.perf_counter() < self._until:
            try:
                answer = await ask()
            except httpx.HTTPError:
                self.done["failed"] += 1
                continue
            name = "refused" if answer.status_code in (429, 503) else "answered"
            self.done[name] += 1
            if name == "refused":
                await asyncio.sleep(0.2)

    async def import_record(self, record: strata.Record) -> str:
        """Import `record` and return its table; try again while the server is too busy."""
        body = {"text": record.export()}
        answer = await self.http.post("/api/records", json=body)
        while answer.status_code in (429, 503) and time.perf_counter() < self._until:
            await asyncio.sleep(0.2)
            answer = await self.http.post("/api/records", json=body)
        answer.raise_for_status()
        table_id: str = answer.json()["id"]
        return table_id

    # The attacks.

    async def light(self) -> None:
        paths = ["/", "/health", "/api/games", "/api/levels", "/api/schema/openapi.json"]
        await self.hammer(lambda: self.http.get(random.choice(paths)))

    async def rules(self) -> None:
        await self.hammer(lambda: self.http.get("/api/games/frozen/rules"))

    async def frames(self) -> None:
        table = await self.import_record(random_record("frozen", 120))
        await self.hammer(lambda: self.http.get(f"/api/tables/{table}/frames?count=100"))

    async def definitions(self) -> None:
        text = strata.game("dzura").shipped_definitions()["mini"]
        text += "# a comment\n" * ((_LONG - len(text) - 100) // 12)
        await self.hammer(
            lambda: self.http.post("/api/games/dzura/definition", json={"text": text})
        )

    async def cards(self) -> None:
        """Request the looks and cards of definitions that are all different."""
        plain = strata.game("dzura").shipped_definitions()["standard"]
        numbers = itertools.count()

        async def ask() -> httpx.Response:
            text = plain.replace('"Dzura"', f'"Other {next(numbers)}"')
            wanted = {"game": "dzura", "first": "me", "second": "me", "definition": text}
            made = await self.http.post("/api/tables", json=wanted)
            if made.status_code != 201:
                return made
            table = f"/api/tables/{made.json()['id']}"
            await self.http.get(f"{table}/look")
            return await self.http.get(f"{table}/cards")

        await self.hammer(ask)

    async def rematches(self) -> None:
        """Resign at tables of one client and ask for the rematch, again and again."""
        await asyncio.gather(*(self._play_again() for _ in range(8)))

    async def _play_again(self) -> None:
        wanted = {"game": "daikuni", "first": "me", "second": "me"}
        made = await self.http.post("/api/tables", json=wanted)
        if made.status_code != 201:
            self.done["refused"] += 1
            return
        cookie = {"Cookie": f"strata={self.http.cookies.get('strata')}"}
        table: str | None = made.json()["id"]
        while table is not None and time.perf_counter() < self._until:
            url = f"ws://127.0.0.1:{self._port}/api/tables/{table}/live"
            address = (self._own_address, 0)
            async with connect(url, additional_headers=cookie, local_addr=address) as socket:
                table = await self._rematch_at(socket)

    async def _rematch_at(self, socket: ClientConnection) -> str | None:
        """Return the id of the next table; None if it is refused."""
        for command in ("resign", "want-rematch"):
            await socket.send(f'{{"type":"{command}","version":{int(command != "resign")}}}')
        async for text in socket:
            message = msgspec.json.decode(text)
            if message["type"] == "refused":
                self.done["refused"] += 1
                return None
            if (message.get("state") or {}).get("rematch"):
                self.done["answered"] += 1
                rematch: str = message["state"]["rematch"]
                return rematch
        return None

    async def imports(self) -> None:
        text = random_record("frozen", 700).export()
        await self.hammer(lambda: self.http.post("/api/records", json={"text": text}))

    async def long_tables(self) -> None:
        """Open three long games again and again; they stay in memory after the first time."""
        record = long_record()
        tables = [await self.import_record(record) for _ in range(3)]
        await self.hammer(lambda: self.http.get(f"/api/tables/{random.choice(tables)}"))

    async def analyses(self) -> None:
        table = await self.import_record(random_record("frozen", 120))
        await self.hammer(
            lambda: self.http.post(
                f"/api/tables/{table}/analysis",
                json={"number": random.randrange(120), "time_ms": 2000, "lines": 3},
            )
        )

    async def studies(self) -> None:
        """Request a study of the largest size in every form, and change it."""
        study = strata.Study(long_record())
        for node in list(study.nodes())[:50]:
            study.annotate(node, Annotations(comment="x" * 4000))
        made = await self.http.post("/api/studies", json={"text": study.export()})
        made.raise_for_status()
        address = f"/api/studies/{made.json()['id']}"
        version = 0

        async def change() -> httpx.Response:
            nonlocal version
            noted = {"type": "annotate", "node": 1, "comment": f"{random.random()}"}
            answer = await self.http.post(
                f"{address}/changes", json={"version": version, "change": noted}
            )
            if answer.status_code == 200:
                version = answer.json()["version"]
            return answer

        asked: tuple[Callable[[], Awaitable[httpx.Response]], ...] = (
            lambda: self.http.get(address),
            lambda: self.http.get(f"{address}/record"),
            lambda: self.http.post(f"{address}/copy"),
            change,
        )
        await self.hammer(lambda: random.choice(asked)())

    async def thinkers(self) -> None:
        """Let the computer think on forty sockets about the last two positions of a long study.

        The sockets share one address, and each alternates between the two positions.
        """
        record = random_record("frozen", 700)
        made = await self.http.post("/api/studies", json={"text": record.export()})
        made.raise_for_status()
        url = f"ws://127.0.0.1:{self._port}/api/studies/{made.json()['id']}/engine"
        await asyncio.gather(*(self._think_at(url, record.length) for _ in range(40)))

    async def _think_at(self, url: str, last: int) -> None:
        cookie = {"Cookie": f"strata={self.http.cookies.get('strata')}"}
        while (left := self._until - time.perf_counter()) > 0:
            try:
                async with (
                    asyncio.timeout(left),
                    connect(
                        url, additional_headers=cookie, local_addr=(self._own_address, 0)
                    ) as socket,
                ):
                    listening = asyncio.create_task(self._count_at(socket))
                    try:
                        for number in itertools.count():
                            node = last - number % 2
                            await socket.send(f'{{"type":"think","node":{node},"lines":3}}')
                            await asyncio.sleep(0.11)
                    finally:
                        listening.cancel()
            except (OSError, TimeoutError, WebSocketException) as error:
                self.done[type(error).__name__] += 1
                await asyncio.sleep(0.2)

    async def _count_at(self, socket: ClientConnection) -> None:
        async for message in socket:
            self.done[msgspec.json.decode(message)["type"]] += 1

    async def reviews(self) -> None:
        """Start one review of a game that was resigned, and poll its progress."""
        record = random_record("kyo", 400)
        record.resign()
        table = await self.import_record(record)
        begun = await self.http.post(f"/api/tables/{table}/review")
        self.done[str(begun.status_code)] += 1
        while time.perf_counter() < self._until:
            state = await self.http.get(f"/api/tables/{table}/review")
            self.done[str(state.status_code)] += 1
            await asyncio.sleep(0.04)

    async def computers(self) -> None:
        wanted = {"game": "frozen", "first": "computer", "second": "me", "level": 10}
        await self.hammer(lambda: self.http.post("/api/tables", json=wanted))

    async def sockets(self) -> None:
        """Play legal actions at sixty tables as fast as they are accepted."""
        await asyncio.gather(*(self._play_on(number) for number in range(60)))

    async def _play_on(self, number: int) -> None:
        made = await self.http.post(
            "/api/tables", json={"game": "frozen", "first": "me", "second": "me"}
        )
        if made.status_code != 201:
            self.done["refused"] += 1
            return
        cookie = self.http.cookies.get("strata") or made.cookies.get("strata")
        url = f"ws://127.0.0.1:{self._port}/api/tables/{made.json()['id']}/live"
        with contextlib.suppress(WebSocketException, OSError):
            async with connect(
                url,
                additional_headers={"Cookie": f"strata={cookie}"},
                compression=None,
                max_size=None,
                local_addr=(self._own_address, 0),
            ) as socket:
                await self._play_at(socket, random.Random(number))

    async def _play_at(self, socket: Any, chance: random.Random) -> None:
        async for text in socket:
            if time.perf_counter() > self._until:
                return
            message = msgspec.json.decode(text)
            if message["type"] == "refused":
                self.done["refused"] += 1
                await asyncio.sleep(0.05)
                await socket.send('{"type":"resync"}')
                continue
            state = message.get("state") or message.get("table", {}).get("state")
            if not state or not state["choices"]:
                continue
            self.done["answered"] += 1
            offers = msgspec.convert(state, Offers)
            action = chance.choice([action for action, _ in list_choices(offers)])
            await socket.send(
                msgspec.json.encode(
                    {"type": "play", "version": state["version"], "action": action}
                ).decode()
            )

    async def endless_headers(self) -> None:
        await asyncio.gather(*(self._send_on(b"GET / HTTP/1.1\r\nx: ") for _ in range(4)))

    async def half_requests(self) -> None:
        await asyncio.gather(*(self._send_on(b"GET / HT", still=True) for _ in range(500)))

    async def _send_on(self, beginning: bytes, *, still: bool = False) -> None:
        while time.perf_counter() < self._until:
            try:
                _, writer = await asyncio.open_connection(
                    "127.0.0.1", self._port, local_addr=(self._own_address, 0)
                )
                writer.write(beginning)
                while time.perf_counter() < self._until:
                    if still:
                        await asyncio.sleep(0.2)
                        if writer.transport.is_closing():
                            break
                    else:
                        writer.write(b"a" * 65536)
                        await writer.drain()
                writer.close()
            except OSError:
                self.done["refused"] += 1
                await asyncio.sleep(0.2)


ATTACKS: Final = (
    "light",
    "rules",
    "frames",
    "definitions",
    "cards",
    "imports",
    "long_tables",
    "analyses",
    "studies",
    "thinkers",
    "reviews",
    "computers",
    "rematches",
    "sockets",
    "endless_headers",
    "half_requests",
)


def random_record(game: str, actions: int) -> strata.Record:
    """Return a random game of at most `actions` actions."""
    chance = random.Random(1)
    record = strata.game(game).record()
    while record.length < actions and record.seat is not None:
        record.play(chance.choice(record.actions()))
    return record


def long_record() -> strata.Record:
    """Return a game as long as a server accepts, of random actions that do not end it."""
    chance = random.Random(1)
    record = strata.game("rhodium").record()
    while record.length < _ACTIONS:
        actions = list(record.actions())
        chance.shuffle(actions)
        for action in actions:
            record.play(action)
            if record.seat is not None:
                break
            record.undo()
        else:
            raise RuntimeError(f"every action ends the game after {record.length}")
    return record


async def attack(port: int, name: str, seconds: float) -> None:
    own_address = f"127.0.2.{ATTACKS.index(name) + 1}"
    attacker = Attacker(port, own_address, time.perf_counter() + seconds)
    try:
        await asyncio.wait_for(getattr(attacker, name)(), seconds + 30)
    except (TimeoutError, httpx.HTTPError) as error:
        attacker.done[type(error).__name__] += 1
    await attacker.http.aclose()
    told = ", ".join(f"{number} {what}" for what, number in attacker.done.most_common())
    print(told or "nothing", flush=True)


if __name__ == "__main__":
    asyncio.run(attack(int(sys.argv[1]), sys.argv[2], float(sys.argv[3])))
