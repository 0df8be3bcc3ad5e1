"""The rules of Daikuni (docs/rules/daikuni.md) on bitboards.

A set of cells is a 64-bit number: bit `file + 8 * rank`, both from 0.

    56 57 … 63   rank 8        up    << 8      right << 1
     …                         down  >> 8      left  >> 1
     0  1 …  7   rank 1
"""

import cython

if not cython.compiled:
    from strata.core.rng import mix
    from strata.core.state import State
else:
    from cython.cimports.strata.core.rng import mix
    from cython.cimports.strata.core.state import State

# Kinds of pieces, in the order of the action numbers.
KING = 0
QUEEN = 1
SOLDIER = 2
OFF_BOARD = 64

# Places in the game's reasons.
NO_MOVES = 0
KING_IN_CHECK = 1

FULL = cython.declare(cython.ulonglong, (1 << 64) - 1)
ONE = cython.declare(cython.ulonglong, 1)
NOT_FILE_A = cython.declare(cython.ulonglong, 0xFEFEFEFEFEFEFEFE)
NOT_FILE_H = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)
FILE_A = cython.declare(cython.ulonglong, 0x0101010101010101)
FILE_H = cython.declare(cython.ulonglong, 0x8080808080808080)
RANK_1 = cython.declare(cython.ulonglong, 0x00000000000000FF)
RANK_8 = cython.declare(cython.ulonglong, 0xFF00000000000000)

# De Bruijn: the top six bits of `lowest bit * sequence` are different for each of the 64 bits.
DE_BRUIJN = cython.declare(cython.ulonglong, 0x03F79D71B4CB0A89)
BIT_INDEX = cython.declare(cython.uchar[64])
# The cells strictly between two cells of one file or rank, at 64 * one + other.
BETWEEN = cython.declare(cython.ulonglong[4096])
if not cython.compiled:
    BIT_INDEX = [0] * 64
    BETWEEN = [0] * 4096


def fill_tables() -> None:
    number: cython.int
    step: cython.int
    one: cython.int
    other: cython.int
    for number in range(64):
        BIT_INDEX[(((ONE << number) * DE_BRUIJN) & FULL) >> 58] = number
    for one in range(64):
        for other in range(64):
            BETWEEN[64 * one + other] = 0
            if one == other or not is_aligned(one, other):
                continue
            step = 8 if (one & 7) == (other & 7) else 1
            for number in range(min(one, other) + step, max(one, other), step):
                BETWEEN[64 * one + other] |= ONE << number


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_aligned(one: cython.int, other: cython.int) -> cython.bint:
    return (one & 7) == (other & 7) or (one >> 3) == (other >> 3)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def cell_bit(cell: cython.int) -> cython.ulonglong:
    """The set of one cell; empty for a piece off the board."""
    return 0 if cell == 64 else ONE << cell


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def touching(cells: cython.ulonglong) -> cython.ulonglong:
    """The cells that share a side with one of `cells`."""
    return (
        ((cells << 8) & FULL)
        | (cells >> 8)
        | ((cells << 1) & NOT_FILE_A)
        | ((cells >> 1) & NOT_FILE_H)
    )


