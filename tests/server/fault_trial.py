"""A trial: bots play while servers, database or broker are killed and started again.

After every fault the games must go on by themselves, and the database must hold every acknowledged
change exactly once.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol

from sqlalchemy import text

from strata.server.storage.engine import open_engine
from tests.server.acknowledged import Account, Stored
from tests.server.bots import Match
from tests.server.processes import Server
from tests.server.services import Postgres, Redis, new_postgres

What = Literal["server", "database", "redis", "all", "stop"]
Database = Literal["sqlite", "postgresql"]
_SECRET: Final = "the same secret in all processes of a trial"
_RECOVERY_SECONDS: Final = 120.0  # for games that do not go on; nothing else depends on it


class Victim(Protocol):
    """A program that can be killed and started again."""

    def kill(self) -> None: ...
    def start(self) -> object: ...


class Stopping:
    """A server that is told to end (SIGTERM), as by whoever installs a new version."""

    def __init__(self, server: Server) -> None:
        self._server: Final = server

    def kill(self) -> None:
        self._server.end()

    def start(self) -> object:
        return self._server.start()


@dataclass(frozen=True)
class Plan:
    """What is killed, how often, and how many games are played meanwhile."""

    kills: int
    games: int
    what: What = "server"
    database: Database = "sqlite"
    seed: int = 0
    play_seconds: float = 2.0
    """The longest that games go on between two faults."""
    away_seconds: float = 3.0
    """The longest that something stays away."""

    @property
    def is_cluster(self) -> bool:
        """Whether two servers share a database and a broker."""
        return self.what in ("redis", "all")


@dataclass(frozen=True)
class Stand:
    """The programs of a trial, which run."""

    servers: tuple[Server, ...]
    database_url: str
    victims: tuple[tuple[str, Victim], ...]
    """What is killed, by name; one is chosen at random."""

    async def stored(self) -> Stored:
        """What the database holds."""
        engine = open_engine(self.database_url)
        try:
            async with engine.connect() as connection:
                rows = await connection.execute(text("SELECT id, version, actions FROM tables"))
                return {row.id: (row.version, row.actions.split()) for row in rows}
        finally:
            await engine.dispose()


@contextmanager
def running_stand(plan: Plan, folder: Path) -> Iterator[Stand]:
    """Start what the plan needs; it ends with the block. `folder` is for the data of servers."""
    with ExitStack() as ending:
        environment = {"STRATA_SECRET": _SECRET}
        url = f"sqlite+aiosqlite:///{folder}/strata.db"
        postgres: Postgres | None = None
        redis: Redis | None = None
        if plan.database == "postgresql":
            postgres = ending.enter_context(new_postgres()).start()
            environment["STRATA_DATABASE_URL"] = postgres.url
            url = postgres.url.replace("postgresql:", "postgresql+asyncpg:")
        if plan.is_cluster:
            redis = Redis(folder)
            ending.callback(redis.end)
            environment["STRATA_REDIS_URL"] = redis.start().url
        servers = tuple(Server(folder, **environment) for _ in range(1 + plan.is_cluster))
        for server in servers:
            ending.callback(server.end)
            server.start()
        victims: list[tuple[str, Victim]] = []
        if plan.what in ("server", "all"):
            victims += [("server", server) for server in servers]
        if plan.what == "stop":
            victims += [("stop", Stopping(server)) for server in servers]
        if plan.what in ("database", "all"):
            if postgres is None:
                raise ValueError("SQLite has no process of its own: PostgreSQL has")
            victims.append(("database", postgres))
        if redis is not None:
            victims.append(("redis", redis))
        yield Stand(servers, url, tuple(victims))


async def run_trial(
    plan: Plan, stand: Stand, account: Account, say: Callable[[str], None] = lambda _: None
) -> None:
    """Carry out the plan. `say` is told how it goes; what is wrong is in the account."""
    addresses = [server.base for server in stand.servers]
    matches = [Match(number, addresses, account, plan.seed) for number in range(plan.games)]
    playing = [asyncio.create_task(match.play_on()) for match in matches]
    picks = random.Random(plan.seed)
    try:
        await _go_on(matches, playing, time.monotonic())
        for number in range(1, plan.kills + 1):
            await asyncio.sleep(picks.random() * plan.play_seconds)
            name, victim = picks.choice(stand.victims)
            away = picks.random() * plan.away_seconds
            account.kills[name] += 1
            began = time.monotonic()
            await asyncio.to_thread(victim.kill)
            await asyncio.sleep(away)
            await asyncio.to_thread(victim.start)
            await _go_on(matches, playing, time.monotonic())
            seconds = time.monotonic() - began
            account.recovered_seconds.append(seconds)
            await _check(stand, account)
            say(
                f"{number:3} of {plan.kills}  {name:8} away {away:3.1f} s, all games go on after "
                f"{seconds:4.1f} s; {account.acknowledged} changes, {account.lost} lost, "
                f"{account.doubled} doubled"
            )
    except TimeoutError:
        account.object(f"a game did not go on within {_RECOVERY_SECONDS:g} s")
    finally:
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
    await _check(stand, account)


async def _go_on(matches: list[Match], playing: list[asyncio.Task[None]], since: float) -> None:
    """Wait until both seats of every game have been told of a change. Raises TimeoutError."""
    async with asyncio.timeout(_RECOVERY_SECONDS):
        while not all(match.went_on_at() > since for match in matches):
            for task in playing:
                if task.done():
                    task.result()
            await asyncio.sleep(0.05)


async def _check(stand: Stand, account: Account) -> None:
    told = [(table, len(table.told)) for table in account.tables]
    stored = await stand.stored()
    for table, count in told:
        table.check(stored, count)
