"""The evaluation of Dzura positions, for any definition.

The game ends by mate, and captured pieces return as the captor's, so king safety decides and a lost
piece counts twice. Cover protects a king: own pieces next to him and tiles to flee to are worth
much. He falls when several pieces attack the tiles around him at once, most of all tiles that only
he guards. A piece is worth what it can reach: the tiles next in its steps and strides, and a little
for the tiles further along its strides, which are mostly blocked. These values come from the
tables, so custom pieces are judged like the standard ones. A piece in hand is worth slightly less
than one on the board: dropping it costs a turn, and the drop may neither give check nor pass the
first opposing piece of a column. So ground counts: pieces far up the board attack, keep columns
open for own drops and bar those of the opponent. Promotion is forced and undone by capture; a piece
close to the far line already has a part of its value. The seat to act can take the best piece that
is attacked and unguarded, or attacked by a cheaper one; of its own threatened pieces it can save
one, but not two. With Court capture a covered opposing piece is nearly won; with ordnance, tokens
are worth having and marks hurt.
"""

from __future__ import annotations

from collections.abc import Mapping

import cython
from cython.cimports.strata.core.kernel.bits import FULL, count, lowest
from cython.cimports.strata.core.kernel.evaluation import Evaluation
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.dzura.evaluation.constants import ROYAL
from cython.cimports.strata.games.dzura.evaluation.features import (
    ADVANCE,
    ASSAULT,
    CAPTIVE,
    CHECK,
    CONTROL,
    FLIGHTS,
    FORK,
    HAND,
    HAND_REACH,
    HOLES,
    LOOSE,
    MARKS,
    MOBILITY,
    PIECES,
    PRESSURE,
    PROMOTION,
    RAYS,
    REACH,
    SHELTER,
    TAKE,
    TEMPO,
    TOKENS,
)
from cython.cimports.strata.games.dzura.evaluation.promises import promise_action
from cython.cimports.strata.games.dzura.evaluation.worth import Worth
from cython.cimports.strata.games.dzura.rules.board import Board
from cython.cimports.strata.games.dzura.rules.constants import KINDS, NOWHERE, TILES, set_place
from cython.cimports.strata.games.dzura.rules.lookup import Tables
from cython.cimports.strata.games.dzura.rules.offers import find_reach

from strata.games.dzura.evaluation.features import FEATURES


