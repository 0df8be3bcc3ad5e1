"""SQLite: its threads, the texts of its statements, its checkpoints, and the database's lock."""
