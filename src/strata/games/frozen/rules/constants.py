"""Constants of the FrozenChess rules: kinds, mechanics, actions, phases. A header.

A cell is `file + 16 * rank`, both counted from 0, which is the cell order of the rulebook. A
heading is a number from 0 to 7, clockwise from n: even ones are orthogonal, odd ones diagonal, and
both in the order in which the rulebook tries them.
"""

from __future__ import annotations

from strata.games.frozen.kinds import LETTERS, MECHANICS

# Section 3.2: a kind is its index in `LETTERS`.
(
    PAWN,
    LANCER,
    FROG,
    TREBUCHET,
    BALLISTA,
    SHIP,
    ONAGER,
    CANNON,
    RAM,
    KNIGHT,
    BISHOP,
    DRAGON,
    ROOK,
    QUEEN,
    KING,
    JESTER,
    CHANCELLOR,
    TEMPLAR,
) = range(len(LETTERS))
NO_KIND = 31
"""The kind taken by an action that takes nothing."""

# Sets of kinds: bit k is kind k.
P_BIT = 1 << PAWN
L_BIT = 1 << LANCER
F_BIT = 1 << FROG
X_BIT = 1 << TREBUCHET
A_BIT = 1 << BALLISTA
S_BIT = 1 << SHIP
O_BIT = 1 << ONAGER
Z_BIT = 1 << CANNON
M_BIT = 1 << RAM
N_BIT = 1 << KNIGHT
B_BIT = 1 << BISHOP
D_BIT = 1 << DRAGON
R_BIT = 1 << ROOK
Q_BIT = 1 << QUEEN
K_BIT = 1 << KING
J_BIT = 1 << JESTER
C_BIT = 1 << CHANCELLOR
T_BIT = 1 << TEMPLAR
IMMORTAL = F_BIT | S_BIT
NO_CAPTURE = J_BIT | A_BIT | X_BIT | B_BIT | F_BIT | S_BIT | O_BIT
# F9: the lent kinds that capture, and all kinds that capture.
LENDS_CAPTURE = L_BIT | M_BIT | N_BIT | D_BIT | R_BIT | Q_BIT | C_BIT | T_BIT
CAPTURING = LENDS_CAPTURE | P_BIT | K_BIT
PULLERS = R_BIT | Q_BIT | T_BIT | D_BIT  # F69

# The two sets of leaps (tables.py).
MOVES = 0
ATTACKS = 1

# Section 7: bits of the mechanics that are on, in the order of `MECHANICS`.
(
    ROTATION,
    SHADOWS,
    FUSION,
    SPAWN_ON,
    MORPH_ON,
    MIND_ON,
    BOUNCE,
    WALLS,
    ENTANGLE,
    EMPOWER,
    SWAPSHOT,
    PULL_ON,
    PUSH_ON,
    WEATHER,
    TRANSFER_ON,
    EXCHANGE,
    TELESWAP,
    PORTAL_ON,
) = (1 << place for place in range(len(MECHANICS)))

# The place of a unit; VEILED is carried as a shadow.
GROUND = 1
SHADOWED = 2
CARRIED = 3
VEILED = 4
DEAD = 5

# The status of a tomb; 0 is none.
ARMED = 1
WOKEN = 2

# Phases: - D U B M P R:N R:N:c X
FRESH = 0
DOUBLE = 1
MULTI = 2
ACCELERATED = 3
MORPHING = 4
PROMOTING = 5
SIZED = 6
PLACED = 7
CONTROLLED = 8

