"""The fields of a FrozenChess position (sections 2, 3.1 and 3.3), and changes to them.

A unit is a number from 1 to 192; 0 is none. A body is known by its base; `mate` leads from member
to member, in a tomb from unit to unit.

    e4 N+R   ground[e4] = N    mate[N] = R    base[R] = N    kinds[N] = {N, R}
    S{P,Q}   hold[S] = P       along[P] = Q   carrier[P] = S
    d5:R.n   queue_first[d5] = R   mate[R] = n   queue_last[d5] = n

Body attributes (par, trapped, stay, delay, travelled), `size`, `kinds` and `along` are kept with
the base. Rules of movement are elsewhere; the functions here keep the fields consistent.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.frozen.rules.constants import (
    ARMED,
    BUFFER,
    CANNON,
    FROG,
    GROUND,
    MOST_IDLE,
    SHIP,
)


class Board(State):
    """A position. A trap is 1 + owner, a tornado timer + 16 * owner, a flow timer + 8 * (heading
    / 2) + 32 * owner; 0 is none. `lender` has the base of the empowering body (layer 5)."""

    work: Workspace  # borrowed when needed: `take_room`
    # What lies on the cells.
    ground: cython.uchar[256]
    shadow: cython.uchar[256]
    wall: cython.uchar[256]
    trap: cython.uchar[256]
    tornado: cython.uchar[256]
    flow: cython.uchar[256]
    queue_first: cython.uchar[256]
    queue_last: cython.uchar[256]
    tomb: cython.uchar[256]
    rot: cython.uchar[256]
    # Units.
    kind: cython.uchar[200]
    owner: cython.uchar[200]
    place: cython.uchar[200]
    cell: cython.uchar[200]
    mate: cython.uchar[200]
    base: cython.uchar[200]
    size: cython.uchar[200]
    kinds: cython.uint[200]
    hold: cython.uchar[200]
    held: cython.uchar[200]
    along: cython.uchar[200]
    carrier: cython.uchar[200]
    par: cython.uchar[200]
    trapped: cython.uchar[200]
    stay: cython.uchar[200]
    delay: cython.uchar[200]
    travelled: cython.uchar[200]
    ortho: cython.uchar[200]
    diag: cython.uchar[200]
    pieces: cython.uchar[200]
    pawns: cython.uchar[200]
    multi: cython.uchar[200]
    walls: cython.uchar[200]
    units: cython.int
    king: cython.int[2]
    live: cython.int[36]
    traps: cython.int[2]
    storms: cython.int[2]
    tombs: cython.int
    # The turn.
    phase_cell: cython.int
    phase_number: cython.int
    phase_shadow: cython.bint
    turn: cython.longlong
    mechanics: cython.int
    ply_limit: cython.longlong
    # The layers (attacks.py), renewed when they are not fresh.
    fresh: cython.bint
    frozen: cython.uchar[256]
    threat: cython.uchar[512]
    siege: cython.uchar[512]
    nightmare: cython.uchar[512]
    protected: cython.uchar[256]
    guarded: cython.uchar[256]
    lender: cython.uchar[256]
    tower: cython.uchar[256]
    checked: cython.bint[2]
    # What an action did, for the rest of the turn.
    attacked: cython.bint
    survived: cython.bint
    piece_promoted: cython.bint

    def __init__(self) -> None:
        self.turn = 1

    def copy_from(self, other: Board) -> cython.void:
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


class Workspace:
    """Room for work in progress. A board borrows one while it is worked on (`take_room`)."""

    spare: Board  # for legality.py, made when it is first needed
    cells: cython.uchar[1024]
    pair_from: cython.uchar[4096]
    pair_to: cython.uchar[4096]
    pairs: cython.int
    stamp: cython.int[256]
    stamps: cython.int
    seen: cython.int[256]
    seens: cython.int
    found: cython.uchar[512]
    found_way: cython.int[512]
    founds: cython.int
    mark: cython.int[2048]
    marks: cython.int
    listed: cython.int[256]
    bounce_at: cython.int[256]
    bounce_steps: cython.int[256]
    line_cell: cython.short[1040]
    line_from: cython.short[1040]
    line_heading: cython.uchar[1040]
    line_steps: cython.uchar[1040]
    line_turned: cython.uchar[1040]
    path: cython.uchar[64]
    path_length: cython.int
    victims: cython.uchar[256]
    victim_kind: cython.uchar[256]
    minded: cython.uchar[256]
    marked: cython.uchar[256]
    sums: cython.int[289]
    buffer: cython.longlong[BUFFER]
    most: cython.int
    met: cython.int
    jester_near: cython.bint


_idle: list[Workspace] = []


def take_room(b: Board) -> cython.void:
    """Borrow a workspace, unless `b` has one; required before any use of `b.work`."""
    if b.work is None:
        with cython.gil:
            try:
                b.work = _idle.pop()
            except IndexError:
                b.work = Workspace()
                b.work.most = BUFFER  # the number of actions that codes.py may write


def give_room_back(b: Board) -> cython.void:
    """Give the workspace back: it is four times the size of a position, which does not need it."""
    if b.work is not None:
        with cython.gil:
            if len(_idle) < MOST_IDLE:
                _idle.append(b.work)
            b.work = None  # type: ignore[assignment]


# Units and bodies.


def new_unit(b: Board, kind: cython.int, owner: cython.int) -> cython.int:
    """Add a unit with default attributes as a body on no cell and return it; at most 192."""
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


def forget_unit(b: Board, u: cython.int) -> cython.void:
    """Reset a unit to a single body; kind, owner, counts, multimove, cargo and walls are kept."""
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


def set_kind(b: Board, u: cython.int, kind: cython.int) -> cython.void:
    """Change the kind of a live unit."""
    b.live[18 * b.owner[u] + b.kind[u]] -= 1
    b.live[18 * b.owner[u] + kind] += 1
    b.kind[u] = kind
    renew_kinds(b, b.base[u])


def renew_kinds(b: Board, base: cython.int) -> cython.void:
    u: cython.int = base
    found: cython.uint = 0
    while u:
        found |= cython.cast(cython.uint, 1) << b.kind[u]
        u = b.mate[u]
    b.kinds[base] = found


def first_of(b: Board, base: cython.int, kind: cython.int) -> cython.int:
    """Return the acting member, the first of that kind, or 0."""
    u: cython.int = base
    while u and b.kind[u] != kind:
        u = b.mate[u]
    return u


def member_at(b: Board, base: cython.int, index: cython.int) -> cython.int:
    u: cython.int = base
    while index > 0:
        u = b.mate[u]
        index -= 1
    return u


def last_member(b: Board, base: cython.int) -> cython.int:
    u: cython.int = base
    while b.mate[u]:
        u = b.mate[u]
    return u


def join(b: Board, base: cython.int, arriving: cython.int) -> cython.void:
    """Append the members of `arriving` to those of `base` (F23)."""
    u: cython.int = arriving
    b.mate[last_member(b, base)] = arriving
    b.size[base] += b.size[arriving]
    b.kinds[base] |= b.kinds[arriving]
    while u:
        b.base[u] = base
        b.cell[u] = b.cell[base]
        u = b.mate[u]


def set_place(b: Board, base: cython.int, place: cython.int) -> cython.void:
    u: cython.int = base
    while u:
        b.place[u] = place
        u = b.mate[u]


# Cells.


def is_free(b: Board, c: cython.int) -> cython.bint:
    return b.ground[c] == 0 and b.wall[c] == 0


def is_open_armed(b: Board, c: cython.int) -> cython.bint:
    return b.tomb[c] == ARMED and b.ground[c] == 0 and b.wall[c] == 0


def stand(b: Board, base: cython.int, c: cython.int) -> cython.void:
    """Put a body onto the ground of a cell."""
    u: cython.int = base
    b.ground[c] = base
    while u:
        b.place[u] = GROUND
        b.cell[u] = c
        u = b.mate[u]


def leave(b: Board, c: cython.int) -> cython.void:
    """Remove the ground body from a cell; a tomb below it is armed (F59)."""
    b.ground[c] = 0
    if b.tomb[c]:
        b.tomb[c] = ARMED
        b.rot[c] = 0


# Cargo.


def stow(b: Board, carrier: cython.int, base: cython.int, place: cython.int) -> cython.void:
    """Append a body, which is on no cell, to the cargo of `carrier` as CARRIED or VEILED."""
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


def unstow(b: Board, base: cython.int) -> cython.void:
    """Remove a body from the cargo of its carrier."""
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


def room_in(b: Board, base: cython.int) -> cython.int:
    """Return the first member that can take a body, or 0 (F27)."""
    u: cython.int = base
    while u:
        if b.kind[u] == SHIP and b.held[u] < 8:
            return u
        if b.kind[u] == CANNON and b.held[u] == 0:
            return u
        u = b.mate[u]
    return 0


# Walls, traps and weather.


def remove_wall(b: Board, c: cython.int) -> cython.void:
    if b.wall[c]:
        b.walls[b.wall[c]] -= 1
        b.wall[c] = 0


def raise_wall(b: Board, u: cython.int, c: cython.int) -> cython.void:
    if b.wall[c] == 0:
        b.wall[c] = u
        b.walls[u] += 1


def dissolve(b: Board, u: cython.int) -> cython.void:
    """Remove all walls of a unit."""
    c: cython.int
    if b.walls[u]:
        for c in range(256):
            if b.wall[c] == u:
                b.wall[c] = 0
                b.walls[u] -= 1
                if b.walls[u] == 0:
                    break


def set_trap(b: Board, c: cython.int, trap: cython.int) -> cython.void:
    if b.trap[c]:
        b.traps[b.trap[c] - 1] -= 1
    b.trap[c] = trap
    if trap:
        b.traps[trap - 1] += 1


def set_flow(b: Board, c: cython.int, flow: cython.int) -> cython.void:
    if b.flow[c]:
        b.storms[b.flow[c] >> 5] -= 1
    b.flow[c] = flow
    if flow:
        b.storms[flow >> 5] += 1


def set_tornado(b: Board, c: cython.int, tornado: cython.int) -> cython.void:
    if b.tornado[c]:
        b.storms[b.tornado[c] >> 4] -= 1
    b.tornado[c] = tornado
    if tornado:
        b.storms[tornado >> 4] += 1


def more_allowed(b: Board, owner: cython.int, kind: cython.int) -> cython.bint:
    """Return whether `owner` may have one more live unit of that kind (F29, F65, F66)."""
    if kind in (FROG, SHIP):
        return b.live[18 * owner + kind] < 5
    return True
