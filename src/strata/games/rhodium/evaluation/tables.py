"""The values of pieces and places in Rhodium. A header."""

from __future__ import annotations

# What reaches a cell: a bit for each kind that could capture there, and one for pieces that could
# score.
CAPTURES = 63
SCORES = 64

# The value of capturing a piece, with all its consequences, in kind order and in units of ten
# points; and the prize of the cheapest of a set of kinds.
PRIZES = (90, 34, 36, 18, 18, 14)
LEAST_PRIZES = tuple(
    min((prize for kind, prize in enumerate(PRIZES) if kinds >> kind & 1), default=0)
    for kinds in range(64)
)

# The progress of a Silver, by its rank counted from its owner's side.
ADVANCES = (0, 0, 0, 2, 3, 4, 5, 7, 9, 6)

# Ranks 3, 2 and 1 for each kind, in kind order; 0 is bad, 9 is best.
_PLACES = (
    ("0000000000", "2210000122", "6768998676"),
    ("3053003503", "5797337975", "2242002422"),
    ("0000000000", "2113333112", "9524664259"),
    ("0000000000", "4454554544", "6998888996"),
    ("4365445634", "4949559494", "3333333333"),
    ("9979999799", "4435665344", "2227887222"),
)
# The value of a place: 30 cells for each kind, as first sees them; positive is good.
PLACES = tuple(int(digit) - 7 for ranks in _PLACES for rank in reversed(ranks) for digit in rank)
