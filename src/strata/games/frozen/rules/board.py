"""What there is in a position of FrozenChess (sections 2, 3.1 and 3.3), and how it is changed.

A unit is a number from 1 to 192, 0 is none. A body is known by its base; `mate` leads from member
to member, in a tomb from unit to unit.

    e4 N+R   ground[e4] = N    mate[N] = R    base[R] = N    kinds[N] = {N, R}
    S{P,Q}   hold[S] = P       along[P] = Q   carrier[P] = S
    d5:R.n   queue_first[d5] = R   mate[R] = n   queue_last[d5] = n

Body attributes (par, trapped, stay, delay, travelled), `size`, `kinds` and `along` are kept with
the base. Nothing here knows a rule of movement; the changes keep the bookkeeping right.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

if not cython.compiled:
    from strata.core.kernel.state import State
    from strata.games.frozen.rules.geometry import CANNON, FROG, SHIP
else:
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.games.frozen.rules.geometry import CANNON, FROG, SHIP

# Where a unit is; VEILED is carried as a shadow.
GROUND = 1
SHADOWED = 2
CARRIED = 3
VEILED = 4
DEAD = 5
# What a tomb is; 0 is none.
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


class Board(State):
    """A position. A trap is 1 + owner, a tornado timer + 16 * owner, a flow timer + 8 * (heading
    / 2) + 32 * owner; 0 is none. `lender` has the base of the empowering body (layer 5)."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.ground = [0] * 256
            self.shadow = [0] * 256
            self.wall = [0] * 256
            self.trap = [0] * 256
            self.tornado = [0] * 256
            self.flow = [0] * 256
            self.queue_first = [0] * 256
            self.queue_last = [0] * 256
            self.tomb = [0] * 256
            self.rot = [0] * 256
            self.frozen = [0] * 256
            self.protected = [0] * 256
            self.guarded = [0] * 256
            self.lender = [0] * 256
            self.tower = [0] * 256
            self.marked = [0] * 256
            self.minded = [0] * 256
            self.victims = [0] * 256
            self.victim_kind = [0] * 256
            self.stamp = [0] * 256
            self.seen = [0] * 256
            self.listed = [0] * 256
            self.bounce_at = [0] * 256
            self.bounce_steps = [0] * 256
            self.kind = [0] * 200
            self.owner = [0] * 200
            self.place = [0] * 200
            self.cell = [0] * 200
            self.mate = [0] * 200
            self.base = [0] * 200
            self.size = [0] * 200
            self.kinds = [0] * 200
            self.hold = [0] * 200
            self.held = [0] * 200
            self.along = [0] * 200
            self.carrier = [0] * 200
            self.par = [0] * 200
            self.trapped = [0] * 200
            self.stay = [0] * 200
            self.delay = [0] * 200
            self.travelled = [0] * 200
            self.ortho = [0] * 200
            self.diag = [0] * 200
            self.pieces = [0] * 200
            self.pawns = [0] * 200
            self.multi = [0] * 200
            self.walls = [0] * 200
            self.king = [0] * 2
            self.traps = [0] * 2
            self.storms = [0] * 2
            self.checked = [0] * 2
            self.live = [0] * 36
            self.threat = [0] * 512
            self.siege = [0] * 512
            self.nightmare = [0] * 512
            self.found = [0] * 512
            self.found_way = [0] * 512
            self.cells = [0] * 1024
            self.room = [0] * 1024
            self.pair_from = [0] * 4096
            self.pair_to = [0] * 4096
            self.mark = [0] * 2048
            self.path = [0] * 64
            self.sums = [0] * 289
            self.line_cell = [0] * 1040
            self.line_from = [0] * 1040
            self.line_heading = [0] * 1040
            self.line_steps = [0] * 1040
            self.line_turned = [0] * 1040
            self.units = 0
            self.tombs = 0
            self.mover = 0
            self.phase = 0
            self.phase_cell = 0
            self.phase_number = 0
            self.mechanics = 0
            self.ply_limit = 0
            self.pairs = 0
            self.stamps = 0
            self.seens = 0
            self.founds = 0
            self.marks = 0
            self.path_length = 0
            self.met = 0
            self.phase_shadow = False
            self.fresh = False
            self.attacked = False
            self.survived = False
            self.piece_promoted = False
            self.jester_near = False
        self.turn = 1
        self.most = 1024  # how many actions may be written, for codes.py
        self.spare = None  # for legality.py, made when it is first needed

    def copy_from(self, other):
        self.ground[:] = other.ground
        self.shadow[:] = other.shadow
        self.wall[:] = other.wall
        self.trap[:] = other.trap
        self.tornado[:] = other.tornado
        self.flow[:] = other.flow
        self.queue_first[:] = other.queue_first
        self.queue_last[:] = other.queue_last
        self.tomb[:] = other.tomb
        self.rot[:] = other.rot
        self.kind[:] = other.kind
        self.owner[:] = other.owner
        self.place[:] = other.place
        self.cell[:] = other.cell
        self.mate[:] = other.mate
        self.base[:] = other.base
        self.size[:] = other.size
        self.kinds[:] = other.kinds
        self.hold[:] = other.hold
        self.held[:] = other.held
        self.along[:] = other.along
        self.carrier[:] = other.carrier
        self.par[:] = other.par
        self.trapped[:] = other.trapped
        self.stay[:] = other.stay
        self.delay[:] = other.delay
        self.travelled[:] = other.travelled
        self.ortho[:] = other.ortho
        self.diag[:] = other.diag
        self.pieces[:] = other.pieces
        self.pawns[:] = other.pawns
        self.multi[:] = other.multi
        self.walls[:] = other.walls
        self.units = other.units
        self.king[:] = other.king
        self.live[:] = other.live
        self.traps[:] = other.traps
        self.storms[:] = other.storms
        self.tombs = other.tombs
        self.mover = other.mover
        self.phase = other.phase
        self.phase_cell = other.phase_cell
        self.phase_number = other.phase_number
        self.phase_shadow = other.phase_shadow
        self.turn = other.turn
        self.mechanics = other.mechanics
        self.ply_limit = other.ply_limit
        self.fresh = other.fresh
        if other.fresh:
            self.frozen[:] = other.frozen
            self.threat[:] = other.threat
            self.siege[:] = other.siege
            self.nightmare[:] = other.nightmare
            self.protected[:] = other.protected
            self.guarded[:] = other.guarded
            self.lender[:] = other.lender
            self.tower[:] = other.tower
            self.checked[:] = other.checked


