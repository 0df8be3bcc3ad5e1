"""The database: schema, migrations, stored data and the write queue."""
