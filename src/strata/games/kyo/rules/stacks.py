"""The stacks of Kyo (K1–K4): what lies where, and what follows from it for each tile.

A tile is the number `file + 10 * rank`, both from 0; tile 100 is the wall around the board.

The chips are numbered from 1. A stack is a chain of them: `uppers` has the uppermost chip of each
tile, `below` the chip under each chip, and 0 ends the chain.

    e5 D L S H      pawns[44] = H    uppers[44] → S → below → L → below → D → below → 0

What follows from a stack is kept for each tile and renewed when the stack changes: its top, its
lift, its liftable chips as a slice (shuffles.py), its word and its part of the position's key.
`areas` has the tiles of each kind of top, two words of 64 bits each (bits.py).

The word of a stack is the mana that its owner can leave behind, one chip after the other: the
liftable mana and the mana chip directly below, six at most. One bit a chip, 1 for light, the
uppermost in the lowest, a 1 above the last. Shields do not matter for it: they are carried along.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

if not cython.compiled:
    from strata.core.kernel.bits import mix
    from strata.core.kernel.state import State
    from strata.games.kyo.rules.bits import ONE
else:
    from cython.cimports.strata.core.kernel.bits import mix
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.games.kyo.rules.bits import ONE

FULL = cython.declare(cython.ulonglong, (1 << 64) - 1)
SCATTER = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
CHAIN = cython.declare(cython.ulonglong, 0xD1342543DE82EF95)

# A pawn is kind + 8 * seat; 0 is none, 2 a Heavy.
LIGHT_PAWN = 1
TOWER = 3
QUEEN = 4
KING = 5
KNIGHT = 6
CANNON = 7
# A chip is 0 dark or 1 light, + 2 * seat; or a shield.
SHIELD_CHIP = 4
# K2. The top of a tile is one of these three, or mana + seat, or pawn + seat.
EMPTY = 0
SHIELDED = 1
WALL = 2
MANA = 4
PAWN = 6


class Stacks(State):
    """Pawns and chips on the board, how many are left of what decides the game, and the clock."""

    def __init__(self) -> None:
        place: cython.int
        if not cython.compiled:
            self.pawns = [0] * 101
            self.uppers = [0] * 101
            self.below = [0] * 69
            self.chips = [0] * 69
            self.kings = [0] * 2
            self.mana = [0] * 2
            self.tops = [0] * 101
            self.lifts = [0] * 101
            self.slices = [0] * 101
            self.words = [0] * 101
            self.areas = [0] * 16
            self.king_tiles = [0] * 2
            self.hashes = [0] * 101
            self.chips_laid = 0
            self.clock = 0
            self.board_hash = 0
        for place in range(101):
            self.slices[place] = 1
            self.words[place] = 1
        for place in range(100):
            self.areas[2 * EMPTY + (place >> 6)] |= ONE << (place & 63)
        self.tops[100] = WALL

    def renew(self, tile):
        """Finds again what follows from the stack on `tile`, which has changed."""
        pawn: cython.int = self.pawns[tile]
        chip: cython.int = self.uppers[tile]
        top: cython.int = EMPTY
        most: cython.int = 0
        half: cython.int = tile >> 6
        bit: cython.ulonglong = ONE << (tile & 63)
        if pawn:
            top = PAWN + (pawn >> 3)
            most = 0 if (pawn & 7) == LIGHT_PAWN else 5
            if (pawn & 7) == KING:
                self.king_tiles[pawn >> 3] = tile
        elif chip:
            top = SHIELDED
            if self.chips[chip] != SHIELD_CHIP:
                top = MANA + (self.chips[chip] >> 1)
                most = 68
        self.areas[2 * self.tops[tile] + half] ^= bit
        self.areas[2 * top + half] ^= bit
        self.tops[tile] = top
        self.measure(tile, top & 1, most)
        self.board_hash ^= self.hashes[tile]
        self.hashes[tile] = self.stack_hash(tile)
        self.board_hash ^= self.hashes[tile]

    def measure(self, tile, seat, most):
        """K4: what `seat` can lift from `tile`, at most `most` chips; the word of the stack."""
        chip: cython.int = self.uppers[tile]
        bare: cython.bint = self.pawns[tile] == 0
        lift: cython.int = 0
        part: cython.int = 0
        word: cython.int = 0
        length: cython.int = 0
        kind: cython.int
        while chip and lift < most:
            kind = self.chips[chip]
            if kind == SHIELD_CHIP:
                if bare:
                    break
                kind = 2
            elif (kind >> 1) != seat:
                break
            else:
                kind &= 1
                if length < 6:
                    word |= kind << length
                    length += 1
            if lift < 5:
                part |= kind << (2 * lift)
            lift += 1
            chip = self.below[chip]
        if chip and most and length < 6 and self.chips[chip] != SHIELD_CHIP:
            word |= (self.chips[chip] & 1) << length
            length += 1
        self.words[tile] = word | (1 << length)
        self.lifts[tile] = lift
        self.slices[tile] = part | (1 << (2 * (lift if lift < 5 else 5)))

    def stack_hash(self, tile):
        """The stack's part of the key; 0 for an empty tile."""
        chip: cython.int = self.uppers[tile]
        number: cython.ulonglong = 16 + self.pawns[tile]  # above all chips
        if chip == 0 and number == 16:
            return 0
        while chip:
            number = (number * CHAIN + self.chips[chip] + 1) & FULL
            chip = self.below[chip]
        return mix((number + (tile + 1) * SCATTER) & FULL)

    # Changes. The caller renews the tiles afterwards.

    def lowest_of(self, tile, k):
        """The lowest of the `k` uppermost chips, or 0 for none."""
        chip: cython.int = self.uppers[tile] if k > 0 else 0
        while k > 1:
            chip = self.below[chip]
            k -= 1
        return chip

    def carry(self, tile, target, k):
        """Puts the `k` uppermost chips of `tile` onto the chips of `target`."""
        lowest: cython.int = self.lowest_of(tile, k)
        left: cython.int
        if lowest:
            left = self.below[lowest]
            self.below[lowest] = self.uppers[target]
            self.uppers[target] = self.uppers[tile]
            self.uppers[tile] = left

    def rearrange(self, tile, seat, order):
        """K21: gives the uppermost chips, which `seat` can lift, the order of that slice."""
        chip: cython.int = self.uppers[tile]
        kind: cython.int
        while order > 1:
            kind = order & 3
            self.chips[chip] = SHIELD_CHIP if kind == 2 else kind + 2 * seat
            chip = self.below[chip]
            order >>= 2

    def destroyed_below(self, chip, owner):
        """K12, K15: destroys the owner's mana from `chip` downward; returns the next chip."""
        while chip and (self.chips[chip] >> 1) == owner:
            self.mana[owner] -= 1
            self.clock = 0
            chip = self.below[chip]
        return chip

    def lowest_before(self, tile, enemy):
        """K15: the lowest of the chips that lie above any of the enemy's mana, or 0 for none."""
        lowest: cython.int = 0
        chip: cython.int = self.uppers[tile]
        while chip and (self.chips[chip] >> 1) != enemy:
            lowest = chip
            chip = self.below[chip]
        return lowest

    def remove_pawn(self, tile):
        pawn: cython.int = self.pawns[tile]
        self.pawns[tile] = 0
        self.clock = 0
        if (pawn & 7) == KING:
            self.kings[pawn >> 3] -= 1

    def remove_chip(self, tile):
        """Removes the uppermost chip."""
        chip: cython.int = self.uppers[tile]
        self.uppers[tile] = self.below[chip]
        self.clock = 0
        if self.chips[chip] != SHIELD_CHIP:
            self.mana[self.chips[chip] >> 1] -= 1

    def copy_stacks(self, other):
        self.pawns[:] = other.pawns
        self.uppers[:] = other.uppers
        self.below[:] = other.below
        self.chips[:] = other.chips
        self.chips_laid = other.chips_laid
        self.kings[:] = other.kings
        self.mana[:] = other.mana
        self.clock = other.clock
        self.tops[:] = other.tops
        self.lifts[:] = other.lifts
        self.slices[:] = other.slices
        self.words[:] = other.words
        self.areas[:] = other.areas
        self.king_tiles[:] = other.king_tiles
        self.hashes[:] = other.hashes
        self.board_hash = other.board_hash

    # For the game's notation and scene.

    def lay(self, tile: int, chips: list[int], pawn: int) -> None:
        """Lays chips, bottom to top, and a pawn (0: none) on an empty tile.

        The board has room for 68 chips; the caller has counted them.
        """
        place: cython.int = tile
        for kind in chips:
            self.chips_laid += 1
            self.chips[self.chips_laid] = kind
            self.below[self.chips_laid] = self.uppers[place]
            self.uppers[place] = self.chips_laid
            if kind != SHIELD_CHIP:
                self.mana[kind >> 1] += 1
        self.pawns[place] = pawn
        if pawn & 7 == KING:
            self.kings[pawn >> 3] += 1
        self.renew(place)

    def pawn_at(self, tile: int) -> int:
        """The pawn, kind + 8 * seat, or 0."""
        return self.pawns[tile]

    def chips_at(self, tile: int) -> list[int]:
        """The chips, bottom to top."""
        place: cython.int = tile
        chip: cython.int = self.uppers[place]
        chips = []
        while chip:
            chips.append(self.chips[chip])
            chip = self.below[chip]
        return chips[::-1]

    def clock_now(self) -> int:
        return self.clock
