"""Actions as numbers (section 9): the operation, its cells, kinds and way.

bits   0-5 op   6-13 from   14-21 to   22-29 third cell or number   30-34 acting kind
      35-39 kind taken (NO_KIND: none)   40-48 way (bounces.py)
"""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.rules.board import Board


def pack(op: cython.int, a: cython.int, to: cython.int, third: cython.int) -> cython.longlong:
    return (
        cython.cast(cython.longlong, op)
        | cython.cast(cython.longlong, a) << 6
        | cython.cast(cython.longlong, to) << 14
        | cython.cast(cython.longlong, third) << 22
    )


def put(
    b: Board,
    actions: cython.p_longlong,
    count: cython.int,
    op: cython.int,
    a: cython.int,
    to: cython.int,
    third: cython.int,
) -> cython.int:
    """Write an action without kinds at place `count` and return the new count."""
    if count >= b.work.most:
        return count
    actions[count] = pack(op, a, to, third)
    return count + 1


def put_move(
    b: Board,
    actions: cython.p_longlong,
    count: cython.int,
    op: cython.int,
    a: cython.int,
    to: cython.int,
    third: cython.int,
    k: cython.int,
    t: cython.int,
    way: cython.int,
) -> cython.int:
    """Write an action of the acting kind `k` that takes kind `t` (NO_KIND: none).

    Returns the new count.
    """
    if count >= b.work.most:
        return count
    actions[count] = (
        pack(op, a, to, third)
        | cython.cast(cython.longlong, k) << 30
        | cython.cast(cython.longlong, t) << 35
        | cython.cast(cython.longlong, way) << 40
    )
    return count + 1
