"""SQL statements that change who holds a seat: links, devices, seats that are given up.

Their parameters are the table (`which`), the seat (`whose`) and a hash (`given`, `new_hash`).
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Exists,
    String,
    and_,
    bindparam,
    delete,
    exists,
    insert,
    literal,
    or_,
    select,
    update,
)

from strata.server.storage.schema import holders, tables

_others: Final = holders.alias()
_OF_SEAT: Final = (
    holders.c.table_id == bindparam("which"),
    holders.c.seat == bindparam("whose"),
)


def _any(kind: str) -> Exists:
    """Return whether the seat has any holder of this kind."""
    return exists().where(
        _others.c.table_id == bindparam("which"),
        _others.c.seat == bindparam("whose"),
        _others.c.kind == kind,
    )


# Inviting and joining both change the row of the link: of two at once, one finds it gone.
SPEND_LINK: Final = {
    "link": delete(holders).where(
        *_OF_SEAT, holders.c.kind == "link", holders.c.hash == bindparam("given"), ~_any("device")
    ),
    "share": delete(holders).where(
        *_OF_SEAT, holders.c.kind == "share", holders.c.hash == bindparam("given"), _any("device")
    ),
}
_UNPLAYED: Final = exists().where(
    tables.c.id == bindparam("which"),
    tables.c.actions == "",
    tables.c.kept.not_like('%"laid_out":{%'),  # a secret set-up, which is not played yet
)
# Whoever gets a seat sees what its holder before has placed in secret.
_MAY_INVITE: Final = and_(~_any("device"), or_(~_any("gone"), _UNPLAYED))
REPLACE_INVITATION: Final = (
    update(holders)
    .where(*_OF_SEAT, holders.c.kind == "link", _MAY_INVITE)
    .values(hash=bindparam("new_hash"))
)
FIRST_INVITATION: Final = insert(holders).from_select(
    ["table_id", "seat", "kind", "hash"],
    select(
        bindparam("which", type_=String),
        bindparam("whose", type_=String),
        literal("link"),
        bindparam("new_hash", type_=String),
    ).where(_MAY_INVITE),
)
DROP_SHARES: Final = delete(holders).where(*_OF_SEAT, holders.c.kind == "share")
DROP_OTHER_LINKS: Final = delete(holders).where(
    *_OF_SEAT, holders.c.kind == "share", holders.c.hash != bindparam("given")
)
DROP_OTHER_DEVICES: Final = delete(holders).where(
    *_OF_SEAT,
    or_(holders.c.kind == "device", holders.c.kind == "share"),
    holders.c.hash != bindparam("given"),
)
SELECT_FIRST_IN: Final = select(holders.c.seat).where(
    holders.c.table_id == bindparam("which"),
    holders.c.kind == "device",
    holders.c.hash == bindparam("given"),
    ~exists().where(
        _others.c.table_id == holders.c.table_id,
        _others.c.seat == holders.c.seat,
        _others.c.kind == "device",
        _others.c.since_ms < holders.c.since_ms,
    ),
)
# One row for each seat remembers that it was held, and not by whom.
GIVE_UP: Final = (
    update(holders)
    .where(
        holders.c.hash == bindparam("given"),
        holders.c.kind == "device",
        ~exists().where(
            _others.c.table_id == holders.c.table_id,
            _others.c.seat == holders.c.seat,
            _others.c.kind == "gone",
        ),
    )
    .values(kind="gone", hash="", address=None)
)
GIVE_UP_AGAIN: Final = delete(holders).where(
    holders.c.hash == bindparam("given"), holders.c.kind == "device"
)
