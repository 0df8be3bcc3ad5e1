"""Chains, slides and lines of sight on sets of cells (constants.py). A header."""

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
    """Return the set of one cell; the empty set for OFF_BOARD."""
    return 0 if cell == OFF_BOARD else ONE << cell


def touching(cells: cython.ulonglong) -> cython.ulonglong:
    """Return the cells that touch one of `cells`."""
    return (
        ((cells << 8) & FULL)
        | (cells >> 8)
        | ((cells << 1) & NOT_FILE_A)
        | ((cells >> 1) & NOT_FILE_H)
    )


def connected(cells: cython.ulonglong, within: cython.ulonglong) -> cython.ulonglong:
    """Return `cells` and all cells connected to them through cells of `within`."""
    before: cython.ulonglong = 0
    while cells != before:
        before = cells
        cells |= touching(cells) & within
        cells |= touching(cells) & within
    return cells


# Slides of all `cells` at once in one direction: they return `cells` and all cells reached through
# `passable`.


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
    """Return `cells` and what slides from them pass or end on in the four directions (D2)."""
    return (
        slide_up(cells, passable)
        | slide_down(cells, passable)
        | slide_right(cells, passable)
        | slide_left(cells, passable)
    )


def entries(passable: cython.ulonglong) -> cython.ulonglong:
    """Return the cells that slides from outside the four edges pass or end on (D9)."""
    return (
        slide_up(RANK_1 & passable, passable)
        | slide_down(RANK_8 & passable, passable)
        | slide_right(FILE_A & passable, passable)
        | slide_left(FILE_H & passable, passable)
    )


def seen_along(
    line: cython.ulonglong, start: cython.ulonglong, blockers: cython.ulonglong
) -> cython.ulonglong:
    """Return the cells of `line` in sight of `start`, nearest blockers included.

    `line` is the file or rank of `start`, without that cell.
    """
    below: cython.ulonglong = line & blockers & (start - 1)
    above: cython.ulonglong = line & blockers & (FULL - start + 1)
    return line & (2 * (above & (0 - above)) + (FULL << highest(below | 1)))


def seen_from(cell: cython.int, blockers: cython.ulonglong) -> cython.ulonglong:
    """Return the cells in sight of `cell`, nearest blockers included; none for OFF_BOARD (D13)."""
    start: cython.ulonglong = cell_bit(cell)
    if start == 0:
        return 0
    return seen_along((RANK_1 << (cell & 56)) ^ start, start, blockers) | seen_along(
        (FILE_A << (cell & 7)) ^ start, start, blockers
    )


def is_aligned(one: cython.int, other: cython.int) -> cython.bint:
    """Return whether two cells are on the same file or rank."""
    return ((one ^ other) & 7) == 0 or ((one ^ other) & 56) == 0


def between(one: cython.int, other: cython.int) -> cython.ulonglong:
    """Return the cells strictly between two different cells of the same file or rank."""
    cells: cython.ulonglong = ((FULL << one) ^ (FULL << other)) & FULL
    if ((one ^ other) & 56) == 0:
        return cells & (cells - 1)
    return cells & (cells - 1) & (FILE_A << (one & 7))


def is_apart(one: cython.int, other: cython.int) -> cython.bint:
    """Return whether two pieces cannot see each other, whatever stands between them."""
    return one == OFF_BOARD or other == OFF_BOARD or not is_aligned(one, other)


def see_each_other(one: cython.int, other: cython.int, blockers: cython.ulonglong) -> cython.bint:
    """Return whether two pieces, each possibly off the board, see each other (D13)."""
    return not is_apart(one, other) and (between(one, other) & blockers) == 0


def keeping_apart(
    one: cython.int, other: cython.int, blockers: cython.ulonglong
) -> cython.ulonglong:
    """Return the cells where a third piece may land without letting two pieces see each other."""
    return between(one, other) if see_each_other(one, other, blockers) else FULL
