"""What the rules of Kyo offer (K5–K10, K13, K16–K22, K25–K27): the actions of each phase.

    directions   7 0 1     even: orthogonal, the way of dark mana
                 6 · 2     odd: diagonal, the way of light mana
                 5 4 3

An action is `kind << 19 | from << 12 | to << 5 | k`, a shuffle `kind << 19 | from << 12 | order`.

Each writer of actions writes from place `count` on, may leave up to six numbers that mean nothing
behind its last action, and returns the new count: writing all slices a pawn could ever take and
counting those it can is faster than asking for each.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

from strata.core.geometry import KNIGHT as LEAPS
from strata.core.geometry import RectangularBoard
from strata.games.kyo.rules.shuffles import (
    DARK,
    LIGHT,
    SHIELD,
    every_slice,
    orders,
    slice_number,
    topmost,
)

if not cython.compiled:
    from strata.games.kyo.rules.bits import lowest
    from strata.games.kyo.rules.stacks import (
        CANNON,
        EMPTY,
        KNIGHT,
        LIGHT_PAWN,
        MANA,
        PAWN,
        QUEEN,
        SHIELD_CHIP,
        SHIELDED,
        TOWER,
        Stacks,
    )
else:
    from cython.cimports.strata.games.kyo.rules.bits import lowest
    from cython.cimports.strata.games.kyo.rules.stacks import (
        CANNON,
        EMPTY,
        KNIGHT,
        LIGHT_PAWN,
        MANA,
        PAWN,
        QUEEN,
        SHIELD_CHIP,
        SHIELDED,
        TOWER,
        Stacks,
    )

# Kinds of actions.
MOVE = 0
CHIPS = 1
ATTACK = 2
SHOT = 3
SHUFFLE = 4
END = 5
# Phases: nothing done yet, B, M, D.
START = 0
BEFORE = 1
MANA_MOVES = 2
DEPLOYING = 3

NO_DIRECTION = 8
MOST_MANA_MOVES = cython.declare(cython.int, 20)

# How many slices may go onto a tile: eight bits for each kind of top.
TO_OPEN = cython.declare(cython.ulonglong, 1 | 1 << 32 | 1 << 40)
TO_SHIELD = cython.declare(cython.ulonglong, 1 << 8)
TO_PAWN = cython.declare(cython.ulonglong, 1 << 48)

# Where the eight steps from each tile lead, then from 800 on the eight leaps.
STEPS = cython.declare(cython.int, 0)
KNIGHT_LEAPS = cython.declare(cython.int, 800)
TARGETS = cython.declare(cython.uchar[1600])
# By the number of a slice: how many chips from the top down are shields, how many mana.
SHIELDS_ON_TOP = cython.declare(cython.uchar[2048])
MANA_ON_TOP = cython.declare(cython.uchar[2048])
# The orders of slice s are ORDERS[FIRST_ORDER[s]] up to ORDERS[FIRST_ORDER[s + 1] - 1].
FIRST_ORDER = cython.declare(cython.short[2049])
ORDERS = cython.declare(cython.short[1344])
if not cython.compiled:
    TARGETS = [0] * 1600
    SHIELDS_ON_TOP = [0] * 2048
    MANA_ON_TOP = [0] * 2048
    FIRST_ORDER = [0] * 2049
    ORDERS = [0] * 1344


def fill_targets() -> None:
    board = RectangularBoard(10, 10)
    steps = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
    for tile in range(100):
        for index in range(8):
            for first, way in ((0, steps[index]), (800, LEAPS[index])):
                target = board.step(tile, way)
                TARGETS[first + 8 * tile + index] = 100 if target is None else target


def fill_slices() -> None:
    found = {}
    for chips in every_slice():
        number = slice_number(chips)
        found[number] = orders(chips)
        SHIELDS_ON_TOP[number] = topmost(chips, (SHIELD,))
        MANA_ON_TOP[number] = topmost(chips, (DARK, LIGHT))
    place = 0
    for number in range(2048):
        FIRST_ORDER[number] = place
        for order in found.get(number, ()):
            ORDERS[place] = order
            place += 1
    FIRST_ORDER[2048] = place


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def entered(kind: cython.int, seat: cython.int) -> cython.ulonglong:
    """K5: a one for each kind of top that a pawn may step onto; not for Light Pawns."""
    tops: cython.ulonglong = TO_OPEN | (TO_PAWN << (8 * (1 - seat)))
    return tops | TO_SHIELD if kind == TOWER else tops


class Offers(Stacks):
    """The stacks, who acts, and the memory of a turn in progress (section 4).

    `tile` is where the pawn of the turn is; flag `c` is `on_enemy`, flag `s` is `shuffled`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.mover = 0
        self.forget_turn()

    def forget_turn(self):
        """Nothing is done yet."""
        self.phase = START
        self.tile = 0
        self.direction = NO_DIRECTION
        self.mana_moves_made = 0
        self.on_enemy = False
        self.shuffled = False

    def outnumbers(self, tile, target):
        """K13."""
        index: cython.int
        own: cython.int = 0
        enemy: cython.int = 0
        for index in range(8):
            own += (self.tops[TARGETS[8 * target + index]] & 5) == MANA + self.mover
            enemy += (self.tops[TARGETS[8 * tile + index]] & 5) == MANA + 1 - self.mover
        return own > enemy

    def light_pawn_moves(self, actions, count, tile):
        """K5, K7, K13, K16 for a Light Pawn."""
        index: cython.int
        target: cython.longlong
        top: cython.int
        base: cython.longlong = tile << 12
        ways: cython.ulonglong = TO_OPEN | TO_SHIELD
        for index in range(8 * tile, 8 * tile + 8):
            target = TARGETS[index]
            top = self.tops[target]
            actions[count] = base | (target << 5) | ((ATTACK << 19) if top == SHIELDED else MOVE)
            if top == PAWN + 1 - self.mover:
                count += self.outnumbers(tile, target)
            else:
                count += (ways >> (8 * top)) & 1
        return count

    def pawn_moves(self, actions, count, tile, first):
        """K7, K16, K25: with every slice to the eight targets of the table from `first` on."""
        index: cython.int
        k: cython.int
        shift: cython.int
        target: cython.longlong
        action: cython.longlong
        base: cython.longlong = tile << 12
        kind: cython.int = self.pawns[tile] & 7
        ways: cython.ulonglong = entered(kind, self.mover) * (self.lifts[tile] + 1)
        attacks: cython.ulonglong = 0 if kind == TOWER else TO_SHIELD
        first += 8 * tile
        for index in range(first, first + 8):
            target = TARGETS[index]
            shift = 8 * self.tops[target]
            action = base | (target << 5)
            for k in range(6):
                actions[count + k] = action + k
            count += (ways >> shift) & 255
            actions[count] = action | (ATTACK << 19)
            count += (attacks >> shift) & 255
        return count

    def mana_moves(self, actions, count, tile, previous):
        """K8, K9, K16, K25: the steps that are mana moves, after one in direction `previous`."""
        k: cython.int
        way: cython.int
        top: cython.int
        target: cython.longlong
        chip: cython.int = self.uppers[tile]
        attacked: cython.int = 0
        base: cython.longlong = tile << 12
        tops: cython.ulonglong = entered(self.pawns[tile] & 7, self.mover)
        for k in range(self.lifts[tile] + 1):
            if chip == 0:
                break
            if self.chips[chip] != SHIELD_CHIP:
                for way in range(self.chips[chip] & 1, 8, 2):
                    if previous != NO_DIRECTION and (way & 1) == (previous & 1) and way != previous:
                        continue
                    target = TARGETS[8 * tile + way]
                    top = self.tops[target]
                    if (tops >> (8 * top)) & 1:
                        actions[count] = base | (target << 5) | k
                        count += 1
                    elif top == SHIELDED and not (attacked >> way) & 1:
                        attacked |= 1 << way
                        actions[count] = (ATTACK << 19) | base | (target << 5)
                        count += 1
            chip = self.below[chip]
        return count

    def chip_moves(self, actions, count, tile, ways):
        """K18, K19: as many slices without the pawn as `ways` says for each kind of top."""
        index: cython.int
        k: cython.int
        number: cython.int
        target: cython.longlong
        action: cython.longlong
        base: cython.longlong = (CHIPS << 19) | (tile << 12)
        for index in range(8 * tile, 8 * tile + 8):
            target = TARGETS[index]
            number = (ways >> (8 * self.tops[target])) & 255
            action = base | (target << 5)
            for k in range(5):
                actions[count + k] = action + k + 1
            for k in range(5, number):
                actions[count + k] = action + k + 1
            count += number
        return count

    def chip_ways(self, tile):
        """K6: how many slices without the pawn may go onto each kind of top."""
        lift: cython.ulonglong = self.lifts[tile]
        part: cython.int = self.slices[tile]
        mana: cython.ulonglong = lift if self.pawns[tile] == 0 else MANA_ON_TOP[part]
        return (
            TO_OPEN * lift | TO_SHIELD * SHIELDS_ON_TOP[part] | (TO_PAWN * mana) << (8 * self.mover)
        )

    def shields_on_top(self, tile):
        """How many shields lie uppermost among the chips that can be lifted."""
        return SHIELDS_ON_TOP[self.slices[tile]]

    def shuffles(self, actions, count, tile):
        """K21."""
        index: cython.int
        part: cython.int = self.slices[tile]
        base: cython.longlong = (SHUFFLE << 19) | (tile << 12)
        for index in range(FIRST_ORDER[part], FIRST_ORDER[part + 1]):
            actions[count] = base | ORDERS[index]
            count += 1
        return count

    def shots(self, actions, count, tile):
        """K27."""
        way: cython.int
        top: cython.int
        distance: cython.int
        target: cython.longlong
        part: cython.int = self.slices[tile]
        if MANA_ON_TOP[part] == 0:
            return count
        for way in range(part & 1, 8, 2):
            target = TARGETS[8 * tile + way]
            distance = 1
            while self.tops[target] == EMPTY:
                target = TARGETS[8 * target + way]
                distance += 1
            top = self.tops[target]
            if distance > 1 and (top == SHIELDED or (top & 5) == MANA + 1 - self.mover):
                actions[count] = (SHOT << 19) | (tile << 12) | (target << 5)
                count += 1
        return count

    def stack_actions(self, actions, count, tile):
        """What phases Start and B offer with the stack on `tile`, which is the mover's."""
        kind: cython.int = self.pawns[tile] & 7
        if kind == LIGHT_PAWN:
            return self.light_pawn_moves(actions, count, tile)
        if kind == KNIGHT:
            count = self.mana_moves(actions, count, tile, NO_DIRECTION)
            count = self.pawn_moves(actions, count, tile, KNIGHT_LEAPS)
        elif kind:
            count = self.pawn_moves(actions, count, tile, STEPS)
        if self.lifts[tile] == 0:
            return count
        count = self.chip_moves(actions, count, tile, self.chip_ways(tile))
        if not self.shuffled:  # K22
            count = self.shuffles(actions, count, tile)
        if kind == CANNON:
            count = self.shots(actions, count, tile)
        return count

    def start_actions(self, actions):
        """What phase Start offers."""
        index: cython.int
        own: cython.int = MANA + self.mover
        number: cython.int = 0
        count: cython.int = 0
        tiles: cython.uchar[101]
        if not cython.compiled:
            tiles = [0] * 101
        for index in range(100):
            tiles[number] = index
            number += (self.tops[index] & 5) == own
        for index in range(number):
            count = self.stack_actions(actions, count, tiles[index])
        return count

    def turn_actions(self, actions):
        """What phases B, M and D offer besides `end`."""
        kind: cython.int = self.pawns[self.tile] & 7
        count: cython.int = 0
        ways: cython.ulonglong
        if self.phase == BEFORE:
            return self.stack_actions(actions, 0, self.tile)
        if self.phase == MANA_MOVES and self.mana_moves_made < MOST_MANA_MOVES:  # K10
            count = self.mana_moves(actions, 0, self.tile, self.direction)
        if kind == TOWER:  # K19
            ways = (TO_OPEN | TO_SHIELD) * SHIELDS_ON_TOP[self.slices[self.tile]]
            count = self.chip_moves(actions, count, self.tile, ways)
        elif kind == QUEEN and not self.shuffled:  # K22
            count = self.shuffles(actions, count, self.tile)
        return count

    def has_choice(self):
        """Whether there is anything but `end` to do."""
        tile: cython.int
        own: cython.bint
        room: cython.longlong[512]
        if not cython.compiled:
            room = [0] * 512
        if self.phase != START:
            return self.turn_actions(room) > 0
        for tile in range(100):
            own = (self.tops[tile] & 5) == MANA + self.mover
            if own and self.stack_actions(room, 0, tile) > 0:
                return True
        return False

    def has_open_step(self):
        """Whether a stack has a free tile or bare mana beside it; Knights do not step there."""
        index: cython.int
        half: cython.int
        tile: cython.int
        bits: cython.ulonglong
        for half in range(2):
            bits = self.areas[2 * (PAWN + self.mover) + half]
            bits |= self.areas[2 * (MANA + self.mover) + half]
            while bits:
                tile = 64 * half + lowest(bits)
                bits &= bits - 1
                if (self.pawns[tile] & 7) == KNIGHT:
                    continue
                for index in range(8 * tile, 8 * tile + 8):
                    if (TO_OPEN >> (8 * self.tops[TARGETS[index]])) & 1:
                        return True
        return False

    # For the game's notation and gestures.

    def rivals(self, code: int) -> int:
        """How many legal actions have the same two tiles as this one, itself included."""
        action: cython.longlong = code
        pair: cython.longlong = (action >> 5) & 16383
        index: cython.int
        count: cython.int
        number: cython.int = 0
        room: cython.longlong[512]
        if not cython.compiled:
            room = [0] * 512
        if self.phase == START:
            count = self.stack_actions(room, 0, pair >> 7)
        else:
            count = self.turn_actions(room)
        for index in range(count):
            if (room[index] >> 19) != SHUFFLE and ((room[index] >> 5) & 16383) == pair:
                number += 1
        return number


fill_targets()
fill_slices()
