"""What learning programs see of games, and many games stepped by one call."""
