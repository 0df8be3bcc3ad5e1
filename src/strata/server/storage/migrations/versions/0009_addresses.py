"""From where a seat is held, as a keyed hash: for the rule that players get no advice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("holders", sa.Column("address", sa.String(32)))
    op.create_index("holders_by_address", "holders", ["address"])


def downgrade() -> None:
    op.drop_index("holders_by_address", "holders")
    op.drop_column("holders", "address")
