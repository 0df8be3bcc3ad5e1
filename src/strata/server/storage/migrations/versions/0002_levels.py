"""How well the computer plays; in tables that are there already it moves at random (no level)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
_COLUMNS = ("first_level", "second_level")


def upgrade() -> None:
    for name in _COLUMNS:
        op.add_column("tables", sa.Column(name, sa.Integer))


def downgrade() -> None:
    for name in _COLUMNS:
        op.drop_column("tables", name)
