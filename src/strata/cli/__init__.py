"""The command line: one module per command. It knows the contract, but no rule and no game."""
