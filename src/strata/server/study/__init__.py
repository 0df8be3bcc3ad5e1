"""Studies (stored analyses with a tree of variations, shared by link) and reviews of games."""
