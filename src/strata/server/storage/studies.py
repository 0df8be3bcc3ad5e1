"""Stored studies: analyses with a tree of variations, each with one maker."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.server.storage.failures import connected
from strata.server.storage.schema import studies
from strata.server.storage.write_queue import WriteQueue

UNTOUCHED_MS: Final = 7 * 24 * 3600 * 1000
"""How long a study is kept that its maker never changes."""
_INSERT: Final = insert(studies)
_SELECT: Final = select(studies).where(studies.c.id == bindparam("which"))
_SELECT_VERSION: Final = select(studies.c.version).where(studies.c.id == bindparam("which"))
_SELECT_OF: Final = (
    select(studies.c.id, studies.c.name, studies.c.game, studies.c.changed_ms)
    .where(studies.c.maker == bindparam("whose"))
    .order_by(studies.c.changed_ms.desc(), studies.c.id)
    .limit(bindparam("most"))
)
_COUNT_OF: Final = select(func.count()).where(studies.c.maker == bindparam("whose"))
_UPDATE: Final = (
    update(studies)
    .where(studies.c.id == bindparam("which"), studies.c.version == bindparam("known"))
    .values(
        version=bindparam("new_version"),
        name=bindparam("new_name"),
        text=bindparam("new_text"),
        changed_ms=bindparam("new_changed_ms"),
    )
)
_DELETE: Final = delete(studies).where(
    studies.c.id == bindparam("which"), studies.c.maker == bindparam("whose")
)
_DELETE_OF: Final = delete(studies).where(studies.c.maker == bindparam("whose"))
_DROP_OLD: Final = delete(studies).where(studies.c.changed_ms < bindparam("until_ms"))
_DROP_UNTOUCHED: Final = delete(studies).where(
    studies.c.version == 0, studies.c.changed_ms < bindparam("until_ms")
)


@dataclass(frozen=True)
class StoredStudy:
    """The columns of a study."""

    id: str
    maker: str
    name: str
    game: str
    source: str | None
    text: str
    version: int
    made_ms: int
    changed_ms: int


@dataclass(frozen=True)
class ListedStudy:
    """The entry of a study in a list of studies."""

    id: str
    name: str
    game: str
    changed_ms: int


class StudyStorage:
    def __init__(self, engine: AsyncEngine, write_queue: WriteQueue) -> None:
        self._engine: Final = engine
        self._write_queue: Final = write_queue

    async def create(self, study: StoredStudy) -> None:
        await self._write_queue.write(study.id, (_INSERT, asdict(study)))

    async def find(self, study_id: str) -> StoredStudy | None:
        async with connected(self._engine) as connection:
            row = (await connection.execute(_SELECT, {"which": study_id})).one_or_none()
        return None if row is None else StoredStudy(**row._asdict())

    async def version(self, study_id: str) -> int | None:
        """Return the stored version; None if there is no such study."""
        async with connected(self._engine) as connection:
            found = await connection.execute(_SELECT_VERSION, {"which": study_id})
            return found.scalar_one_or_none()

    async def change(self, study_id: str, known: int, name: str, text: str, now_ms: int) -> bool:
        """Store the version after `known`; return False if `known` is not the stored one."""
        values = {
            "which": study_id,
            "known": known,
            "new_version": known + 1,
            "new_name": name,
            "new_text": text,
            "new_changed_ms": now_ms,
        }
        return await self._write_queue.write(study_id, (_UPDATE, values))

    async def delete(self, study_id: str, maker: str) -> bool:
        """Delete a study; return False if it does not exist or has another maker."""
        return await self._write_queue.write(
            study_id, (_DELETE, {"which": study_id, "whose": maker})
        )

    async def delete_of(self, maker: str) -> None:
        """Delete all studies of a client."""
        await self._write_queue.write("", (_DELETE_OF, {"whose": maker}))

    async def of(self, maker: str, most: int) -> list[ListedStudy]:
        """Return at most `most` studies of a client, the latest change first."""
        async with connected(self._engine) as connection:
            rows = await connection.execute(_SELECT_OF, {"whose": maker, "most": most})
            return [ListedStudy(**row._asdict()) for row in rows]

    async def count_of(self, maker: str) -> int:
        async with connected(self._engine) as connection:
            return int((await connection.execute(_COUNT_OF, {"whose": maker})).scalar_one())

    async def drop_old(self, until_ms: int) -> None:
        """Delete studies that have not changed since `until_ms`."""
        await self._write_queue.write("", (_DROP_OLD, {"until_ms": until_ms}))

    async def drop_untouched(self, now_ms: int) -> None:
        """Delete studies that were made `UNTOUCHED_MS` ago and never changed."""
        await self._write_queue.write("", (_DROP_UNTOUCHED, {"until_ms": now_ms - UNTOUCHED_MS}))
