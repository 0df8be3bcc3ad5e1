"""The notices between several server processes."""