# A slide in one direction, of all `cells` at once: these and all they come to through `passable`.


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def slide_up(cells: cython.ulonglong, passable: cython.ulonglong) -> cython.ulonglong:
    cells |= passable & (cells << 8)
    passable &= passable << 8
    cells |= passable & (cells << 16)
    passable &= passable << 16
    return cells | (passable & (cells << 32))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def slide_down(cells: cython.ulonglong, passable: cython.ulonglong) -> cython.ulonglong:
    cells |= passable & (cells >> 8)
    passable &= passable >> 8
    cells |= passable & (cells >> 16)
    passable &= passable >> 16
    return cells | (passable & (cells >> 32))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def slide_right(cells: cython.ulonglong, passable: cython.ulonglong) -> cython.ulonglong:
    passable &= NOT_FILE_A
    cells |= passable & (cells << 1)
    passable &= passable << 1
    cells |= passable & (cells << 2)
    passable &= passable << 2
    return cells | (passable & (cells << 4))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def slide_left(cells: cython.ulonglong, passable: cython.ulonglong) -> cython.ulonglong:
    passable &= NOT_FILE_H
    cells |= passable & (cells >> 1)
    passable &= passable >> 1
    cells |= passable & (cells >> 2)
    passable &= passable >> 2
    return cells | (passable & (cells >> 4))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def slides(cells: cython.ulonglong, passable: cython.ulonglong) -> cython.ulonglong:
    """D2: what a slide from any of `cells` passes or ends on, in the four directions."""
    return (
        slide_up(cells, passable)
        | slide_down(cells, passable)
        | slide_right(cells, passable)
        | slide_left(cells, passable)
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def entries(passable: cython.ulonglong) -> cython.ulonglong:
    """D9: the same from outside the four edges."""
    return (
        slide_up(RANK_1 & passable, passable)
        | slide_down(RANK_8 & passable, passable)
        | slide_right(FILE_A & passable, passable)
        | slide_left(FILE_H & passable, passable)
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def chain_of(cell: cython.ulonglong, own: cython.ulonglong) -> cython.ulonglong:
    """D5: the own tiles connected with `cell`."""
    chain: cython.ulonglong = cell
    grown: cython.ulonglong = (chain | touching(chain)) & own
    while grown != chain:
        chain = grown
        grown = (chain | touching(chain)) & own
    return chain


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def seen_from(cell: cython.int, blockers: cython.ulonglong) -> cython.ulonglong:
    """D13: the cells in sight of `cell`, up to and with the first blocker; none off the board."""
    start: cython.ulonglong = cell_bit(cell)
    clear: cython.ulonglong = blockers ^ FULL
    return (
        ((slide_up(start, clear) << 8) & FULL)
        | (slide_down(start, clear) >> 8)
        | ((slide_right(start, clear) << 1) & NOT_FILE_A)
        | ((slide_left(start, clear) >> 1) & NOT_FILE_H)
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def see_each_other(one: cython.int, other: cython.int, blockers: cython.ulonglong) -> cython.bint:
    """D13 for two pieces, either of which may be off the board."""
    if one == 64 or other == 64 or not is_aligned(one, other):
        return False
    return (BETWEEN[64 * one + other] & blockers) == 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def keeping_apart(
    one: cython.int, other: cython.int, blockers: cython.ulonglong
) -> cython.ulonglong:
    """The cells on which a third piece must land so that two pieces do not see each other."""
    if see_each_other(one, other, blockers):
        return BETWEEN[64 * one + other]
    return FULL


@cython.cclass
class DaikuniState(State):
    """The nine values of each cell as two sets of tiles and six places; who moves; the options."""

    tiles: cython.ulonglong[2]
    laid: cython.int[2]
    places: cython.int[6]
    mover: cython.int
    entries_first: cython.bint
    tiles_block: cython.bint
    stock: cython.int

    def __init__(self) -> None:
        index: cython.int
        if not cython.compiled:
            self.tiles = [0, 0]
            self.laid = [0, 0]
            self.places = [0] * 6
        for index in range(6):
            self.places[index] = 64
        for index in range(2):
            self.tiles[index] = 0
            self.laid[index] = 0
        self.mover = 0
        self.entries_first = False
        self.tiles_block = False
        self.stock = 32

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bound(self) -> cython.int:
        return 192

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def destinations(self, kind: cython.int) -> cython.ulonglong:
        """D2–D12: where the mover's piece may end, before D15–D17 are judged."""
        own: cython.ulonglong = self.tiles[self.mover]
        passable: cython.ulonglong = self.tiles[1 - self.mover] ^ FULL
        free: cython.ulonglong = passable & (own ^ FULL)
        base: cython.int = 3 * self.mover
        other: cython.int
        friends: cython.ulonglong = 0
        cell: cython.ulonglong = cell_bit(self.places[base + kind])
        if self.laid[self.mover] >= self.stock:  # D12
            return 0
        if cell == 0:
            return entries(passable) & free
        for other in range(3):
            if other != kind:
                if self.places[base + other] == 64:
                    if self.entries_first:  # D11
                        return 0
                else:
                    friends |= ONE << self.places[base + other]
        return slides(chain_of(cell, own) & (friends ^ FULL), passable) & free  # D6

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def blockers(self) -> cython.ulonglong:
        """D13: what stops a view."""
        index: cython.int
        cells: cython.ulonglong = 0
        if self.tiles_block:
            return self.tiles[0] | self.tiles[1]
        for index in range(6):
            cells |= cell_bit(self.places[index])
        return cells

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def candidates(self, kind: cython.int, blockers: cython.ulonglong) -> cython.ulonglong:
        """D20: the destinations that respect D16 and D17. `blockers`: without the piece itself."""
        base: cython.int = 3 * self.mover
        enemy: cython.int = 3 - base
        queen: cython.int = self.places[enemy + 1]
        place: cython.int = self.places[base + kind]
        cells: cython.ulonglong = self.destinations(kind)
        if cells == 0 or queen == 64:
            return cells
        if kind == 1:
            return cells & (seen_from(queen, blockers) ^ FULL)
        cells &= keeping_apart(self.places[base + 1], queen, blockers)
        if kind == 2 and see_each_other(place, queen, blockers):  # D17
            cells &= seen_from(queen, blockers)
        return cells

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def blockers_without(self, kind: cython.int, blockers: cython.ulonglong) -> cython.ulonglong:
        """The blockers once the mover's piece has left its cell; its tile stays."""
        if self.tiles_block:
            return blockers
        return blockers & (cell_bit(self.places[3 * self.mover + kind]) ^ FULL)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def king_safe(self, kind: cython.int, blockers: cython.ulonglong) -> cython.ulonglong:
        """D15: where the piece must end for its King to be out of check (D14)."""
        king: cython.int = self.places[3 * self.mover]
        soldier: cython.int = self.places[5 - 3 * self.mover]
        touched: cython.ulonglong = touching(self.tiles[1 - self.mover])
        if kind == 0:
            return (touched | seen_from(soldier, blockers)) ^ FULL
        if cell_bit(king) & touched:
            return 0
        return keeping_apart(king, soldier, blockers)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def legal(self, actions: cython.p_longlong) -> cython.int:
        kind: cython.int
        count: cython.int = 0
        blockers: cython.ulonglong = self.blockers()
        remaining: cython.ulonglong
        cells: cython.ulonglong
        for kind in range(3):
            remaining = self.blockers_without(kind, blockers)
            cells = self.candidates(kind, remaining)
            if cells:
                cells &= self.king_safe(kind, remaining)
            while cells:
                actions[count] = (
                    64 * kind + BIT_INDEX[(((cells & (0 - cells)) * DE_BRUIJN) & FULL) >> 58]
                )
                count += 1
                cells &= cells - 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.longlong) -> cython.void:
        """D18."""
        cell: cython.int = action & 63
        self.tiles[self.mover] |= ONE << cell
        self.laid[self.mover] += 1
        self.places[3 * self.mover + (action >> 6)] = cell
        self.mover = 1 - self.mover

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def outcome(self) -> cython.int:
        """D19, D20: the mover has lost."""
        kind: cython.int
        reason: cython.int = 0
        blockers: cython.ulonglong = self.blockers()
        for kind in range(3):
            if self.candidates(kind, self.blockers_without(kind, blockers)):
                reason = 1
        return (1 - self.mover) + 4 * reason

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def seat(self) -> cython.int:
        return self.mover

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def turn_start(self) -> cython.bint:
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def key(self) -> cython.ulonglong:
        index: cython.int
        places: cython.ulonglong = self.mover
        for index in range(6):
            places = 65 * places + self.places[index]
        return mix(mix(mix(self.tiles[0]) ^ self.tiles[1]) ^ places)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def assign(self, other: State) -> cython.void:
        copy_fields(self, cython.cast(DaikuniState, other))

    # For the game's notation and scene.

    def set_options(self, entries_first: bool, tiles_block: bool, stock: int) -> None:
        self.entries_first = entries_first
        self.tiles_block = tiles_block
        self.stock = stock

    def set_mover(self, seat: int) -> None:
        self.mover = seat

    def lay(self, seat: int, cell: int, kind: int = -1) -> None:
        """Lays a tile on a free cell, with a piece on it unless `kind` is -1."""
        index: cython.int = cell
        self.tiles[seat] |= ONE << index
        self.laid[seat] += 1
        if kind >= 0:
            self.places[3 * seat + kind] = index

    def tile_owner(self, cell: int) -> int:
        """0 or 1, or -1 on a free cell."""
        index: cython.int = cell
        for seat in range(2):
            if (self.tiles[seat] >> index) & 1:
                return seat
        return -1

    def place(self, seat: int, kind: int) -> int:
        """The cell of a piece, or OFF_BOARD."""
        return self.places[3 * seat + kind]

    def tiles_left(self, seat: int) -> int:
        return self.stock - self.laid[seat]

    def in_check(self, seat: int) -> bool:
        """D14."""
        king: cython.int = self.places[3 * seat]
        soldier: cython.int = self.places[5 - 3 * seat]
        if cell_bit(king) & touching(self.tiles[1 - seat]):
            return True
        return bool(see_each_other(king, soldier, self.blockers()))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def copy_fields(target: DaikuniState, source: DaikuniState) -> cython.void:
    target.tiles[:] = source.tiles
    target.laid[:] = source.laid
    target.places[:] = source.places
    target.mover = source.mover
    target.entries_first = source.entries_first
    target.tiles_block = source.tiles_block
    target.stock = source.stock


fill_tables()
