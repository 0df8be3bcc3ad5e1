"""The evaluation of Kyo positions.

Games are decided at a King, and attacks are made with mana: a bare Heavy crawls, while one on three
chips strikes three tiles away, and a run may use the chips that lie on its way. So a pawn is worth
more the more mana lies under it, and mana counts twice: as material, since losing the last chip
loses the game and the last few are precious, and as the charge under pawns that can spend it. A
King who can be struck is lost if the striker is to move, and needs an answer otherwise. Short of
that, three things count: how much of the King's surroundings the enemy's runs cover, how close the
enemy's heavier pawns have come, and the shields deployed around the King, which only Towers cross.
A pawn that is covered by the enemy and not by its own side is loose: the seat to move next takes
the dearest one and may save one of its own. Bare mana within the enemy's reach is as good as spent.
Light Pawns are slow and strike only in company; they are worth least, and slightly more when they
have advanced. Waiting wins nothing, because of the clock: advancing on the enemy King is how a lead
becomes a win.

In the middle of a turn the position is judged as if the turn ended there, without the mana about to
be destroyed; only a pawn whose run can still reach the King counts as winning.
"""

from __future__ import annotations

from collections.abc import Mapping

import cython
from cython.cimports.strata.core.kernel.bits import count, lowest
from cython.cimports.strata.core.kernel.evaluation import Evaluation
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.kyo.evaluation.constants import CHIP_PRIZE, PRIZES, SCARCE
from cython.cimports.strata.games.kyo.evaluation.features import (
    ADVANCE,
    CHARGE,
    CHECK,
    EXPOSED,
    LIGHT_PAWNS,
    LOOSE,
    MANA_LEFT,
    PAWNS_BY_KIND,
    PRESSURE,
    PRIZE,
    SCARCITY,
    SHELTER,
    SIEGE,
    STRIKE,
    TEMPO,
)
from cython.cimports.strata.games.kyo.evaluation.strikes import find_goals, strikes_king
from cython.cimports.strata.games.kyo.evaluation.tables import (
    AROUND,
    CLOSENESS,
    LEAPED,
    LENGTHS,
    RUNS,
    SLICE_WORDS,
)
from cython.cimports.strata.games.kyo.rules.board import Board
from cython.cimports.strata.games.kyo.rules.constants import (
    ATTACK,
    BEFORE,
    END,
    KING,
    KNIGHT,
    LIGHT_PAWN,
    MANA,
    MANA_MOVES,
    MOST_MANA_MOVES,
    MOVE,
    NO_DIRECTION,
    PAWN,
    SHIELDED,
    SHOT,
    SHUFFLE,
    START,
    chips_of,
    from_of,
    kind_of,
    to_of,
)
from cython.cimports.strata.games.kyo.rules.stacks import lowest_before

from strata.games.kyo.evaluation.features import FEATURES

# Features.


def mana_about_to_go(board: Board) -> cython.int:
    """Return the number of enemy chips that are destroyed if the turn ends here (K15)."""
    enemy: cython.int = 1 - board.mover
    number: cython.int = 0
    chip: cython.int
    if board.on_enemy:
        chip = lowest_before(board, board.tile, enemy)
        chip = board.below[chip] if chip else board.uppers[board.tile]
        while chip and (board.chips[chip] >> 1) == enemy:
            number += 1
            chip = board.below[chip]
    return number


def measure_pawns(
    board: Board,
    seat: cython.int,
    goals: cython.p_ulonglong,
    covered: cython.p_ulonglong,
    features: cython.p_int,
) -> cython.int:
    """Add the features of the pawns of `seat` and write what they cover.

    Returns the number of pawns that can strike the enemy King.
    """
    half: cython.int
    tile: cython.int
    kind: cython.int
    place: cython.int
    bits: cython.ulonglong
    low: cython.ulonglong = 0
    high: cython.ulonglong = 0
    strikers: cython.int = 0
    charge: cython.int = 0
    siege: cython.int = 0
    advance: cython.int = 0
    sign: cython.int = 1 - 2 * seat
    king: cython.int = board.king_tiles[1 - seat]
    for half in range(2):
        bits = board.areas[2 * (PAWN + seat) + half]
        while bits:
            tile = 64 * half + lowest(bits)
            bits &= bits - 1
            kind = board.pawns[tile] & 7
            strikers += strikes_king(board, seat, goals, tile, NO_DIRECTION)
            if kind == LIGHT_PAWN:
                features[LIGHT_PAWNS] += sign
                advance += 9 - tile // 10 if seat else tile // 10
                continue
            place = 200 * board.words[tile] + 2 * tile
            charge += LENGTHS[board.words[tile]]
            low |= RUNS[place]
            high |= RUNS[place + 1]
            if kind == KNIGHT:
                low |= LEAPED[2 * tile]
                high |= LEAPED[2 * tile + 1]
            else:
                low |= AROUND[2 * tile]
                high |= AROUND[2 * tile + 1]
            if kind != KING:
                siege += CLOSENESS[100 * tile + king]
                features[PAWNS_BY_KIND[kind]] += sign
    covered[2 * seat] = low
    covered[2 * seat + 1] = high
    features[CHARGE] += sign * charge
    features[SIEGE] += sign * siege
    features[ADVANCE] += sign * advance
    return strikers


