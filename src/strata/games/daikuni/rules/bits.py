"""Chains, slides and lines of sight, for sets of cells as in constants.py. A header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strata.core.kernel.bits import FULL, ONE, highest
from strata.games.daikuni.rules.constants import (
    FILE_A,
    FILE_H,
    NOT_FILE_A,
    NOT_FILE_H,
    OFF_BOARD,
    RANK_1,
    RANK_8,
)

if TYPE_CHECKING:
    import cython


def cell_bit(cell: cython.int) -> cython.ulonglong:
    """The set of one cell; empty for a piece off the board."""
    return 0 if cell == OFF_BOARD else ONE << cell


def touching(cells: cython.ulonglong) -> cython.ulonglong:
    """The cells that share a side with one of `cells`."""
    return (
        ((cells << 8) & FULL)
        | (cells >> 8)
        | ((cells << 1) & NOT_FILE_A)
        | ((cells >> 1) & NOT_FILE_H)
    )


def connected(cells: cython.ulonglong, within: cython.ulonglong) -> cython.ulonglong:
    """`cells` and everything connected to them through cells of `within`."""
    before: cython.ulonglong = 0
    while cells != before:
        before = cells
        cells |= touching(cells) & within
        cells |= touching(cells) & within
    return cells


# A slide in one direction, of all `cells` at once: these and all they come to through `passable`.


def slide_up(cells: cython.ulonglong, passable: cython.ulonglong) -> cython.ulonglong:
    cells |= passable & (cells << 8)
    passable &= passable << 8
    cells |= passable & (cells << 16)
    passable &= passable << 16
    return cells | (passable & (cells << 32))


def slide_down(cells: cython.ulonglong, passable: cython.ulonglong) -> cython.ulonglong:
    cells |= passable & (cells >> 8)
    passable &= passable >> 8
    cells |= passable & (cells >> 16)
    passable &= passable >> 16
    return cells | (passable & (cells >> 32))


def slide_right(cells: cython.ulonglong, passable: cython.ulonglong) -> cython.ulonglong:
    passable &= NOT_FILE_A
    cells |= passable & (cells << 1)
    passable &= passable << 1
    cells |= passable & (cells << 2)
    passable &= passable << 2
    return cells | (passable & (cells << 4))


def slide_left(cells: cython.ulonglong, passable: cython.ulonglong) -> cython.ulonglong:
    passable &= NOT_FILE_H
    cells |= passable & (cells >> 1)
    passable &= passable >> 1
    cells |= passable & (cells >> 2)
    passable &= passable >> 2
    return cells | (passable & (cells >> 4))


def slides(cells: cython.ulonglong, passable: cython.ulonglong) -> cython.ulonglong:
    """D2: what a slide from any of `cells` passes or ends on, in the four directions."""
    return (
        slide_up(cells, passable)
        | slide_down(cells, passable)
        | slide_right(cells, passable)
        | slide_left(cells, passable)
    )


def entries(passable: cython.ulonglong) -> cython.ulonglong:
    """D9: what a slide from outside any of the four edges passes or ends on."""
    return (
        slide_up(RANK_1 & passable, passable)
        | slide_down(RANK_8 & passable, passable)
        | slide_right(FILE_A & passable, passable)
        | slide_left(FILE_H & passable, passable)
    )


def seen_along(
    line: cython.ulonglong, start: cython.ulonglong, blockers: cython.ulonglong
) -> cython.ulonglong:
    """The cells of `line` in sight of `start`: from the last blocker below it to the first above.

    `line` is a file or rank without the cell `start`.
    """
    below: cython.ulonglong = line & blockers & (start - 1)
    above: cython.ulonglong = line & blockers & (FULL - start + 1)
    return line & (2 * (above & (0 - above)) + (FULL << highest(below | 1)))


def seen_from(cell: cython.int, blockers: cython.ulonglong) -> cython.ulonglong:
    """D13: the cells in sight of `cell`, up to and with the first blocker; none off the board."""
    start: cython.ulonglong = cell_bit(cell)
    if start == 0:
        return 0
    return seen_along((RANK_1 << (cell & 56)) ^ start, start, blockers) | seen_along(
        (FILE_A << (cell & 7)) ^ start, start, blockers
    )


def is_aligned(one: cython.int, other: cython.int) -> cython.bint:
    """Whether two cells are of one file or rank."""
    return ((one ^ other) & 7) == 0 or ((one ^ other) & 56) == 0


def between(one: cython.int, other: cython.int) -> cython.ulonglong:
    """The cells strictly between two other cells of one file or rank."""
    cells: cython.ulonglong = ((FULL << one) ^ (FULL << other)) & FULL
    if ((one ^ other) & 56) == 0:
        return cells & (cells - 1)
    return cells & (cells - 1) & (FILE_A << (one & 7))


def is_apart(one: cython.int, other: cython.int) -> cython.bint:
    """Whether two pieces cannot see each other, whatever stands between them."""
    return one == OFF_BOARD or other == OFF_BOARD or not is_aligned(one, other)


def see_each_other(one: cython.int, other: cython.int, blockers: cython.ulonglong) -> cython.bint:
    """D13 for two pieces, either of which may be off the board."""
    return not is_apart(one, other) and (between(one, other) & blockers) == 0


def keeping_apart(
    one: cython.int, other: cython.int, blockers: cython.ulonglong
) -> cython.ulonglong:
    """The cells on which a third piece must land so that two pieces do not see each other."""
    return between(one, other) if see_each_other(one, other, blockers) else FULL
