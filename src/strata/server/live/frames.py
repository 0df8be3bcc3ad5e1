"""Positions of a game for replaying it, as JSON: drawn here if they are few, else by a worker."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import msgspec

from strata.play.question import Question, question_of
from strata.play.table import Table, TableExtras
from strata.server.engines.reader import Reader
from strata.server.live.open_table import OpenTable
from strata.server.views.views import HeldSeats, TableViews

_FEW_CELLS: Final = 3000  # of all positions together: drawing them takes some milliseconds
_encode: Final = msgspec.json.Encoder().encode


async def draw_frames(
    open_table: OpenTable, held: HeldSeats, first: int, count: int, reader: Reader, owner: str
) -> tuple[bytes, float]:
    """A list of frames for whoever holds these seats, and the processor time that is to be charged.

    The table is not locked: it may change meanwhile, and is asked for again then.
    """
    record = open_table.table.record
    # Positions that the viewer is not told of yet must not even take time.
    shown = len(open_table.views.of(held).moves) + 1
    count = max(0, min(count, shown - first))
    if count * len(record.position.scene().cells) > _FEW_CELLS:
        table = open_table.table
        drawn = await reader.read(
            owner,
            frames_of,
            question_of(record),
            table.imported,
            table.extras(),
            held,
            first,
            count,
        )
        return drawn, 0.0  # whoever asked is charged by the reader
    parts: list[bytes] = []
    seconds = 0.0
    for index in range(first, first + count):
        began = time.perf_counter()
        parts += map(_encode, open_table.views.frames(held, index, 1))
        seconds += time.perf_counter() - began
        await asyncio.sleep(0)  # games go on between two frames
    return b"[" + b",".join(parts) + b"]", seconds


def frames_of(
    question: Question,
    imported: bool,
    extras: TableExtras,
    held: HeldSeats,
    first: int,
    count: int,
) -> bytes:
    """In a worker: the same frames, of the same game."""
    record = question.record().copy()  # which may be over by agreement only here
    table = Table(record, {"first": "me", "second": "me"}, extras=extras, imported=imported)
    return _encode(TableViews(table).frames(held, first, count))
