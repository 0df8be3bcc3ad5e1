"""Bots in both seats of a game, which come back by themselves as the browser client does.

They keep to web/src/socket.ts: growing pauses, a fresh welcome after `stale`, nothing queued. An
action whose answer never came is decided anew after the next welcome.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.patience import PATIENCE
from tests.server.acknowledged import Account, TableAccount
from tests.server.offered import offered
from tests.server.processes import NO_TLS

GAMES: Final = ("daikuni", "kyo", "dzura")
"""Without secrets, so that every seat sees every action."""
_FIRST_PAUSE: Final = 0.4
_LONGEST_PAUSE: Final = 10.0
_TOO_FAST: Final = 4429
_FINAL_CODES: Final = {1008, 4400, 4404, 4500}
_DOCUMENTED_CODES: Final = {1001, 1006, 1009, 1011, 1012, 1013, _TOO_FAST, *_FINAL_CODES}
_THINKING_SECONDS: Final = 0.25
_ANSWER_SECONDS: Final = PATIENCE


class Bot:
    """A device: it keeps one cookie and connects to any of the servers."""

    def __init__(self, servers: Sequence[str], account: Account, picks: random.Random) -> None:
        """`servers` are addresses; where there are several, a proxy would choose among them."""
        self._servers: Final = servers
        self._account: Final = account
        self._picks: Final = picks
        self._cookie: str | None = None
        self._tries = 0

    # Over HTTP.

    async def make(self, game: str) -> dict[str, Any]:
        """A new table, after as many tries as it takes."""
        wanted = {"game": game, "first": "me", "second": "link"}
        while True:
            answer = await self._post("/api/tables", wanted)
            if answer is not None:
                made: dict[str, Any] = answer.json()
                return made
            await self._pause()

    async def join(self, table_id: str, key: str) -> bool:
        """Whether the seat is taken; a first visit whose answer got lost cannot be repeated."""
        while True:
            is_new = self._cookie is None
            answer = await self._post(f"/api/tables/{table_id}/join", {"key": key})
            if answer is not None or is_new:
                return answer is not None
            await self._pause()

    async def _post(self, path: str, body: object) -> httpx.Response | None:
        """The answer; None if the server is away or cannot store anything."""
        headers = {"Cookie": f"strata={self._cookie}"} if self._cookie else {}
        base = f"http://{self._picks.choice(self._servers)}"
        async with httpx.AsyncClient(base_url=base, timeout=_ANSWER_SECONDS, verify=NO_TLS) as http:
            try:
                answer = await http.post(path, json=body, headers=headers)
            except httpx.TransportError:
                return None
        if answer.status_code == 503:
            return None
        if not answer.is_success:
            self._account.object(f"POST {path}: {answer.status_code} {answer.text}")
            return None
        self._tries = 0
        self._cookie = answer.cookies.get("strata", self._cookie)
        return answer

    # Over the socket.

    async def play(self, table: TableAccount, seat: str) -> None:
        """Play until the game is over, over as many sockets as it takes."""
        while not table.is_over:
            server, code = self._picks.choice(self._servers), 1006
            known = len(table.told)
            try:
                async with connect(
                    f"ws://{server}/api/tables/{table.id}/live",
                    additional_headers={"Cookie": f"strata={self._cookie}"},
                    compression=None,
                    max_size=None,
                    open_timeout=_ANSWER_SECONDS,  # a browser waits for long
                    close_timeout=1,
                ) as socket:
                    await self._stay(socket, table, seat, known)
                continue
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd is not None else 1006
                self._note_closing(table, code)
            except (OSError, WebSocketException):
                pass  # nobody listens there
            await self._pause(code)

    def _note_closing(self, table: TableAccount, code: int) -> None:
        self._account.closed[code] += 1
        if code in _FINAL_CODES or code not in _DOCUMENTED_CODES:
            table.object(f"the socket was closed with {code}")

    async def _stay(
        self, socket: ClientConnection, table: TableAccount, seat: str, known: int
    ) -> None:
        actions: list[str] = []
        while not table.is_over:
            async with asyncio.timeout(_ANSWER_SECONDS):
                message = json.loads(await socket.recv())
            match message["type"]:
                case "welcome":
                    self._tries = 0
                    info = message["table"]
                    actions, state = [move[1] for move in info["moves"]], info["state"]
                    if info["mine"] != [seat]:
                        self._account.seats_lost += 1
                        table.object(f"{seat} holds {info['mine']}")
                    table.tell(seat, state["version"], actions, at_least=known)
                case "changed":
                    state = message["state"]
                    actions = actions[: message["keep"]] + [move[1] for move in message["moves"]]
                    table.tell(seat, state["version"], actions, at_least=0)
                case "refused":
                    await self._be_refused(socket, table, message)
                    continue
                case _:
                    continue
            if state["outcome"] is not None:
                table.is_over = True
            elif state["choices"]:
                await self._act(socket, table, state)

    async def _act(self, socket: ClientConnection, table: TableAccount, state: Any) -> None:
        await asyncio.sleep(self._picks.random() * _THINKING_SECONDS)
        action, version = self._picks.choice(offered(state)), state["version"]
        table.send(version, action)
        await socket.send(json.dumps({"type": "play", "version": version, "action": action}))

    async def _be_refused(
        self, socket: ClientConnection, table: TableAccount, message: Any
    ) -> None:
        self._account.refused[message["code"]] += 1
        if message["code"] == "stale":
            await socket.send(json.dumps({"type": "resync"}))
        else:
            table.object(f"a legal action was refused: {message['detail']}")

    async def _pause(self, code: int = 1006) -> None:
        growing = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**self._tries)
        pause = _LONGEST_PAUSE if code == _TOO_FAST else growing
        self._tries += 1
        await asyncio.sleep(pause * (0.75 + 0.5 * self._picks.random()))


class Match:
    """Two bots that play one game after the other."""

    def __init__(self, number: int, servers: Sequence[str], account: Account, seed: int) -> None:
        picks = random.Random(f"{seed} {number}")
        self._game: Final = GAMES[number % len(GAMES)]
        self._account: Final = account
        self._bots: Final = [Bot(servers, account, picks) for _ in range(2)]
        self._table: TableAccount | None = None

    def went_on_at(self) -> float:
        """When both seats had been told of the latest change (monotonic seconds)."""
        heard = self._table.heard_at if self._table is not None else {}
        return min(heard.values()) if len(heard) == len(self._bots) else 0.0

    async def play_on(self) -> None:
        """One game after the other, for ever."""
        first, second = self._bots
        while True:
            made = await first.make(self._game)
            if not await second.join(made["id"], made["keys"]["second"]):
                continue
            self._table = self._account.open(made["id"])
            async with asyncio.TaskGroup() as playing:
                playing.create_task(first.play(self._table, "first"))
                playing.create_task(second.play(self._table, "second"))
