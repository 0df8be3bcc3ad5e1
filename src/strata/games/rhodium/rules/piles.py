"""The piles of Rhodium (section 3): what lies where, and the graveyards.

A cell is the number `file + 10 * rank`, both from 0; cell 100 is the wall around the board.

    men[cell]       8 * (seat + 1) + kind of the pieces on it; 0: empty, 24: the wall
    heights[cell]   how many they are
    themes[cell]    bit i is set when the i-th piece from the bottom is light
    yards[seat]     four bits for each sort, which is 2 * kind + theme

Every change of a pile goes through a method that keeps `board_hash`, the board's part of the key.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

from strata.core.geometry import KNIGHT, RectangularBoard

if not cython.compiled:
    from strata.core.kernel.bits import mix
    from strata.core.kernel.state import State
else:
    from cython.cimports.strata.core.kernel.bits import mix
    from cython.cimports.strata.core.kernel.state import State

FULL = (1 << 64) - 1
ONE = 1
SCATTER = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)

# The kinds, in kind order.
RHODIUM = 0
PLATINUM = 1
TITANIUM = 2
DIAMOND = 3
GOLD = 4
SILVER = 5
# A man is FIRST_MAN * (seat + 1) + kind.
FIRST_MAN = 8
WALL = 24

#   directions   7 0 1     even: orthogonal
#                6 · 2     odd: diagonal
#                5 4 3
# The eight neighbours and the eight leaps from each cell; the wall's neighbours are the wall.
if not cython.compiled:
    STEPS = [0] * 808
    LEAPS = [0] * 800
    # The cells by their distance from each cell; RING_ENDS[10 * cell + r] is how many are within r.
    RINGS = [0] * 10000
    RING_ENDS = [0] * 1000


def fill_steps() -> None:
    board = RectangularBoard(10, 10)
    steps = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
    for way in range(8):
        STEPS[800 + way] = 100
        for cell in range(100):
            near, leap = board.step(cell, steps[way]), board.step(cell, KNIGHT[way])
            STEPS[8 * cell + way] = 100 if near is None else near
            LEAPS[8 * cell + way] = 100 if leap is None else leap


def fill_rings() -> None:
    for cell in range(100):
        far = {
            other: max(abs(other % 10 - cell % 10), abs(other // 10 - cell // 10))
            for other in range(100)
        }
        for place, other in enumerate(sorted(far, key=lambda other: (far[other], other))):
            RINGS[100 * cell + place] = other
        for ring in range(10):
            RING_ENDS[10 * cell + ring] = sum(distance <= ring for distance in far.values())


class Piles(State):
    """The pieces on the board and in the graveyards."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.men = [0] * 101
            self.heights = [0] * 101
            self.themes = [0] * 101
            self.yards = [0] * 2
            self.board_hash = 0
        self.men[100] = WALL

    def pile_hash(self, cell):
        """The pile's part of the key; 0 for an empty cell."""
        number: cython.ulonglong
        if self.men[cell] == 0:
            return 0
        number = self.themes[cell]
        number = (number << 10) | (self.heights[cell] << 5) | self.men[cell]
        return mix((number + (cell + 1) * SCATTER) & FULL)

    def top_theme(self, cell):
        """The theme of a pile: 1 if its top piece is light."""
        return (self.themes[cell] >> (self.heights[cell] - 1)) & 1

    # Changes.

    def lift(self, cell, k):
        """R4: takes the top `k` pieces away and returns their themes."""
        left: cython.int = self.heights[cell] - k
        group: cython.uint = self.themes[cell] >> left
        self.board_hash ^= self.pile_hash(cell)
        self.heights[cell] = left
        self.themes[cell] &= (1 << left) - 1
        if left == 0:
            self.men[cell] = 0
        self.board_hash ^= self.pile_hash(cell)
        return group

    def land(self, cell, man, k, group):
        """Puts `k` pieces on top of what is on the cell, which is empty or of their kind."""
        self.board_hash ^= self.pile_hash(cell)
        self.men[cell] = man
        self.themes[cell] |= group << self.heights[cell]
        self.heights[cell] += k
        self.board_hash ^= self.pile_hash(cell)

    def slip_under(self, cell, theme):
        """R22: puts a piece directly beneath the top piece."""
        top: cython.int = self.heights[cell] - 1
        old: cython.uint = self.themes[cell]
        self.board_hash ^= self.pile_hash(cell)
        self.themes[cell] = (old & ((1 << top) - 1)) | (theme << top) | ((old >> top) << (top + 1))
        self.heights[cell] += 1
        self.board_hash ^= self.pile_hash(cell)

    def clear(self, cell):
        self.board_hash ^= self.pile_hash(cell)
        self.men[cell] = 0
        self.heights[cell] = 0
        self.themes[cell] = 0

    def bury(self, seat, kind, theme):
        """Puts a piece into the graveyard of `seat`; it has turned over already."""
        self.yards[seat] += ONE << (4 * (2 * kind + theme))

    def nearest_empty(self, actions, cell, base):
        """R11: `base` with every empty cell of the nearest ring that has one; returns how many."""
        ring: cython.int
        place: cython.int
        there: cython.longlong
        count: cython.int = 0
        for ring in range(1, 10):
            for place in range(RING_ENDS[10 * cell + ring - 1], RING_ENDS[10 * cell + ring]):
                there = RINGS[100 * cell + place]
                actions[count] = base | (there << 5)
                count += self.men[there] == 0
            if count:
                break
        return count

    def copy_piles(self, other):
        self.men[:] = other.men
        self.heights[:] = other.heights
        self.themes[:] = other.themes
        self.yards[:] = other.yards
        self.board_hash = other.board_hash

    # For the game's notation, scene and gestures.

    def pile_at(self, cell: int) -> tuple[int, int, list[int]] | None:
        """Seat, kind and themes from bottom to top, or None where there is nothing."""
        place: cython.int = cell
        man: cython.int = self.men[place]
        if man == 0:
            return None
        mask: cython.uint = self.themes[place]
        themes = [(mask >> index) & 1 for index in range(self.heights[place])]
        return (man >> 3) - 1, man & 7, themes

    def buried(self, seat: int, kind: int, theme: int) -> int:
        """How many pieces of that sort are in the graveyard of `seat`."""
        sort: cython.int = 4 * (2 * kind + theme)
        player: cython.int = seat
        return (self.yards[player] >> sort) & 15

    def lay(self, cell: int, seat: int, kind: int, themes: list[int]) -> None:
        """Puts a pile on an empty cell."""
        for theme in themes:
            self.land(cell, FIRST_MAN * (seat + 1) + kind, 1, theme)

    def lay_down(self, seat: int, kind: int, theme: int, number: int) -> None:
        """Puts `number` pieces of a sort, at most 9, into a graveyard."""
        for _ in range(number):
            self.bury(seat, kind, theme)

    def sweep(self, first: int, end: int) -> None:
        """Empties the cells from `first` up to `end`."""
        cell: cython.int
        for cell in range(first, end):
            self.clear(cell)


fill_steps()
fill_rings()
