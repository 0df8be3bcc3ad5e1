"""amazons."""
