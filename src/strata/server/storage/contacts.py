"""Contacts for notifications: push subscriptions and e-mail addresses.

A contact belongs to a client, identified by the hash of its key. Several clients may give the same
e-mail address.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import (
    BigInteger,
    String,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.server.storage.failures import connected
from strata.server.storage.schema import confirmations, contacts, server_keys
from strata.server.storage.write_queue import WriteQueue

Channel = Literal["push", "mail"]
MOST_SUBSCRIPTIONS: Final = 5
"""Per client; the oldest beyond that are dropped."""
_MOST_FAILURES: Final = 8
_DAY_MS: Final = 24 * 3600 * 1000
_UNCONFIRMED_MS: Final = 3 * _DAY_MS
_REFUSED_MS: Final = 90 * _DAY_MS
_MOST_CONFIRMATIONS: Final = 3
"""Confirmation e-mails to one address in a day."""

_SELECT_OF: Final = (
    select(contacts)
    .where(contacts.c.device == bindparam("given"))
    .order_by(contacts.c.made_ms.desc())
)
_DROP: Final = delete(contacts).where(
    contacts.c.device == bindparam("given"), contacts.c.channel == bindparam("which")
)
_DROP_ALL: Final = delete(contacts).where(contacts.c.device == bindparam("given"))
_DROP_ONE: Final = delete(contacts).where(
    contacts.c.device == bindparam("given"), contacts.c.hash == bindparam("whose")
)
_DROP_FORMER: Final = delete(contacts).where(
    contacts.c.device == bindparam("given"),
    contacts.c.hash != bindparam("whose"),
    contacts.c.channel == "mail",
)
_DROP_ADDRESS: Final = delete(contacts).where(
    contacts.c.hash == bindparam("whose"), contacts.c.channel == bindparam("which")
)
_DROP_OTHERS: Final = delete(contacts).where(
    contacts.c.hash == bindparam("whose"),
    contacts.c.channel == "push",
    contacts.c.device != bindparam("given"),
)
_CONFIRM: Final = (
    update(contacts)
    .where(
        contacts.c.device == bindparam("given"),
        contacts.c.hash == bindparam("whose"),
        contacts.c.channel == "mail",
    )
    .values(confirmed_ms=func.coalesce(contacts.c.confirmed_ms, bindparam("now_ms")))
)
_FAILED: Final = (
    update(contacts)
    .where(contacts.c.hash == bindparam("whose"))
    .values(failures=contacts.c.failures + 1)
)
_WORKED: Final = (
    update(contacts)
    .where(contacts.c.hash == bindparam("whose"), contacts.c.failures > 0)
    .values(failures=0)
)
_DROP_BROKEN: Final = delete(contacts).where(
    contacts.c.hash == bindparam("whose"), contacts.c.failures >= _MOST_FAILURES
)
_DROP_UNCONFIRMED: Final = delete(contacts).where(
    contacts.c.confirmed_ms.is_(None), contacts.c.made_ms < bindparam("until_ms")
)
_FORGET_CONFIRMATIONS: Final = delete(confirmations).where(
    confirmations.c.sent_ms < bindparam("until_ms")
)
_sent: Final = (
    select(func.count())
    .where(
        confirmations.c.hash == bindparam("whose"), confirmations.c.sent_ms > bindparam("since_ms")
    )
    .scalar_subquery()
)
_refused: Final = exists().where(
    confirmations.c.hash == bindparam("whose"), confirmations.c.refused.is_(True)
)
_CONFIRMED_BY_ANYBODY: Final = select(func.count()).where(
    contacts.c.hash == bindparam("whose"), contacts.c.confirmed_ms.is_not(None)
)
_ACCEPT_AGAIN: Final = delete(confirmations).where(
    confirmations.c.hash == bindparam("whose"), confirmations.c.refused.is_(True)
)
# Inserts a row only if the address may be asked; that decides on the rest of the entry.
_NOTE_ASKED: Final = insert(confirmations).from_select(
    ["hash", "sent_ms", "refused"],
    select(
        bindparam("whose", type_=String),
        bindparam("now_ms", type_=BigInteger),
        literal(False),
    ).where(_sent < _MOST_CONFIRMATIONS, ~_refused),
)
_SELECT_KEY: Final = select(server_keys.c.value).where(server_keys.c.name == bindparam("which"))


def address_hash(address: str) -> str:
    """Return the hash by which an endpoint or an e-mail address is looked up."""
    return hashlib.sha256(address.encode()).hexdigest()


@dataclass(frozen=True)
class Contact:
    """A push endpoint or an e-mail address of a client."""

    device: str
    hash: str
    channel: Channel
    address: str
    public_key: str | None
    auth: str | None
    is_confirmed: bool
    failures: int = 0
    """The number of failures in a row."""


def contact_from(values: dict[str, Any]) -> Contact:
    """Make a contact from the columns of a row."""
    return Contact(
        device=values["device"],
        hash=values["hash"],
        channel=values["channel"],
        address=values["address"],
        public_key=values["public_key"],
        auth=values["auth"],
        is_confirmed=values["confirmed_ms"] is not None,
        failures=values["failures"],
    )


class Contacts:
    def __init__(self, engine: AsyncEngine, write_queue: WriteQueue) -> None:
        self._engine: Final = engine
        self._write_queue: Final = write_queue
        inserting = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
        add = inserting(contacts)
        names = ("channel", "address", "public_key", "auth", "made_ms")
        self._add: Final = add.on_conflict_do_update(
            index_elements=["device", "hash"],
            set_={name: add.excluded[name] for name in names} | {"failures": 0},
        )
        refuse = inserting(confirmations)
        self._refuse: Final = refuse.on_conflict_do_update(
            index_elements=["hash", "sent_ms"], set_={"refused": True}
        )
        self._keep_key: Final = inserting(server_keys).on_conflict_do_nothing()

    async def of(self, device: str) -> list[Contact]:
        """Return all contacts of a client, the latest first."""
        async with connected(self._engine) as connection:
            rows = await connection.execute(_SELECT_OF, {"given": device})
            return [contact_from(row._asdict()) for row in rows]

    async def subscribe(
        self, device: str, endpoint: str, public_key: str, auth: str, now_ms: int
    ) -> None:
        """Add a push subscription, and take it from other clients: it belongs to one browser."""
        hashed = address_hash(endpoint)
        row = {
            "device": device,
            "hash": hashed,
            "channel": "push",
            "address": endpoint,
            "public_key": public_key,
            "auth": auth,
            "made_ms": now_ms,
            "confirmed_ms": now_ms,
        }
        others = [
            one.hash
            for one in await self.of(device)
            if one.channel == "push" and one.hash != hashed
        ]
        drop = [
            (_DROP_ONE, {"given": device, "whose": old}) for old in others[MOST_SUBSCRIPTIONS - 1 :]
        ]
        drop.append((_DROP_OTHERS, {"given": device, "whose": hashed}))
        await self._write_queue.write("", (self._add, row), *drop)

    async def ask_address(self, device: str, address: str, now_ms: int) -> bool:
        """Store an e-mail address, to be confirmed, in place of the client's former one.

        Returns False, and stores nothing, if the address was asked too often or refused e-mails.
        """
        hashed = address_hash(address)
        row = {
            "device": device,
            "hash": hashed,
            "channel": "mail",
            "address": address,
            "public_key": None,
            "auth": None,
            "made_ms": now_ms,
            "confirmed_ms": None,
        }
        asked = {"whose": hashed, "now_ms": now_ms, "since_ms": now_ms - _DAY_MS}
        drop = (_DROP_FORMER, {"given": device, "whose": hashed})
        return await self._write_queue.write("", (_NOTE_ASKED, asked), (self._add, row), drop)

    async def confirm(self, device: str, address: str, now_ms: int) -> bool:
        """Confirm an address; return False if the client has replaced or dropped it meanwhile."""
        hashed = address_hash(address)
        values = {"given": device, "whose": hashed, "now_ms": now_ms}
        again = (_ACCEPT_AGAIN, {"whose": hashed})
        return await self._write_queue.write("", (_CONFIRM, values), again)

    async def end_mail(self, address: str, now_ms: int) -> None:
        """Drop this e-mail address for all clients that gave it.

        If none of them had confirmed it, it is not asked for its confirmation again for 90 days.
        """
        hashed = address_hash(address)
        async with connected(self._engine) as connection:
            confirmed = await connection.execute(_CONFIRMED_BY_ANYBODY, {"whose": hashed})
            was_confirmed = confirmed.scalar_one() > 0
        dropped = await self._write_queue.write(
            "", (_DROP_ADDRESS, {"whose": hashed, "which": "mail"})
        )
        if dropped and not was_confirmed:
            row = {"hash": hashed, "sent_ms": now_ms, "refused": True}
            await self._write_queue.write("", (self._refuse, row))

    async def drop(self, device: str, channel: Channel | None = None) -> None:
        """Delete the contacts of a client: those of one channel, or all of them."""
        if channel is None:
            await self._write_queue.write("", (_DROP_ALL, {"given": device}))
        else:
            await self._write_queue.write("", (_DROP, {"given": device, "which": channel}))

    async def drop_endpoint(self, hashed: str) -> None:
        """Delete a push subscription that the push service does not know any more."""
        await self._write_queue.write(hashed, (_DROP_ADDRESS, {"whose": hashed, "which": "push"}))

    async def note_result(self, contact: Contact, worked: bool) -> None:
        """Note whether sending worked; drop a contact after eight failures in a row."""
        values = {"whose": contact.hash}
        if not worked:
            await self._write_queue.write(contact.hash, (_FAILED, values), (_DROP_BROKEN, values))
        elif contact.failures:
            await self._write_queue.write(contact.hash, (_WORKED, values))

    async def tidy(self, now_ms: int) -> None:
        """Delete addresses that nobody confirmed, and old requests for a confirmation."""
        await self._write_queue.write(
            "", (_DROP_UNCONFIRMED, {"until_ms": now_ms - _UNCONFIRMED_MS})
        )
        await self._write_queue.write(
            "", (_FORGET_CONFIRMATIONS, {"until_ms": now_ms - _REFUSED_MS})
        )

    async def shared_key(self, name: str, fresh: str) -> str:
        """Return the key of that name that all servers share; it is `fresh` if there was none."""
        await self._write_queue.write("", (self._keep_key, {"name": name, "value": fresh}))
        async with connected(self._engine) as connection:
            return str((await connection.execute(_SELECT_KEY, {"which": name})).scalar_one())
