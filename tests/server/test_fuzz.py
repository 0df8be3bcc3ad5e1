"""Garbage on the socket: answered or closed with a reason, and no other game is disturbed."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.patience import PATIENCE
from tests.server.processes import Device, Player, Server
from tests.volume import everyday

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=10,
)
KINDS = st.sampled_from(
    ["play", "resign", "offer-draw", "answer-draw", "ask-take-back", "want-rematch", "x", ""]
)
ALMOST = st.fixed_dictionaries(
    {"type": KINDS | JSON},
    optional={
        "version": st.integers() | JSON,
        "action": st.text(max_size=30) | JSON,
        "accept": JSON,
    },
)
TEXTS = JSON.map(json.dumps) | ALMOST.map(json.dumps) | st.text(max_size=200)
REFUSALS = {
    "stale", "illegal-action", "not-your-turn", "not-allowed", "game-over", "bad-message",
    "too-fast",
}  # fmt: skip


@pytest.fixture
def witness(server: Server) -> Iterator[Player]:
    """Another game on the same server, which goes on whatever happens."""
    device = Device(server)
    with device.sit(device.make("me", "me")["id"]) as player:
        yield player
        for pick in range(3):
            player.play(pick=pick)
        assert len(player.moves) == 3


def answer_to(player: Player, message: str | bytes) -> dict[str, Any]:
    player.socket.send(message)
    answer: dict[str, Any] = json.loads(player.socket.recv(timeout=PATIENCE))
    return answer


def flood(player: Player, message: str, codes: list[str]) -> None:
    """Sends without end, and notes what is answered, until the server has enough."""
    for _ in range(500):
        player.socket.send(message)
    while True:
        answer = json.loads(player.socket.recv(timeout=PATIENCE))
        codes.append(answer.get("code", answer["type"]))


@settings(
    max_examples=everyday(25, full=60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(TEXTS | st.binary(max_size=100), min_size=1, max_size=6))
def test_any_text_is_answered(server: Server, messages: list[str | bytes]) -> None:
    device = Device(server)
    with device.http, device.sit(device.make("me", "link")["id"]) as player:
        for message in messages:
            if isinstance(message, str):
                message = message.encode("utf-8", "replace").decode()
            answer = answer_to(player, message)
            assert answer["type"] in ("refused", "changed", "welcome")
            if answer["type"] == "refused":
                assert answer["code"] in REFUSALS
                assert len(answer["detail"]) < 500


@pytest.mark.parametrize(
    "message",
    [
        "[" * 60_000,
        '{"a":' * 10_000,
        '{"type":"play","version":1e999,"action":"Kd4"}',
        '{"type":"play","version":' + "9" * 5000 + ',"action":"Kd4"}',
        '{"type":"play","version":0,"action":"' + "x" * 60_000 + '"}',
        '{"type":"play","version":0,"action":"Kd4","more":1}',
        '{"type":"play","version":"0","action":"Kd4"}',
        '{"type":"play","version":0}',
        '{"type":"dance"}',
        "null",
        "",
        "\x00",
        b"\x00\xff\xfe",
        b"",
    ],
    ids=lambda message: ascii(message[:24]),
)
def test_nonsense_is_refused(ann: Device, witness: Player, message: str | bytes) -> None:
    with ann.sit(ann.make("me", "me")["id"]) as player:
        answer = answer_to(player, message)
        assert answer["type"] == "refused"
        assert answer["code"] in ("bad-message", "illegal-action")
        assert len(answer["detail"]) < 500
        player.play("Kd4")


@pytest.mark.parametrize("message", ['{"type":"dance"}', '{"version":0}'])
def test_the_types_of_messages_are_told(ann: Device, message: str) -> None:
    with ann.sit(ann.make("me", "me")["id"]) as player:
        detail = answer_to(player, message)["detail"]
        assert "`type`" in detail or "`$.type`" in detail
        assert ", expected one of answer-draw, " in detail
        assert ", play, play-parts, play-preset, resign, " in detail


def test_too_large_is_closed_with_the_reason(ann: Device, witness: Player) -> None:
    with ann.sit(ann.make("me", "me")["id"]) as player, pytest.raises(ConnectionClosed) as closed:
        answer_to(player, "x" * 100_000)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    # Of ten megabytes the server reads no more than the beginning, then cuts the line.
    with ann.sit(ann.make("me", "me")["id"]) as player, pytest.raises(ConnectionClosed):
        answer_to(player, "x" * 10_000_000)


def test_nonsense_without_end_is_closed(ann: Device, witness: Player) -> None:
    with ann.sit(ann.make("me", "me")["id"]) as player, pytest.raises(ConnectionClosed) as closed:
        flood(player, "nonsense", [])
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4400
    assert closed.value.rcvd.reason.startswith("bad-message")


def test_a_flood_is_slowed_then_closed(tmp_path: Path) -> None:
    with Server(tmp_path, STRATA_MESSAGES_PER_SECOND="5") as server:
        calm, wild = Device(server), Device(server)
        with calm.sit(calm.make("me", "me")["id"]) as player:
            flooding = wild.sit(wild.make("me", "me")["id"])
            codes: list[str] = []
            with pytest.raises(ConnectionClosed) as closed:
                flood(flooding, '{"type":"resync"}', codes)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429
            assert "too-fast" in codes
            player.play("Kd4")
            player.play("Kg7")


def test_only_own_pages_may_connect(ann: Device) -> None:
    table_id = ann.make("me", "me")["id"]
    url = f"ws://{ann.server.base}/api/tables/{table_id}/live"
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(url, origin=Origin("http://evil.example")) as socket,
    ):
        socket.recv(timeout=PATIENCE)
    assert refused.value.response.status_code == 403


def test_too_many_sockets(tmp_path: Path) -> None:
    with Server(tmp_path, STRATA_SOCKETS_PER_CLIENT="2") as server:
        device = Device(server)
        table_id = device.make("me", "me")["id"]
        with device.sit(table_id) as one, device.sit(table_id):
            with pytest.raises(ConnectionClosed) as closed:
                device.sit(table_id)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
            one.play("Kd4")


def test_idle_sockets_are_closed(tmp_path: Path) -> None:
    with Server(tmp_path, STRATA_IDLE_SECONDS="1") as server:
        device = Device(server)
        player = device.sit(device.make("me", "me")["id"])
        with pytest.raises(ConnectionClosed) as closed:
            player.socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1001


def test_half_a_handshake_and_raw_noise(server: Server, witness: Player) -> None:
    import socket

    noise = random.Random(1)
    for _ in range(10):
        with socket.create_connection(("127.0.0.1", server.port)) as raw:
            raw.sendall(noise.randbytes(200))
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(b"GET /api/tables/x/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n")
        raw.sendall(os.urandom(100))
