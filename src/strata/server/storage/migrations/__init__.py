"""The migrations of the database, oldest first. `strata.server.storage.migrate` runs them."""
