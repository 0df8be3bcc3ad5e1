"""The migrations of the database, oldest first. `strata.server.migrate` runs them."""
