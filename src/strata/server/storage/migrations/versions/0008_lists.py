"""Since when a seat is held and whether its game is over: for lists of somebody's games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column(
        "holders", sa.Column("since_ms", sa.BigInteger, nullable=False, server_default="0")
    )
    op.add_column(
        "holders", sa.Column("finished", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.execute(
        "UPDATE holders SET"
        " since_ms = coalesce((SELECT made_ms FROM tables WHERE tables.id = holders.table_id), 0),"
        " finished = EXISTS (SELECT 1 FROM tables"
        " WHERE tables.id = holders.table_id AND tables.ended IS NOT NULL)"
    )
    op.drop_index("holders_by_hash", "holders")
    op.create_index("holders_by_device", "holders", ["hash", "finished", "since_ms"])


def downgrade() -> None:
    op.drop_index("holders_by_device", "holders")
    op.create_index("holders_by_hash", "holders", ["hash"])
    for name in ("finished", "since_ms"):
        op.drop_column("holders", name)
