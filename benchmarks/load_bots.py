"""The bots of load.py and versions.py, which play random legal actions over real WebSockets.

They share the processors with the server that they measure, so they have to be cheap: between the
opening and the end of a game, a bot is driven by timers and by the callbacks of picows, without a
task or a future for each action.
"""

from __future__ import annotations

import asyncio
import math
import random
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from load_figures import Figures
from picows import WSCloseCode, WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from strata.server.protocol.offers import Offers

_LATE_SECONDS: Final = 10.0
_TEXT: Final = WSMsgType.TEXT  # in Python 3.11 each lookup of a member calls a Python function
_NEVER: Final = sys.maxsize  # a version that no state has


class _State(Offers, frozen=True):
    version: int


class _Table(msgspec.Struct):
    state: _State


class _Message(msgspec.Struct):
    """Any message of the server, reduced to what a bot reads."""

    type: str
    state: _State | None = None
    table: _Table | None = None


class _Play(msgspec.Struct, tag_field="type", tag="play"):
    version: int
    action: str


_read: Final = msgspec.json.Decoder(_Message).decode
_write: Final = msgspec.json.Encoder().encode
_NO_STATE: Final = _State((), {}, {}, -1)


def _choose(offers: Offers, picks: random.Random) -> str:
    """Return a legal action, all equally likely; only this one is written out."""
    total = 0
    for group in offers.choices:
        for row in group.clicks:
            size = 1
            for place in row:
                size *= place.count(" ") + 1
            total += size
            if picks.random() * total < size:  # replaces the row chosen so far
                form, chosen = group.form, row
    ids = []
    for place in chosen:
        words = place.split(" ")
        word = words[int(picks.random() * len(words))]
        token = offers.tokens.get(word)
        ids.append((token and token.id) or word)
    return form.format(*ids)


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


class _Listener(WSListener):
    """What picows calls for one of the two sockets of a bot."""

    def __init__(self, bot: Bot, seat: int) -> None:
        self._bot: Final = bot
        self._seat: Final = seat

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if transport.close_handshake:  # cheaper than to look at the type of the frame
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()
            return
        try:
            self._bot.receive(self._seat, frame.get_payload_as_bytes())
        except Exception as error:
            self._bot.fail(error)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._bot.lose(transport)


class Bot(ABC):
    """Plays at both of two sockets; an action is done when both have received the answer to it."""

    def __init__(self, figures: Figures) -> None:
        self._figures: Final = figures
        self._loop: Final = asyncio.get_running_loop()
        self._sockets: list[WSTransport] = []
        self._waiting: asyncio.Future[None] = self._loop.create_future()
        """What `open` or `play` waits for; done while neither of them runs."""
        self._waiting.set_result(None)
        self._left = 0
        self._due = 0.0
        self._pause = 0.0
        self._sent = 0.0
        """When the action was sent that is not done yet; 0 if there is none."""
        self._watch: asyncio.TimerHandle | None = None

    @abstractmethod
    async def open(self) -> None:
        """Close the sockets and open new ones. Raises OSError, EOFError and WSError."""

    @abstractmethod
    def act(self) -> bool:
        """Send an action; return False if there is none, because the game is over."""

    @abstractmethod
    def receive(self, seat: int, text: bytes) -> None:
        """Read a message; call `go_on` when both sockets have received what is waited for."""

    async def play(self, actions: int, due: float, pause: float) -> None:
        """Play `actions` actions, one every `pause` seconds from `due`, or later if one takes long.

        Opening another game counts as an action. Raises what `open` raises, OSError also if a
        socket is closed or an answer late, and RuntimeError if an action is refused.
        """
        self._left, self._due, self._pause = actions, due, pause
        while self._left > 0:
            self._wait()
            self._await_turn()
            await self._waiting
            if self._left:
                await self.open()
                self._count()

    async def close(self) -> None:
        sockets, self._sockets = self._sockets, []
        for socket in sockets:
            socket.send_close(WSCloseCode.OK)
            try:
                async with asyncio.timeout(_LATE_SECONDS):
                    await socket.wait_disconnected()
            except TimeoutError:
                socket.disconnect(graceful=False)
            except WSError:  # the socket was closed before, and `fail` was called
                pass

    def go_on(self) -> None:
        """Note that an action is done, or a game open, and play the next."""
        if self._waiting.done():  # it has failed
            return
        if self._sent:
            self._figures.add((time.perf_counter() - self._sent) * 1000)
            self._sent = 0.0
            self._count()
            if self._left:
                self._await_turn()
                return
        self._waiting.set_result(None)

    def fail(self, error: Exception) -> None:
        """Let `open` or `play` raise `error`."""
        self._sent = 0.0
        if not self._waiting.done():
            self._waiting.set_exception(error)

    def lose(self, socket: WSTransport) -> None:
        """Fail if it was not the bot that closed `socket`."""
        if socket in self._sockets:
            self.fail(ConnectionError("the server closed a socket"))

    async def _connect(self, url: str, **options: Any) -> None:
        seat = len(self._sockets)
        transport, _ = await ws_connect(
            lambda *_: _Listener(self, seat),
            url,
            websocket_handshake_timeout=_LATE_SECONDS,
            use_aiofastnet=False,  # uvloop's own connections take 4 % less
            **options,
        )
        self._sockets.append(transport)

    def _send(self, seat: int, text: bytes) -> None:
        self._sent = time.perf_counter()
        self._sockets[seat].send(_TEXT, text)
        if self._watch is None:
            self._watch = self._loop.call_later(_LATE_SECONDS, self._check_late)

    def _check_late(self) -> None:
        """Fail if the answer to the last action is late; else check again when it would be."""
        self._watch = None
        if self._sent:
            seconds = self._sent + _LATE_SECONDS - time.perf_counter()
            if seconds > 0:
                self._watch = self._loop.call_later(seconds, self._check_late)
            else:
                self.fail(TimeoutError(f"no answer within {_LATE_SECONDS:g} s"))

    def _wait(self) -> None:
        self._waiting = self._loop.create_future()
        for socket in self._sockets:
            if socket.is_disconnected:
                self.lose(socket)

    def _await_turn(self) -> None:
        seconds = self._due - time.perf_counter()
        if seconds > 0:
            self._loop.call_later(seconds, self._take_turn)
        else:
            self._take_turn()

    def _take_turn(self) -> None:
        if self._waiting.done():  # it has failed
            return
        try:
            acted = self.act()
        except Exception as error:
            self.fail(error)
        else:
            if not acted:
                self._waiting.set_result(None)

    def _count(self) -> None:
        self._left -= 1
        self._due += self._pause


