"""How a server ends that cannot end in order."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.server.processes import free_port, wait_until

SERVER = """
import asyncio, sys, uvicorn
from strata.server.ops.punctual_server import PunctualServer

def hang():
    print("started", flush=True)
    while True:
        pass

async def app(scope, receive, send):
    await receive()
    await send({"type": "lifespan.startup.complete"})
    {begin}
    await receive()
    await {end}
    await send({"type": "lifespan.shutdown.complete"})

server = PunctualServer(uvicorn.Config(app, port=int(sys.argv[1]), log_config=None))
server.end_seconds = 0.5
server.run()
"""


STARTED = 'print("started", flush=True)'


def ended(
    tmp_path: Path, end: str, *, begin: str = STARTED, by: signal.Signals = signal.SIGTERM
) -> tuple[int, str]:
    """How a server ends whose application begins and ends so: its code and its log."""
    log = tmp_path / "log"
    source = SERVER.replace("{end}", end).replace("{begin}", begin)
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", source, str(free_port())],
            stdout=out,
            stderr=out,
        )
    try:
        wait_until(lambda: "started" in log.read_text(), "the server")
        process.send_signal(by)
        code = process.wait(PATIENCE)
    finally:
        process.kill()
    return code, log.read_text()


def test_what_does_not_answer_does_not_keep_a_server_from_ending(tmp_path: Path) -> None:
    code, log = ended(tmp_path, "asyncio.Event().wait()")
    assert code == 1
    assert "ended-late" in log


def test_what_ends_in_order_is_let_end(tmp_path: Path) -> None:
    code, log = ended(tmp_path, "asyncio.sleep(0)")
    assert code == -signal.SIGTERM  # raised once more by uvicorn
    assert "ended-late" not in log


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_what_never_returns_does_not_keep_a_server_from_ending(
    tmp_path: Path, by: signal.Signals
) -> None:
    """As the rules of a game may, while the event loop waits for them."""
    hang = "asyncio.get_running_loop().call_later(0.5, hang)"
    code, log = ended(tmp_path, "asyncio.sleep(0)", begin=hang, by=by)
    assert code == 1
    assert "ended-late" in log
