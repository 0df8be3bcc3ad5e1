"""Start-up of the server: settings, database, port, browser, worker processes."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import structlog
import uvicorn
from redis.asyncio import Redis
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.core.errors import StrataError
from strata.games import broken_games
from strata.server.app import create_app
from strata.server.config import BadConfig, Config, read_config
from strata.server.http.access.addresses import Addresses
from strata.server.http.access.connection_limits import ConnectionLimits, limited_protocol
from strata.server.http.access.middleware import request_buckets
from strata.server.http.access.socket_frames import LimitedSocket
from strata.server.ops.logs import logging_to_stderr
from strata.server.ops.punctual_server import PunctualServer
from strata.server.ops.time_source import wall_ms
from strata.server.server_processes import AdoptingServer, ServerProcesses
from strata.server.storage.engine import expect_opens, open_engine
from strata.server.storage.migrate import migrate
from strata.server.storage.sqlite.database_lock import database_lock
from strata.server.storage.upkeep import clock_ahead_ms
from strata.server.timing.game_time import MOST_SKEW_MS

HOST: Final = "127.0.0.1"
PORT: Final = 8765
_log: Final = structlog.get_logger("strata.games")
_BACKLOG: Final = 2048
_MOST_FILES: Final = 65_536
_OTHER_FILES: Final = 128
_FEW_CONNECTIONS: Final = 400
_SWITCH_SECONDS: Final = 0.0005
_REDIS_SECONDS: Final = 5


class PortTaken(StrataError):
    """The server cannot listen on this address and port."""


class CannotStart(StrataError):
    """The server failed to start, or cannot use its database or Redis."""


def serve(
    host: str, port: int, *, browser: bool, data_dir: Path | None = None, workers: int = 1
) -> None:
    """Serve until interrupted or terminated, then shut down in order.

    Raises PortTaken, BadConfig, DatabaseInUse or CannotStart.
    """
    os.umask(0o077)  # only this user may read what is stored, hidden set-ups included
    config = read_config(data_dir=data_dir)
    if workers > 1 and not config.redis_url:
        raise BadConfig(
            f"{workers} workers need Redis to notify each other: expected STRATA_REDIS_URL, "
            "such as redis://127.0.0.1:6379/0"
        )
    listening = _bind(host, port)
    with database_lock(config.database_url):
        asyncio.run(_prepare(config))
        with logging_to_stderr():
            _serve_on(listening, config, host, browser=browser, workers=workers)


def _serve_on(
    listening: socket.socket, config: Config, host: str, *, browser: bool, workers: int
) -> None:
    for problem in broken_games():
        _log.error("game-broken", game=problem.name, error=str(problem))
    address = _address(host, listening.getsockname()[1])
    print(f"Strata is running at {address} (press Ctrl-C to stop)", flush=True)
    if host in ("0.0.0.0", "::"):
        print(f"On another device in this network: {_lan_address(listening)}", flush=True)
    if browser:
        webbrowser.open(address)
    if workers > 1:
        asyncio.run(_serve_by_workers(listening, config, workers))
    else:
        _serve_alone(PunctualServer(_settings(config)), [listening])


async def _serve_by_workers(listening: socket.socket, config: Config, workers: int) -> None:
    _most_connections()
    each = msgspec.structs.replace(config, thinkers=max(1, config.thinkers // workers))
    pool = ServerProcesses(listening, workers, partial(_serve_in_worker, each))
    await pool.run()
    if pool.has_failed:
        raise CannotStart("a worker could not start; see the log")


def _serve_in_worker(config: Config, channel: socket.socket) -> None:
    with logging_to_stderr():
        _serve_alone(AdoptingServer(_settings(config), channel), [])


def _serve_alone(server: uvicorn.Server, listening: list[socket.socket]) -> None:
    _settle_memory()
    # SQLite runs in threads, which would otherwise wait up to 5 ms for the GIL at every statement.
    sys.setswitchinterval(_SWITCH_SECONDS)
    # Uvicorn raises the signal that ended it again after the shutdown, when all work is done.
    ended: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: ended.append(number))
    try:
        server.run(sockets=listening)
    except KeyboardInterrupt:
        return
    if not server.started and not ended:
        raise CannotStart("the server could not start; see the log")


async def _prepare(config: Config) -> None:
    """Migrate the database, and check Redis if it is used. Raises CannotStart."""
    with _needed("the database"):
        engine = open_engine(config.database_url)
        expect_opens(engine)
        try:
            await migrate(engine)
            await _expect_same_time(engine)
        finally:
            await engine.dispose()
    if config.redis_url:
        with _needed("Redis"):
            async with Redis.from_url(config.redis_url) as redis:
                await asyncio.wait_for(redis.ping(), _REDIS_SECONDS)


async def _expect_same_time(engine: AsyncEngine) -> None:
    """Raise StrataError if the clocks of this machine and the database differ too much.

    Game clocks are stored as times of day, on which all servers and the database must agree.
    """
    ahead_ms = await clock_ahead_ms(engine, wall_ms)
    if abs(ahead_ms) > MOST_SKEW_MS:
        direction = "ahead of" if ahead_ms > 0 else "behind"
        raise StrataError(
            f"this machine's clock is {abs(ahead_ms)} ms {direction} the database's, "
            f"expected at most {MOST_SKEW_MS}; synchronise both with NTP"
        )


@contextlib.contextmanager
def _needed(what: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        # The message leaves out the URL, which may contain a password.
        why = getattr(error, "orig", None) or error
        said = " ".join(str(why).split())[:200] or type(why).__name__
        raise CannotStart(f"{what} cannot be used: {said}") from None


def _settings(config: Config) -> uvicorn.Config:
    addresses = Addresses(config.proxies)
    requests = request_buckets(config)
    connections = ConnectionLimits(
        addresses, _most_connections(), config.limits.connections_per_client, requests
    )
    return uvicorn.Config(
        create_app(config, warm_up=True, requests=requests),
        http=limited_protocol(connections),
        ws=LimitedSocket,
        proxy_headers=False,  # addresses.py knows which proxies to trust
        ws_max_size=config.limits.message_bytes,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=False,  # costs more CPU and memory per socket than it saves
        timeout_graceful_shutdown=3,
        limit_concurrency=None,
        log_config=None,
        access_log=False,
        server_header=False,
    )


def _most_connections() -> int:
    """Raise the limit of open files as far as allowed; return how many connections it leaves.

    Some files are reserved for everything else.
    """
    if sys.platform == "win32":
        return _FEW_CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return max(_FEW_CONNECTIONS, soft - _OTHER_FILES)


def _settle_memory() -> None:
    """Tune the garbage collector: never scan imported objects, and long-lived ones rarely.

    New objects are scanned often, few at a time: with 1,000 games, a collection of 5,000 of them
    blocks the event loop for 30 ms, one of 500 for 5 ms. Those that survive are scanned again after
    10,000 new ones; after 100,000 this took up to 90 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(500, 20, 200)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        what = getattr(error, "strerror", None) or error
        raise PortTaken(
            f"cannot listen on {host} port {port}: {what}; try another --port"
        ) from None
    listening.listen(_BACKLOG)
    listening.set_inheritable(True)
    return listening


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _lan_address(listening: socket.socket) -> str:
    """Return the server's URL on the local network, found without sending anything.

    It has the address from which the machine would send to the Internet, else the machine's name.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            name = probe.getsockname()[0]
        except OSError:
            name = socket.gethostname()
    return f"http://{name}:{listening.getsockname()[1]}/"


def main(arguments: list[str]) -> int:
    """Run `python -m strata.server [PORT [WORKERS]]`, which opens no browser.

    Returns the exit code: 0, or 2 if the server cannot start.
    """
    port, workers, *_ = (*map(int, arguments), *(PORT, 1)[len(arguments) :])
    try:
        serve(HOST, port, browser=False, workers=workers)
    except StrataError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0
