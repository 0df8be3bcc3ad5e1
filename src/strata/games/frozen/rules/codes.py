"""Actions as numbers (section 9): what kind of action, where from, where to, and how.

bits   0-5 op   6-13 from   14-21 to   22-29 third cell or number   30-34 acting kind
      35-39 kind taken (31: none)   40-48 way (bounces.py)
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

END = 0
MOVE = 1
CAPTURE = 2
LEAP_CAPTURE = 3
FUSE = 4
LOAD = 5
DEFUSE = 6
UNLOAD = 7
CONVERT = 8
SHOOT = 9
PARA = 10
TREB = 11
QUAKE = 12
THROW = 13
BLAST = 14
JUMP = 15
WALLTRAP = 16
DETON = 17
TELE = 18
PORTAL = 19
TORNADO = 20
AVAL = 21
EXCH = 22
TRANSFER = 23
SPAWN = 24
SWAP = 25
PUSH = 26
PULL = 27
SHADOW = 28
UNSHADOW = 29
STRIKE = 30
RESPAWN = 31
PROMOTE = 32
MORPH = 33
KIND = 34
ROT = 35
AT = 36
TURN = 37
MIND = 38
VEILED_MOVE = 39
VEILED_CAPTURE = 40
VEILED_LOAD = 41
VEILED_UNLOAD = 42


def pack(op, a, to, third):
    return (
        cython.cast(cython.longlong, op)
        | cython.cast(cython.longlong, a) << 6
        | cython.cast(cython.longlong, to) << 14
        | cython.cast(cython.longlong, third) << 22
    )


def put(b, actions, count, op, a, to, third):
    """Writes an action without kinds at place `count`; returns the new count."""
    if count >= b.most:
        return count
    actions[count] = pack(op, a, to, third)
    return count + 1


def put_move(b, actions, count, op, a, to, third, k, t, way):
    """Writes an action of the acting kind `k` that takes kind `t` (31: none)."""
    if count >= b.most:
        return count
    actions[count] = (
        pack(op, a, to, third)
        | cython.cast(cython.longlong, k) << 30
        | cython.cast(cython.longlong, t) << 35
        | cython.cast(cython.longlong, way) << 40
    )
    return count + 1
