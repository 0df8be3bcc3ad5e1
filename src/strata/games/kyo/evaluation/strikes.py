"""Who can strike the King within one turn (K5, K8, K9, K12, K13, K27), and how far runs go.

A run is a pawn's mana moves of one turn. What it has to spend is a word (stacks.py). A table has
the tiles that each word reaches from each tile of an empty board; only where it shows the King, or
bare mana from which a run goes on, are the ways there looked at one by one.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

from strata.core.geometry import KNIGHT as LEAPS
from strata.core.geometry import RectangularBoard
from strata.games.kyo.evaluation.runs import patterns, rows

if not cython.compiled:
    from strata.games.kyo.rules.bits import ONE, lowest, number
    from strata.games.kyo.rules.offers import NO_DIRECTION, Offers
    from strata.games.kyo.rules.stacks import (
        CANNON,
        EMPTY,
        KNIGHT,
        LIGHT_PAWN,
        MANA,
        PAWN,
        SHIELDED,
        TOWER,
    )
else:
    from cython.cimports.strata.games.kyo.rules.bits import ONE, lowest, number
    from cython.cimports.strata.games.kyo.rules.offers import NO_DIRECTION, Offers
    from cython.cimports.strata.games.kyo.rules.stacks import (
        CANNON,
        EMPTY,
        KNIGHT,
        LIGHT_PAWN,
        MANA,
        PAWN,
        SHIELDED,
        TOWER,
    )

# How many tiles the search for one run at the King may visit.
MOST_VISITS = cython.declare(cython.int, 40)
# In the two lowest bits of a slice.
SHIELD_ON_TOP = cython.declare(cython.int, 2)

# By tile and direction; 100 is beyond the edge.
BESIDE = cython.declare(cython.uchar[808])
# In strikes.pxd, sets of tiles of two words each: RUNS by word of mana and tile; AROUND and LEAPED,
# one step and one Knight's leap away, by tile. LENGTHS has the number of chips of each word.
if not cython.compiled:
    BESIDE = [0] * 808
    RUNS = [0] * 25600
    AROUND = [0] * 200
    LEAPED = [0] * 200
    LENGTHS = [0] * 128


def fill_runs() -> None:
    word: cython.int
    tile: cython.int
    row: cython.int
    rank: cython.int
    file: cython.int
    line: cython.ulonglong
    place: cython.int
    for word, pattern in enumerate(patterns()):
        LENGTHS[word] = max(word.bit_length() - 1, 0)
        lines = rows(pattern)
        for row in range(13):
            if lines[row] == 0:
                continue
            for tile in range(100):
                rank = tile // 10 + row - 6
                if rank < 0 or rank > 9:
                    continue
                line = lines[row]
                line = ((line << (tile % 10)) >> 6) & 1023
                for file in range(10):
                    if (line >> file) & 1:
                        place = 10 * rank + file
                        RUNS[2 * (100 * word + tile) + (place >> 6)] |= ONE << (place & 63)


def fill_steps() -> None:
    board = RectangularBoard(10, 10)
    steps = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
    place: cython.int
    for tile in range(100):
        for index in range(8):
            target = board.step(tile, steps[index])
            place = 100 if target is None else target
            BESIDE[8 * tile + index] = place
            if target is not None:
                AROUND[2 * tile + (place >> 6)] |= ONE << (place & 63)
            target = board.step(tile, LEAPS[index])
            if target is not None:
                place = target
                LEAPED[2 * tile + (place >> 6)] |= ONE << (place & 63)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ground_word(state: Offers, tile: cython.int, seat: cython.int) -> cython.int:
    """The mana that a pawn of `seat` can use on the bare mana of `tile`."""
    if state.tops[tile] == MANA + seat:
        return state.words[tile]
    return 2 | (state.chips[state.uppers[tile]] & 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def joined(carried: cython.int, ground: cython.int) -> cython.int:
    """The word of what is carried on top of what lies there."""
    length: cython.int = LENGTHS[carried]
    word: cython.int = (ground << length) | (carried & ((1 << length) - 1))
    return word if word < 128 else (word & 63) | 64


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def sees(
    goals: cython.p_ulonglong, seat: cython.int, word: cython.int, tile: cython.int
) -> cython.bint:
    """Whether a run with the mana of `word` could reach a goal of `seat`, nothing in its way."""
    place: cython.int = 200 * word + 2 * tile
    return ((RUNS[place] & goals[2 * seat]) | (RUNS[place + 1] & goals[2 * seat + 1])) != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def runs_to_king(
    state: Offers,
    seat: cython.int,
    goals: cython.p_ulonglong,
    tile: cython.int,
    word: cython.int,
    previous: cython.int,
    tower: cython.bint,
    visits: cython.p_int,
) -> cython.bint:
    """Whether mana moves from `tile`, with the mana of `word`, can strike the King (K9, K12).

    Of each kind it is best to leave the lowest chip behind: that keeps the most.
    """
    place: cython.int
    way: cython.int
    kind: cython.int
    used: cython.int = 0
    rest: cython.int
    target: cython.int
    top: cython.int
    king: cython.int = state.king_tiles[1 - seat]
    for place in range(LENGTHS[word] - 1, -1, -1):
        kind = (word >> place) & 1
        if (used >> kind) & 1:
            continue
        used |= 1 << kind
        for way in range(kind, 8, 2):
            if previous != NO_DIRECTION and (way & 1) == (previous & 1) and way != previous:
                continue
            target = BESIDE[8 * tile + way]
            if target == king:
                return True
            rest = (word & ((1 << place) - 1)) | (1 << place)
            top = state.tops[target]
            if (top & 6) == MANA:
                rest = joined(rest, ground_word(state, target, seat))
            elif top != EMPTY and not (tower and top == SHIELDED):
                continue
            if sees(goals, seat, rest, target):
                visits[0] -= 1
                if visits[0] < 0:
                    return False
                if runs_to_king(state, seat, goals, target, rest, way, tower, visits):
                    return True
    return False


def find_goals(state, seat, goals):
    """The enemy King's tile and the bare mana from which a run of `seat` may go on to it."""
    half: cython.int
    tile: cython.int
    found: cython.bint = True
    passes: cython.int = 0
    bits: cython.ulonglong
    king: cython.int = state.king_tiles[1 - seat]
    goals[2 * seat] = 0
    goals[2 * seat + 1] = 0
    goals[2 * seat + (king >> 6)] = ONE << (king & 63)
    while found and passes < 3:
        found = False
        passes += 1
        for half in range(2):
            bits = state.areas[2 * MANA + half] | state.areas[2 * (MANA + 1) + half]
            bits &= ~goals[2 * seat + half]
            while bits:
                tile = 64 * half + lowest(bits)
                bits &= bits - 1
                if sees(goals, seat, ground_word(state, tile, seat), tile):
                    goals[2 * seat + half] |= ONE << (tile & 63)
                    found = True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def neighbours(state: Offers, seat: cython.int, tile: cython.int) -> cython.int:
    """How many tiles around `tile` belong to `seat` (K2)."""
    half: cython.int
    count: cython.int = 0
    for half in range(2):
        count += number(
            (state.areas[2 * (MANA + seat) + half] | state.areas[2 * (PAWN + seat) + half])
            & AROUND[2 * tile + half]
        )
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def shoots_king(state: Offers, tile: cython.int, king: cython.int) -> cython.bint:
    """K27."""
    way: cython.int
    target: cython.int
    if state.lifts[tile] == 0 or (state.slices[tile] & 3) == SHIELD_ON_TOP:
        return False
    for way in range(state.slices[tile] & 1, 8, 2):
        target = BESIDE[8 * tile + way]
        if target == king:
            continue
        while state.tops[target] == EMPTY:
            target = BESIDE[8 * target + way]
        if target == king:
            return True
    return False


def strikes_king(state, seat, goals, tile, way):
    """Whether the pawn of `seat` on `tile` can strike the enemy King in one turn.

    `way` is the direction of a run that it is in the middle of.
    """
    visits: cython.int[1]
    if not cython.compiled:
        visits = [0]
    kind: cython.int = state.pawns[tile] & 7
    king: cython.int = state.king_tiles[1 - seat]
    word: cython.int = state.words[tile]
    if way == NO_DIRECTION:
        if kind == KNIGHT:
            if (LEAPED[2 * tile + (king >> 6)] >> (king & 63)) & 1:
                return True
        elif (AROUND[2 * tile + (king >> 6)] >> (king & 63)) & 1:
            if kind != LIGHT_PAWN:
                return True
            return neighbours(state, seat, king) > neighbours(state, 1 - seat, tile)  # K13
        if kind == CANNON and shoots_king(state, tile, king):
            return True
    if not sees(goals, seat, word, tile):
        return False
    visits[0] = MOST_VISITS
    return runs_to_king(state, seat, goals, tile, word, way, kind == TOWER, visits)


fill_runs()
fill_steps()
