"""Who is to act and since when, and how a game ended: for the list of somebody's games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("acting", sa.String(6)))
    op.add_column(
        "tables", sa.Column("since_ms", sa.BigInteger, nullable=False, server_default="0")
    )
    op.add_column("tables", sa.Column("ended", sa.Text))
    op.execute("UPDATE tables SET since_ms = changed_ms")


def downgrade() -> None:
    for name in ("ended", "since_ms", "acting"):
        op.drop_column("tables", name)
