"""Barrages (Z42, Z51–Z55): what can be targeted, and which barrages leave a turn to complete."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

if not cython.compiled:
    from strata.games.dzura.rules.bits import (
        BARRAGE,
        DROP,
        FULL,
        MOVE,
        NOWHERE,
        ONE,
        SWAP,
        lowest,
    )
    from strata.games.dzura.rules.offers import Offers
else:
    from cython.cimports.strata.games.dzura.rules.bits import (
        BARRAGE,
        DROP,
        FULL,
        MOVE,
        NOWHERE,
        ONE,
        SWAP,
        lowest,
    )
    from cython.cimports.strata.games.dzura.rules.offers import Offers


class Barrages(Offers):
    """The offers of the phases `t` and `b` besides main actions."""

    def add_range(self, tile, tiles):
        """Z55: adds the targeting range of the piece on `tile`, as far as anything is there."""
        piece: cython.int = self.tops[tile]
        first: cython.int = 60 * (piece >> 2)
        place: cython.int = 64 * (piece & 0xFFFC) + 2 * tile
        index: cython.int
        at: cython.int
        coordinate: cython.int
        tiles[0] |= self.tables.ranges[place]
        tiles[1] |= self.tables.ranges[place + 1]
        if not self.tables.target_moves[self.tables.kind_of[piece >> 2]]:
            return
        for index in range(first, first + self.tables.stride_counts[piece >> 2]):
            coordinate = self.tables.coordinates[tile] + self.tables.strides[index]
            at = self.tables.tile_at[coordinate]
            while self.tops[at] == 0:
                coordinate += self.tables.strides[index]
                at = self.tables.tile_at[coordinate]
            tiles[at >> 6] |= ONE << (at & 63)

    def targets(self, tiles):
        """Z52, Z55: the tiles of what the mover can barrage."""
        word: cython.int
        bits: cython.ulonglong
        tiles[0] = tiles[1] = 0
        for word in range(self.tables.words):
            bits = self.own[2 * self.mover + word]
            while bits:
                self.add_range(64 * word + lowest(bits), tiles)
                bits &= bits - 1
        for word in range(2):
            tiles[word] &= self.own[2 - 2 * self.mover + word] & (self.barraged[word] ^ FULL)

    def attackers_after(self, action, tiles):
        """Z42: A(m) of a main action that does not take the king, and how many they are."""
        kind: cython.longlong = action >> 14
        tile: cython.int = (action >> 7) & 127
        filled: cython.int = action & 127
        king: cython.int = self.kings[self.mover]
        vacated: cython.int = NOWHERE
        word: cython.int
        at: cython.int
        number: cython.int = 0
        bits: cython.ulonglong
        if kind != DROP and tile == king:
            king = filled
        elif kind == SWAP and filled == king:
            king = tile
        if kind == SWAP:
            filled = NOWHERE
        if kind == MOVE and not self.stays_occupied(tile):
            vacated = tile
        tiles[0] = tiles[1] = 0
        for word in range(self.tables.words):
            bits = self.attackers(1 - self.mover, word)
            while bits:
                at = 64 * word + lowest(bits)
                if at != filled and self.attacks(self.tops[at] >> 2, at, king, vacated, filled):
                    tiles[word] |= bits & (0 - bits)
                    number += 1
                bits &= bits - 1
        return number

    def keep_completable(self, actions, tiles):
        """Z42 where no main action is legal yet: keeps of the targets `tiles` what may help.

        Uses the room of `actions`.
        """
        index: cython.int
        number: cython.int
        tokens: cython.int = self.tokens[self.mover]
        left: cython.ulonglong[2]
        kept: cython.ulonglong[2]
        if not cython.compiled:
            left = [0] * 2
            kept = [0] * 2
        kept[0] = kept[1] = 0
        for index in range(self.main_actions(actions, False)):
            number = self.attackers_after(actions[index], left)
            if (
                number > tokens
                or (left[0] | tiles[0]) ^ tiles[0]
                or (left[1] | tiles[1]) ^ tiles[1]
            ):
                continue
            if number < tokens:
                return
            kept[0] |= left[0]
            kept[1] |= left[1]
        tiles[0] = kept[0]
        tiles[1] = kept[1]

    def barrages(self, actions, count):
        """Z51: appends the barrages to the `count` main actions that are legal now."""
        word: cython.int
        bits: cython.ulonglong
        tiles: cython.ulonglong[2]
        if not cython.compiled:
            tiles = [0] * 2
        self.targets(tiles)
        if count == 0:
            self.keep_completable(actions, tiles)
        for word in range(self.tables.words):
            bits = tiles[word]
            while bits:
                actions[count] = (BARRAGE << 14) | (64 * word + lowest(bits))
                count += 1
                bits &= bits - 1
        return count
