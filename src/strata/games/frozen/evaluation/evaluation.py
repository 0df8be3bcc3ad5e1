"""The evaluation of FrozenChess positions.

The king decides, and he seldom dies by mate, since he can change places with any body that is not
attacked. He dies when something explodes beside him (an open tomb that an enemy steps onto, a
captured jester, the shot of a cannon or trebuchet, a throw), or when an attacker that gives no
check takes him. So the seat to act wins if it has such a way, and tombs beside a king are worse
than attackers far away. Otherwise material wins, and tactics win material: every piece that can be
taken, converted, burnt or blown up next turn counts, above all the best one for the seat to act. A
piece taken by a pawn and a converted piece count twice, entangled pieces fall together, guarded
ones do not count. Dragons (fire), queens, templars and bishops (conversion) are the strong kinds;
engines and transports are worth little more than two pawns. Paralysis is the general cost: a piece
frozen for two turns is hardly worse, one frozen for forty hardly a piece, which also decides when
spawning and morphing pay. Captures shorten a rider's range and earn multimove. Pawns gain by
advancing, more so near the last rank. Attacked cells measure space and mobility; those around the
enemy king count again. The dead in woken tombs are a reserve.
"""

from __future__ import annotations

from collections.abc import Mapping

import cython
from cython.cimports.strata.core.kernel.evaluation import Evaluation
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.frozen.evaluation.constants import ROYAL
from cython.cimports.strata.games.frozen.evaluation.features import (
    ADVANCE,
    CAPTIVE5,
    DOOMED,
    EMPOWERED,
    GUARDED,
    HELD5,
    LOADED5,
    MENACE5,
    MENACES5,
    MULTIMOVE,
    PARALYSED5,
    PRIZE5,
    PRIZES5,
    REACH,
    RETURNING5,
    RING,
    SHADOWED5,
    SHELTER,
    SPACE,
    STALKED,
    TOMBS,
    TOMBS_NEAR,
    TURN,
    ZONE,
)
from cython.cimports.strata.games.frozen.evaluation.prospects import Prospects
from cython.cimports.strata.games.frozen.evaluation.tables import DOUBTS, LOSS, STEPS
from cython.cimports.strata.games.frozen.rules.attacks import renew_layers
from cython.cimports.strata.games.frozen.rules.board import (
    Board,
    is_free,
    is_open_armed,
    take_room,
)
from cython.cimports.strata.games.frozen.rules.constants import (
    ACCELERATED,
    BLAST,
    CAPTURE,
    CONVERT,
    DEAD,
    DETON,
    DRAGON,
    FRESH,
    GROUND,
    J_BIT,
    KIND,
    KING,
    LEAP_CAPTURE,
    MORPH,
    MOVE,
    MULTI,
    PAWN,
    PROMOTE,
    RESPAWN,
    SHADOWED,
    THROW,
    TREB,
    VEILED_CAPTURE,
    WOKEN,
)
from cython.cimports.strata.games.frozen.rules.tables import NEAR, NEAR_COUNT, RIDES, distance

from strata.games.frozen.evaluation.features import FEATURES