# Units and bodies.


def new_unit(b, kind, owner):
    """A unit with default attributes, a body by itself, nowhere yet. There are at most 192."""
    b.units += 1
    u: cython.int = b.units
    b.kind[u] = kind
    b.owner[u] = owner
    b.place[u] = 0
    b.mate[u] = 0
    b.hold[u] = 0
    b.held[u] = 0
    b.along[u] = 0
    b.carrier[u] = 0
    b.walls[u] = 0
    b.pieces[u] = 0
    b.pawns[u] = 0
    b.multi[u] = 0
    forget_unit(b, u)
    b.live[18 * owner + kind] += 1
    return u


def forget_unit(b, u):
    """Everything but kind, owner, counts, multimove, cargo and walls is default; a single body."""
    b.base[u] = u
    b.size[u] = 1
    b.kinds[u] = 1 << b.kind[u]
    b.par[u] = 0
    b.trapped[u] = 0
    b.stay[u] = 0
    b.delay[u] = 0
    b.travelled[u] = 0
    b.ortho[u] = 16
    b.diag[u] = 16


def set_kind(b, u, kind):
    """A live unit becomes another kind."""
    b.live[18 * b.owner[u] + b.kind[u]] -= 1
    b.live[18 * b.owner[u] + kind] += 1
    b.kind[u] = kind
    renew_kinds(b, b.base[u])


def renew_kinds(b, base):
    u: cython.int = base
    found: cython.uint = 0
    while u:
        found |= cython.cast(cython.uint, 1) << b.kind[u]
        u = b.mate[u]
    b.kinds[base] = found


def first_of(b, base, kind):
    """The acting member: the first of that kind, or 0."""
    u: cython.int = base
    while u and b.kind[u] != kind:
        u = b.mate[u]
    return u


