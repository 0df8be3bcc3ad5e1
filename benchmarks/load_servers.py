"""The servers that load.py measures, and what they need: started for a run and stopped after it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import httpx
from load_echo import free_port

UNLIMITED: Final = {
    "STRATA_REQUESTS_PER_SECOND": "1000000",
    "STRATA_TABLES_PER_HOUR": "1000000",
    "STRATA_VISITORS_PER_HOUR": "1000000",
    "STRATA_MESSAGES_PER_SECOND": "1000",
    "STRATA_CLIENT_MESSAGES_PER_SECOND": "1000000",
    "STRATA_CONNECTIONS_PER_CLIENT": "1000000",
    "STRATA_WORK_MS_PER_SECOND": "1000000",
    "STRATA_SOCKETS_PER_CLIENT": "1000000",
    "STRATA_MAX_SOCKETS": "1000000",
}


@contextmanager
def started(arguments: list[str], port: int, environment: dict[str, str]) -> Iterator[int]:
    """Run a server in Python on `port`, which replaces PORT in `arguments`; yield its process."""
    command = [sys.executable, *(argument.replace("PORT", str(port)) for argument in arguments)]
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
async def running_servers(
    workers: int, limits: dict[str, str] = UNLIMITED
) -> AsyncIterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Run the server and the echo server, and yield port and process of each."""
    port, echo_port = free_port(), free_port()
    echo = [str(Path(__file__).with_name("load_echo.py")), "PORT"]
    command = ["-m", "strata.server", "PORT", str(workers)]
    with (
        tempfile.TemporaryDirectory() as folder,
        _redis(workers) as redis,
        started(command, port, limits | redis | {"STRATA_DATA_DIR": folder}) as server,
        started(echo, echo_port, {}) as echoing,
    ):
        yield (port, server), (echo_port, echoing)


@contextmanager
def _redis(workers: int) -> Iterator[dict[str, str]]:
    """Run a Redis if there are several workers, and yield the settings for it."""
    if workers == 1:
        yield {}
        return
    port = free_port()
    command = ["redis-server", "--port", str(port), "--save", "", "--loglevel", "warning"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        time.sleep(1.0)
        yield {"STRATA_REDIS_URL": f"redis://127.0.0.1:{port}/0"}
    finally:
        process.terminate()
        process.wait(20)
