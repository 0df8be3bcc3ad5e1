"""What a position of Kyo is worth.

Games end at a King. Mana is what makes an attack: a bare Heavy crawls, while one on three chips
strikes three tiles away, and a run may pick up or use the chips that lie about. So a pawn is worth
the more the more mana lies under it, and mana is counted twice: as such, since losing the last chip
loses the game and the last few are dear; and as the charge under pawns that can spend it. A King
who can be struck is lost if the striker is to move, and must be seen to if not; short of that, what
counts is how much of the King's surroundings the enemy's runs cover, how close the enemy's heavier
pawns have come, and the shields deployed around him, which only Towers cross. A pawn that is
covered by the enemy and not by its own side is loose: who moves next takes the dearest one and may
save one of his own. Bare mana within the enemy's reach is as good as spent. Light Pawns are slow
and strike only in company; they are worth least, and a little more when they have gone forward. The
clock and the opponent do not wait: going towards the enemy King is how a lead is turned into a win.

In the middle of a turn the position is judged as if the turn ended there (mana about to be
destroyed is gone), except that a pawn whose run can still reach the King wins.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

from collections.abc import Mapping

import cython

from strata.games.kyo.rules.shuffles import SHIELD, every_slice, slice_number

if not cython.compiled:
    from strata.core.kernel.evaluation import Evaluation
    from strata.core.kernel.state import State
    from strata.games.kyo.evaluation.strikes import (
        AROUND,
        LEAPED,
        LENGTHS,
        RUNS,
        find_goals,
        strikes_king,
    )
    from strata.games.kyo.rules.bits import lowest, number
    from strata.games.kyo.rules.offers import (
        ATTACK,
        BEFORE,
        END,
        MANA_MOVES,
        MOVE,
        NO_DIRECTION,
        SHOT,
        SHUFFLE,
        START,
        Offers,
    )
    from strata.games.kyo.rules.stacks import KING, KNIGHT, LIGHT_PAWN, MANA, PAWN, SHIELDED
else:
    from cython.cimports.strata.core.kernel.evaluation import Evaluation
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.games.kyo.evaluation.strikes import (
        AROUND,
        LEAPED,
        LENGTHS,
        RUNS,
        find_goals,
        strikes_king,
    )
    from cython.cimports.strata.games.kyo.rules.bits import lowest, number
    from cython.cimports.strata.games.kyo.rules.offers import (
        ATTACK,
        BEFORE,
        END,
        MANA_MOVES,
        MOVE,
        NO_DIRECTION,
        SHOT,
        SHUFFLE,
        START,
        Offers,
    )
    from cython.cimports.strata.games.kyo.rules.stacks import (
        KING,
        KNIGHT,
        LIGHT_PAWN,
        MANA,
        PAWN,
        SHIELDED,
    )

WEIGHTS: dict[str, int] = {
    "light-pawns": 34,
    "heavies": 106,
    "towers": 107,
    "queens": 144,
    "knights": 130,
    "cannons": 120,
    "mana": 16,
    "scarce": -3,
    "charge": 9,
    "exposed": -6,
    "prize": 3,
    "loose": -3,
    "pressure": 2,
    "siege": 7,
    "shelter": 10,
    "advance": 2,
    "check": 61,
    "strike": 2500,
    "tempo": 10,
}
# Places among the features after the kinds of pawns.
F_MANA = cython.declare(cython.int, 6)
F_SCARCE = cython.declare(cython.int, 7)
F_CHARGE = cython.declare(cython.int, 8)
F_EXPOSED = cython.declare(cython.int, 9)
F_PRIZE = cython.declare(cython.int, 10)
F_LOOSE = cython.declare(cython.int, 11)
F_PRESSURE = cython.declare(cython.int, 12)
F_SIEGE = cython.declare(cython.int, 13)
F_SHELTER = cython.declare(cython.int, 14)
F_ADVANCE = cython.declare(cython.int, 15)
F_CHECK = cython.declare(cython.int, 16)
F_STRIKE = cython.declare(cython.int, 17)
F_TEMPO = cython.declare(cython.int, 18)

# With how little mana it becomes scarce.
SCARCE = cython.declare(cython.int, 8)
MOST_MANA_MOVES = cython.declare(cython.int, 20)
# What striking a pawn brings, in tens of points, by kind; a chip of mana under it.
PRIZES = cython.declare(cython.int[8])
CHIP_PRIZE = cython.declare(cython.int, 2)

# By two tiles: 9 less their distance in King's steps.
CLOSENESS = cython.declare(cython.uchar[10000])
# By the number of a slice: its mana as a word.
SLICE_WORDS = cython.declare(cython.uchar[2048])
if not cython.compiled:
    PRIZES = [0] * 8
    CLOSENESS = [0] * 10000
    SLICE_WORDS = [0] * 2048


def fill_tables() -> None:
    for tile in range(100):
        for target in range(100):
            across = abs(tile % 10 - target % 10)
            CLOSENESS[100 * tile + target] = 9 - max(across, abs(tile // 10 - target // 10))
    for index, prize in enumerate((0, 4, 10, 11, 12, 0, 13, 12)):
        PRIZES[index] = prize
    for chips in every_slice():
        word = 1
        for chip in chips:
            if chip != SHIELD:
                word = 2 * word + chip
        SLICE_WORDS[slice_number(chips)] = word


# Features.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mana_about_to_go(state: Offers) -> cython.int:
    """K15: how many chips of the enemy are destroyed if the turn ends here."""
    enemy: cython.int = 1 - state.mover
    count: cython.int = 0
    chip: cython.int
    if state.on_enemy:
        chip = state.lowest_before(state.tile, enemy)
        chip = state.below[chip] if chip else state.uppers[state.tile]
        while chip and (state.chips[chip] >> 1) == enemy:
            count += 1
            chip = state.below[chip]
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def measure_pawns(
    state: Offers,
    seat: cython.int,
    goals: cython.p_ulonglong,
    covered: cython.p_ulonglong,
    features: cython.p_int,
) -> cython.int:
    """Features of each pawn of `seat`; what they cover; how many can strike the enemy King."""
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
    king: cython.int = state.king_tiles[1 - seat]
    for half in range(2):
        bits = state.areas[2 * (PAWN + seat) + half]
        while bits:
            tile = 64 * half + lowest(bits)
            bits &= bits - 1
            kind = state.pawns[tile] & 7
            strikers += strikes_king(state, seat, goals, tile, NO_DIRECTION)
            if kind == LIGHT_PAWN:
                features[0] += sign
                advance += 9 - tile // 10 if seat else tile // 10
                continue
            place = 200 * state.words[tile] + 2 * tile
            charge += LENGTHS[state.words[tile]]
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
                features[kind - 1 - (kind > KING)] += sign
    covered[2 * seat] = low
    covered[2 * seat + 1] = high
    features[F_CHARGE] += sign * charge
    features[F_SIEGE] += sign * siege
    features[F_ADVANCE] += sign * advance
    return strikers


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def measure_loose(
    state: Offers,
    seat: cython.int,
    acts: cython.bint,
    covered: cython.p_ulonglong,
    features: cython.p_int,
) -> cython.void:
    """The pawns of `seat` that the enemy covers and `seat` does not; `acts`: it moves next."""
    half: cython.int
    tile: cython.int
    prize: cython.int
    best: cython.int = 0
    total: cython.int = 0
    bits: cython.ulonglong
    sign: cython.int = 1 - 2 * seat
    for half in range(2):
        bits = state.areas[2 * (PAWN + seat) + half]
        bits &= covered[2 * (1 - seat) + half] & ~covered[2 * seat + half]
        while bits:
            tile = 64 * half + lowest(bits)
            bits &= bits - 1
            prize = PRIZES[state.pawns[tile] & 7] + CHIP_PRIZE * LENGTHS[state.words[tile]]
            total += prize
            if prize > best:
                best = prize
    features[F_LOOSE] += sign * (total - best)
    if not acts:
        features[F_PRIZE] -= sign * best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def measure_tiles(
    state: Offers,
    seat: cython.int,
    mana: cython.int,
    covered: cython.p_ulonglong,
    features: cython.p_int,
) -> cython.void:
    """What `seat` has besides its pawns; `mana` is how much is left to it."""
    half: cython.int
    own: cython.int = state.king_tiles[seat]
    king: cython.int = state.king_tiles[1 - seat]
    sign: cython.int = 1 - 2 * seat
    pressure: cython.int = 0
    exposed: cython.int = 0
    shelter: cython.int = 0
    tiles: cython.ulonglong
    shields: cython.ulonglong
    for half in range(2):
        tiles = covered[2 * seat + half]
        shields = state.areas[2 * SHIELDED + half]
        pressure += number(tiles & AROUND[2 * king + half] & ~shields)
        exposed += number(state.areas[2 * (MANA + seat) + half] & covered[2 * (1 - seat) + half])
        shelter += number(shields & AROUND[2 * own + half])
    features[F_MANA] += sign * mana
    if mana < SCARCE:
        features[F_SCARCE] += sign * (SCARCE - mana) * (SCARCE - mana)
    features[F_EXPOSED] += sign * exposed
    features[F_PRESSURE] += sign * pressure * pressure
    features[F_SHELTER] += sign * shelter


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def goes_on_to_king(state: Offers, goals: cython.p_ulonglong) -> cython.bint:
    """Whether the turn in progress can still strike the King."""
    if state.phase == BEFORE:
        return strikes_king(state, state.mover, goals, state.tile, NO_DIRECTION)
    if state.phase == MANA_MOVES and state.mana_moves_made < MOST_MANA_MOVES:
        return strikes_king(state, state.mover, goals, state.tile, state.direction)
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def measure_board(state: Offers, features: cython.p_int) -> cython.void:
    seat: cython.int
    acts: cython.int = state.mover if state.phase == START else 1 - state.mover
    sign: cython.int = 1 - 2 * acts
    gone: cython.int = mana_about_to_go(state)
    goals: cython.ulonglong[4]
    covered: cython.ulonglong[4]
    strikers: cython.int[2]
    if not cython.compiled:
        goals, covered, strikers = [0] * 4, [0] * 4, [0] * 2
    for seat in range(2):
        find_goals(state, seat, goals)
        strikers[seat] = measure_pawns(state, seat, goals, covered, features)
    for seat in range(2):
        measure_loose(state, seat, seat == acts, covered, features)
        measure_tiles(
            state, seat, state.mana[seat] - (gone if seat != state.mover else 0), covered, features
        )
    features[F_TEMPO] = sign
    if state.phase != START and goes_on_to_king(state, goals):
        features[F_STRIKE] = -sign
    elif strikers[acts]:
        features[F_STRIKE] = sign
    else:
        features[F_CHECK] = -sign * strikers[1 - acts]


# The order of actions.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def promise_of_move(
    state: Offers, tile: cython.int, target: cython.int, k: cython.int
) -> cython.int:
    """A strike by what it removes; a run by whether the King is within its reach."""
    enemy: cython.int = 1 - state.mover
    top: cython.int = state.tops[target]
    king: cython.int = state.king_tiles[enemy]
    word: cython.int
    if top == PAWN + enemy:
        if target == king:
            return 30000
        return 100 + 10 * PRIZES[state.pawns[target] & 7] + 20 * LENGTHS[state.words[target]]
    if top == MANA + enemy:
        return 40
    if k:
        word = SLICE_WORDS[(state.slices[tile] & ((1 << (2 * k)) - 1)) | (1 << (2 * k))]
        if (RUNS[200 * word + 2 * target + (king >> 6)] >> (king & 63)) & 1:
            return 20
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def promise_of(state: Offers, action: cython.longlong) -> cython.int:
    kind: cython.longlong = action >> 19
    tile: cython.int = (action >> 12) & 127
    target: cython.int = (action >> 5) & 127
    if kind == MOVE:
        return promise_of_move(state, tile, target, action & 31)
    if kind == SHOT:
        if state.tops[target] != PAWN + 1 - state.mover:
            return -10
        if target == state.king_tiles[1 - state.mover]:
            return 30000
        return 60 + 10 * PRIZES[state.pawns[target] & 7]
    if kind == END:
        return 30 if state.on_enemy else 0
    if kind == ATTACK:
        return 0
    return -20 if kind == SHUFFLE else -10


@cython.cclass
class KyoEvaluation(Evaluation):
    """Judges positions of Kyo."""

    def __init__(self, weights: Mapping[str, int] | None = None) -> None:
        super().__init__({**WEIGHTS, **(weights or {})})
        self.breadth = 4

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def measure(self, state: State, features: cython.p_int) -> cython.void:
        measure_board(cython.cast(Offers, state), features)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def promise(self, state: State, action: cython.longlong) -> cython.int:
        return promise_of(cython.cast(Offers, state), action)


fill_tables()
