"""Games in play: the table, its clock and its computer players. No input or output here."""
