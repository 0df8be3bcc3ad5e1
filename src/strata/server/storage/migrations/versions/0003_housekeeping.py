"""When a table last changed, who holds which seats by key, and when a server was last alive."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("changed_ms", sa.BigInteger, nullable=False, server_default="0")
    )
    op.execute("UPDATE tables SET changed_ms = made_ms")
    op.create_index("tables_by_change", "tables", ["changed_ms"])
    op.create_index("holders_by_hash", "holders", ["hash"])
    op.create_table(
        "alive",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("alive")
    op.drop_index("holders_by_hash", "holders")
    op.drop_index("tables_by_change", "tables")
    op.drop_column("tables", "changed_ms")
