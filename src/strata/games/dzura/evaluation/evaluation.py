"""What a position of Dzura is worth, for any definition.

The game ends by mate, and nothing leaves it: what is captured comes back as the captor's, so the
kings decide and a piece lost counts twice. A king lives by his cover: own pieces next to him and
tiles to go to are worth much, and he dies when several pieces attack the tiles around him at once,
most of all tiles that nobody but he guards. A piece is worth what it can reach: the tiles next in
its steps and strides, and a little for the tiles further along its strides, which are mostly
barred; all of that comes out of the tables, so that an army of one's own is judged like the
standard one. A piece in hand is worth a little less than one that stands: to drop it costs a turn,
it comes never with check and never past the first opposing piece of a column. So ground counts:
pieces far up the board attack, hold columns open for own drops and bar those of the opponent.
Promotion is forced and undone by capture; a piece close to the far line has part of it already.
Whoever is to move takes the best piece that is attacked and not guarded, or attacked by something
cheaper; of his own he saves one, but not two. With Court capture an opposing piece that is covered
is nearly taken; with ordnance tokens are worth having and marks hurt.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

from __future__ import annotations

from collections.abc import Mapping

import cython

if not cython.compiled:
    from strata.core.kernel.state import State
    from strata.games.dzura.evaluation.worth import ROYAL, Worth
    from strata.games.dzura.rules.bits import DROP, FULL, MOVE, NOWHERE, SWAP, count_bits, lowest
    from strata.games.dzura.rules.lookup import Tables
    from strata.games.dzura.rules.offers import Offers
else:
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.games.dzura.evaluation.worth import ROYAL, Worth
    from cython.cimports.strata.games.dzura.rules.bits import (
        DROP,
        FULL,
        MOVE,
        NOWHERE,
        SWAP,
        count_bits,
        lowest,
    )
    from cython.cimports.strata.games.dzura.rules.lookup import Tables
    from cython.cimports.strata.games.dzura.rules.offers import Offers

# What a piece is worth follows from the first three, for a definition's kinds: a piece as such,
# half a tile that it reaches at once, half a tile further on, on an average place of the board.
WEIGHTS: dict[str, int] = {
    "pieces": 19,  # on the board and in hand
    "reach": 10,
    "rays": 6,
    "hand": -9,  # pieces in hand
    "hand_reach": -5,  # half tiles that they would reach at once
    "promotion": 0,  # sixty-fourths of what promotion would add, for those that are close
    "advance": 9,  # tiles from the own edge of the board
    "mobility": -3,  # tiles that pieces with strides reach
    "control": 5,  # tiles that are attacked
    "pressure": 10,  # attacks on the opposing king's tile and those next to it
    "assault": 9,  # the same, times the attackers after the first
    "holes": 13,  # of those tiles, the attacked that only the king guards
    "flights": 12,  # tiles that the own king can go to, 4 at most
    "shelter": 20,  # own pieces next to the king
    "check": 5,  # the opposing king is attacked
    "take": 4,  # tenths of the best piece that the acting seat can win
    "fork": 4,  # tenths of the second best of the acting seat that the other could win
    "loose": 3,  # tenths of all that could be won
    "captive": 7,  # tenths of what is covered by the opponent
    "tokens": 12,  # in hand
    "marks": 12,  # opposing pieces that are barraged
    "tempo": 18,  # to act
}

# Places of the features.
_PIECES = cython.declare(cython.int, 0)
_REACH = cython.declare(cython.int, 1)
_RAYS = cython.declare(cython.int, 2)
_HAND = cython.declare(cython.int, 3)
_HAND_REACH = cython.declare(cython.int, 4)
_PROMOTION = cython.declare(cython.int, 5)
_ADVANCE = cython.declare(cython.int, 6)
_MOBILITY = cython.declare(cython.int, 7)
_CONTROL = cython.declare(cython.int, 8)
_PRESSURE = cython.declare(cython.int, 9)
_ASSAULT = cython.declare(cython.int, 10)
_HOLES = cython.declare(cython.int, 11)
_FLIGHTS = cython.declare(cython.int, 12)
_SHELTER = cython.declare(cython.int, 13)
_CHECK = cython.declare(cython.int, 14)
_TAKE = cython.declare(cython.int, 15)
_FORK = cython.declare(cython.int, 16)
_LOOSE = cython.declare(cython.int, 17)
_CAPTIVE = cython.declare(cython.int, 18)
_TOKENS = cython.declare(cython.int, 19)
_MARKS = cython.declare(cython.int, 20)
_TEMPO = cython.declare(cython.int, 21)

_KING_TAKEN = cython.declare(cython.int, 100000)
_CHECK_PROMISE = cython.declare(cython.int, 20)


@cython.cclass
class DzuraEvaluation(Worth):
    """Judges positions of one definition, with whatever options.

    All fields are room for one position: `attacks` and `ranked`, by `8 * seat + 2 * rank + word`,
    are the tiles attacked by pieces of a rank, and those pieces; `hits` and `attackers` count what
    a seat does to the opposing king's zone.
    """

    attacks: cython.ulonglong[16]
    ranked: cython.ulonglong[16]
    hits: cython.int[2]
    attackers: cython.int[2]

    def __init__(self, tables: Tables, weights: Mapping[str, int] | None = None) -> None:
        """`weights` in place of some of WEIGHTS; the values of pieces follow from them."""
        super().__init__(tables, {**WEIGHTS, **(weights or {})})
        if not cython.compiled:
            self.attacks = [0] * 16
            self.ranked = [0] * 16
            self.hits = [0] * 2
            self.attackers = [0] * 2

    # Features.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def measure(self, state: State, features: cython.p_int) -> cython.void:
        self.look(cython.cast(Offers, state), features)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look(self, board: Offers, features: cython.p_int) -> cython.void:
        index: cython.int
        seat: cython.int
        for index in range(22):
            features[index] = 0
        for index in range(16):
            self.attacks[index] = 0
            self.ranked[index] = 0
        for seat in range(2):
            self.count_board(board, seat, features)
            self.count_hand(board, seat, features)
        if board.court:
            self.count_covered(board, features)
        for seat in range(2):
            self.weigh_king(board, seat, features)
            self.weigh_threats(board, seat, features)
        features[_TOKENS] = board.tokens[0] - board.tokens[1]
        features[_TEMPO] = 1 - 2 * board.mover

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_board(self, board: Offers, seat: cython.int, features: cython.p_int) -> cython.void:
        """The uncovered pieces of a seat, and what they attack."""
        word: cython.int
        tile: cython.int
        piece: cython.int
        kind: cython.int
        place: cython.int
        hits: cython.int
        bits: cython.ulonglong
        bit: cython.ulonglong
        steps: cython.p_ulonglong = board.tables.steps
        kind_of: cython.p_uchar = board.tables.kind_of
        stride_counts: cython.p_uchar = board.tables.stride_counts
        two_words: cython.bint = board.tables.words == 2
        low_board: cython.ulonglong = board.tables.board[0]
        high_board: cython.ulonglong = board.tables.board[1]
        low_own: cython.ulonglong = board.own[2 * seat]
        high_own: cython.ulonglong = board.own[2 * seat + 1]
        low_zone: cython.ulonglong = self.zones[2 * board.kings[1 - seat]]
        high_zone: cython.ulonglong = self.zones[2 * board.kings[1 - seat] + 1]
        traits: cython.ulonglong = 0
        promotion: cython.int = 0
        advance: cython.int = 0
        mobility: cython.int = 0
        marks: cython.int = 0
        all_hits: cython.int = 0
        attackers: cython.int = 0
        reached: cython.ulonglong[2]
        if not cython.compiled:
            reached = [0] * 2
        for word in range(board.tables.words):
            bits = board.own[2 * seat + word]
            while bits:
                tile = 64 * word + lowest(bits)
                bit = bits & (0 - bits)
                bits ^= bit
                piece = board.tops[tile]
                kind = kind_of[piece >> 2]
                place = 8 * seat + 2 * self.ranks[kind]
                self.ranked[place + word] |= bit
                traits += self.traits[kind]
                if self.gains[kind]:
                    promotion += self.gains[kind] * self.closeness[128 * seat + tile]
                advance += self.progress[128 * seat + tile]
                marks += piece & 1
                if stride_counts[piece >> 2]:
                    board.reach(tile, reached)
                    reached[0] &= low_board
                    reached[1] &= high_board
                    mobility += count_bits(reached[0] & (low_own ^ FULL))
                    if two_words:
                        mobility += count_bits(reached[1] & (high_own ^ FULL))
                else:
                    reached[0] = steps[64 * (piece & 0xFFFC) + 2 * tile]
                    reached[1] = steps[64 * (piece & 0xFFFC) + 2 * tile + 1]
                if (board.barraged[word] | board.stacked[word]) & bit:
                    continue
                self.attacks[place] |= reached[0]
                self.attacks[place + 1] |= reached[1]
                if (reached[0] & low_zone) | (reached[1] & high_zone):
                    hits = count_bits(reached[0] & low_zone)
                    if two_words:
                        hits += count_bits(reached[1] & high_zone)
                    if self.ranks[kind] != ROYAL:
                        all_hits += hits
                        attackers += 1
        self.hits[seat] = all_hits
        self.attackers[seat] = attackers
        if board.kings[seat] != NOWHERE:
            advance -= self.progress[128 * seat + board.kings[seat]]
        if seat == 0:
            self.add_traits(traits, 1, features)
            features[_PROMOTION] += promotion >> 6
            features[_ADVANCE] += advance
            features[_MOBILITY] += mobility
            features[_MARKS] -= marks
        else:
            self.add_traits(traits, -1, features)
            features[_PROMOTION] -= promotion >> 6
            features[_ADVANCE] -= advance
            features[_MOBILITY] -= mobility
            features[_MARKS] += marks

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def add_traits(
        self, traits: cython.ulonglong, sign: cython.int, features: cython.p_int
    ) -> cython.void:
        features[_PIECES] += sign * cython.cast(cython.int, traits & 0xFFFF)
        features[_REACH] += sign * cython.cast(cython.int, (traits >> 16) & 0xFFFF)
        features[_RAYS] += sign * cython.cast(cython.int, traits >> 32)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_hand(self, board: Offers, seat: cython.int, features: cython.p_int) -> cython.void:
        kind: cython.int
        number: cython.int
        sign: cython.int = 1 - 2 * seat
        for kind in range(1, board.tables.kinds + 1):
            if board.hands[33 * seat + kind]:
                number = sign * board.hands[33 * seat + kind]
                features[_PIECES] += number
                features[_REACH] += number * self.reach[kind]
                features[_RAYS] += number * self.rays[kind]
                features[_HAND] += number
                features[_HAND_REACH] += number * self.reach[kind]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_covered(self, board: Offers, features: cython.p_int) -> cython.void:
        """Z60: what a seat covers of its own is its own; what it covers of the other is captive."""
        word: cython.int
        tile: cython.int
        piece: cython.int
        kind: cython.int
        sign: cython.int
        bits: cython.ulonglong
        for word in range(board.tables.words):
            bits = board.stacked[word]
            while bits:
                tile = 64 * word + lowest(bits)
                bits &= bits - 1
                piece = board.covered[tile]
                kind = board.tables.kind_of[piece >> 2]
                sign = 1 - (board.tops[tile] & 2)
                if (piece ^ board.tops[tile]) & 2:
                    kind = board.tables.plain[kind]
                    features[_CAPTIVE] += sign * (self.values[kind] // 10)
                else:
                    features[_PIECES] += sign
                    features[_REACH] += sign * self.reach[kind]
                    features[_RAYS] += sign * self.rays[kind]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def weigh_king(self, board: Offers, seat: cython.int, features: cython.p_int) -> cython.void:
        """The king of `seat` and what the other seat does to him."""
        word: cython.int
        tile: cython.int = board.kings[seat]
        sign: cython.int = 1 - 2 * seat
        own: cython.int = 8 * seat
        other: cython.int = 8 - own
        holes: cython.int = 0
        flights: cython.int = 0
        shelter: cython.int = 0
        control: cython.int = 0
        zone: cython.ulonglong
        attacked: cython.ulonglong
        guarded: cython.ulonglong
        if tile == NOWHERE:
            return
        for word in range(board.tables.words):
            zone = self.zones[2 * tile + word]
            attacked = (
                self.attacks[other + word]
                | self.attacks[other + 2 + word]
                | self.attacks[other + 4 + word]
            )
            guarded = (
                self.attacks[own + word]
                | self.attacks[own + 2 + word]
                | self.attacks[own + 4 + word]
            )
            if word == tile >> 6 and (attacked >> (tile & 63)) & 1:
                features[_CHECK] -= sign
            holes += count_bits(zone & attacked & (guarded ^ FULL))
            shelter += count_bits(zone & board.own[2 * seat + word])
            control += count_bits(guarded)
            attacked |= self.attacks[other + 6 + word] | board.own[2 * seat + word]
            flights += count_bits(self.attacks[own + 6 + word] & (attacked ^ FULL))
        features[_CONTROL] += sign * control
        features[_HOLES] -= sign * holes
        features[_FLIGHTS] += sign * (flights if flights < 4 else 4)
        features[_SHELTER] += sign * (shelter - 1)
        features[_PRESSURE] -= sign * self.hits[1 - seat]
        if self.attackers[1 - seat] > 1:
            features[_ASSAULT] -= sign * self.hits[1 - seat] * (self.attackers[1 - seat] - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def weigh_threats(self, board: Offers, seat: cython.int, features: cython.p_int) -> cython.void:
        """The pieces of `seat` that the other seat could win."""
        word: cython.int
        tile: cython.int
        value: cython.int
        best: cython.int = 0
        second: cython.int = 0
        total: cython.int = 0
        sign: cython.int = 1 - 2 * seat
        own: cython.int = 8 * seat
        other: cython.int = 8 - own
        bits: cython.ulonglong
        cheap: cython.ulonglong
        ordinary: cython.ulonglong
        loose: cython.ulonglong
        for word in range(board.tables.words):
            cheap = self.attacks[other + word]
            ordinary = cheap | self.attacks[other + 2 + word]
            loose = ordinary | self.attacks[other + 4 + word] | self.attacks[other + 6 + word]
            loose &= (
                self.attacks[own + word]
                | self.attacks[own + 2 + word]
                | self.attacks[own + 4 + word]
                | self.attacks[own + 6 + word]
            ) ^ FULL
            bits = self.ranked[own + word] & loose
            bits |= self.ranked[own + 2 + word] & (loose | cheap)
            bits |= self.ranked[own + 4 + word] & (loose | ordinary)
            while bits:
                tile = 64 * word + lowest(bits)
                value = self.values[board.tables.kind_of[board.tops[tile] >> 2]] // 10
                if not (loose >> (tile & 63)) & 1:
                    value //= 2
                bits &= bits - 1
                total += value
                if value > best:
                    second = best
                    best = value
                elif value > second:
                    second = value
        features[_LOOSE] -= sign * total
        if seat == board.mover:
            features[_FORK] -= sign * second
        else:
            features[_TAKE] -= sign * best

    # The order of actions.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def promise(self, state: State, action: cython.longlong) -> cython.int:
        kind: cython.longlong = action >> 14
        tile: cython.int = (action >> 7) & 127
        target: cython.int = action & 127
        if kind == MOVE:
            return self.promise_move(cython.cast(Offers, state), tile, target)
        if kind == SWAP:
            return self.promise_swap(cython.cast(Offers, state), tile, target)
        if kind == DROP:
            return self.promise_drop(cython.cast(Offers, state), tile, target)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def gain_on(self, board: Offers, kind: cython.int, tile: cython.int) -> cython.int:
        """Z35: what a piece of the acting seat gains by its promotion when it arrives there."""
        if self.gains[kind] == 0:
            return 0
        if (board.tables.far_line[2 * board.mover + (tile >> 6)] >> (tile & 63)) & 1:
            return self.gains[kind]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def promise_move(self, board: Offers, tile: cython.int, target: cython.int) -> cython.int:
        variant: cython.int = board.tops[tile] >> 2
        kind: cython.int = board.tables.kind_of[variant]
        taken: cython.int = board.tops[target]
        below: cython.int = board.covered[tile]
        gain: cython.int = self.gain_on(board, kind, target)
        promise: cython.int = gain
        if taken:
            if board.tables.royal[taken >> 2]:
                return _KING_TAKEN
            promise += self.worth_taking(board, taken)
        if below and (below ^ board.tops[tile]) & 2:
            promise += self.worth_taking(board, below)
        if promise:
            promise -= self.values[kind] >> 3
            if promise < 1:
                promise = 1
        if taken and board.court:  # on top of a stack nothing attacks
            return promise
        if gain:
            variant += 6 * (board.tables.promotes[kind] - kind)
        if board.attacks(variant, target, board.kings[1 - board.mover], tile, NOWHERE):
            promise += _CHECK_PROMISE
        return promise

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def worth_taking(self, board: Offers, piece: cython.int) -> cython.int:
        """What one seat loses and the other gets."""
        kind: cython.int = board.tables.kind_of[piece >> 2]
        return self.values[kind] + self.values[board.tables.plain[kind]]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def promise_swap(self, board: Offers, tile: cython.int, target: cython.int) -> cython.int:
        """A swap that promotes nothing is little more than passing; of like pieces, no more."""
        one: cython.int = board.tables.kind_of[board.tops[tile] >> 2]
        other: cython.int = board.tables.kind_of[board.tops[target] >> 2]
        gain: cython.int = self.gain_on(board, one, target) + self.gain_on(board, other, tile)
        if gain:
            return gain
        return -30 if one == other else -10

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def promise_drop(self, board: Offers, kind: cython.int, tile: cython.int) -> cython.int:
        """Where it attacks nothing and cannot move, a piece is seldom wanted."""
        variant: cython.int = 6 * kind + 3 * board.mover
        place: cython.int = 256 * variant + 2 * tile
        if board.tables.stride_counts[variant] or board.rotation:
            return 0
        return 0 if board.tables.steps[place] | board.tables.steps[place + 1] else -20
