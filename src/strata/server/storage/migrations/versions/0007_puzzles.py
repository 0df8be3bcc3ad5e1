"""Solvers of puzzles with their ratings and streaks, and what became of each puzzle."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "solvers",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.Column("streak", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("solvers_by_change", "solvers", ["changed_ms"])
    op.create_table(
        "puzzle_results",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("clean", sa.Boolean, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("puzzle_results")
    op.drop_table("solvers")
