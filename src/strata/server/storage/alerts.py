"""The outbox of alerts: what players who are away are to be told of their games, and when.

An alert is written in the transaction of the change that it is about, so that none is missing,
whichever process made the change. A process takes a lease on an alert before it sends it; if the
process dies, the lease expires and another one sends the alert.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Row,
    ScalarSelect,
    String,
    bindparam,
    case,
    delete,
    func,
    literal,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.core.outcome import SEATS, Seat
from strata.play.table import SeatKind, TableExtras
from strata.server.storage.contacts import Channel, Contact, contact_from
from strata.server.storage.failures import connected
from strata.server.storage.schema import alerts, contacts, holders, tables
from strata.server.storage.write_queue import WriteQueue
from strata.server.storage.writers import Statement

AlertKind = Literal["turn", "joined", "draw", "take-back", "claim", "rematch", "over", "time"]
_LEASE_MS: Final = 120_000
"""The lease of a claimed alert. A process that has not sent it by then has died."""
_PUSH_WAIT_MS: Final = 2000
"""The usual delay of a push, in which a player who reloads the page is back."""
_FORGOTTEN_MS: Final = 7 * 24 * 3600 * 1000
_TOO_LATE_MS: Final = 24 * 3600 * 1000

_KEY: Final = ("table_id", "seat", "kind", "hash")
_THIS: Final = (
    alerts.c.table_id == bindparam("which"),
    alerts.c.seat == bindparam("whose"),
    alerts.c.kind == bindparam("what"),
    alerts.c.hash == bindparam("where"),
)


def _of_contact(column: Column[Any]) -> ScalarSelect[Any]:
    """What the contact of an alert has there; of several clients with one address, the first."""
    return select(func.min(column)).where(contacts.c.hash == alerts.c.hash).scalar_subquery()


_SELECT_DUE: Final = (
    select(
        alerts,
        _of_contact(contacts.c.channel).label("channel"),
        _of_contact(contacts.c.address).label("address"),
        _of_contact(contacts.c.device).label("device"),
    )
    .where(alerts.c.due_ms.between(bindparam("from_ms"), bindparam("until_ms")))
    .order_by(alerts.c.due_ms)
    .limit(bindparam("most"))
)
_CLAIM: Final = (
    update(alerts)
    .where(*_THIS, alerts.c.due_ms == bindparam("known_ms"))
    .values(due_ms=bindparam("new_ms"), tries=alerts.c.tries + 1)
)
# Only the alert as this process has claimed it: a new event may have rewritten it meanwhile.
_POSTPONE: Final = (
    update(alerts)
    .where(*_THIS, alerts.c.due_ms == bindparam("known_ms"))
    .values(due_ms=bindparam("new_ms"), tries=bindparam("new_tries"))
)
_SENT: Final = (
    update(alerts)
    .where(*_THIS, alerts.c.due_ms == bindparam("known_ms"))
    .values(due_ms=None, sent_ms=bindparam("now_ms"))
)
_DROP: Final = delete(alerts).where(*_THIS, alerts.c.due_ms == bindparam("known_ms"))
_SILENCE: Final = (
    update(alerts).where(*_THIS, alerts.c.due_ms == bindparam("known_ms")).values(due_ms=None)
)
_FORGET: Final = delete(alerts).where(
    alerts.c.due_ms.is_(None), alerts.c.since_ms < bindparam("until_ms")
)
_FORGET_LATE: Final = delete(alerts).where(alerts.c.due_ms < bindparam("until_ms"))
_SELECT_CONTACT: Final = (
    select(contacts)
    .join(holders, holders.c.hash == contacts.c.device)
    .where(
        contacts.c.hash == bindparam("where"),
        contacts.c.confirmed_ms.is_not(None),
        holders.c.table_id == bindparam("which"),
        holders.c.seat == bindparam("whose"),
        holders.c.kind == "device",
    )
    .limit(1)
)
_SELECT_TABLE: Final = select(
    tables.c.game,
    tables.c.tags,
    tables.c.first_kind,
    tables.c.second_kind,
    tables.c.first_level,
    tables.c.second_level,
    tables.c.acting,
    tables.c.ended,
    tables.c.deadline_ms,
    tables.c.kept,
).where(tables.c.id == bindparam("which"))


@dataclass(frozen=True)
class Alert:
    """An alert for the holder of a seat, to one contact."""

    table_id: str
    seat: Seat
    kind: AlertKind
    hash: str
    since_ms: int
    due_ms: int
    sent_ms: int | None
    """When an alert of the same kind was last sent there."""
    tries: int

    @property
    def key(self) -> tuple[str, ...]:
        """What tells it from all others."""
        return self.table_id, self.seat, self.kind, self.hash


@dataclass(frozen=True)
class DueAlert:
    """An alert, with the contact to which it goes; empty where that is gone."""

    alert: Alert
    channel: Channel
    address: str
    device: str


@dataclass(frozen=True)
class AlertedTable:
    """What an alert may say about a table: nothing that is hidden from anybody."""

    game: str
    tags: dict[str, str]
    kinds: dict[Seat, SeatKind]
    levels: dict[Seat, int | None]
    acting: Seat | None
    is_over: bool
    deadline_ms: int | None
    extras: TableExtras


class Alerts:
    def __init__(self, engine: AsyncEngine, write_queue: WriteQueue, mail_delay_ms: int) -> None:
        """`mail_delay_ms` is the least delay of an e-mail after its event."""
        self._engine: Final = engine
        self._write_queue: Final = write_queue
        self._mail_delay_ms: Final = mail_delay_ms
        inserting = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
        due = case(
            (contacts.c.channel == "mail", bindparam("mail_ms", type_=BigInteger)),
            else_=bindparam("push_ms", type_=BigInteger),
        )
        # Several clients may have given the same e-mail address: it gets one alert.
        chosen = (
            select(
                holders.c.table_id,
                holders.c.seat,
                bindparam("what", type_=String),
                contacts.c.hash,
                bindparam("now_ms", type_=BigInteger),
                due,
                literal(0),
            )
            .join(contacts, contacts.c.device == holders.c.hash)
            .where(
                holders.c.table_id == bindparam("which"),
                holders.c.seat == bindparam("whose"),
                holders.c.kind == "device",
                contacts.c.confirmed_ms.is_not(None),
            )
            .distinct()
        )
        add = inserting(alerts).from_select([*_KEY, "since_ms", "due_ms", "tries"], chosen)
        self._add: Final = add.on_conflict_do_update(
            index_elements=list(_KEY),
            set_={name: add.excluded[name] for name in ("since_ms", "due_ms", "tries")},
        )

    def statement(
        self,
        table_id: str,
        seat: Seat,
        kind: AlertKind,
        now_ms: int,
        *,
        wait_ms: int = _PUSH_WAIT_MS,
    ) -> Statement:
        """Return the statement that writes an alert to every contact of the seat's holders.

        The alert is due after `wait_ms`, an e-mail not before its delay.
        """
        return self._add, {
            "which": table_id,
            "whose": seat,
            "what": kind,
            "now_ms": now_ms,
            "push_ms": now_ms + wait_ms,
            "mail_ms": now_ms + max(wait_ms, self._mail_delay_ms),
        }

    async def write(
        self,
        table_id: str,
        seat: Seat,
        kind: AlertKind,
        now_ms: int,
        *,
        wait_ms: int = _PUSH_WAIT_MS,
    ) -> None:
        """Write an alert in an entry of its own; the arguments are those of `statement`."""
        statement = self.statement(table_id, seat, kind, now_ms, wait_ms=wait_ms)
        await self._write_queue.write(table_id, statement)

    async def due(self, from_ms: int, until_ms: int, most: int) -> list[DueAlert]:
        """What is due in that time, at most so many, the oldest first."""
        values = {"from_ms": from_ms, "until_ms": until_ms, "most": most}
        async with connected(self._engine) as connection:
            rows = await connection.execute(_SELECT_DUE, values)
            return [_due_alert(row) for row in rows]

    async def claim(self, alert: Alert, now_ms: int) -> Alert | None:
        """Return the alert, leased to this process; None if another process was faster."""
        until_ms = now_ms + _LEASE_MS
        values = _names(alert) | {"known_ms": alert.due_ms, "new_ms": until_ms}
        if not await self._write_queue.write(alert.table_id, (_CLAIM, values)):
            return None
        return Alert(**(vars(alert) | {"due_ms": until_ms, "tries": alert.tries + 1}))

    async def postpone(self, alert: Alert, until_ms: int, *, failed: bool) -> None:
        """Make the alert due again at `until_ms`. Only a failure counts as a try."""
        tries = alert.tries if failed else alert.tries - 1
        await self._settle(alert, _POSTPONE, new_ms=until_ms, new_tries=tries)

    async def note_sent(self, alert: Alert, now_ms: int) -> None:
        await self._settle(alert, _SENT, now_ms=now_ms)

    async def drop(self, alert: Alert) -> None:
        """Discard the alert unsent; the time at which it was last sent is kept."""
        await self._settle(alert, _DROP if alert.sent_ms is None else _SILENCE)

    async def _settle(self, alert: Alert, statement: Any, **more: int) -> None:
        values = _names(alert) | {"known_ms": alert.due_ms} | more
        await self._write_queue.write(alert.table_id, (statement, values))

    async def contact(self, alert: Alert) -> Contact | None:
        """Return where to send the alert; None if no client with this contact holds the seat."""
        async with connected(self._engine) as connection:
            row = (await connection.execute(_SELECT_CONTACT, _names(alert))).one_or_none()
        return None if row is None else contact_from(row._asdict())

    async def table(self, table_id: str) -> AlertedTable | None:
        async with connected(self._engine) as connection:
            row = (await connection.execute(_SELECT_TABLE, {"which": table_id})).one_or_none()
        return None if row is None else _alerted_table(row)

    async def tidy(self, now_ms: int) -> None:
        """Delete alerts that were sent long ago, and those that could not be sent for a day."""
        await self._write_queue.write("", (_FORGET, {"until_ms": now_ms - _FORGOTTEN_MS}))
        await self._write_queue.write("", (_FORGET_LATE, {"until_ms": now_ms - _TOO_LATE_MS}))


def _due_alert(row: Row[*tuple[Any, ...]]) -> DueAlert:
    values = row._asdict()
    channel, address, device = (values.pop(name) for name in ("channel", "address", "device"))
    return DueAlert(Alert(**values), channel or "push", address or "", device or "")


def _names(alert: Alert) -> dict[str, Any]:
    return {
        "which": alert.table_id,
        "whose": alert.seat,
        "what": alert.kind,
        "where": alert.hash,
    }


def _alerted_table(row: Row[*tuple[Any, ...]]) -> AlertedTable:
    values = row._asdict()
    return AlertedTable(
        game=values["game"],
        tags=msgspec.json.decode(values["tags"], type=dict[str, str]),
        kinds={seat: values[f"{seat}_kind"] for seat in SEATS},
        levels={seat: values[f"{seat}_level"] for seat in SEATS},
        acting=values["acting"],
        is_over=values["ended"] is not None,
        deadline_ms=values["deadline_ms"],
        extras=msgspec.json.decode(values["kept"], type=TableExtras),
    )
