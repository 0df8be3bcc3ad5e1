"""What each viewer may see of games and tables, in the form of the protocol."""
