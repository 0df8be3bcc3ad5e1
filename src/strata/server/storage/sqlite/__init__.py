"""SQLite: the threads that read and write it, the texts of its statements, and its checkpoints."""
