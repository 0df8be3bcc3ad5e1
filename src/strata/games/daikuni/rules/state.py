"""The rules of Daikuni (docs/rules/daikuni.md): actions, turns, the end of the game.

The board, and where each piece may end, is in land.py.
"""

import cython

if not cython.compiled:
    from strata.core.kernel.bits import mix
    from strata.core.kernel.state import State
    from strata.games.daikuni.rules.bits import FULL, KING, QUEEN, SOLDIER, lowest
    from strata.games.daikuni.rules.land import Land
else:
    from cython.cimports.strata.core.kernel.bits import mix
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.games.daikuni.rules.bits import FULL, KING, QUEEN, SOLDIER, lowest
    from cython.cimports.strata.games.daikuni.rules.land import Land

SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)

# Places in the game's reasons.
NO_MOVES = 0
KING_IN_CHECK = 1


@cython.cclass
class DaikuniState(Land):
    """A position of Daikuni."""

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bound(self) -> cython.int:
        return 192

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def legal(self, actions: cython.p_longlong) -> cython.int:
        kind: cython.int
        count: cython.int = 0
        blockers: cython.ulonglong = self.blockers()
        cells: cython.ulonglong
        for kind in range(3):
            cells = self.endings(self.mover, kind, blockers)
            while cells:
                actions[count] = 64 * kind + lowest(cells)
                count += 1
                cells &= cells - 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.longlong) -> cython.void:
        """D18."""
        cell: cython.int = action & 63
        self.set_piece(self.mover, action >> 6, cell)
        self.lay_tile(self.mover, cell)
        self.mover = 1 - self.mover

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def over(self, room: cython.p_longlong) -> cython.bint:
        """D19. The King, who can go least often, is asked last."""
        blockers: cython.ulonglong
        if self.soldier_goes(self.mover):
            return False
        blockers = self.blockers()
        return (
            self.endings(self.mover, SOLDIER, blockers) == 0
            and self.endings(self.mover, QUEEN, blockers) == 0
            and self.endings(self.mover, KING, blockers) == 0
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def outcome(self) -> cython.int:
        """D19, D20: the mover has lost."""
        kind: cython.int
        reason: cython.int = 0
        blockers: cython.ulonglong = self.blockers()
        for kind in range(3):
            if self.candidates(self.mover, kind, self.blockers_without(self.mover, kind, blockers)):
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
        return mix(mix(self.tiles[0] ^ ((places * SPREAD) & FULL)) ^ self.tiles[1])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def memo_key(self) -> cython.ulonglong:
        """The stocks follow from the tiles, so that the position is the whole state."""
        return self.key() | 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def assign(self, other: State) -> cython.void:
        self.copy_land(cython.cast(Land, other))
