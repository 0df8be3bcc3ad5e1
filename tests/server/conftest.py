"""Servers for the tests: a process for many of them, and the application inside the test's own."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from strata.server.app import create_app
from strata.server.config import Config, ServerLimits, read_config
from strata.server.storage.engine import open_engine
from strata.server.storage.migrate import migrate
from tests.server import quiet_sockets, remembered
from tests.server.processes import Device, Server
from tests.server.services import running_postgres, running_redis

Client = TestClient[Litestar]
quiet_sockets.install()
remembered.install()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database that is up to date: to migrate one takes longer than to copy it."""
    config = generous_config(tmp_path_factory.mktemp("migrated"))

    async def make() -> None:
        engine = open_engine(config.database_url)
        await migrate(engine)
        await engine.dispose()

    asyncio.run(make())
    return config.data_dir / "strata.db"


@pytest.fixture
def config(tmp_path: Path, migrated: Path) -> Config:
    config = generous_config(tmp_path)
    shutil.copy(migrated, tmp_path / "strata.db")
    return config


def generous_config(data_dir: Path) -> Config:
    """For a server of the test's own, whose limits no honest test meets."""
    found = read_config({}, data_dir=data_dir)
    limits = ServerLimits(
        requests_per_second=10_000,
        tables_per_hour=10_000,
        visitors_per_hour=10_000,
        messages_per_second=1000,
        work_ms_per_second=1000,
    )
    hosts = ("testserver.local",)
    return msgspec.structs.replace(found, limits=limits, hosts=hosts, advice_guard="client")


@pytest.fixture
def limited(config: Config) -> Callable[..., Config]:
    """The configuration with other limits."""

    def change(**limits: Any) -> Config:
        changed = msgspec.structs.replace(config.limits, **limits)
        return msgspec.structs.replace(config, limits=changed)

    return change


@pytest.fixture(scope="session")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with TestClient(create_app(generous_config(tmp_path_factory.mktemp("shared")))) as client:
        yield client


@pytest.fixture
def client(shared_client: Client) -> Client:
    """A new visitor of an application that tests share: its database holds what others left."""
    shared_client.cookies.clear()
    return shared_client


@pytest.fixture
def own_client(config: Config) -> Iterator[Client]:
    """For tests that look into the database, or whose application is not as others want it."""
    with TestClient(create_app(config)) as client:
        yield client


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real process with SQLite, shared by tests that do not harm it."""
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def ann(server: Server) -> Device:
    return Device(server)


@pytest.fixture
def ben(server: Server) -> Device:
    return Device(server)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with running_postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_redis(tmp_path_factory.mktemp("redis")) as url:
        yield url
