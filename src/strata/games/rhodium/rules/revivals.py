"""What may be revived in Rhodium, and where (R16–R22).

Where a piece may not be put is found the other way round: from each enemy pile outward to the cells
from which a piece would threaten it. `bars` has the bits of each cell:

    1 S, 2 G, 4 T, 8 P   a dark piece of that kind would threaten a light pile (for P: or touch it)
    16 … 128             the same for a light piece and a dark pile
    256, 512             a Rhodium, a Platinum is adjacent
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

if not cython.compiled:
    from strata.games.rhodium.rules.moves import KIND_SHIFT, REVIVE, Moves
    from strata.games.rhodium.rules.piles import (
        DIAMOND,
        FIRST_MAN,
        GOLD,
        LEAPS,
        PLATINUM,
        RHODIUM,
        SILVER,
        STEPS,
        TITANIUM,
    )
else:
    from cython.cimports.strata.games.rhodium.rules.moves import KIND_SHIFT, REVIVE, Moves
    from cython.cimports.strata.games.rhodium.rules.piles import (
        DIAMOND,
        FIRST_MAN,
        GOLD,
        LEAPS,
        PLATINUM,
        RHODIUM,
        SILVER,
        STEPS,
        TITANIUM,
    )

NEAR_RHODIUM = cython.declare(cython.int, 256)
NEAR_PLATINUM = cython.declare(cython.int, 512)
# The bits of a kind, in kind order.
BARS = cython.declare(cython.uchar[6])
if not cython.compiled:
    BARS = [0] * 6
BARS[PLATINUM] = 8
BARS[TITANIUM] = 4
BARS[GOLD] = 2
BARS[SILVER] = 1


class Revivals(Moves):
    """The moves, and what the graveyards add."""

    def wanted(self):
        """The bits of `bars` that matter for the mover's graveyard."""
        sort: cython.int
        bits: cython.int = 0
        for sort in range(2, 12):
            if (self.yards[self.mover] >> (4 * sort)) & 15:
                bits |= BARS[sort >> 1] << (4 * (sort & 1))
        return bits

    def bar_around(self, bars, cell, bar):
        index: cython.int
        for index in range(8 * cell, 8 * cell + 8):
            bars[STEPS[index]] |= bar

    def bar_threats(self, bars, cell, kinds, shift):
        """R19, R21: bars the cells from which one of `kinds` would threaten the pile on `cell`."""
        index: cython.int
        way: cython.int
        target: cython.int
        if kinds & 1:
            for index in range(8 * cell, 8 * cell + 8, 2):
                bars[STEPS[index]] |= 1 << shift
        if kinds & 2:
            for way in range(1, 8, 2):
                target = STEPS[8 * cell + way]
                bars[target] |= 2 << shift
                if self.men[target] == 0:
                    bars[STEPS[8 * target + way]] |= 2 << shift
        if kinds & 4:
            for way in range(0, 8, 2):
                target = STEPS[8 * cell + way]
                while self.men[target] == 0:
                    bars[target] |= 4 << shift
                    target = STEPS[8 * target + way]
        if kinds & 8:
            self.bar_around(bars, cell, 8 << shift)
            for index in range(8 * cell, 8 * cell + 8):
                bars[LEAPS[index]] |= 8 << shift

    def find_bars(self, bars, wanted):
        cell: cython.int
        man: cython.int
        shift: cython.int
        for cell in range(101):
            bars[cell] = 0
        for cell in range(100):
            man = self.men[cell]
            if man == 0:
                continue
            if (man & 7) == RHODIUM:
                self.bar_around(bars, cell, NEAR_RHODIUM)  # R17
            elif (man & 7) == PLATINUM:
                self.bar_around(bars, cell, NEAR_PLATINUM)  # R18
            if (man >> 3) == 2 - self.mover:
                shift = 4 * (1 - self.top_theme(cell))
                self.bar_threats(bars, cell, (wanted >> shift) & 15, shift)

    def diamond_threatens(self, theme):
        """R19: whether a Diamond of that theme would threaten a pile of the other."""
        cell: cython.int
        index: cython.int
        target: cython.int
        platinum: cython.int = FIRST_MAN * (self.mover + 1) + PLATINUM
        first: cython.int = 0 if self.mover else 30
        for cell in range(first, first + 70):
            if self.men[cell] != platinum:
                continue
            for index in range(8 * cell, 8 * cell + 8):
                target = STEPS[index]
                if (self.men[target] >> 3) == 2 - self.mover and self.top_theme(target) != theme:
                    return True
        return False

    def new_threats(self, cell):
        """R20: with one piece more, bit 0: a dark enemy pile comes within reach, bit 1: a light."""
        way: cython.int
        far: cython.int
        target: cython.int
        found: cython.int = 0
        pace: cython.int = 1 if (self.men[cell] & 7) == SILVER else 2
        reach: cython.int = pace * self.heights[cell]
        for way in range(pace - 1, 8, 2):
            target = STEPS[8 * cell + way]
            far = 1
            while self.men[target] == 0 and far < reach + pace:
                target = STEPS[8 * target + way]
                far += 1
            if far > reach and (self.men[target] >> 3) == 2 - self.mover:
                found |= 1 << self.top_theme(target)
        return found

    def ways_onto(self, cell, theme):
        """R20, R22: bit 0: the piece may go on top of the pile, bit 1: under its top piece."""
        threats: cython.int = self.new_threats(cell)
        top: cython.int = self.top_theme(cell)
        ways: cython.int = 0
        if not (threats >> (1 - theme)) & 1:
            ways |= 1
        if top != theme and not (threats >> (1 - top)) & 1:
            ways |= 2
        return ways

    def pile_revivals(self, actions, count, sort, bars):
        """R16: Silver or Gold onto own piles."""
        cell: cython.longlong
        ways: cython.int
        base: cython.longlong = (REVIVE << KIND_SHIFT) | (sort << 12)
        man: cython.int = FIRST_MAN * (self.mover + 1) + (sort >> 1)
        for cell in range(100):
            if self.men[cell] != man or bars[cell] & (NEAR_RHODIUM | NEAR_PLATINUM):
                continue
            ways = self.ways_onto(cell, sort & 1)
            actions[count] = base | (cell << 5)
            count += ways & 1
            actions[count] = base | (cell << 5) | 1
            count += ways >> 1
        return count

    def revivals(self, actions, count):
        sort: cython.longlong
        kind: cython.int
        cell: cython.longlong
        index: cython.int
        barred: cython.int
        empties: cython.int = 0
        base: cython.longlong
        bars: cython.ushort[101]
        empty: cython.uchar[101]
        if self.yards[self.mover] == 0:
            return count
        if not cython.compiled:
            bars = [0] * 101
            empty = [0] * 101
        self.find_bars(bars, self.wanted())
        for index in range(100):
            empty[empties] = index
            empties += self.men[index] == 0 and bars[index] & NEAR_RHODIUM == 0
        for sort in range(2, 12):
            if (self.yards[self.mover] >> (4 * sort)) & 15 == 0:
                continue
            kind = sort >> 1
            barred = NEAR_PLATINUM
            if kind == DIAMOND:
                if self.diamond_threatens(sort & 1):
                    continue
                barred = 0
            barred |= BARS[kind] << (4 * (sort & 1))
            base = (REVIVE << KIND_SHIFT) | (sort << 12)
            for index in range(empties):
                cell = empty[index]
                actions[count] = base | (cell << 5)
                count += (bars[cell] & barred) == 0
            if kind >= GOLD:
                count = self.pile_revivals(actions, count, sort, bars)
        return count

    # For the game's gestures.

    def can_choose_top(self, cell: int, theme: int) -> bool:
        """Whether a piece may be revived both on top of a pile and under its top piece."""
        return bool(self.ways_onto(cell, theme) == 3)
