"""Stored reviews of finished games: one per table, as JSON.

The turns of a long game are megabytes. They stay JSON here: reading a review only finds where each
turn begins, and writing one copies them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from sqlalchemy import bindparam, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.search.review import Review, ReviewedTurn
from strata.server.storage.failures import connected
from strata.server.storage.schema import reviews
from strata.server.storage.write_queue import WriteQueue

_SELECT: Final = select(reviews.c.text).where(reviews.c.table_id == bindparam("which"))
_encode: Final = msgspec.json.Encoder().encode


class StoredReview(Review, frozen=True, kw_only=True):
    """A review whose turns are still JSON, as they are stored and sent."""

    turns: tuple[msgspec.Raw, ...]  # type: ignore[assignment]

    @staticmethod
    def of(review: Review, turns: Iterable[msgspec.Raw]) -> StoredReview:
        """`review` with its turns as JSON: `encode_turn` of each."""
        fields = {name: getattr(review, name) for name in review.__struct_fields__}
        return StoredReview(**fields | {"turns": tuple(turns)})


_decode: Final = msgspec.json.Decoder(StoredReview).decode
_decode_turn: Final = msgspec.json.Decoder(ReviewedTurn).decode


def encode_turn(turn: ReviewedTurn) -> msgspec.Raw:
    return msgspec.Raw(_encode(turn))


def decode_turn(turn: msgspec.Raw) -> ReviewedTurn:
    """The turn. Raises msgspec.MsgspecError for one that this version cannot read."""
    return _decode_turn(turn)


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

    async def find(self, table_id: str) -> StoredReview | None:
        """Return the review of a game; None if there is none that this version can read.

        Its turns are not checked: `decode_turn` does that.
        """
        async with connected(self._engine) as connection:
            text = (await connection.execute(_SELECT, {"which": table_id})).scalar_one_or_none()
        if text is None:
            return None
        try:
            return _decode(text)
        except msgspec.MsgspecError:
            return None

    async def keep(self, table_id: str, review: StoredReview, now_ms: int) -> None:
        """Store a review in place of an earlier one."""
        row = {"table_id": table_id, "text": _encode(review).decode(), "changed_ms": now_ms}
        await self._write_queue.write(table_id, (self._keep, row))
