"""From where a seat is held, as a keyed hash, and since when that is known: for the rule that
players get no advice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("holders", sa.Column("address", sa.String(32)))
    op.add_column("holders", sa.Column("address_ms", sa.BigInteger))
    op.create_index("holders_by_address", "holders", ["address"])


def downgrade() -> None:
    op.drop_index("holders_by_address", "holders")
    op.drop_column("holders", "address_ms")
    op.drop_column("holders", "address")
