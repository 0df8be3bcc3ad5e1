"""The frames of a game for replaying it, as JSON: a few drawn here, many in a worker process."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import msgspec

from strata.play.game_snapshot import GameSnapshot, snapshot_of
from strata.play.table import Table, TableExtras
from strata.server.engines.metered_worker import MeteredWorker
from strata.server.live.open_table import OpenTable
from strata.server.views.table_views import HeldSeats, TableViews

_FEW_CELLS: Final = 3000  # over all positions; drawing them takes some milliseconds
_encode: Final = msgspec.json.Encoder().encode


async def draw_frames(
    open_table: OpenTable,
    held: HeldSeats,
    first: int,
    count: int,
    worker: MeteredWorker,
    owner: str,
) -> tuple[bytes, float]:
    """Return frames as the holder of these seats sees them, and the processor time to charge.

    The table is not locked and may change meanwhile, so its views are looked up for each frame.
    """
    record = open_table.table.record
    # Positions that are held back from the viewer must not even cost time.
    shown = len(open_table.views.of(held).moves) + 1
    count = max(0, min(count, shown - first))
    if count * len(record.position.scene().cells) > _FEW_CELLS:
        table = open_table.table
        drawn = await worker.run(
            owner,
            frames_of,
            snapshot_of(record),
            table.imported,
            table.extras(),
            held,
            first,
            count,
        )
        return drawn, 0.0  # the reader has charged the owner
    parts: list[bytes] = []
    seconds = 0.0
    for index in range(first, first + count):
        began = time.perf_counter()
        parts += map(_encode, open_table.views.frames(held, index, 1))
        seconds += time.perf_counter() - began
        await asyncio.sleep(0)  # other games go on between two frames
    return b"[" + b",".join(parts) + b"]", seconds


def frames_of(
    snapshot: GameSnapshot,
    imported: bool,
    extras: TableExtras,
    held: HeldSeats,
    first: int,
    count: int,
) -> bytes:
    """Return the frames as JSON; runs in a worker process."""
    record = snapshot.record().copy()  # the table may end it by agreement; the original is cached
    table = Table(record, {"first": "me", "second": "me"}, extras=extras, imported=imported)
    return _encode(TableViews(table).frames(held, first, count))
