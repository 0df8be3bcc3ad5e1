"""HTTP connections before there is a request: what never ends, ends."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import json
import socket
import threading
from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from strata.server.http.access import connection_limits, socket_frames
from strata.server.http.access.addresses import Addresses
from strata.server.http.access.connection_limits import (
    MOST_HEAD,
    ConnectionLimits,
    limited_protocol,
)
from strata.server.http.access.silent_connections import SilentConnections
from strata.server.http.access.socket_frames import writer_of
from strata.server.ops.rate_limit import Buckets
from tests.patience import PATIENCE
from tests.server.processes import Server, wait_until

MOST_EACH = 5
MOST_SILENT = 6
RELEASED = threading.Event()
MANY = 400
GONE = threading.Event()
"""A socket has ended, as its application sees it."""


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Says nothing of interest, at length if it is asked for; counts what it is sent."""
    if scope["type"] == "websocket":
        await talk(scope, receive, send)
        return
    if scope["type"] != "http":
        return
    body = b"." * (64 * 1024 * 1024 if scope["path"] == "/long" else 2)
    if scope["path"] == "/count":
        body = str(await count_body(receive)).encode()
    length = str(len(body)).encode()
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]}
    )
    await send({"type": "http.response.body", "body": body})


async def count_body(receive: Any) -> int:
    count, goes_on = 0, True
    while goes_on:
        event = await receive()
        count += len(event.get("body", b""))
        goes_on = event.get("more_body", False)
    return count


async def talk(scope: Any, receive: Any, send: Any) -> None:
    """Answers every message with its length; `flood` with more than anybody can fetch at once."""
    await receive()
    await send({"type": "websocket.accept"})
    with contextlib.suppress(ClientDisconnected):
        while (event := await receive())["type"] == "websocket.receive":
            if event["text"] == "hold":
                await asyncio.to_thread(RELEASED.wait)
            if event["text"].startswith("at once:"):
                assert writer_of(scope)(event["text"].removeprefix("at once:"))
                continue
            for _ in range(200 if event["text"] == "flood" else 0):
                await send({"type": "websocket.send", "text": "x" * 1_000_000})
            await send({"type": "websocket.send", "text": str(len(event["text"]))})
    GONE.set()


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Iterator[uvicorn.Server]:
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "FETCH_SECONDS"):
        monkeypatch.setattr(connection_limits, name, 0.5)
    monkeypatch.setattr(socket_frames, "FETCH_SECONDS", 0.5)
    limits = ConnectionLimits(Addresses(), 100, MOST_EACH)
    config = uvicorn.Config(
        answer,
        http=limited_protocol(limits),
        ws=socket_frames.LimitedSocket,
        ws_per_message_deflate=False,  # as in run.py; a flood that is packed fits into any buffer
        port=0,
        log_config=None,
        lifespan="off",
        timeout_keep_alive=60,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()))
    thread.start()
    wait_until(lambda: server.started, "the server")
    yield server
    server.force_exit = server.should_exit = True
    thread.join()


@pytest.fixture
def port(running: uvicorn.Server) -> int:
    found: int = running.servers[0].sockets[0].getsockname()[1]
    return found


