"""Where people want to be told that it is their turn, and what they are to be told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "contacts",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("channel", sa.String(4), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("public_key", sa.String(128)),
        sa.Column("auth", sa.String(32)),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("confirmed_ms", sa.BigInteger),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("contacts_by_hash", "contacts", ["hash"])
    op.create_table(
        "alerts",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.String(6), primary_key=True),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("due_ms", sa.BigInteger),
        sa.Column("sent_ms", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("alerts_by_due", "alerts", ["due_ms"])
    op.create_index("alerts_by_time", "alerts", ["since_ms"])
    op.create_table(
        "confirmations",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("sent_ms", sa.BigInteger, primary_key=True),
        sa.Column("refused", sa.Boolean, nullable=False),
    )
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("server_keys")
    op.drop_table("confirmations")
    op.drop_table("alerts")
    op.drop_table("contacts")
