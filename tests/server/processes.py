"""Real server processes on free ports, and players who speak with them over real sockets."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import ssl
import time
from collections.abc import Callable
from itertools import count, islice
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from zlib import crc32

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.forked import start_server
from tests.patience import PATIENCE
from tests.places import ROOT
from tests.server.offered import offered

GENEROUS = {
    "STRATA_REQUESTS_PER_SECOND": "10000",
    "STRATA_TABLES_PER_HOUR": "100000",
    "STRATA_SUBSCRIPTIONS_PER_HOUR": "100000",
    "STRATA_VISITORS_PER_HOUR": "100000",
    "STRATA_STUDY_KB_PER_DAY": "10000000",
    "STRATA_ANALYSES_PER_HOUR": "100000",
    "STRATA_MESSAGES_PER_SECOND": "1000",
    "STRATA_CLIENT_MESSAGES_PER_SECOND": "100000",
    "STRATA_CONNECTIONS_PER_CLIENT": "1000",
    "STRATA_WORK_MS_PER_SECOND": "100000",
    "STRATA_SOCKETS_PER_CLIENT": "1000",
    "STRATA_THINKERS": "1",
    "STRATA_ADVICE_GUARD": "client",  # all tests come from one address
}
# To read the certificates of authorities takes 50 ms for each client, and no server here has TLS.
NO_TLS: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


_FIRST_PORT: Final = 20_000  # below those that systems give to outgoing connections
_PORTS: Final = 1_000
_ports: Final = count(crc32(str(ROOT).encode()))  # several checkouts may be tested at once


def free_port() -> int:
    """A port that stays free while a server is down: no other process of a parallel run has it."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for number in islice(_ports, _PORTS):
        port = _FIRST_PORT + _PORTS * worker + number % _PORTS
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError(f"no port is free for the tests of worker {worker}")


