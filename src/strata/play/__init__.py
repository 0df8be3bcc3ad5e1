"""A game being played: the table, its clock, its computer players. No input or output here."""
