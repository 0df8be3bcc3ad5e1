"""Numbers that the compiled rules share; for them bits.pxd has the same as constants of C.

A set of cells is a 64-bit number: bit `file + 8 * rank`, both from 0.

    56 57 … 63   rank 8        up    << 8      right << 1
     …                         down  >> 8      left  >> 1
     0  1 …  7   rank 1
"""

from __future__ import annotations

ONE = 1
FULL = (1 << 64) - 1
NOT_FILE_A = 0xFEFEFEFEFEFEFEFE
NOT_FILE_H = 0x7F7F7F7F7F7F7F7F
FILE_A = 0x0101010101010101
FILE_H = 0x8080808080808080
RANK_1 = 0x00000000000000FF
RANK_8 = 0xFF00000000000000

# Kinds of pieces, in the order of the action numbers.
KING = 0
QUEEN = 1
SOLDIER = 2
# The place of a piece that has not entered.
OFF_BOARD = 64


def lowest(bits: int) -> int:
    """The place of the lowest bit of `bits`, which has one."""
    return (bits & -bits).bit_length() - 1


def count(bits: int) -> int:
    """How many bits of `bits` are set."""
    return bits.bit_count()


def cell_bit(cell: int) -> int:
    """The set of one cell; empty for a piece off the board."""
    return 0 if cell == OFF_BOARD else ONE << cell


def touching(cells: int) -> int:
    """The cells that share a side with one of `cells`."""
    return (
        ((cells << 8) & FULL)
        | (cells >> 8)
        | ((cells << 1) & NOT_FILE_A)
        | ((cells >> 1) & NOT_FILE_H)
    )


def connected(cells: int, within: int) -> int:
    """`cells` and all that hangs together with them through cells of `within`."""
    before = 0
    while cells != before:
        before = cells
        cells |= touching(cells) & within
    return cells


# A slide in one direction, of all `cells` at once: these and all they come to through `passable`.


def slide_up(cells: int, passable: int) -> int:
    cells |= passable & (cells << 8)
    passable &= passable << 8
    cells |= passable & (cells << 16)
    passable &= passable << 16
    return cells | (passable & (cells << 32))


def slide_down(cells: int, passable: int) -> int:
    cells |= passable & (cells >> 8)
    passable &= passable >> 8
    cells |= passable & (cells >> 16)
    passable &= passable >> 16
    return cells | (passable & (cells >> 32))


def slide_right(cells: int, passable: int) -> int:
    passable &= NOT_FILE_A
    cells |= passable & (cells << 1)
    passable &= passable << 1
    cells |= passable & (cells << 2)
    passable &= passable << 2
    return cells | (passable & (cells << 4))


def slide_left(cells: int, passable: int) -> int:
    passable &= NOT_FILE_H
    cells |= passable & (cells >> 1)
    passable &= passable >> 1
    cells |= passable & (cells >> 2)
    passable &= passable >> 2
    return cells | (passable & (cells >> 4))


def slides(cells: int, passable: int) -> int:
    """D2: what a slide from any of `cells` passes or ends on, in the four directions."""
    return (
        slide_up(cells, passable)
        | slide_down(cells, passable)
        | slide_right(cells, passable)
        | slide_left(cells, passable)
    )


def entries(passable: int) -> int:
    """D9: the same from outside the four edges."""
    return (
        slide_up(RANK_1 & passable, passable)
        | slide_down(RANK_8 & passable, passable)
        | slide_right(FILE_A & passable, passable)
        | slide_left(FILE_H & passable, passable)
    )


def seen_from(cell: int, blockers: int) -> int:
    """D13: the cells in sight of `cell`, up to and with the first blocker; none off the board."""
    start = cell_bit(cell)
    clear = blockers ^ FULL
    return (
        ((slide_up(start, clear) << 8) & FULL)
        | (slide_down(start, clear) >> 8)
        | ((slide_right(start, clear) << 1) & NOT_FILE_A)
        | ((slide_left(start, clear) >> 1) & NOT_FILE_H)
    )


def is_aligned(one: int, other: int) -> bool:
    """Whether two cells are of one file or rank."""
    return (one & 7) == (other & 7) or (one >> 3) == (other >> 3)


def between(one: int, other: int) -> int:
    """The cells strictly between two other cells of one file or rank."""
    step = 8 if (one & 7) == (other & 7) else 1
    return sum(ONE << cell for cell in range(min(one, other) + step, max(one, other), step))


def is_apart(one: int, other: int) -> bool:
    """Whether two pieces cannot see each other, whatever stands between them."""
    return one == OFF_BOARD or other == OFF_BOARD or not is_aligned(one, other)


def see_each_other(one: int, other: int, blockers: int) -> bool:
    """D13 for two pieces, either of which may be off the board."""
    return not is_apart(one, other) and (between(one, other) & blockers) == 0
