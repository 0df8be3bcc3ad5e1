"""The board of Dzura (Z16–Z19): what lies where, whose it is, and who attacks what.

A piece is `variant << 2 | seat << 1 | barraged`, 0 for none; variants are those of tables.py. The
words of a set of tiles belong to seats like this: `own[2 * seat + word]`.

    tops, covered     the pieces by tile; of a single piece `covered` is 0
    own               the tiles whose top piece is that seat's
    barraged, stacked the tiles whose top piece is barraged; that hold a covered piece
    kings             the tile of each seat's uncovered king, or NOWHERE (Z70)
    hands             counts by `33 * seat + kind`
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

if not cython.compiled:
    from strata.core.kernel.bits import mix
    from strata.core.kernel.state import State
    from strata.games.dzura.rules.bits import FULL, NOWHERE, ONE, lowest
    from strata.games.dzura.rules.lookup import Tables
else:
    from cython.cimports.strata.core.kernel.bits import mix
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.games.dzura.rules.bits import FULL, NOWHERE, ONE, lowest
    from cython.cimports.strata.games.dzura.rules.lookup import Tables

# What a state without a definition stands on.
BLANK = Tables(1, ())

HAND = cython.declare(cython.ulonglong, 1 << 40)


class Board(State):
    """Pieces on the board and in hand, tokens, who acts, and the options of the table."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.tops = [0] * 128
            self.covered = [0] * 128
            self.own = [0] * 4
            self.barraged = [0] * 2
            self.stacked = [0] * 2
            self.kings = [0] * 2
            self.hands = [0] * 66
            self.tokens = [0] * 2
            self.board_hash = 0
            self.mover = 0
            self.court = False
            self.rotation = False
        self.tables = BLANK
        self.tops[NOWHERE] = 1  # strides end there
        self.kings[0] = NOWHERE
        self.kings[1] = NOWHERE

    # Changes.

    def set_top(self, tile, piece):
        """Puts `piece`, or nothing, in the place of what is uncovered on `tile`."""
        old: cython.int = self.tops[tile]
        word: cython.int = tile >> 6
        bit: cython.ulonglong = ONE << (tile & 63)
        self.tops[tile] = piece
        if old:
            self.board_hash ^= mix((old << 8) | tile)
            self.own[(old & 2) | word] &= bit ^ FULL
            self.barraged[word] &= bit ^ FULL
            if self.tables.royal[old >> 2]:
                self.kings[(old >> 1) & 1] = NOWHERE
        if piece:
            self.board_hash ^= mix((piece << 8) | tile)
            self.own[(piece & 2) | word] |= bit
            if piece & 1:
                self.barraged[word] |= bit
            if self.tables.royal[piece >> 2]:
                self.kings[(piece >> 1) & 1] = tile

    def set_covered(self, tile, piece):
        """Puts `piece`, or nothing, in the place of what is covered on `tile`."""
        old: cython.int = self.covered[tile]
        bit: cython.ulonglong = ONE << (tile & 63)
        self.covered[tile] = piece
        if old:
            self.board_hash ^= mix((old << 8) | 128 | tile)
            self.stacked[tile >> 6] &= bit ^ FULL
        if piece:
            self.board_hash ^= mix((piece << 8) | 128 | tile)
            self.stacked[tile >> 6] |= bit

    def change_hand(self, seat, kind, change):
        place: cython.int = 33 * seat + kind
        if self.hands[place]:
            self.board_hash ^= mix(HAND | (place << 8) | self.hands[place])
        self.hands[place] += change
        if self.hands[place]:
            self.board_hash ^= mix(HAND | (place << 8) | self.hands[place])

    def capture(self, piece):
        """Z18: into the mover's hand, with its token; the caller takes it off the board."""
        self.change_hand(self.mover, self.tables.plain[self.tables.kind_of[piece >> 2]], 1)
        self.tokens[self.mover] += piece & 1

    # Attacks (Z19).

    def attackers(self, seat, word):
        """The seat's pieces that can attack, one word of them."""
        return self.own[2 * seat + word] & ((self.barraged[word] | self.stacked[word]) ^ FULL)

    def is_clear(self, tile, goal, delta, vacated, filled):
        """Z21: whether a stride passes only empty tiles on its way from `tile` to `goal`.

        `vacated` is taken for empty and `filled` for occupied; either may be NOWHERE.
        """
        tile_at: cython.p_uchar = self.tables.tile_at
        coordinate: cython.int = self.tables.coordinates[tile] + delta
        at: cython.int = tile_at[coordinate]
        while at != goal:
            if at == filled or (self.tops[at] and at != vacated):
                return False
            coordinate += delta
            at = tile_at[coordinate]
        return True

    def strides_onto(self, variant, tile, goal, vacated, filled):
        """Whether a stride of that variant on `tile` reaches `goal`."""
        lines: cython.ulonglong = self.tables.lines[
            625 * variant + self.tables.places[goal] - self.tables.places[tile] + 312
        ]
        delta: cython.int
        while lines:
            delta = self.tables.strides[60 * variant + lowest(lines)]
            if self.is_clear(tile, goal, delta, vacated, filled):
                return True
            lines &= lines - 1
        return False

    def attacks(self, variant, tile, goal, vacated, filled):
        """Whether that variant on `tile`, if it can attack, attacks `goal`."""
        place: cython.int = 256 * variant + 2 * tile + (goal >> 6)
        if (self.tables.steps[place] >> (goal & 63)) & 1:
            return True
        return self.strides_onto(variant, tile, goal, vacated, filled)

    def in_check(self, seat):
        """Z40."""
        word: cython.int
        tile: cython.int
        king: cython.int = self.kings[seat]
        bits: cython.ulonglong
        if king == NOWHERE:
            return False
        for word in range(self.tables.words):
            bits = self.attackers(1 - seat, word)
            while bits:
                tile = 64 * word + lowest(bits)
                bits &= bits - 1
                if self.attacks(self.tops[tile] >> 2, tile, king, NOWHERE, NOWHERE):
                    return True
        return False

    def copy_board(self, other):
        """All but the tables."""
        self.tops[:] = other.tops
        self.covered[:] = other.covered
        self.own[:] = other.own
        self.barraged[:] = other.barraged
        self.stacked[:] = other.stacked
        self.kings[:] = other.kings
        self.hands[:] = other.hands
        self.tokens[:] = other.tokens
        self.board_hash = other.board_hash
        self.mover = other.mover
        self.court = other.court
        self.rotation = other.rotation
