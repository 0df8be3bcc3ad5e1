"""Reviews of finished games in the database: one for each table, as JSON."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import bindparam, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.search.review import Review
from strata.server.storage.failures import connected
from strata.server.storage.schema import reviews
from strata.server.storage.write_queue import WriteQueue

_SELECT: Final = select(reviews.c.text).where(reviews.c.table_id == bindparam("which"))
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Review).decode


class ReviewStorage:
    def __init__(self, engine: AsyncEngine, write_queue: WriteQueue) -> None:
        self._engine: Final = engine
        self._write_queue: Final = write_queue
        insert = (postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert)(
            reviews
        )
        self._keep: Final = insert.on_conflict_do_update(
            index_elements=["table_id"],
            set_={"text": insert.excluded.text, "changed_ms": insert.excluded.changed_ms},
        )

    async def find(self, table_id: str) -> Review | None:
        """The review of a game; None if there is none, or one that this version cannot read."""
        async with connected(self._engine) as connection:
            text = (await connection.execute(_SELECT, {"which": table_id})).scalar_one_or_none()
        if text is None:
            return None
        try:
            return _decode(text)
        except msgspec.MsgspecError:
            return None

    async def keep(self, table_id: str, review: Review, now_ms: int) -> None:
        """Store a review in place of what was there."""
        row = {"table_id": table_id, "text": _encode(review).decode(), "changed_ms": now_ms}
        await self._write_queue.write(table_id, (self._keep, row))