class Game(Bot):
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
        super().__init__(figures)
        self._own_address: Final = own_address
        self._address: Final = f"127.0.0.1:{port}"
        self._http: Final = http
        self._random: Final = random.Random(seed)
        self._states = [_NO_STATE, _NO_STATE]
        self._after = _NEVER
        """The version that the states of both seats must exceed for the game to go on."""

    async def open(self) -> None:
        await self.close()
        wanted = {"game": "daikuni", "first": "me", "second": "link"}
        table, first = await self._http.post("/api/tables", wanted)
        key = {"key": table["keys"]["second"]}
        _, second = await self._http.post(f"/api/tables/{table['id']}/join", key)
        self._states = [_NO_STATE, _NO_STATE]
        self._after = -1
        self._wait()
        for cookie in (first, second):
            await self._connect(
                f"ws://{self._address}/api/tables/{table['id']}/live",
                extra_headers={"Cookie": f"strata={cookie}"},
                local_addr=(self._own_address, 0) if self._own_address else None,
            )
        async with asyncio.timeout(_LATE_SECONDS):
            await self._waiting

    def act(self) -> bool:
        acting = 0 if self._states[0].choices else 1
        state = self._states[acting]
        if not state.choices:
            return False
        text = _write(_Play(state.version, _choose(state, self._random)))
        self._after = state.version
        self._send(acting, text)
        return True

    def receive(self, seat: int, text: bytes) -> None:
        message = _read(text)
        state = message.table.state if message.table else message.state
        if state is None:
            if message.type == "refused":
                self.fail(RuntimeError("a legal action was refused"))
            return
        states = self._states
        states[seat] = state
        if state.version > self._after and states[1 - seat].version > self._after:
            self._after = _NEVER
            self.go_on()


class Pair(Bot):
    """Two sockets of the echo server; a message of one is answered to both."""

    def __init__(self, port: int, number: int, figures: Figures) -> None:
        super().__init__(figures)
        self._url: Final = f"ws://127.0.0.1:{port}/pair/{number}"
        self._missing = 0

    async def open(self) -> None:
        for _ in range(2):
            await self._connect(self._url)

    def act(self) -> bool:
        self._missing = 2
        self._send(0, b'{"type":"play","version":10,"action":"Kd4"}')
        return True

    def receive(self, seat: int, text: bytes) -> None:
        msgspec.json.decode(text)
        self._missing -= 1
        if not self._missing:
            self.go_on()


async def keep_playing(bot: Bot, figures: Figures, until: float, due: float, pause: float) -> None:
    """Play an action every `pause` seconds from `due` until `until`."""
    try:
        await bot.play(math.ceil((until - due) / pause), due, pause)
    except (OSError, EOFError, RuntimeError, WSError) as error:
        figures.errors.append(repr(error))


async def spread(bots: Sequence[Bot]) -> None:
    """Bring the games to different stages, as on a server that has been running for a while."""

    async def play_some(bots: Sequence[Bot], seed: int) -> None:
        picks = random.Random(seed)
        for bot in bots:
            await bot.play(picks.randrange(50), 0.0, 0.0)

    await asyncio.gather(*(play_some(bots[start::10], start) for start in range(10)))
