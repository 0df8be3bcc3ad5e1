"""The rules of Daikuni (docs/rules/daikuni.md): actions, turns, the end of the game."""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import FULL, GOLDEN, ONE, lowest, mix
from cython.cimports.strata.games.daikuni.rules.bits import cell_bit, connected
from cython.cimports.strata.games.daikuni.rules.board import Board
from cython.cimports.strata.games.daikuni.rules.constants import (
    KING,
    KING_IN_CHECK,
    MOST_ACTIONS,
    NO_MOVES,
    QUEEN,
    SOLDIER,
    kind_of,
    target_of,
)
from cython.cimports.strata.games.daikuni.rules.land import (
    blockers_of,
    blockers_without,
    candidates,
    endings,
    is_checked,
    soldier_goes,
)


class DaikuniState(Board):
    """A position of Daikuni."""

    def bound(self) -> cython.int:
        return MOST_ACTIONS

    def legal(self, actions: cython.p_longlong) -> cython.int:
        kind: cython.int
        count: cython.int = 0
        blockers: cython.ulonglong = blockers_of(self)
        cells: cython.ulonglong
        for kind in range(3):
            cells = endings(self, self.mover, kind, blockers)
            while cells:
                actions[count] = 64 * kind + lowest(cells)
                count += 1
                cells &= cells - 1
        return count

    def apply(self, action: cython.longlong) -> cython.void:
        """Play an action (D18)."""
        cell: cython.int = target_of(action)
        self.set_piece(self.mover, kind_of(action), cell)
        self.lay_tile(self.mover, cell)
        self.mover ^= 1

    def set_piece(self, seat: cython.int, kind: cython.int, cell: cython.int) -> cython.void:
        self.standing[seat] &= cell_bit(self.places[3 * seat + kind]) ^ FULL
        self.standing[seat] |= ONE << cell
        self.places[3 * seat + kind] = cell

    def lay_tile(self, seat: cython.int, cell: cython.int) -> cython.void:
        """Lay a tile after its piece was set, and update the chains of the seat's pieces."""
        index: cython.int
        chain: cython.ulonglong
        self.tiles[seat] |= ONE << cell
        self.laid[seat] += 1
        chain = connected(ONE << cell, self.tiles[seat])  # D5
        for index in range(3 * seat, 3 * seat + 3):
            if cell_bit(self.places[index]) & chain:
                self.chains[index] = chain

    def over(self, actions: cython.p_longlong) -> cython.bint:
        """Return whether the mover has no legal action (D19).

        The King is tried last because he has legal actions least often.
        """
        blockers: cython.ulonglong
        if soldier_goes(self, self.mover):
            return False
        blockers = blockers_of(self)
        return (
            endings(self, self.mover, SOLDIER, blockers) == 0
            and endings(self, self.mover, QUEEN, blockers) == 0
            and endings(self, self.mover, KING, blockers) == 0
        )

    def outcome(self) -> cython.int:
        """Return the result of a position without a legal action: the mover has lost (D19, D20)."""
        kind: cython.int
        reason: cython.int = NO_MOVES
        blockers: cython.ulonglong = blockers_of(self)
        for kind in range(3):
            if candidates(
                self, self.mover, kind, blockers_without(self, self.mover, kind, blockers)
            ):
                reason = KING_IN_CHECK
        return (1 - self.mover) + 4 * reason

    def key(self) -> cython.ulonglong:
        index: cython.int
        places: cython.ulonglong = self.mover
        for index in range(6):
            places = 65 * places + self.places[index]
        return mix(mix(self.tiles[0] ^ ((places * GOLDEN) & FULL)) ^ self.tiles[1])

    def memo_key(self) -> cython.ulonglong:
        """Return the key, which covers the whole state: the stocks follow from the tiles."""
        return self.key() | 1

    # For notation, scene and gestures.

    def set_options(self, entries_first: bool, tiles_block: bool, stock: int) -> None:
        self.entries_first = entries_first
        self.tiles_block = tiles_block
        self.stock = stock

    def set_mover(self, seat: int) -> None:
        self.mover = seat

    def lay(self, seat: int, cell: int, kind: int = -1) -> None:
        """Lay a tile on a free cell, with a piece on it unless `kind` is -1."""
        if kind >= 0:
            self.set_piece(seat, kind, cell)
        self.lay_tile(seat, cell)

    def tile_owner(self, cell: int) -> int:
        """Return 0 or 1, the owner of the tile on `cell`, or -1 for a free cell."""
        index: cython.int = cell
        for seat in range(2):
            if (self.tiles[seat] >> index) & 1:
                return seat
        return -1

    def tile_owners(self) -> bytes:
        """Return the owner of the tile on each cell, 0 or 1, or 2 for a free cell."""
        cell: cython.int
        owners: bytearray = bytearray(64)
        for cell in range(64):
            owners[cell] = 2
            if (self.tiles[0] >> cell) & 1:
                owners[cell] = 0
            elif (self.tiles[1] >> cell) & 1:
                owners[cell] = 1
        return bytes(owners)

    def place(self, seat: int, kind: int) -> int:
        """Return the cell of a piece, or OFF_BOARD."""
        return self.places[3 * seat + kind]

    def tiles_left(self, seat: int) -> int:
        return self.stock - self.laid[seat]

    def in_check(self, seat: int) -> bool:
        return bool(is_checked(self, seat))
