"""The tables of the database. The migrations create them; a test compares the two.

A game is stored as its settings and its action strings; the position is derived. A computer without
a level plays at random. `deadline_ms` is when a clock or a claim ends the game, and `thinking_ms`
since when the computer is to act: by these a process finds its work, and that of a dead process.
`acting` is the seat to act since `since_ms`, `ended` the outcome as JSON: the list of a client's
games shows them without opening the tables. Both are NULL in a table that predates these columns.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata: Final = MetaData()

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("definition", Text),
    Column("settings", Text, nullable=False),
    Column("start", Text, nullable=False),
    Column("tags", Text, nullable=False),
    Column("first_kind", String(8), nullable=False),
    Column("second_kind", String(8), nullable=False),
    Column("first_level", Integer),
    Column("second_level", Integer),
    Column("imported", Boolean, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False, server_default="0"),
    Column("version", Integer, nullable=False),
    Column("actions", Text, nullable=False),
    Column("kept", Text, nullable=False),
    Column("deadline_ms", BigInteger),
    Column("thinking_ms", BigInteger),
    Column("acting", String(6)),
    Column("since_ms", BigInteger, nullable=False, server_default="0"),
    Column("ended", Text),
    Index("tables_by_deadline", "deadline_ms"),
    Index("tables_by_thinking", "thinking_ms"),
    Index("tables_by_change", "changed_ms"),
)

# The holders of seats: `hash` is that of a client's key (`device`) or of the key in a link. A link
# invites somebody to a seat that nobody holds (`link`), or adds a device to a held one (`share`). A
# seat that a device has given up is remembered without a hash (`gone`). A device has held a seat
# since `since_ms`; `finished` says that the game is over, as `ended` does. Until then, `address` is
# a keyed hash of the address from which the device last took the seat or connected.
holders: Final = Table(
    "holders",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", String(6), primary_key=True),
    Column("kind", String(6), primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("since_ms", BigInteger, nullable=False, server_default="0"),
    Column("finished", Boolean, nullable=False, server_default=false()),
    Column("address", String(32)),
    Column("address_ms", BigInteger),
    Index("holders_by_device", "hash", "finished", "since_ms"),
    Index("holders_by_address", "address"),
)

# Which process has a connection of a seat's holder, and when the holder was last seen there.
presence: Final = Table(
    "presence",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", String(6), primary_key=True),
    Column("process", String(16), primary_key=True),
    Column("here", Boolean, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Index("presence_by_process", "process"),
    Index("presence_by_time", "seen_ms"),
)

# Row 1: the last heartbeat of any server, by which an outage is noticed after it. Row 2, until the
# time is given back to all tables: when the outage began. Row 3: how many milliseconds the time of
# games is ahead of the time of day; without it, 0.
alive: Final = Table(
    "alive",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seen_ms", BigInteger, nullable=False),
)

# Contacts for notifications: `address` is the endpoint of a push subscription (`push`, with the
# keys of the browser) or an e-mail address (`mail`), `hash` its SHA-256, `device` that of the
# client's key. No alert is sent there before `confirmed_ms` is set.
contacts: Final = Table(
    "contacts",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("channel", String(4), nullable=False),
    Column("address", Text, nullable=False),
    Column("public_key", String(128)),
    Column("auth", String(32)),
    Column("made_ms", BigInteger, nullable=False),
    Column("confirmed_ms", BigInteger),
    Column("failures", Integer, nullable=False, server_default="0"),
    Index("contacts_by_hash", "hash"),
)

# Alerts to the holders of a seat, one per contact: the event happened at `since_ms`, and the alert
# is due at `due_ms`. If that is NULL, it was sent at `sent_ms` or is not to be sent.
alerts: Final = Table(
    "alerts",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seat", String(6), primary_key=True),
    Column("kind", String(12), primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("since_ms", BigInteger, nullable=False),
    Column("due_ms", BigInteger),
    Column("sent_ms", BigInteger),
    Column("tries", Integer, nullable=False, server_default="0"),
    Index("alerts_by_due", "due_ms"),
    Index("alerts_by_time", "since_ms"),
)

# E-mails that asked for the confirmation of an address, and addresses that refused more of them.
confirmations: Final = Table(
    "confirmations",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("sent_ms", BigInteger, primary_key=True),
    Column("refused", Boolean, nullable=False),
)

# Studies: `text` is a record of version 2 with the numbers of its positions, `maker` the hash of
# the key of the only client that may change it, `source` the table whose game is studied.
studies: Final = Table(
    "studies",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("maker", String(64), nullable=False),
    Column("name", String(80), nullable=False),
    Column("game", String(32), nullable=False),
    Column("source", String(16)),
    Column("text", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index("studies_by_maker", "maker"),
    Index("studies_by_change", "changed_ms"),
)

# Reviews of finished games: `text` is JSON.
reviews: Final = Table(
    "reviews",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("text", Text, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
)

# Solvers of puzzles: the rating in a game, the length of the best streak, and the current streak as
# JSON. `device` is the hash of the client's key.
solvers: Final = Table(
    "solvers",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("streak", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index("solvers_by_change", "changed_ms"),
)

# Results of puzzles: whether the first attempt, which is rated, was `clean`, without a mistake or a
# hint, and whether the puzzle was `solved` in that attempt or later.
puzzle_results: Final = Table(
    "puzzle_results",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("clean", Boolean, nullable=False),
    Column("solved", Boolean, nullable=False),
)

# Keys that all servers on this database share.
server_keys: Final = Table(
    "server_keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)
