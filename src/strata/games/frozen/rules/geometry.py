"""The board and the kinds as tables for the compiled rooms (sections 2 and 3.2).

A cell is `file + 16 * rank`, both from 0, which is the cell order of the rulebook. A heading is a
number from 0 to 7, clockwise from n: even ones are orthogonal, odd ones diagonal, and both in the
order in which the rulebook tries them. A kind is its place in `kinds.LETTERS`.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

from strata.games.frozen import kinds

PAWN = 0
LANCER = 1
FROG = 2
TREBUCHET = 3
BALLISTA = 4
SHIP = 5
ONAGER = 6
CANNON = 7
RAM = 8
KNIGHT = 9
BISHOP = 10
DRAGON = 11
ROOK = 12
QUEEN = 13
KING = 14
JESTER = 15
CHANCELLOR = 16
TEMPLAR = 17

# Sets of kinds: bit k is kind k.
P_BIT = 1 << 0
F_BIT = 1 << 2
X_BIT = 1 << 3
A_BIT = 1 << 4
S_BIT = 1 << 5
O_BIT = 1 << 6
Z_BIT = 1 << 7
M_BIT = 1 << 8
N_BIT = 1 << 9
B_BIT = 1 << 10
R_BIT = 1 << 12
Q_BIT = 1 << 13
K_BIT = 1 << 14
J_BIT = 1 << 15
C_BIT = 1 << 16
T_BIT = 1 << 17
IMMORTAL = (1 << 2) | (1 << 5)
# J A X B F S O
NO_CAPTURE = (1 << 15) | (1 << 4) | (1 << 3) | (1 << 10) | (1 << 2) | (1 << 5) | (1 << 6)
# F9: P L M N D R Q K C T
CAPTURING = 0b11_0111_1011_0000_0011
# F9: what a lent kind captures: L M N D R Q C T
LENDS_CAPTURE = 0b11_0011_1011_0000_0010
# F69: R Q T D
PULLERS = (1 << 12) | (1 << 13) | (1 << 17) | (1 << 11)

# The two sets of leaps.
MOVES = 0
ATTACKS = 1

# Section 7: bits of the mechanics that are on.
ROTATION = 1 << 0
SHADOWS = 1 << 1
FUSION = 1 << 2
SPAWN_ON = 1 << 3
MORPH_ON = 1 << 4
MIND_ON = 1 << 5
BOUNCE = 1 << 6
WALLS = 1 << 7
ENTANGLE = 1 << 8
EMPOWER = 1 << 9
SWAPSHOT = 1 << 10
PULL_ON = 1 << 11
PUSH_ON = 1 << 12
WEATHER = 1 << 13
TRANSFER_ON = 1 << 14
EXCHANGE = 1 << 15
TELESWAP = 1 << 16
PORTAL_ON = 1 << 17

# NEXT[256 * heading + cell]: the next cell, or -1 beyond the edge.
# NEAR[8 * cell]: the neighbours in cell order, NEAR_COUNT of them.
# LEAPS[LEAP_START[i]] up to LEAPS[LEAP_START[i + 1] - 1], i = ((set * 18 + kind) * 2 + owner) * 256
# + cell: where a leap leads. RIDES[2 * kind + owner]: a bit for each heading.
# ATTACK_MASK[2 * kind + owner]: bit 7 * (dy + 3) + dx + 3 for each attacking leap, not cannons'.
if not cython.compiled:
    NEXT = [0] * 2048
    NEAR = [0] * 2048
    NEAR_COUNT = [0] * 256
    RIDES = [0] * 36
    ATTACK_RIDES = [0] * 36
    LEAP_START = [0] * 18433
    LEAPS = [0] * 100000
    ATTACK_MASK = [0] * 36
    ORTHO_BOUNCE = [0] * 18
    DIAG_BOUNCE = [0] * 18


def place(x: int, y: int) -> int:
    """The cell, or -1."""
    return x + 16 * y if 0 <= x < 16 and 0 <= y < 16 else -1


def fill_board() -> None:
    for cell in range(256):
        x, y = cell & 15, cell >> 4
        for heading, (dx, dy) in enumerate(kinds.HEADINGS):
            NEXT[256 * heading + cell] = place(x + dx, y + dy)
        near = [place(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
        near = [there for there in near if there >= 0]
        NEAR_COUNT[cell] = len(near)
        for index in range(len(near)):
            NEAR[8 * cell + index] = near[index]


def fill_leaps() -> None:
    found = 0
    index = 0
    for leaps in (kinds.MOVE_LEAPS, kinds.ATTACK_LEAPS):
        for letter in kinds.LETTERS:
            for side in (1, -1):
                for cell in range(256):
                    LEAP_START[index] = found
                    index += 1
                    for dx, dy in leaps.get(letter, ()):
                        there = place((cell & 15) + dx, (cell >> 4) + side * dy)
                        if there >= 0:
                            LEAPS[found] = there
                            found += 1
    LEAP_START[index] = found


def fill_rides() -> None:
    for number, letter in enumerate(kinds.LETTERS):
        ways = [kinds.HEADING_NAMES.index(way) for way in kinds.MOVE_RIDES.get(letter, ())]
        for owner in range(2):
            mask = sum(1 << ((way + 4 * owner) & 7) for way in ways)
            RIDES[2 * number + owner] = mask
            ATTACK_RIDES[2 * number + owner] = mask if letter in kinds.ATTACK_RIDERS else 0
            bits = 0
            for dx, dy in kinds.ATTACK_LEAPS.get(letter, ()):
                if letter != "Z":
                    bits |= 1 << (7 * ((1 - 2 * owner) * dy + 3) + dx + 3)
            ATTACK_MASK[2 * number + owner] = bits
        ORTHO_BOUNCE[number] = letter in kinds.ORTHOGONAL_BOUNCERS
        DIAG_BOUNCE[number] = letter in kinds.DIAGONAL_BOUNCERS


def distance(a, b):
    """In king's steps."""
    dx: cython.int = (a & 15) - (b & 15)
    dy: cython.int = (a >> 4) - (b >> 4)
    if dx < 0:
        dx = -dx
    if dy < 0:
        dy = -dy
    return dx if dx > dy else dy


def leap_attacks(kind, owner, source, target):
    """Whether a leap or step of `kind` attacks `target`; a cannon counts as loaded."""
    dx: cython.int = (target & 15) - (source & 15)
    dy: cython.int = (target >> 4) - (source >> 4)
    if kind == CANNON:
        if owner:
            dy = -dy
        return (dy == 2 or dy == 4 or dy == 6) and (dx == 0 or dx == dy or dx == -dy)
    if dx < -3 or dx > 3 or dy < -3 or dy > 3:
        return False
    return (ATTACK_MASK[2 * kind + owner] >> (7 * (dy + 3) + dx + 3)) & 1


def heading_to(a, b):
    """The heading of the line from a to b, or -1 if they share none."""
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


def same_colour(a, b):
    return (((a >> 4) + a + (b >> 4) + b) & 1) == 0


def forward(owner, cell, steps):
    """The cell so many ranks ahead, or -1."""
    there: cython.int = cell - 16 * steps if owner else cell + 16 * steps
    return there if 0 <= there < 256 else -1


fill_board()
fill_leaps()
fill_rides()
