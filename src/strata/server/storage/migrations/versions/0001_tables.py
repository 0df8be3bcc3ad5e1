"""Tables, who holds their seats, and who is there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("definition", sa.Text),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("tags", sa.Text, nullable=False),
        sa.Column("first_kind", sa.String(8), nullable=False),
        sa.Column("second_kind", sa.String(8), nullable=False),
        sa.Column("imported", sa.Boolean, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("actions", sa.Text, nullable=False),
        sa.Column("kept", sa.Text, nullable=False),
        sa.Column("deadline_ms", sa.BigInteger),
        sa.Column("thinking_ms", sa.BigInteger),
    )
    op.create_index("tables_by_deadline", "tables", ["deadline_ms"])
    op.create_index("tables_by_thinking", "tables", ["thinking_ms"])
    op.create_table(
        "holders",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.String(6), primary_key=True),
        sa.Column("kind", sa.String(6), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.String(6), primary_key=True),
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("here", sa.Boolean, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("presence_by_process", "presence", ["process"])
    op.create_index("presence_by_time", "presence", ["seen_ms"])


def downgrade() -> None:
    for name in ("presence", "holders", "tables"):
        op.drop_table(name)
