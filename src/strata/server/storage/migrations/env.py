"""Alembic's entry: runs the migrations on the connection that migrate.py hands over."""

from alembic import context

from strata.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transaction_per_migration=False,
)
context.run_migrations()
