"""The migration of the database when a server starts; safe when several start at once.

An advisory lock on PostgreSQL, or the write lock of the migrating transaction on SQLite, makes the
second server wait until the first is done; it then finds nothing left to do.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.server.storage.engine import WRITES

_LOCK: Final = 0x57A7A  # an arbitrary number, the same in all processes


async def migrate(engine: AsyncEngine, revision: str = "head") -> None:
    """Migrate the database up to `revision`; only tests stop before the last one."""
    async with engine.connect() as connection:
        await connection.execution_options(**WRITES)
        async with connection.begin():
            if engine.dialect.name == "postgresql":
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
            await connection.run_sync(_upgrade, revision)


def _upgrade(connection: Connection, revision: str) -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
