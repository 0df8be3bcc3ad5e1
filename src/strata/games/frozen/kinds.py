"""The eighteen kinds of FrozenChess as data (section 3.2): letters, names, leaps and rides.

Offsets are (sideways, forward) for the owner. Headings count clockwise from n: n ne e se s sw w nw.
"""

from __future__ import annotations

from itertools import product
from typing import Final

Offset = tuple[int, int]

LETTERS: Final = "PLFXASOZMNBDRQKJCT"
NAMES: Final = (
    "Pawn",
    "Lancer",
    "Frog",
    "Trebuchet",
    "Ballista",
    "Ship",
    "Onager",
    "Cannon",
    "Ram",
    "Knight",
    "Bishop",
    "Dragon",
    "Rook",
    "Queen",
    "King",
    "Jester",
    "Chancellor",
    "Templar",
)
HEADINGS: Final[tuple[Offset, ...]] = (
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
)
HEADING_NAMES: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def mirrored(*offsets: Offset) -> tuple[Offset, ...]:
    """Return the offsets with their signs in every combination, each once."""
    every = {(sx * x, sy * y) for x, y in offsets for sx, sy in product((1, -1), repeat=2)}
    return tuple(sorted(every))


_SIDES = mirrored((1, 0), (0, 1))
_NEAR = mirrored((1, 0), (0, 1), (1, 1))
_KNIGHT = mirrored((1, 2), (2, 1))
_CROOKED = mirrored((2, 2), (1, 3), (3, 1))

# The leaps and steps of the Moves column; the moves of pawns are in ways.py.
MOVE_LEAPS: Final[dict[str, tuple[Offset, ...]]] = {
    "F": mirrored((2, 2), (3, 3), (3, 0), (0, 3)),
    "A": ((0, 2), (0, 3), (3, 0), (-3, 0)),
    "M": _SIDES,
    "N": (*_KNIGHT, (1, 1), (-1, 1)),
    "B": _SIDES,
    "D": (*_KNIGHT, *mirrored((2, 0), (0, 2))),
    "Q": _KNIGHT,
    "K": _NEAR,
    "J": (*_CROOKED, (0, 1)),
    "C": (*_NEAR, *mirrored((2, 3), (3, 2))),
    "T": _CROOKED,
}
_BLAST = tuple((side * far, far) for far in (2, 4, 6) for side in (-1, 0, 1))
# The leaps and steps of the Attacks column; a cannon attacks only when it is loaded.
ATTACK_LEAPS: Final[dict[str, tuple[Offset, ...]]] = {
    "P": ((1, 1), (-1, 1)),
    "Z": _BLAST,
    **{letter: MOVE_LEAPS[letter] for letter in "MNBDQKCT"},
}
_ORTHOGONAL = ("n", "e", "s", "w")
_DIAGONAL = ("ne", "se", "sw", "nw")
# The headings in which a kind rides, for first; for second they are turned by 180 degrees.
MOVE_RIDES: Final[dict[str, tuple[str, ...]]] = {
    "L": _DIAGONAL,
    "S": ("s", "ne", "nw"),
    "O": ("e", "w"),
    "B": _DIAGONAL,
    "D": _DIAGONAL,
    "R": _ORTHOGONAL,
    "Q": (*_ORTHOGONAL, *_DIAGONAL),
    "T": _ORTHOGONAL,
}
# The kinds whose rides attack too. Lancers attack in a way of their own (F30).
ATTACK_RIDERS: Final = "BDRQT"
# F8: the kinds that bounce, by the type of the ride.
ORTHOGONAL_BOUNCERS: Final = "RQTS"
DIAGONAL_BOUNCERS: Final = "BDQS"

# Section 7: the names of `mechanics`, in their order.
MECHANICS: Final = (
    "rotation",
    "shadow",
    "fusion",
    "spawn",
    "morph",
    "mind",
    "bounce",
    "wall",
    "entangle",
    "empower",
    "swapshot",
    "pull",
    "push",
    "weather",
    "transfer",
    "exchange",
    "teleswap",
    "portal",
)
