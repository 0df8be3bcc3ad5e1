"""The database engine: how connections are set up and how transactions begin.

SQLite runs in WAL mode with `synchronous=FULL`: what was told to a player survives a power cut, and
since many games are committed together (write_queue.py) the price is one sync a commit, not a game.
A transaction that writes takes the write lock when it begins, so that it never gives up halfway.
Values of statements never get into errors or logs: hidden set-ups and keys are among them.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

WRITES: Final = {"strata_writes": True}
_ANSWER_SECONDS: Final = 10  # a server that takes longer for a statement does not answer
_BUSY_MS: Final = 10_000
# Seldom: a commit that also checkpoints takes long, and most pages are written again and again.
_CHECKPOINT_PAGES: Final = 8_000


def open_engine(url: str) -> AsyncEngine:
    if not url.startswith("sqlite"):
        return create_async_engine(
            url,
            pool_size=5,
            max_overflow=5,
            pool_pre_ping=True,
            pool_timeout=_ANSWER_SECONDS,
            connect_args={"timeout": _ANSWER_SECONDS, "command_timeout": _ANSWER_SECONDS},
            hide_parameters=True,
        )
    engine = create_async_engine(url, hide_parameters=True)
    listen_to_sqlite(engine.sync_engine)
    return engine


def expect_opens(engine: AsyncEngine) -> None:
    """Raises what SQLite says of a file that cannot be opened, before threads are started on it."""
    if engine.dialect.name == "sqlite":
        trial = create_engine(engine.url.set(drivername="sqlite+pysqlite"), hide_parameters=True)
        with trial.connect() as connection:
            connection.exec_driver_sql("PRAGMA schema_version")
        trial.dispose()


def listen_to_sqlite(engine: Engine) -> None:
    """Sets up every connection of the engine, and begins its transactions."""
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where _begin_sqlite says so
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={_BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"wal_autocheckpoint={_CHECKPOINT_PAGES}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Reading is one statement at a time, which is a transaction by itself."""
    if connection.get_execution_options().get("strata_writes", False):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