def member_at(b, base, index):
    u: cython.int = base
    while index > 0:
        u = b.mate[u]
        index -= 1
    return u


def last_member(b, base):
    u: cython.int = base
    while b.mate[u]:
        u = b.mate[u]
    return u


def join(b, base, arriving):
    """F23: the members of `arriving` follow those of `base`."""
    u: cython.int = arriving
    b.mate[last_member(b, base)] = arriving
    b.size[base] += b.size[arriving]
    b.kinds[base] |= b.kinds[arriving]
    while u:
        b.base[u] = base
        b.cell[u] = b.cell[base]
        u = b.mate[u]


def set_place(b, base, place):
    u: cython.int = base
    while u:
        b.place[u] = place
        u = b.mate[u]


# Cells.


def is_free(b, c):
    return b.ground[c] == 0 and b.wall[c] == 0


def is_open_armed(b, c):
    return b.tomb[c] == ARMED and b.ground[c] == 0 and b.wall[c] == 0


def stand(b, base, c):
    """Puts a body onto the ground of a cell."""
    u: cython.int = base
    b.ground[c] = base
    while u:
        b.place[u] = GROUND
        b.cell[u] = c
        u = b.mate[u]


def leave(b, c):
    """F59: the ground body leaves; a tomb below it is armed."""
    b.ground[c] = 0
    if b.tomb[c]:
        b.tomb[c] = ARMED
        b.rot[c] = 0


# Cargo.


def stow(b, carrier, base, place):
    """Puts a body, on no cell, behind what the unit `carrier` carries; CARRIED or VEILED."""
    last: cython.int = b.hold[carrier]
    if last == 0:
        b.hold[carrier] = base
    else:
        while b.along[last]:
            last = b.along[last]
        b.along[last] = base
    b.along[base] = 0
    b.carrier[base] = carrier
    b.held[carrier] += 1
    set_place(b, base, place)


def unstow(b, base):
    """Takes a body out of what carries it."""
    carrier: cython.int = b.carrier[base]
    before: cython.int = b.hold[carrier]
    if before == base:
        b.hold[carrier] = b.along[base]
    else:
        while b.along[before] != base:
            before = b.along[before]
        b.along[before] = b.along[base]
    b.along[base] = 0
    b.carrier[base] = 0
    b.held[carrier] -= 1


def room_in(b, base):
    """F27: the first member that can take a body, or 0."""
    u: cython.int = base
    while u:
        if b.kind[u] == SHIP and b.held[u] < 8:
            return u
        if b.kind[u] == CANNON and b.held[u] == 0:
            return u
        u = b.mate[u]
    return 0


# Walls, traps and weather.


def remove_wall(b, c):
    if b.wall[c]:
        b.walls[b.wall[c]] -= 1
        b.wall[c] = 0


def raise_wall(b, u, c):
    if b.wall[c] == 0:
        b.wall[c] = u
        b.walls[u] += 1


def dissolve(b, u):
    """All walls of a unit go."""
    c: cython.int
    if b.walls[u]:
        for c in range(256):
            if b.wall[c] == u:
                b.wall[c] = 0
                b.walls[u] -= 1
                if b.walls[u] == 0:
                    break


def set_trap(b, c, trap):
    if b.trap[c]:
        b.traps[b.trap[c] - 1] -= 1
    b.trap[c] = trap
    if trap:
        b.traps[trap - 1] += 1


def set_flow(b, c, flow):
    if b.flow[c]:
        b.storms[b.flow[c] >> 5] -= 1
    b.flow[c] = flow
    if flow:
        b.storms[flow >> 5] += 1


def set_tornado(b, c, tornado):
    if b.tornado[c]:
        b.storms[b.tornado[c] >> 4] -= 1
    b.tornado[c] = tornado
    if tornado:
        b.storms[tornado >> 4] += 1


def more_allowed(b, owner, kind):
    """Of immortals a player makes no sixth live one (F29, F65, F66)."""
    if kind in (FROG, SHIP):
        return b.live[18 * owner + kind] < 5
    return True
