"""The safety of the mover's king (Z40, Z41), found once a position instead of once an action.

A view is an array of words:

    view[ALLOWED + word]         where an action that leaves the king in place must put a piece: on
                                 the one that gives check, or between it and the king; everywhere
                                 without a check
    view[DANGER + word]          the tiles that opposing steps lead to
    view[PINNED + word]          the mover's pieces that alone stand between a stride and the king
    view[STRIDERS + word]        the opposing pieces that can attack and have strides
    view[PINS + 2 * tile + word] where the pinned piece on `tile` may go

Nothing that the mover does uncovers an opposing piece, so only what leaves a tile, what is put on
one and what is taken there decide.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

if not cython.compiled:
    from strata.games.dzura.rules.bits import (
        ALLOWED,
        DANGER,
        FULL,
        NOWHERE,
        ONE,
        PINNED,
        PINS,
        STRIDERS,
        lowest,
    )
    from strata.games.dzura.rules.board import Board
else:
    from cython.cimports.strata.games.dzura.rules.bits import (
        ALLOWED,
        DANGER,
        FULL,
        NOWHERE,
        ONE,
        PINNED,
        PINS,
        STRIDERS,
        lowest,
    )
    from cython.cimports.strata.games.dzura.rules.board import Board


class Safety(Board):
    """What the mover must heed."""

    def overlook(self, view):
        """A view without any danger: every main action is taken for safe."""
        word: cython.int
        for word in range(2):
            view[ALLOWED + word] = FULL
            view[DANGER + word] = 0
            view[PINNED + word] = 0
            view[STRIDERS + word] = 0

    def survey(self, view):
        """Fills `view` and returns how many attacks on the mover's king there are."""
        king: cython.int = self.kings[self.mover]
        centre: cython.int = self.tables.places[king] + 312
        checks: cython.int = 0
        word: cython.int
        tile: cython.int
        variant: cython.int
        place: cython.int
        bits: cython.ulonglong
        lines: cython.ulonglong
        self.overlook(view)
        for word in range(self.tables.words):
            bits = self.attackers(1 - self.mover, word)
            while bits:
                tile = 64 * word + lowest(bits)
                variant = self.tops[tile] >> 2
                place = 256 * variant + 2 * tile
                view[DANGER] |= self.tables.steps[place]
                view[DANGER + 1] |= self.tables.steps[place + 1]
                if (self.tables.steps[place + (king >> 6)] >> (king & 63)) & 1:
                    checks += 1
                    self.require(view, tile)
                if self.tables.stride_counts[variant]:
                    view[STRIDERS + word] |= bits & (0 - bits)
                    lines = self.tables.lines[625 * variant + centre - self.tables.places[tile]]
                    if lines:
                        checks += self.survey_lines(view, tile, lines)
                bits &= bits - 1
        return checks

    def require(self, view, tile):
        """Only taking what stands on `tile` helps."""
        view[ALLOWED + (tile >> 6)] &= ONE << (tile & 63)
        view[ALLOWED + 1 - (tile >> 6)] = 0

    def survey_lines(self, view, tile, lines):
        """The strides of the piece on `tile` that could reach the king: checks and pins."""
        tile_at: cython.p_uchar = self.tables.tile_at
        first: cython.int = 60 * (self.tops[tile] >> 2)
        king: cython.int = self.kings[self.mover]
        checks: cython.int = 0
        at: cython.int
        coordinate: cython.int
        delta: cython.int
        blockers: cython.int
        blocker: cython.int
        way: cython.ulonglong[2]
        if not cython.compiled:
            way = [0] * 2
        while lines:
            delta = self.tables.strides[first + lowest(lines)]
            lines &= lines - 1
            way[0] = way[1] = 0
            way[tile >> 6] = ONE << (tile & 63)
            blockers = 0
            blocker = NOWHERE
            coordinate = self.tables.coordinates[tile] + delta
            at = tile_at[coordinate]
            while at != king:
                if self.tops[at]:
                    blockers += 1
                    blocker = at
                way[at >> 6] |= ONE << (at & 63)
                coordinate += delta
                at = tile_at[coordinate]
            if blockers == 0:
                checks += 1
                view[ALLOWED] &= way[0]
                view[ALLOWED + 1] &= way[1]
            elif blockers == 1 and ((self.tops[blocker] >> 1) & 1) == self.mover:
                self.pin(view, blocker, way[0], way[1])
        return checks

    def pin(self, view, tile, low, high):
        """The piece on `tile` stands alone in a way that has these tiles."""
        bit: cython.ulonglong = ONE << (tile & 63)
        place: cython.int = PINS + 2 * tile
        if view[PINNED + (tile >> 6)] & bit:
            low &= view[place]
            high &= view[place + 1]
        view[PINNED + (tile >> 6)] |= bit
        view[place] = low
        view[place + 1] = high

    def stays_occupied(self, tile):
        """Z24: whether an own piece comes to light when the top piece leaves `tile`."""
        return self.covered[tile] != 0 and ((self.covered[tile] ^ self.tops[tile]) & 2) == 0

    def is_safe(self, view, tile, vacated):
        """Whether the king may stand on `tile`, and take what is there."""
        word: cython.int
        at: cython.int
        bits: cython.ulonglong
        if (view[DANGER + (tile >> 6)] >> (tile & 63)) & 1:
            return False
        for word in range(self.tables.words):
            bits = view[STRIDERS + word]
            while bits:
                at = 64 * word + lowest(bits)
                bits &= bits - 1
                if self.strides_onto(self.tops[at] >> 2, at, tile, vacated, NOWHERE):
                    return False
        return True

    def checking_tiles(self, variant, tiles):
        """The empty tiles from which that variant would attack the opposing king.

        Three turns negate a vector (Z5): they are what the same piece turned round would reach.
        """
        tile_at: cython.p_uchar = self.tables.tile_at
        king: cython.int = self.kings[1 - self.mover]
        turns: cython.int = variant - 6 * self.tables.kind_of[variant]
        back: cython.int = variant + 3 if turns < 3 else variant - 3
        at: cython.int
        index: cython.int
        coordinate: cython.int
        tiles[0] = self.tables.steps[256 * back + 2 * king]
        tiles[1] = self.tables.steps[256 * back + 2 * king + 1]
        for index in range(60 * back, 60 * back + self.tables.stride_counts[back]):
            coordinate = self.tables.coordinates[king] + self.tables.strides[index]
            at = tile_at[coordinate]
            while self.tops[at] == 0:
                tiles[at >> 6] |= ONE << (at & 63)
                coordinate += self.tables.strides[index]
                at = tile_at[coordinate]
