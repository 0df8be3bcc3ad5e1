"""Studies of games: a tree of variations with comments, marks and drawings."""
