"""The command line: one module a command. Knows the contract, no rule and no game."""