def laid_over(scene: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A scene after a change of it, as a client makes it."""
    stacks = scene["stacks"] | change["stacks"]
    return {
        "stacks": {cell: layers for cell, layers in stacks.items() if layers},
        "zones": scene["zones"] if change["zones"] is None else change["zones"],
        "marks": change["marks"],
        "status": change["status"],
    }


def wait_until(check: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    """Asks until it is so; for what announces itself to nobody, such as a port that opens."""
    give_up = time.monotonic() + patience
    while not check():
        assert time.monotonic() < give_up, f"waited in vain for {what}"
        time.sleep(0.05)


class Server:
    """`python -m strata.server`, which can be killed and started again with the same data."""

    workers = 1

    def __init__(self, data_dir: Path, **environment: str) -> None:
        self.port = free_port()
        self.base = f"127.0.0.1:{self.port}"
        self._environment = os.environ | GENEROUS | {"STRATA_DATA_DIR": str(data_dir)} | environment
        self.log_path = data_dir / f"server-{self.port}.log"
        self._process: ForkServerProcess | None = None

    def start(self) -> Self:
        arguments = (str(self.port), str(self.workers))
        self._process = start_server(arguments, self._environment, self.log_path)
        wait_until(self._answers, "the server")
        return self

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.is_alive(), self.log()
        try:
            return httpx.get(f"http://{self.base}/health", verify=NO_TLS).status_code == 200
        except httpx.TransportError:
            return False

    @property
    def pid(self) -> int:
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    def end(self, by: signal.Signals = signal.SIGTERM) -> None:
        if self._process is not None:
            if self._process.is_alive():
                os.kill(self.pid, by)
            self._process.join(PATIENCE)
            assert not self._process.is_alive(), "the server does not end"
            self._process = None

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def log(self) -> str:
        return self.log_path.read_text(encoding="utf-8")

    def metric(self, name: str) -> float:
        told = httpx.get(f"http://{self.base}/metrics", timeout=PATIENCE, verify=NO_TLS)
        for line in told.text.splitlines():
            if line.startswith(f"{name} "):
                return float(line.split()[1])
        raise AssertionError(f"no metric {name}")

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.end()


class Device:
    """A browser, as far as the server can tell: it keeps a cookie and has sockets."""

    def __init__(self, server: Server, address: str = "") -> None:
        """`address` is where it is, if the server believes that this machine is a proxy."""
        self.server = server
        self.address = address
        self.http = httpx.Client(base_url=f"http://{server.base}", timeout=PATIENCE, verify=NO_TLS)
        self.http.headers.update(self._forwarded())

    def make(self, first: str = "me", second: str = "link", **more: Any) -> dict[str, Any]:
        wanted = {"game": "daikuni", "first": first, "second": second} | more
        answer = self.http.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def join(self, table_id: str, key: str, *, share: bool = False) -> httpx.Response:
        wanted = {"key": key} | ({"share": True} if share else {})
        return self.http.post(f"/api/tables/{table_id}/join", json=wanted)

    def cookie(self) -> str | None:
        return self.http.cookies.get("strata")

    def headers(self) -> dict[str, str]:
        """What its sockets send: the cookie, and its address."""
        cookie = self.cookie()
        return self._forwarded() | ({"Cookie": f"strata={cookie}"} if cookie else {})

    def _forwarded(self) -> dict[str, str]:
        return {"X-Forwarded-For": self.address} if self.address else {}

    def sit(self, table_id: str, server: Server | None = None) -> Player:
        """Opens a socket; a cookie holds at every server of the same secret."""
        return Player((server or self.server).base, table_id, self.headers())


class Player:
    """One socket at a table. Keeps the table as a client would, from welcome and changes."""

    def __init__(self, base: str, table_id: str, headers: dict[str, str]) -> None:
        self.socket: ClientConnection = connect(
            f"ws://{base}/api/tables/{table_id}/live",
            additional_headers=headers,
            origin=Origin(f"http://{base}"),
            compression=None,
            max_size=None,
            open_timeout=PATIENCE,
            legacy=True,
        )
        self.table: dict[str, Any] = {}
        self.moves: list[Any] = []
        self.hear("welcome")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.socket.close()

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.table["state"]
        return state

    @property
    def version(self) -> int:
        version: int = self.state["version"]
        return version

    def hear_any(self) -> dict[str, Any]:
        """The next message, taken in."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        self._take_in(message)
        return message

    def ending(self) -> tuple[int, str]:
        """The code and the reason with which the server closes the socket."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.hear_any()
        return self.socket.close_code or 0, self.socket.close_reason or ""

    def hear(self, kind: str) -> dict[str, Any]:
        """The next message of that kind; those before it are taken in."""
        while True:
            message = self.hear_any()
            if message["type"] == kind:
                return message

    def hear_until(self, kinds: tuple[str, ...]) -> str:
        """Which of those kinds comes first."""
        while True:
            kind: str = self.hear_any()["type"]
            if kind in kinds:
                return kind

    def _take_in(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome":
                self.table, self.moves = message["table"], message["table"]["moves"]
            case "changed":
                self.moves = [*self.moves[: message["keep"]], *message["moves"]]
                self.table["state"] = message["state"]
                self.table["scene"] = laid_over(self.table["scene"], message["scene"])
            case "presence":
                self.table["seats"] = message["seats"]

    def until(self, check: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Listens until the state is such."""
        while not check(self.state):
            self.hear("changed")
        return self.state

    def reach(self, version: int) -> dict[str, Any]:
        return self.until(lambda state: state["version"] >= version)

    def say(self, kind: str, **more: Any) -> None:
        given = {} if kind in ("resync", "say") else {"version": self.version}
        self.socket.send(json.dumps({"type": kind} | given | more))

    def play(self, action: str | None = None, pick: int = 0) -> None:
        """Plays and waits until it is so."""
        if action is None:
            actions = offered(self.state)
            action = actions[pick % len(actions)]
        version = self.version
        self.say("play", action=action)
        self.reach(version + 1)

    def refusal(self, kind: str, **more: Any) -> str:
        """The code with which something is refused."""
        self.say(kind, **more)
        code: str = self.hear("refused")["code"]
        return code
