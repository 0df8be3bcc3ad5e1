"""Who holds which seat: joining by a link, dropping other devices, giving seats up.

A change is stored first. Then the connections of all whom it concerns are told or closed, here and
in other processes.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from strata.core.outcome import Seat
from strata.server.cluster.notices import About
from strata.server.live.alerting import Alerting
from strata.server.live.open_table import OpenTable
from strata.server.live.open_tables import OpenTables
from strata.server.live.table_service import TableService
from strata.server.ops.time_source import TimeSource
from strata.server.storage.tables import LinkKind, SeatHolder, TableStorage
from strata.server.views.table_views import HeldSeats


class Seating:
    def __init__(
        self,
        service: TableService,
        storage: TableStorage,
        open_tables: OpenTables,
        alerting: Alerting,
        now_ms: TimeSource,
    ) -> None:
        self._service: Final = service
        self._storage: Final = storage
        self._open_tables: Final = open_tables
        self._alerting: Final = alerting
        self._now_ms: Final = now_ms

    async def join(
        self,
        open_table: OpenTable,
        seat: Seat,
        kind: LinkKind,
        link_hash: str,
        device_hash: str,
        name: str = "",
    ) -> Collection[SeatHolder] | None:
        """Spend a link, seat the device and tell the listeners.

        Return the holders of the seats, or None if the link was spent already.
        """
        now_ms = self._now_ms()
        if not await self._storage.spend_link(
            open_table.id,
            seat,
            kind,
            link_hash,
            device_hash,
            now_ms,
            *(self._alerting.of_joining(open_table, seat, now_ms) if kind == "link" else ()),
            finished=open_table.table.is_over,
        ):
            return None
        if name and kind == "link":
            await self._service.name_seat(open_table, seat, name)
        if kind == "share":
            open_table.send_joined(seat)
            self._tell("joined", open_table.id, seat)
        holders = await self._storage.holders(open_table.id)
        self._settle_holders(open_table.id, holders)
        return holders

    async def drop_other_devices(
        self, open_table: OpenTable, seats: HeldSeats, device_hash: str
    ) -> None:
        """Make this device the only holder of `seats`; close the connections of the others."""
        dropped = [
            await self._storage.drop_other_devices(open_table.id, seat, device_hash)
            for seat in seats
        ]
        if any(dropped):
            self._settle_holders(open_table.id, await self._storage.holders(open_table.id))

    async def give_up_seats(self, device_hash: str) -> None:
        """Take all seats at all tables from the device, and close its connections there."""
        table_ids = await self._storage.tables_of(device_hash)
        await self._storage.give_up_seats(device_hash)
        for table_id in table_ids:
            self._settle_holders(table_id, await self._storage.holders(table_id))

    def _settle_holders(self, table_id: str, holders: Collection[SeatHolder]) -> None:
        """Apply a change of the seats' holders to the connections, here and in other processes."""
        open_table = self._open_tables.opened(table_id)
        if open_table is not None:
            open_table.settle_holders(holders)
        self._tell("holders", table_id)

    def _tell(self, about: About, table_id: str, detail: str = "") -> None:
        """Tell the other processes."""
        if self._service.notices is not None:
            self._service.notices.tell(about, table_id, detail=detail)