class DzuraEvaluation(Evaluation):
    """The evaluation of positions of one definition, under any options.

    The arrays hold intermediate results for one position. `attacks` and `ranked` are the tiles
    attacked by pieces of a rank, and those pieces, indexed by `8 * seat + 2 * rank + word`. `hits`
    and `attackers` count, by seat, attacks on the opposing king's zone and the attacking pieces.
    """

    tables: Tables
    worth: Worth
    attacks: cython.ulonglong[16]
    ranked: cython.ulonglong[16]
    hits: cython.int[2]
    attackers: cython.int[2]

    def __init__(self, tables: Tables, weights: Mapping[str, int] | None = None) -> None:
        super().__init__(FEATURES, weights)
        self.tables = tables
        self._value_pieces()

    def set_weights(self, weights: Mapping[str, int]) -> None:
        """Change the named weights and the values of pieces that follow from them."""
        super().set_weights(weights)
        self._value_pieces()

    def _value_pieces(self) -> None:
        self.worth = Worth(
            self.tables, self.weights[PIECES], self.weights[REACH], self.weights[RAYS]
        )

    def value_of(self, kind: int) -> int:
        """Return the points of a piece of that kind, wherever it stands."""
        return self.worth.values[kind]

    def promise(self, state: State, action: cython.longlong) -> cython.int:
        return promise_action(self.worth, cython.cast(Board, state), action)

    def measure(self, state: State, features: cython.p_int) -> cython.void:
        self.look(cython.cast(Board, state), features)

    def look(self, board: Board, features: cython.p_int) -> cython.void:
        index: cython.int
        seat: cython.int
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
        features[TOKENS] = board.tokens[0] - board.tokens[1]
        features[TEMPO] = 1 - 2 * board.mover

    def count_board(self, board: Board, seat: cython.int, features: cython.p_int) -> cython.void:
        """Add the features of a seat's uncovered pieces, and note the tiles that they attack."""
        word: cython.int
        tile: cython.int
        piece: cython.int
        kind: cython.int
        place: cython.int
        hits: cython.int
        bits: cython.ulonglong
        bit: cython.ulonglong
        sign: cython.int = 1 - 2 * seat
        gains: cython.p_int = self.worth.gains
        ranks: cython.p_int = self.worth.ranks
        progress: cython.p_int = self.worth.progress
        steps: cython.p_ulonglong = board.tables.steps
        kind_of: cython.p_uchar = board.tables.kind_of
        stride_counts: cython.p_uchar = board.tables.stride_counts
        two_words: cython.bint = board.tables.words == 2
        low_board: cython.ulonglong = board.tables.board[0]
        high_board: cython.ulonglong = board.tables.board[1]
        low_own: cython.ulonglong = board.own[2 * seat]
        high_own: cython.ulonglong = board.own[2 * seat + 1]
        low_zone: cython.ulonglong = self.worth.zones[2 * board.kings[1 - seat]]
        high_zone: cython.ulonglong = self.worth.zones[2 * board.kings[1 - seat] + 1]
        traits: cython.ulonglong = 0
        promotion: cython.int = 0
        advance: cython.int = 0
        mobility: cython.int = 0
        marks: cython.int = 0
        all_hits: cython.int = 0
        attackers: cython.int = 0
        reached: cython.ulonglong[2]
        for word in range(board.tables.words):
            bits = board.own[2 * seat + word]
            while bits:
                tile = 64 * word + lowest(bits)
                bit = bits & (0 - bits)
                bits ^= bit
                piece = board.tops[tile]
                kind = kind_of[piece >> 2]
                place = 8 * seat + 2 * ranks[kind]
                self.ranked[place + word] |= bit
                traits += self.worth.traits[kind]
                if gains[kind]:
                    promotion += gains[kind] * self.worth.closeness[TILES * seat + tile]
                advance += progress[TILES * seat + tile]
                marks += piece & 1
                if stride_counts[piece >> 2]:
                    find_reach(board, tile, reached)
                    reached[0] &= low_board
                    reached[1] &= high_board
                    mobility += count(reached[0] & (low_own ^ FULL))
                    if two_words:
                        mobility += count(reached[1] & (high_own ^ FULL))
                else:
                    reached[0] = steps[set_place(piece >> 2, tile)]
                    reached[1] = steps[set_place(piece >> 2, tile) + 1]
                if (board.barraged[word] | board.stacked[word]) & bit:
                    continue
                self.attacks[place] |= reached[0]
                self.attacks[place + 1] |= reached[1]
                if (reached[0] & low_zone) | (reached[1] & high_zone):
                    hits = count(reached[0] & low_zone)
                    if two_words:
                        hits += count(reached[1] & high_zone)
                    if ranks[kind] != ROYAL:
                        all_hits += hits
                        attackers += 1
        self.hits[seat] = all_hits
        self.attackers[seat] = attackers
        if board.kings[seat] != NOWHERE:
            advance -= progress[TILES * seat + board.kings[seat]]
        features[PIECES] += sign * cython.cast(cython.int, traits & 0xFFFF)
        features[REACH] += sign * cython.cast(cython.int, (traits >> 16) & 0xFFFF)
        features[RAYS] += sign * cython.cast(cython.int, traits >> 32)
        features[PROMOTION] += sign * (promotion >> 6)
        features[ADVANCE] += sign * advance
        features[MOBILITY] += sign * mobility
        features[MARKS] -= sign * marks

    def count_hand(self, board: Board, seat: cython.int, features: cython.p_int) -> cython.void:
        kind: cython.int
        number: cython.int
        sign: cython.int = 1 - 2 * seat
        for kind in range(1, board.tables.kinds + 1):
            if board.hands[KINDS * seat + kind]:
                number = sign * board.hands[KINDS * seat + kind]
                features[PIECES] += number
                features[REACH] += number * self.worth.reach[kind]
                features[RAYS] += number * self.worth.rays[kind]
                features[HAND] += number
                features[HAND_REACH] += number * self.worth.reach[kind]

    def count_covered(self, board: Board, features: cython.p_int) -> cython.void:
        """Add the covered pieces (Z60).

        A piece under an opposing one counts as captive.
        """
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
                    features[CAPTIVE] += sign * (self.worth.values[kind] // 10)
                else:
                    features[PIECES] += sign
                    features[REACH] += sign * self.worth.reach[kind]
                    features[RAYS] += sign * self.worth.rays[kind]

    def weigh_king(self, board: Board, seat: cython.int, features: cython.p_int) -> cython.void:
        """Add the features of the king of `seat` under the other seat's attacks."""
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
            zone = self.worth.zones[2 * tile + word]
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
                features[CHECK] -= sign
            holes += count(zone & attacked & (guarded ^ FULL))
            shelter += count(zone & board.own[2 * seat + word])
            control += count(guarded)
            attacked |= self.attacks[other + 6 + word] | board.own[2 * seat + word]
            flights += count(self.attacks[own + 6 + word] & (attacked ^ FULL))
        features[CONTROL] += sign * control
        features[HOLES] -= sign * holes
        features[FLIGHTS] += sign * (flights if flights < 4 else 4)
        features[SHELTER] += sign * (shelter - 1)
        features[PRESSURE] -= sign * self.hits[1 - seat]
        if self.attackers[1 - seat] > 1:
            features[ASSAULT] -= sign * self.hits[1 - seat] * (self.attackers[1 - seat] - 1)

    def weigh_threats(self, board: Board, seat: cython.int, features: cython.p_int) -> cython.void:
        """Add the features of the pieces of `seat` that the other seat could win."""
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
                value = self.worth.values[board.tables.kind_of[board.tops[tile] >> 2]] // 10
                if not (loose >> (tile & 63)) & 1:
                    value //= 2
                bits &= bits - 1
                total += value
                if value > best:
                    second = best
                    best = value
                elif value > second:
                    second = value
        features[LOOSE] -= sign * total
        if seat == board.mover:
            features[FORK] -= sign * second
        else:
            features[TAKE] -= sign * best
