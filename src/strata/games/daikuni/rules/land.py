"""The land of Daikuni: tiles, pieces, and the cells where each piece may end.

Sets of cells are numbers as in bits.py.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

if not cython.compiled:
    from strata.core.kernel.state import State
    from strata.games.daikuni.rules.bits import (
        FULL,
        KING,
        OFF_BOARD,
        ONE,
        QUEEN,
        SOLDIER,
        between,
        cell_bit,
        connected,
        entries,
        is_apart,
        see_each_other,
        seen_from,
        slides,
        touching,
    )
else:
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.games.daikuni.rules.bits import (
        FULL,
        KING,
        OFF_BOARD,
        ONE,
        QUEEN,
        SOLDIER,
        between,
        cell_bit,
        connected,
        entries,
        is_apart,
        see_each_other,
        seen_from,
        slides,
        touching,
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def keeping_apart(
    one: cython.int, other: cython.int, blockers: cython.ulonglong
) -> cython.ulonglong:
    """The cells on which a third piece must land so that two pieces do not see each other."""
    if see_each_other(one, other, blockers):
        return between(one, other)
    return FULL


class Land(State):
    """The nine values of each cell as two sets of tiles and six places; who moves; the options.

    What follows from them for the pieces is kept: the cells they stand on, the chain of each.
    What a method says of a seat is said as if that seat were to move.
    """

    def __init__(self) -> None:
        index: cython.int
        if not cython.compiled:
            self.tiles = [0, 0]
            self.laid = [0, 0]
            self.standing = [0, 0]
            self.places = [0] * 6
            self.chains = [0] * 6
        for index in range(6):
            self.places[index] = OFF_BOARD
            self.chains[index] = 0
        for index in range(2):
            self.tiles[index] = 0
            self.laid[index] = 0
            self.standing[index] = 0
        self.mover = 0
        self.entries_first = False
        self.tiles_block = False
        self.stock = 32

    def set_piece(self, seat, kind, cell):
        self.standing[seat] &= cell_bit(self.places[3 * seat + kind]) ^ FULL
        self.standing[seat] |= ONE << cell
        self.places[3 * seat + kind] = cell

    def lay_tile(self, seat, cell):
        """Lays a tile, after its piece was set; it may join the chains of the seat's pieces."""
        index: cython.int
        chain: cython.ulonglong
        self.tiles[seat] |= ONE << cell
        self.laid[seat] += 1
        chain = connected(ONE << cell, self.tiles[seat])  # D5
        for index in range(3 * seat, 3 * seat + 3):
            if cell_bit(self.places[index]) & chain:
                self.chains[index] = chain

    def destinations(self, seat, kind):
        """D2–D12: where the seat's piece may end, before D15–D17 are judged."""
        passable: cython.ulonglong = self.tiles[1 - seat] ^ FULL
        free: cython.ulonglong = passable & (self.tiles[seat] ^ FULL)
        index: cython.int = 3 * seat + kind
        cell: cython.ulonglong = cell_bit(self.places[index])
        if self.laid[seat] >= self.stock:  # D12
            return 0
        if cell == 0:
            return entries(passable) & free
        if self.entries_first and self.has_waiting(seat):  # D11
            return 0
        # D6: the others' cells are no place to start from.
        return slides((self.chains[index] & (self.standing[seat] ^ FULL)) | cell, passable) & free

    def has_waiting(self, seat):
        """Whether a piece is off the board."""
        base: cython.int = 3 * seat
        return (
            self.places[base] == OFF_BOARD
            or self.places[base + QUEEN] == OFF_BOARD
            or self.places[base + SOLDIER] == OFF_BOARD
        )

    def blockers(self):
        """D13: what stops a view."""
        if self.tiles_block:
            return self.tiles[0] | self.tiles[1]
        return self.standing[0] | self.standing[1]

    def blockers_without(self, seat, kind, blockers):
        """The blockers once the seat's piece has left its cell; its tile stays."""
        if self.tiles_block:
            return blockers
        return blockers & (cell_bit(self.places[3 * seat + kind]) ^ FULL)

    def candidates(self, seat, kind, blockers):
        """D20: the destinations that respect D16 and D17. `blockers`: without the piece itself."""
        base: cython.int = 3 * seat
        enemy: cython.int = 3 - base
        queen: cython.int = self.places[enemy + QUEEN]
        place: cython.int = self.places[base + kind]
        cells: cython.ulonglong = self.destinations(seat, kind)
        if cells == 0 or queen == OFF_BOARD:
            return cells
        if kind == QUEEN:
            return cells & (seen_from(queen, blockers) ^ FULL)
        cells &= keeping_apart(self.places[base + QUEEN], queen, blockers)
        if kind == SOLDIER and see_each_other(place, queen, blockers):  # D17
            cells &= seen_from(queen, blockers)
        return cells

    def king_safe(self, seat, kind, blockers):
        """D15: where the piece must end for its King to be out of check (D14)."""
        king: cython.int = self.places[3 * seat]
        soldier: cython.int = self.places[5 - 3 * seat]
        touched: cython.ulonglong = touching(self.tiles[1 - seat])
        if kind == KING:
            return (touched | seen_from(soldier, blockers)) ^ FULL
        if cell_bit(king) & touched:
            return 0
        return keeping_apart(king, soldier, blockers)

    def is_checked(self, seat, blockers):
        """D14."""
        king: cython.int = self.places[3 * seat]
        if cell_bit(king) & touching(self.tiles[1 - seat]):
            return True
        return see_each_other(king, self.places[5 - 3 * seat], blockers)

    def endings(self, seat, kind, blockers):
        """Where the seat's piece may legally end. `blockers`: with the piece itself."""
        remaining: cython.ulonglong = self.blockers_without(seat, kind, blockers)
        safe: cython.ulonglong = self.king_safe(seat, kind, remaining)
        if safe:
            safe &= self.candidates(seat, kind, remaining)
        return safe

    def soldier_goes(self, seat):
        """Whether it is plain at a glance that the Soldier has a legal ending.

        He stands beside a free cell, and nothing is in line with anything that could forbid him to
        leave (D15–D17) or keep his King in check.
        """
        base: cython.int = 3 * seat
        enemy: cython.int = 3 - base
        free: cython.ulonglong = (self.tiles[0] | self.tiles[1]) ^ FULL
        soldier: cython.int = self.places[base + SOLDIER]
        return (
            touching(cell_bit(soldier)) & free != 0
            and self.laid[seat] < self.stock
            and not (self.entries_first and self.has_waiting(seat))
            and is_apart(soldier, self.places[enemy + QUEEN])
            and is_apart(self.places[base + QUEEN], self.places[enemy + QUEEN])
            and is_apart(self.places[base], self.places[enemy + SOLDIER])
            and cell_bit(self.places[base]) & touching(self.tiles[1 - seat]) == 0
        )

    def copy_land(self, other):
        self.tiles[:] = other.tiles
        self.laid[:] = other.laid
        self.standing[:] = other.standing
        self.places[:] = other.places
        self.chains[:] = other.chains
        self.mover = other.mover
        self.entries_first = other.entries_first
        self.tiles_block = other.tiles_block
        self.stock = other.stock

    # For the game's notation and scene.

    def set_options(self, entries_first: bool, tiles_block: bool, stock: int) -> None:
        self.entries_first = entries_first
        self.tiles_block = tiles_block
        self.stock = stock

    def set_mover(self, seat: int) -> None:
        self.mover = seat

    def lay(self, seat: int, cell: int, kind: int = -1) -> None:
        """Lays a tile on a free cell, with a piece on it unless `kind` is -1."""
        if kind >= 0:
            self.set_piece(seat, kind, cell)
        self.lay_tile(seat, cell)

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
        return bool(self.is_checked(seat, self.blockers()))
