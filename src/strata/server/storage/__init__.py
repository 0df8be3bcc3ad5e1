"""The database: schema, migrations, tables and the queue of writes."""
