"""Studies on the server: analyses with a tree of variations, kept and shared by link."""