def measure_loose(
    board: Board,
    seat: cython.int,
    acts: cython.bint,
    covered: cython.p_ulonglong,
    features: cython.p_int,
) -> cython.void:
    """Add the pawns of `seat` that only the enemy covers; `acts` says whether `seat` moves next."""
    half: cython.int
    tile: cython.int
    prize: cython.int
    best: cython.int = 0
    total: cython.int = 0
    bits: cython.ulonglong
    sign: cython.int = 1 - 2 * seat
    for half in range(2):
        bits = board.areas[2 * (PAWN + seat) + half]
        bits &= covered[2 * (1 - seat) + half] & ~covered[2 * seat + half]
        while bits:
            tile = 64 * half + lowest(bits)
            bits &= bits - 1
            prize = PRIZES[board.pawns[tile] & 7] + CHIP_PRIZE * LENGTHS[board.words[tile]]
            total += prize
            if prize > best:
                best = prize
    features[LOOSE] += sign * (total - best)
    if not acts:
        features[PRIZE] -= sign * best


def measure_tiles(
    board: Board,
    seat: cython.int,
    mana: cython.int,
    covered: cython.p_ulonglong,
    features: cython.p_int,
) -> cython.void:
    """Add the features of `seat` besides its pawns; `mana` is the number of its chips left."""
    half: cython.int
    own: cython.int = board.king_tiles[seat]
    king: cython.int = board.king_tiles[1 - seat]
    sign: cython.int = 1 - 2 * seat
    pressure: cython.int = 0
    exposed: cython.int = 0
    shelter: cython.int = 0
    tiles: cython.ulonglong
    shields: cython.ulonglong
    for half in range(2):
        tiles = covered[2 * seat + half]
        shields = board.areas[2 * SHIELDED + half]
        pressure += count(tiles & AROUND[2 * king + half] & ~shields)
        exposed += count(board.areas[2 * (MANA + seat) + half] & covered[2 * (1 - seat) + half])
        shelter += count(shields & AROUND[2 * own + half])
    features[MANA_LEFT] += sign * mana
    if mana < SCARCE:
        features[SCARCITY] += sign * (SCARCE - mana) * (SCARCE - mana)
    features[EXPOSED] += sign * exposed
    features[PRESSURE] += sign * pressure * pressure
    features[SHELTER] += sign * shelter


def goes_on_to_king(board: Board, goals: cython.p_ulonglong) -> cython.bint:
    """Return whether the turn in progress can still strike the King."""
    if board.phase == BEFORE:
        return strikes_king(board, board.mover, goals, board.tile, NO_DIRECTION)
    if board.phase == MANA_MOVES and board.mana_moves_made < MOST_MANA_MOVES:
        return strikes_king(board, board.mover, goals, board.tile, board.direction)
    return False


def measure_board(board: Board, features: cython.p_int) -> cython.void:
    seat: cython.int
    acts: cython.int = board.mover if board.phase == START else 1 - board.mover
    sign: cython.int = 1 - 2 * acts
    gone: cython.int = mana_about_to_go(board)
    goals: cython.ulonglong[4]
    covered: cython.ulonglong[4]
    strikers: cython.int[2]
    for seat in range(2):
        find_goals(board, seat, goals)
        strikers[seat] = measure_pawns(board, seat, goals, covered, features)
    for seat in range(2):
        measure_loose(board, seat, seat == acts, covered, features)
        measure_tiles(
            board, seat, board.mana[seat] - (gone if seat != board.mover else 0), covered, features
        )
    features[TEMPO] = sign
    if board.phase != START and goes_on_to_king(board, goals):
        features[STRIKE] = -sign
    elif strikers[acts]:
        features[STRIKE] = sign
    else:
        features[CHECK] = -sign * strikers[1 - acts]


# Promises.


def promise_of_move(
    board: Board, tile: cython.int, target: cython.int, k: cython.int
) -> cython.int:
    """Return the promise of a pawn move: for what it strikes, or for a run in reach of the King."""
    enemy: cython.int = 1 - board.mover
    top: cython.int = board.tops[target]
    king: cython.int = board.king_tiles[enemy]
    word: cython.int
    if top == PAWN + enemy:
        if target == king:
            return 30000
        return 100 + 10 * PRIZES[board.pawns[target] & 7] + 20 * LENGTHS[board.words[target]]
    if top == MANA + enemy:
        return 40
    if k:
        word = SLICE_WORDS[(board.slices[tile] & ((1 << (2 * k)) - 1)) | (1 << (2 * k))]
        if (RUNS[200 * word + 2 * target + (king >> 6)] >> (king & 63)) & 1:
            return 20
    return 0


def promise_of(board: Board, action: cython.longlong) -> cython.int:
    kind: cython.int = kind_of(action)
    target: cython.int = to_of(action)
    if kind == MOVE:
        return promise_of_move(board, from_of(action), target, chips_of(action))
    if kind == SHOT:
        if board.tops[target] != PAWN + 1 - board.mover:
            return -10
        if target == board.king_tiles[1 - board.mover]:
            return 30000
        return 60 + 10 * PRIZES[board.pawns[target] & 7]
    if kind == END:
        return 30 if board.on_enemy else 0
    if kind == ATTACK:
        return 0
    return -20 if kind == SHUFFLE else -10


class KyoEvaluation(Evaluation):
    """The evaluation of Kyo positions."""

    def __init__(self, weights: Mapping[str, int] | None = None) -> None:
        super().__init__(FEATURES, weights)
        self.breadth = 4

    def measure(self, state: State, features: cython.p_int) -> cython.void:
        measure_board(cython.cast(Board, state), features)

    def promise(self, state: State, action: cython.longlong) -> cython.int:
        return promise_of(cython.cast(Board, state), action)