# Section 9: the operations of actions (codes.py).
END = 0
MOVE = 1
CAPTURE = 2
LEAP_CAPTURE = 3
FUSE = 4
LOAD = 5
DEFUSE = 6
UNLOAD = 7
CONVERT = 8
SHOOT = 9
PARA = 10
TREB = 11
QUAKE = 12
THROW = 13
BLAST = 14
JUMP = 15
WALLTRAP = 16
DETON = 17
TELE = 18
PORTAL = 19
TORNADO = 20
AVAL = 21
EXCH = 22
TRANSFER = 23
SPAWN = 24
SWAP = 25
PUSH = 26
PULL = 27
SHADOW = 28
UNSHADOW = 29
STRIKE = 30
RESPAWN = 31
PROMOTE = 32
MORPH = 33
KIND = 34
ROT = 35
AT = 36
TURN = 37
MIND = 38
VEILED_MOVE = 39
VEILED_CAPTURE = 40
VEILED_LOAD = 41
VEILED_UNLOAD = 42

# What `offer_moves` is asked to offer (moves.py), as bits.
PLAIN = 1
CAPTURES = 2
NATIVE = 4
SWAPS = 8
MINDS = 16

# Types of ways (bounces.py). A lancer's squares are the diagonal ones.
LEAP = 0
RIDE = 1
BOUNCED = 2
LANCE = 3

# Tags of the numbers in the key (digest.py); a cell is added to the first, fourth and fifth.
DIGEST_BODY = 1 << 8
DIGEST_CARGO = 2 << 8
DIGEST_MEMBER = 3 << 8
DIGEST_WALL = 4 << 8
DIGEST_CELL = 5 << 8
DIGEST_DEAD = 6 << 8

# Indices into the reasons of the game.
KING_CAPTURED = 0
KING_EXPLODED = 1
BOTH_KINGS = 2
CHECKMATE = 3
NO_MOVES = 4
PLY_LIMIT = 5

# Restrictions: the bits of `waived`, in the order in which reasons are given (restrictions.py).
(
    PARALYSED,
    PRESENCE,
    GAZE,
    PINCER,
    CHOICE_DUE,
    OTHER_BODY,
    MOVES_ONLY,
    WALLED,
    BODY_IN_WAY,
    ONTO_OWN,
    OTHER_CAPTURE,
    NO_CAPTURING,
    OUT_OF_RANGE,
    PAWN_LEAP,
    PAWN_ASIDE,
    FROG_TOMB,
    KNIGHTMARE,
    GUARDED,
    IMMORTALITY,
    SAME_KIND,
    SHIELD,
    KING_SPARED,
    KING_ALONE,
    FUSE_FULL,
    NO_ROOM,
    UNLOAD_TAKEN,
    TREB_TARGET,
    NOT_SUSCEPTIBLE,
    EMPTY_CANNON,
    EXCHANGE_THREATENED,
    NO_WALL_ROOM,
    TOO_EARLY,
    MIRROR_TAKEN,
    NO_PORTAL,
    TORNADO_THERE,
    TRANSFER_THREATENED,
    NOT_PARALYSED,
    MORPH_THREATENED,
    MORPH_UNIT,
    SPAWN_THREATENED,
    SPAWN_UNIT,
    SPAWN_CELL,
    TOO_MANY,
    CHANCELLOR_STAYS,
    MIND_PROTECTED,
    MIND_COLOUR,
    MIND_IDLE,
    TRAPPED,
    PUSH_TAKEN,
    TEMPLAR_STANDS,
    SHADOW_UNIT,
    SHADOW_CELL,
    RETURN_EARLY,
    RETURN_CELL,
    RETURN_THREATENED,
    STRIKE_TARGET,
    STRIKE_PROTECTED,
    TOMB_CLOSED,
    TOMB_ORDER,
    TOMB_WATCHED,
    MINORITY,
    KING_UNSAFE,
    KING_DIES,
) = (1 << place for place in range(63))
ACTION = (1 << 40) - 1
"""The bits of an action without its way (codes.py)."""

MOST_ACTIONS = 32768
"""A bound that no readable position comes near."""
BUFFER = 1024
"""The number of actions that fit into the buffer of a workspace."""
MOST_IDLE = 16
"""The most workspaces that are kept for boards that will need one."""
LAST_TURN = 1_000_000_000
"""The largest turn number that is written; without a limit a game continues at this number."""
LAST_TURNS = 20
"""The number of turns before the limit from which on the turn number is part of the search key."""
