"""The board and the moves of the kinds as tables (sections 2 and 3.2). A header.

NEXT[256 * heading + cell]       the next cell, or -1 beyond the edge
NEAR[8 * cell]                   the neighbours in cell order, NEAR_COUNT[cell] of them
LEAPS[LEAP_START[i]] up to LEAPS[LEAP_START[i + 1] - 1]
                                 the targets of leaps; i = ((set * 18 + kind) * 2 + owner) * 256
                                 + cell, set is MOVES or ATTACKS
RIDES[2 * kind + owner]          a bit for each heading; ATTACK_RIDES: of rides that attack
ATTACK_MASK[2 * kind + owner]    bit 7 * (dy + 3) + dx + 3 for each leap that attacks, not
                                 cannons'
ORTHO_BOUNCE[kind]               whether orthogonal rides bounce (F8); DIAG_BOUNCE: diagonal
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from strata.games.frozen import kinds
from strata.games.frozen.rules.constants import CANNON

if TYPE_CHECKING:
    import cython

_SIDES = (1, -1)
_HEADINGS = {name: heading for heading, name in enumerate(kinds.HEADING_NAMES)}


def _place(x: int, y: int) -> int:
    """Return the cell, or -1 beyond the edge."""
    return x + 16 * y if 0 <= x < 16 and 0 <= y < 16 else -1


def _near(cell: int) -> list[int]:
    steps = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
    cells = [_place((cell & 15) + dx, (cell >> 4) + dy) for dx, dy in steps]
    return [there for there in cells if there >= 0]


def _leaps() -> Iterator[list[int]]:
    """Yield the targets of leaps, for each set, kind, owner and cell."""
    for offsets in (kinds.MOVE_LEAPS, kinds.ATTACK_LEAPS):
        for letter in kinds.LETTERS:
            for side in _SIDES:
                for cell in range(256):
                    cells = [
                        _place((cell & 15) + dx, (cell >> 4) + side * dy)
                        for dx, dy in offsets.get(letter, ())
                    ]
                    yield [there for there in cells if there >= 0]


def _starts(lists: list[list[int]]) -> list[int]:
    """Return where each list begins when all are put together, and where the last ends."""
    starts = [0]
    for items in lists:
        starts.append(starts[-1] + len(items))
    return starts


def _rides(letter: str, owner: int) -> int:
    ways = [_HEADINGS[name] for name in kinds.MOVE_RIDES.get(letter, ())]
    return sum(1 << ((way + 4 * owner) & 7) for way in ways)


def _attack_mask(letter: str, side: int) -> int:
    offsets = kinds.ATTACK_LEAPS.get(letter, ()) if letter != "Z" else ()
    return sum(1 << (7 * (side * dy + 3) + dx + 3) for dx, dy in offsets)


NEXT = tuple(
    _place((cell & 15) + dx, (cell >> 4) + dy) for dx, dy in kinds.HEADINGS for cell in range(256)
)
NEAR_COUNT = tuple(len(_near(cell)) for cell in range(256))
NEAR = tuple(there for cell in range(256) for there in (*_near(cell), *[0] * 8)[:8])
_LEAPS = list(_leaps())
LEAP_START = tuple(_starts(_LEAPS))
LEAPS = tuple(there for cells in _LEAPS for there in cells)
RIDES = tuple(_rides(letter, owner) for letter in kinds.LETTERS for owner in (0, 1))
ATTACK_RIDES = tuple(
    _rides(letter, owner) if letter in kinds.ATTACK_RIDERS else 0
    for letter in kinds.LETTERS
    for owner in (0, 1)
)
ATTACK_MASK = tuple(_attack_mask(letter, side) for letter in kinds.LETTERS for side in _SIDES)
ORTHO_BOUNCE = tuple(letter in kinds.ORTHOGONAL_BOUNCERS for letter in kinds.LETTERS)
DIAG_BOUNCE = tuple(letter in kinds.DIAGONAL_BOUNCERS for letter in kinds.LETTERS)

# F57: the order in which a tornado pulls, from first's seat; for second both signs change.
_INNER = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
_LEFT_AND_TOP = ((-2, -1), (-2, 0), (-2, 1), (-2, 2), (-1, 2), (0, 2), (1, 2), (2, 2))
_RIGHT_AND_LOW = ((2, 1), (2, 0), (2, -1), (2, -2), (1, -2), (0, -2), (-1, -2), (-2, -2))
WHIRL = tuple(place for offset in _INNER + _LEFT_AND_TOP + _RIGHT_AND_LOW for place in offset)


def distance(a: cython.int, b: cython.int) -> cython.int:
    """Return the distance in king's steps."""
    dx: cython.int = (a & 15) - (b & 15)
    dy: cython.int = (a >> 4) - (b >> 4)
    if dx < 0:
        dx = -dx
    if dy < 0:
        dy = -dy
    return dx if dx > dy else dy


def leap_attacks(
    kind: cython.int, owner: cython.int, source: cython.int, target: cython.int
) -> cython.bint:
    """Return whether a leap or step of `kind` attacks `target`; a cannon counts as loaded."""
    dx: cython.int = (target & 15) - (source & 15)
    dy: cython.int = (target >> 4) - (source >> 4)
    if kind == CANNON:
        if owner:
            dy = -dy
        return (dy == 2 or dy == 4 or dy == 6) and (dx == 0 or dx == dy or dx == -dy)
    if dx < -3 or dx > 3 or dy < -3 or dy > 3:
        return False
    return (ATTACK_MASK[2 * kind + owner] >> (7 * (dy + 3) + dx + 3)) & 1


def heading_to(a: cython.int, b: cython.int) -> cython.int:
    """Return the heading of the line from a to b, or -1 if they are not on a line."""
    dx: cython.int = (b & 15) - (a & 15)
    dy: cython.int = (b >> 4) - (a >> 4)
    if dx == 0:
        return -1 if dy == 0 else 0 if dy > 0 else 4
    if dy == 0:
        return 2 if dx > 0 else 6
    if dx == dy:
        return 1 if dx > 0 else 5
    if dx == -dy:
        return 3 if dx > 0 else 7
    return -1


def same_colour(a: cython.int, b: cython.int) -> cython.bint:
    return (((a >> 4) + a + (b >> 4) + b) & 1) == 0


def forward(owner: cython.int, cell: cython.int, steps: cython.int) -> cython.int:
    """Return the cell that many ranks ahead, or -1."""
    there: cython.int = cell - 16 * steps if owner else cell + 16 * steps
    return there if 0 <= there < 256 else -1
