"""SQLite: the threads that read and write it, and its checkpoints."""
