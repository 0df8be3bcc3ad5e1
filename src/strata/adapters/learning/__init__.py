"""What the environments of the ecosystems have in common."""
