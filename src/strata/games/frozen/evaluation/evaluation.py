"""What a position of FrozenChess is worth.

The king decides, and he seldom dies by mate: he can change places with any body that is not
attacked. He dies because something blows up beside him (an open tomb that an enemy steps onto, a
jester taken, a cannon's or trebuchet's shot, a throw), or because an attacker that gives no check
takes him. So whoever is next to act and has such a way open has won, and tombs beside a king are
worse than attackers far away. Otherwise material wins, and tactics win material: every piece that
can be taken, converted, burnt or blown up next turn counts, above all the best one for the side
that is to act; a piece taken by a pawn and a converted piece count twice, entangled pieces fall
together, guarded ones not at all. Dragons (fire), queens, templars and bishops (conversion) are
the strong kinds; engines and transports are worth little more than two pawns. Paralysis is what
everything costs: a piece frozen for two turns is hardly worse, one frozen for forty hardly a piece,
which also says when spawning and morphing pay. Captures shorten a rider's reach and earn multimove.
Pawns gain by advancing, more so near the last rank. Attacked cells measure space and freedom;
those around the enemy king count again. The dead in woken tombs are a reserve.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

from collections.abc import Mapping

import cython

if not cython.compiled:
    from strata.core.kernel.evaluation import Evaluation
    from strata.core.kernel.state import State
    from strata.games.frozen.evaluation.prospects import ROYAL, Prospects
    from strata.games.frozen.rules.attacks import renew_layers
    from strata.games.frozen.rules.board import (
        ACCELERATED,
        DEAD,
        FRESH,
        GROUND,
        MULTI,
        SHADOWED,
        WOKEN,
        Board,
        is_free,
        is_open_armed,
    )
    from strata.games.frozen.rules.codes import (
        AVAL,
        BLAST,
        CAPTURE,
        CONVERT,
        DETON,
        EXCH,
        FUSE,
        KIND,
        LEAP_CAPTURE,
        LOAD,
        MORPH,
        MOVE,
        PROMOTE,
        RESPAWN,
        ROT,
        SHADOW,
        SPAWN,
        STRIKE,
        TELE,
        THROW,
        TORNADO,
        TREB,
        VEILED_CAPTURE,
    )
    from strata.games.frozen.rules.geometry import (
        DRAGON,
        J_BIT,
        KING,
        NEAR,
        NEAR_COUNT,
        PAWN,
        RIDES,
        distance,
    )
else:
    from cython.cimports.strata.core.kernel.evaluation import Evaluation
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.games.frozen.evaluation.prospects import ROYAL, Prospects
    from cython.cimports.strata.games.frozen.rules.attacks import renew_layers
    from cython.cimports.strata.games.frozen.rules.board import (
        ACCELERATED,
        DEAD,
        FRESH,
        GROUND,
        MULTI,
        SHADOWED,
        WOKEN,
        Board,
        is_free,
        is_open_armed,
    )
    from cython.cimports.strata.games.frozen.rules.codes import (
        AVAL,
        BLAST,
        CAPTURE,
        CONVERT,
        DETON,
        EXCH,
        FUSE,
        KIND,
        LEAP_CAPTURE,
        LOAD,
        MORPH,
        MOVE,
        PROMOTE,
        RESPAWN,
        ROT,
        SHADOW,
        SPAWN,
        STRIKE,
        TELE,
        THROW,
        TORNADO,
        TREB,
        VEILED_CAPTURE,
    )
    from cython.cimports.strata.games.frozen.rules.geometry import (
        DRAGON,
        J_BIT,
        KING,
        NEAR,
        NEAR_COUNT,
        PAWN,
        RIDES,
        distance,
    )

# The kinds come first, in their order; their weights are also the values in exchanges.
# "5": measured in units of five points of these values, so that 5 is the whole and -5 its loss.
WEIGHTS: dict[str, int] = {
    "pawn": 35,
    "lancer": 90,
    "frog": 60,
    "trebuchet": 60,
    "ballista": 80,
    "ship": 60,
    "onager": 70,
    "cannon": 70,
    "ram": 60,
    "knight": 150,
    "bishop": 170,
    "dragon": 240,
    "rook": 150,
    "queen": 240,
    "king": 10000,
    "jester": 100,
    "chancellor": 120,
    "templar": 190,
    "paralysed5": -5,  # by how long it lasts
    "held5": -1,  # frozen by presence, gaze or pincer
    "shadowed5": -2,
    "loaded5": -1,  # carried by a friend
    "captive5": -4,  # carried by the enemy
    "returning5": 2,  # could respawn now
    "reach": 4,  # cells of range, up to 8 a rider
    "multimove": 40,
    "advance": 2,
    "prize5": 3,  # the best that the side that captures next can win
    "prizes5": 1,  # what else it could win
    "menace5": 1,  # the best that the other side could win
    "menaces5": 1,
    "space": 1,
    "guarded": 3,
    "empowered": 3,
    "ring": 8,  # attacked cells beside the enemy king
    "zone": 3,  # and two cells from him
    "shelter": 3,  # own bodies beside the king
    "tombs": -50,  # open armed tombs beside the king
    "tombs_near": -12,  # two cells from him
    "doomed": 4000,  # the side that captures next can kill the king
    "stalked": 120,  # the other side could
    "turn": 12,
}

# Where the features behind the kinds begin.
PARALYSED = cython.declare(cython.int, 18)
HELD = cython.declare(cython.int, 19)
VEIL = cython.declare(cython.int, 20)
LOADED = cython.declare(cython.int, 21)
CAPTIVE = cython.declare(cython.int, 22)
RETURNING = cython.declare(cython.int, 23)
REACH = cython.declare(cython.int, 24)
MULTIMOVE = cython.declare(cython.int, 25)
ADVANCE = cython.declare(cython.int, 26)
PRIZE = cython.declare(cython.int, 27)
PRIZES = cython.declare(cython.int, 28)
MENACE = cython.declare(cython.int, 29)
MENACES = cython.declare(cython.int, 30)
SPACE = cython.declare(cython.int, 31)
GUARDED = cython.declare(cython.int, 32)
EMPOWERED = cython.declare(cython.int, 33)
RING = cython.declare(cython.int, 34)
ZONE = cython.declare(cython.int, 35)
SHELTER = cython.declare(cython.int, 36)
TOMBS = cython.declare(cython.int, 37)
TOMBS_NEAR = cython.declare(cython.int, 38)
DOOMED = cython.declare(cython.int, 39)
STALKED = cython.declare(cython.int, 40)
TURN_FEATURE = cython.declare(cython.int, 41)

# Percents of a unit's value lost by so many turns of paralysis.
LOSS = cython.declare(cython.int[64])
# What a pawn gains by so many ranks.
STEPS = cython.declare(cython.int[16])
# Promises of specials that are seldom any good.
DOUBTS = cython.declare(cython.int[64])
if not cython.compiled:
    LOSS = [0] * 64
    STEPS = [0] * 16
    DOUBTS = [0] * 64


def fill_tables() -> None:
    for turns in range(64):
        LOSS[turns] = 100 * turns // (turns + 12)
    for rank, gain in enumerate((0, 0, 0, 1, 2, 3, 4, 6, 8, 10, 13, 17, 22, 30, 40, 60)):
        STEPS[rank] = gain
    for op, doubt in (
        (int(AVAL), -30),
        (int(EXCH), -60),
        (int(FUSE), -20),
        (int(LOAD), -20),
        (int(ROT), -10),
        (int(SHADOW), -30),
        (int(SPAWN), -20),
        (int(STRIKE), -5),
        (int(TELE), -10),
        (int(TORNADO), -30),
    ):
        DOUBTS[op] = doubt


fill_tables()


@cython.cclass
class FrozenEvaluation(Evaluation):
    """Judges positions of FrozenChess."""

    prospects: Prospects
    paralysed: cython.int[2]
    held: cython.int[2]

    def __init__(self, weights: Mapping[str, int] | None = None) -> None:
        Evaluation.__init__(self, WEIGHTS if weights is None else weights)
        # Most moves are two actions, and the second says what the first is for.
        self.between_turns = True
        self.breadth = 8
        self.prospects = Prospects()
        if not cython.compiled:
            self.paralysed = [0] * 2
            self.held = [0] * 2
        self.share_values()

    def set_weights(self, weights: Mapping[str, int]) -> None:
        Evaluation.set_weights(self, weights)
        self.share_values()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def share_values(self) -> cython.void:
        """The weights of the kinds are the values in exchanges."""
        kind: cython.int
        for kind in range(18):
            self.prospects.value[kind] = self.weights[kind]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def measure(self, state: State, features: cython.p_int) -> cython.void:
        self.measure_board(cython.cast(Board, state), features)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def measure_board(self, b: Board, features: cython.p_int) -> cython.void:
        if b.place[b.king[0]] == DEAD or b.place[b.king[1]] == DEAD:
            features[KING] = (b.place[b.king[0]] != DEAD) - (b.place[b.king[1]] != DEAD)
            return
        renew_layers(b)
        self.measure_units(b, features)
        self.measure_cells(b, features)
        self.measure_prospects(b, features)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def measure_units(self, b: Board, features: cython.p_int) -> cython.void:
        """Material, and what lessens or raises it."""
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
                features[VEIL] += sign * (self.weights[kind] // 5)
            elif b.owner[b.carrier[base]] == owner:
                features[LOADED] += sign * (self.weights[kind] // 5)
            else:
                features[CAPTIVE] += sign * (self.weights[kind] // 5)
            features[MULTIMOVE] += sign * b.multi[u]
            if RIDES[2 * kind] & 0x55:
                features[REACH] += sign * (b.ortho[u] if b.ortho[u] < 8 else 8)
            if RIDES[2 * kind] & 0xAA:
                features[REACH] += sign * (b.diag[u] if b.diag[u] < 8 else 8)
        features[PARALYSED] = self.paralysed[0] // 500 - self.paralysed[1] // 500
        features[HELD] = self.held[0] // 5 - self.held[1] // 5

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def measure_cells(self, b: Board, features: cython.p_int) -> cython.void:
        """Attacked cells, tombs, and what stands around the kings."""
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
                    features[RETURNING] += (1 - 2 * seat) * (
                        self.weights[b.kind[b.queue_first[c]]] // 5
                    )
                continue
            for seat in range(2):
                away = distance(c, b.cell[b.king[seat]])
                if away == 1:
                    features[TOMBS] += 1 - 2 * seat
                elif away == 2:
                    features[TOMBS_NEAR] += 1 - 2 * seat

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def measure_prospects(self, b: Board, features: cython.p_int) -> cython.void:
        """What the two sides could win, seen from the one that captures next."""
        seat: cython.int = b.mover
        sign: cython.int
        if b.phase != FRESH and b.phase != MULTI and b.phase != ACCELERATED:
            seat = 1 - seat  # what is left of this turn takes nothing
        sign = 1 - 2 * seat
        self.prospects.find(b)
        features[PRIZE] = sign * (self.prospects.best[seat] // 5)
        features[PRIZES] = sign * ((self.prospects.total[seat] - self.prospects.best[seat]) // 5)
        features[MENACE] = -sign * (self.prospects.best[1 - seat] // 5)
        features[MENACES] = -sign * (
            (self.prospects.total[1 - seat] - self.prospects.best[1 - seat]) // 5
        )
        if self.prospects.lethal[seat] and not b.checked[seat]:
            features[DOOMED] = sign
        if self.prospects.lethal[1 - seat]:
            features[STALKED] = -sign
        features[TURN_FEATURE] = sign

    # Ordering.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def promise(self, state: State, action: cython.longlong) -> cython.int:
        return self.promise_on(cython.cast(Board, state), action)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def promise_on(self, b: Board, action: cython.longlong) -> cython.int:
        op: cython.int = action & 63
        c: cython.int = (action >> 6) & 255
        to: cython.int = (action >> 14) & 255
        kind: cython.int = (action >> 30) & 31
        gain: cython.int
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def worth(self, b: Board, base: cython.int) -> cython.int:
        return self.prospects.worth(b, base)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def captured(self, b: Board, c: cython.int, to: cython.int, kind: cython.int) -> cython.int:
        """What the body on `c` gains for the mover by taking the one on `to`."""
        gain: cython.int = self.worth(b, b.ground[to])
        price: cython.int = 0 if kind == KING else self.worth(b, b.ground[c])
        if b.owner[b.ground[c]] != b.mover:
            return -gain  # it is controlled, and takes one of the mover's
        if b.kinds[b.ground[to]] & J_BIT:
            if distance(to, b.cell[b.king[1 - b.mover]]) <= 1:
                return ROYAL
            return gain - price
        if kind == PAWN:
            return 2 * gain if b.protected[to] == 0 else gain
        if b.protected[to] and price > gain:
            return (gain - price) // 4
        return gain - price // 32