def open_socket(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def is_closed(connection: socket.socket) -> bool:
    """Waits for the end of the connection."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


def asks(port: int) -> bytes:
    with open_socket(port) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        return connection.recv(15)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_text_written_at_once_arrives_as_it_is(port: int, length: int) -> None:
    text = ("é" * length)[:length] if length % 2 else "x" * length
    with connect(f"ws://127.0.0.1:{port}", compression=None, max_size=None) as client:
        client.send(f"at once:{text}")
        assert client.recv(timeout=PATIENCE) == text
        client.send("next")
        assert client.recv(timeout=PATIENCE) == "4"


def test_reading_stops_while_messages_wait(running: uvicorn.Server, port: int) -> None:
    RELEASED.clear()
    with connect(f"ws://127.0.0.1:{port}", compression=None) as client:
        client.send("hold")

        def send_many() -> None:
            for _ in range(MANY):
                client.send("x" * 50_000)  # 20 MB in all

        flooding = threading.Thread(target=send_many)
        flooding.start()
        (server_side,) = running.server_state.connections
        assert isinstance(server_side, socket_frames.LimitedSocket)
        wait_until(lambda: server_side.read_paused, "that reading stops")
        assert 4 <= server_side.queue.qsize() < 16
        RELEASED.set()
        assert [client.recv(timeout=PATIENCE) for _ in range(MANY + 1)] == ["4", *["50000"] * MANY]
        flooding.join()
        assert not server_side.read_paused


def test_a_lost_connection_is_freed_at_once(port: int) -> None:
    """Not by the garbage collector: its buffers are large, and there are many connections."""
    gc.collect()
    gc.disable()
    try:
        with connect(f"ws://127.0.0.1:{port}", compression=None) as client:
            client.send("at once:x")
            assert client.recv(timeout=PATIENCE) == "x"
            assert any(isinstance(one, socket_frames.LimitedSocket) for one in gc.get_objects())
        wait_until(
            lambda: (
                not any(isinstance(one, socket_frames.LimitedSocket) for one in gc.get_objects())
            ),
            "the end of the connection",
        )
    finally:
        gc.enable()


@pytest.mark.parametrize(
    "beginning",
    [b"GET /", b"GET / HTTP/1.1\r\nx: ", b"GET / HTTP/1.1\r\n"],
    ids=["url", "header", "headers"],
)
def test_a_head_without_end_is_cut_off(port: int, beginning: bytes) -> None:
    more = b"a" * 1000 if not beginning.endswith(b"1.1\r\n") else b"a: b\r\n" * 200
    with open_socket(port) as connection:
        connection.sendall(beginning)
        assert flood(connection, more) < 50 * MOST_HEAD or is_closed(connection)
    assert asks(port) == b"HTTP/1.1 200 OK"


def flood(connection: socket.socket, part: bytes) -> int:
    """How much could be sent until the connection was closed, or it was more than enough."""
    sent = 0
    try:
        while sent < 50 * MOST_HEAD:
            connection.sendall(part)
            sent += len(part)
    except ConnectionError:
        pass
    return sent


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"\r\n",
        b"GET / HT",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nab",
    ],
    ids=["nothing", "line", "head", "body"],
)
def test_half_a_request_is_not_waited_for(port: int, half: bytes) -> None:
    with open_socket(port) as connection:
        connection.sendall(half)
        assert is_closed(connection)


def test_an_empty_line_begins_no_request(port: int) -> None:
    """It ends the waiting for another one, and has to be followed by that."""
    with open_socket(port) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        heard = b""
        while not heard.endswith(b"\r\n\r\n.."):
            heard += connection.recv(1000)
        connection.sendall(b"\r\n")
        assert is_closed(connection)


def test_what_is_not_fetched_is_dropped(running: uvicorn.Server, port: int) -> None:
    with open_socket(port) as connection:
        connection.sendall(b"GET /long HTTP/1.1\r\nhost: x\r\n\r\n")
        wait_until(lambda: asks(port).startswith(b"HTTP"), "an answer")
        wait_until(lambda: not running.server_state.connections, "the end of the connection")
        received = 0
        try:
            while part := connection.recv(1 << 20):
                received += len(part)
        except ConnectionError:
            pass
        assert received < 64 * 1024 * 1024


def test_an_address_has_so_many_connections(port: int) -> None:
    def ask_on(connection: socket.socket) -> bytes:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        return connection.recv(1000)

    held = [open_socket(port) for _ in range(MOST_EACH)]
    assert all(ask_on(connection).startswith(b"HTTP/1.1 200") for connection in held)
    with open_socket(port) as one_more:
        assert is_closed(one_more)
    held.pop().close()
    wait_until(lambda: _is_answered(port), "a place")
    for connection in held:
        connection.close()


def _is_answered(port: int) -> bool:
    try:
        return asks(port) == b"HTTP/1.1 200 OK"
    except ConnectionError:
        return False


def test_requests_do_not_pile_up(port: int) -> None:
    with open_socket(port) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n" * 500)
        heard = b""
        try:
            while part := connection.recv(65536):
                heard += part
        except ConnectionError:
            pass
    assert heard.count(b"HTTP/1.1 200 OK") < 100


def test_a_proxy_speaks_for_many() -> None:
    limits = ConnectionLimits(Addresses(["10.0.0.1"]), 20, 2)
    assert [limits.enter("198.51.100.1") for _ in range(3)] == ["198.51.100.1"] * 2 + [None]
    assert all(limits.enter("10.0.0.1") for _ in range(18))
    assert limits.enter("10.0.0.1") is None
    limits.leave("198.51.100.1")
    assert limits.enter("198.51.100.7") == "198.51.100.7"


@pytest.mark.parametrize("length", [10, 40_000, 200_000])
def test_a_body_may_come_with_its_head(port: int, length: int) -> None:
    head = f"POST /count HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n\r\n"
    with open_socket(port) as connection:
        for _ in range(2):  # the connection stays open for another
            connection.sendall(head.encode() + b"a" * length)
            heard = b""
            while not heard.endswith(f"\r\n\r\n{length}".encode()):
                part = connection.recv(1000)
                assert part, heard
                heard += part


# Sockets, below messages.


def test_some_pings_and_fragments_are_answered(port: int) -> None:
    with connect(f"ws://127.0.0.1:{port}/", close_timeout=1) as client:
        for _ in range(10):
            assert client.ping().wait(PATIENCE)
        client.send(["a", "b", "c"])
        assert client.recv(PATIENCE) == "3"


@pytest.mark.parametrize("kind", ["ping", "pong", "fragment"])
def test_frames_without_end_are_cut_off(port: int, kind: str) -> None:
    def send_on(client: ClientConnection) -> None:
        if kind == "fragment":
            client.send(itertools.repeat("a", 100_000))
            client.recv(PATIENCE)
        for _ in range(100_000):
            client.ping() if kind == "ping" else client.pong()

    with (
        connect(f"ws://127.0.0.1:{port}/", close_timeout=1) as client,
        pytest.raises(ConnectionClosed),
    ):
        send_on(client)
    assert asks(port) == b"HTTP/1.1 200 OK"


def test_a_socket_that_fetches_nothing_is_dropped(port: int) -> None:
    with connect(f"ws://127.0.0.1:{port}/", close_timeout=1, max_queue=1) as client:
        GONE.clear()
        client.send("flood")
        assert GONE.wait(PATIENCE)  # nobody reads meanwhile
        with pytest.raises(ConnectionClosed):
            deque(iter(lambda: client.recv(PATIENCE), ""), 0)


def test_who_holds_most_silent_connections_makes_place() -> None:
    places = SilentConnections[int](MOST_SILENT)
    networks = itertools.cycle(("2001:db8::1", "2001:db8::2", "2001:db8::ffff"))
    for number, address in zip(range(MOST_SILENT), networks, strict=False):
        assert places.add(number, address) is None
    others = ("127.0.0.1", "127.0.0.2", "2001:db8:0:1::1")
    for number, address in enumerate(others, 10):
        leaving = places.add(number, address)
        assert leaving == number - 10, "the oldest of the household that has most"
        places.remove(leaving)
    leaving = places.add(20, "2001:db8::7")
    assert leaving == len(others)
    places.remove(leaving)
    for number in (*range(4, MOST_SILENT), 10, 11, 12, 20):
        places.remove(number)
    assert [places.add(number, "127.0.0.1") for number in range(7)] == [None] * 6 + [0]


MALFORMED = (
    b"what is this?\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
)


def ask(server: Server, request: bytes) -> bytes:
    """What the server answers before it closes the connection; nothing if it does that at once."""
    host, _, port = server.base.partition(":")
    with (
        contextlib.suppress(ConnectionError),
        socket.create_connection((host, int(port)), timeout=PATIENCE) as connection,
    ):
        connection.sendall(request)
        return connection.recv(100)
    return b""


@pytest.mark.parametrize("malformed", [MALFORMED[:3], MALFORMED[3:]], ids=["requests", "sockets"])
def test_malformed_requests_are_limited_and_fill_no_log(
    tmp_path: Path, malformed: tuple[bytes, ...]
) -> None:
    with Server(tmp_path, STRATA_REQUESTS_PER_SECOND="30") as server:
        answers = Counter(
            ask(server, malformed[number % len(malformed)])[:12] for number in range(2000)
        )
        assert set(answers) == {b"HTTP/1.1 400", b""}
        assert answers[b""] > 0
        for _ in range(50):
            ask(server, b"GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
        wait_until(lambda: ask(server, b"GET /health HTTP/1.0\r\n\r\n") != b"", "an answer")
    lines = [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]
    assert len(server.log().splitlines()) - len(lines) == 1  # the address
    (line, *more) = [line for line in lines if line["event"] == "malformed-requests"]
    assert line["requests"] == 1
    assert len(more) <= 10  # minutes


def test_malformed_requests_keep_out_only_who_sends_them() -> None:
    now = [0.0]
    requests = Buckets(1, 2, lambda: now[0])
    limits = ConnectionLimits(Addresses(["10.0.0.1"]), 20, 20, requests)
    for peer in ("10.0.0.2", "10.0.0.1"):
        for _ in range(3):
            limits.note_malformed(peer)
    assert limits.enter("10.0.0.2") is None
    assert limits.enter("10.0.0.3") == "10.0.0.3"
    assert limits.enter("10.0.0.1") == "10.0.0.1"  # a proxy of many clients
    now[0] = 1.0
    assert limits.enter("10.0.0.2") == "10.0.0.2"


def test_a_proxy_may_connect_whatever_its_neighbour_did() -> None:
    """Both count as one address: they are in one network of 64 bits."""
    limits = ConnectionLimits(Addresses(["fd00::2"]), 20, 20, Buckets(1, 2, lambda: 0.0))
    for _ in range(3):
        limits.note_malformed("fd00::5")
    assert limits.enter("fd00::5") is None
    assert limits.enter("fd00::2") is not None
