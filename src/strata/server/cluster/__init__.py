"""What several server processes tell each other."""
