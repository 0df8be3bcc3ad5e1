"""What leaves the server about games, cut for who looks."""