class FrozenEvaluation(Evaluation):
    """The evaluation of FrozenChess positions."""

    prospects: Prospects
    paralysed: cython.int[2]
    held: cython.int[2]

    def __init__(self, weights: Mapping[str, int] | None = None) -> None:
        Evaluation.__init__(self, FEATURES, weights)
        # Most moves are two actions, and the second shows the purpose of the first.
        self.between_turns = True
        self.breadth = 8
        self.prospects = Prospects()
        self.share_values()

    def set_weights(self, weights: Mapping[str, int]) -> None:
        Evaluation.set_weights(self, weights)
        self.share_values()

    def share_values(self) -> cython.void:
        """Use the weights of the kinds as their values in exchanges."""
        kind: cython.int
        for kind in range(18):
            self.prospects.value[kind] = self.weights[kind]

    def measure(self, state: State, features: cython.p_int) -> cython.void:
        self.measure_board(cython.cast(Board, state), features)

    def measure_board(self, b: Board, features: cython.p_int) -> cython.void:
        if b.place[b.king[0]] == DEAD or b.place[b.king[1]] == DEAD:
            features[KING] = (b.place[b.king[0]] != DEAD) - (b.place[b.king[1]] != DEAD)
            return
        take_room(b)
        renew_layers(b)
        self.measure_units(b, features)
        self.measure_cells(b, features)
        self.measure_prospects(b, features)

    def measure_units(self, b: Board, features: cython.p_int) -> cython.void:
        """Add material, and what lessens or raises its value."""
        u: cython.int
        base: cython.int
        kind: cython.int
        sign: cython.int
        owner: cython.int
        self.paralysed[0] = 0
        self.paralysed[1] = 0
        self.held[0] = 0
        self.held[1] = 0
        for u in range(1, b.units + 1):
            if b.place[u] == DEAD:
                continue
            kind = b.kind[u]
            owner = b.owner[u]
            base = b.base[u]
            sign = 1 - 2 * owner
            features[kind] += sign
            if b.par[base]:
                self.paralysed[owner] += LOSS[b.par[base] & 63] * self.weights[kind]
            if b.place[u] == GROUND:
                if b.frozen[b.cell[u]] and b.par[base] == 0:
                    self.held[owner] += self.weights[kind]
                if kind == PAWN:
                    features[ADVANCE] += (
                        sign * STEPS[15 - (b.cell[u] >> 4) if owner else b.cell[u] >> 4]
                    )
            elif b.place[u] == SHADOWED:
                features[SHADOWED5] += sign * (self.weights[kind] // 5)
            elif b.owner[b.carrier[base]] == owner:
                features[LOADED5] += sign * (self.weights[kind] // 5)
            else:
                features[CAPTIVE5] += sign * (self.weights[kind] // 5)
            features[MULTIMOVE] += sign * b.multi[u]
            if RIDES[2 * kind] & 0x55:
                features[REACH] += sign * (b.ortho[u] if b.ortho[u] < 8 else 8)
            if RIDES[2 * kind] & 0xAA:
                features[REACH] += sign * (b.diag[u] if b.diag[u] < 8 else 8)
        features[PARALYSED5] = self.paralysed[0] // 500 - self.paralysed[1] // 500
        features[HELD5] = self.held[0] // 5 - self.held[1] // 5

    def measure_cells(self, b: Board, features: cython.p_int) -> cython.void:
        """Add attacked cells, tombs, and what stands around the kings."""
        c: cython.int
        seat: cython.int
        sign: cython.int
        index: cython.int
        there: cython.int
        away: cython.int
        for c in range(256):
            features[SPACE] += b.threat[c] - b.threat[256 + c]
            if b.guarded[c]:
                features[GUARDED] += 1 - 2 * b.owner[b.ground[c]]
            if b.lender[c]:
                features[EMPOWERED] += 1 - 2 * b.owner[b.ground[c]]
        for seat in range(2):
            sign = 1 - 2 * seat
            c = b.cell[b.king[seat]]
            for index in range(8 * c, 8 * c + NEAR_COUNT[c]):
                there = NEAR[index]
                features[RING] -= sign * b.threat[256 * (1 - seat) + there]
                if b.ground[there] and b.owner[b.ground[there]] == seat:
                    features[SHELTER] += sign
            for away in range(-34, 35):
                there = c + away
                if 0 <= there < 256 and distance(c, there) == 2:
                    features[ZONE] -= sign * b.threat[256 * (1 - seat) + there]
        if b.tombs == 0:
            return
        for c in range(256):
            if b.tomb[c] == 0 or not is_free(b, c):
                continue
            if b.tomb[c] == WOKEN:
                seat = b.owner[b.queue_first[c]]
                if not b.threat[256 * (1 - seat) + c]:
                    features[RETURNING5] += (1 - 2 * seat) * (
                        self.weights[b.kind[b.queue_first[c]]] // 5
                    )
                continue
            for seat in range(2):
                away = distance(c, b.cell[b.king[seat]])
                if away == 1:
                    features[TOMBS] += 1 - 2 * seat
                elif away == 2:
                    features[TOMBS_NEAR] += 1 - 2 * seat

    def measure_prospects(self, b: Board, features: cython.p_int) -> cython.void:
        """Add what the two sides could win, from the view of the one that captures next."""
        seat: cython.int = b.mover
        sign: cython.int
        if b.phase != FRESH and b.phase != MULTI and b.phase != ACCELERATED:
            seat = 1 - seat  # the rest of this turn captures nothing
        sign = 1 - 2 * seat
        self.prospects.find(b)
        features[PRIZE5] = sign * (self.prospects.best[seat] // 5)
        features[PRIZES5] = sign * ((self.prospects.total[seat] - self.prospects.best[seat]) // 5)
        features[MENACE5] = -sign * (self.prospects.best[1 - seat] // 5)
        features[MENACES5] = -sign * (
            (self.prospects.total[1 - seat] - self.prospects.best[1 - seat]) // 5
        )
        if self.prospects.lethal[seat] and not b.checked[seat]:
            features[DOOMED] = sign
        if self.prospects.lethal[1 - seat]:
            features[STALKED] = -sign
        features[TURN] = sign

    # Promises.

    def promise(self, state: State, action: cython.longlong) -> cython.int:
        return self.promise_on(cython.cast(Board, state), action)

    def promise_on(self, b: Board, action: cython.longlong) -> cython.int:
        op: cython.int = action & 63
        c: cython.int = (action >> 6) & 255
        to: cython.int = (action >> 14) & 255
        kind: cython.int = (action >> 30) & 31
        gain: cython.int
        take_room(b)
        if op == MOVE:
            if b.tomb[to] and is_open_armed(b, to):
                gain = self.worth(b, b.ground[c])
                if b.owner[b.ground[c]] == b.mover:
                    gain = -gain
                return gain + self.prospects.destroyed(b, to, b.mover)
            if kind == DRAGON and b.owner[b.ground[c]] == b.mover:
                renew_layers(b)
                return self.prospects.burnt(b, to, b.mover)
            if kind == PAWN and (to >> 4 == 15 or to >> 4 == 0):
                return self.weights[DRAGON] if b.owner[b.ground[c]] == b.mover else 0
            return 0
        if op == CAPTURE:
            renew_layers(b)
            return self.captured(b, c, to, kind)
        if op == LEAP_CAPTURE:
            return self.worth(b, b.ground[(action >> 22) & 255])
        if op == CONVERT:
            return 2 * self.worth(b, b.ground[to])
        if op in (TREB, BLAST):
            return self.prospects.destroyed(b, to, b.mover)
        if op == DETON:
            return self.prospects.destroyed(b, c, b.mover)
        if op == THROW:
            if b.owner[b.ground[c]] != b.mover:
                return -self.prospects.thrown(b, c, 1 - b.mover)
            return self.prospects.thrown(b, c, b.mover)
        if op == KIND:
            return self.weights[kind]
        if op == RESPAWN:
            return self.weights[b.kind[b.queue_first[c]]]
        if op == VEILED_CAPTURE:
            return self.worth(b, b.shadow[to])
        if op == PROMOTE:
            return self.weights[DRAGON]
        if op == MORPH:
            return self.weights[DRAGON] // 2 - self.weights[b.kind[b.ground[c]]] - 20
        return DOUBTS[op]

    def worth(self, b: Board, base: cython.int) -> cython.int:
        return self.prospects.worth(b, base)

    def captured(self, b: Board, c: cython.int, to: cython.int, kind: cython.int) -> cython.int:
        """Return what the body on `c` gains for the mover by capturing the one on `to`."""
        gain: cython.int = self.worth(b, b.ground[to])
        price: cython.int = 0 if kind == KING else self.worth(b, b.ground[c])
        if b.owner[b.ground[c]] != b.mover:
            return -gain  # it is controlled, and takes one of the mover's bodies
        if b.kinds[b.ground[to]] & J_BIT:
            if distance(to, b.cell[b.king[1 - b.mover]]) <= 1:
                return ROYAL
            return gain - price
        if kind == PAWN:
            return 2 * gain if b.protected[to] == 0 else gain
        if b.protected[to] and price > gain:
            return (gain - price) // 4
        return gain - price // 32
