"""What each side could win with its next action: captures, conversions, fire and explosions.

`best` and `total` are points, by seat; `lethal` counts the ways in which a seat could kill the
enemy king. Capturing a protected target costs the cheapest attacker. A piece taken by a pawn counts
twice, since the pawn becomes that piece, and so does a converted one. The estimate is cheap:
bounces, multimoves and the second half of a double move are left to search.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.games.frozen.evaluation.constants import (
    HALF_ROYAL,
    KING_PRICE,
    NOBODY,
    ROYAL,
)
from cython.cimports.strata.games.frozen.rules.attacks import attack_cells
from cython.cimports.strata.games.frozen.rules.board import Board, is_free, is_open_armed
from cython.cimports.strata.games.frozen.rules.captures import may_capture_some
from cython.cimports.strata.games.frozen.rules.constants import (
    ATTACKS,
    BISHOP,
    CANNON,
    CAPTURING,
    DRAGON,
    ENTANGLE,
    GROUND,
    J_BIT,
    JESTER,
    K_BIT,
    KING,
    KNIGHT,
    LANCER,
    LENDS_CAPTURE,
    ONAGER,
    P_BIT,
    PAWN,
    ROOK,
    TREBUCHET,
)
from cython.cimports.strata.games.frozen.rules.siege import can_throw
from cython.cimports.strata.games.frozen.rules.tables import (
    LEAP_START,
    LEAPS,
    NEAR,
    NEAR_COUNT,
    distance,
    forward,
    heading_to,
)


class Prospects:
    """`value` has the points of each kind but the king; the other fields are results."""

    value: cython.int[18]
    best: cython.int[2]
    total: cython.int[2]
    lethal: cython.int[2]
    least: cython.int[256]
    turned: cython.int[256]
    targets: cython.uchar[256]
    found: cython.int
    reached: cython.bint[512]

    def worth(self, b: Board, base: cython.int) -> cython.int:
        """Return the points of a body with its members and cargo, regardless of its owner."""
        u: cython.int = base
        cargo: cython.int
        points: cython.int = 0
        while u:
            points += ROYAL if b.kind[u] == KING else self.value[b.kind[u]]
            cargo = b.hold[u]
            while cargo:
                if b.owner[cargo] == b.owner[base]:
                    points += self.value[b.kind[cargo]]
                cargo = b.along[cargo]
            u = b.mate[u]
        return points

    def destroyed(self, b: Board, c: cython.int, seat: cython.int) -> cython.int:
        """Return what `seat` wins by an explosion on `c`; a king in it adds or subtracts ROYAL."""
        index: cython.int
        there: cython.int
        points: cython.int = 0
        for index in range(8 * c - 1, 8 * c + NEAR_COUNT[c]):
            there = c if index < 8 * c else NEAR[index]
            if b.ground[there]:
                if b.owner[b.ground[there]] == seat:
                    points -= self.worth(b, b.ground[there])
                else:
                    points += self.worth(b, b.ground[there])
            if b.shadow[there]:
                if b.owner[b.shadow[there]] == seat:
                    points -= self.value[b.kind[b.shadow[there]]]
                else:
                    points += self.value[b.kind[b.shadow[there]]]
        return points

    def thrown(self, b: Board, c: cython.int, seat: cython.int) -> cython.int:
        """Return what `seat` wins when its onager on `c` throws the body in front (F34)."""
        t: cython.int = forward(seat, c, 1)
        ammunition: cython.int = b.ground[t]
        points: cython.int = self.worth(b, ammunition)
        ahead: cython.int = forward(seat, t, 1)
        near: cython.bint = True
        if b.owner[ammunition] == seat:
            points = -points
        while ahead >= 0:
            near = distance(ahead, forward(seat, c, 1)) <= 1
            t = ahead
            if not is_free(b, t):
                break
            ahead = forward(seat, t, 1)
        # The thrown body has left its cell, which the explosion may reach.
        return self.destroyed(b, t, seat) if near else points + self.destroyed(b, t, seat)

    def burnt(self, b: Board, c: cython.int, seat: cython.int) -> cython.int:
        """Return what a dragon of `seat` wins by landing on `c` (F39)."""
        index: cython.int
        other: cython.int
        there: cython.int
        points: cython.int = 0
        for index in range(8 * c, 8 * c + NEAR_COUNT[c]):
            there = NEAR[index]
            other = b.ground[there]
            if (
                other
                and b.owner[other] != seat
                and not b.kinds[other] & K_BIT
                and may_capture_some(b, DRAGON, c, there)
            ):
                points += self.worth(b, other)
                if b.kinds[other] & J_BIT:
                    points -= self.value[DRAGON]
                    if distance(b.cell[b.king[1 - seat]], there) <= 1:
                        points += ROYAL
        return points

    def note(self, seat: cython.int, gain: cython.int) -> cython.void:
        """Count something that `seat` could win."""
        if gain > HALF_ROYAL:
            self.lethal[seat] += 1
        elif gain > 0:
            self.total[seat] += gain
            if gain > self.best[seat]:
                self.best[seat] = gain

    def find(self, b: Board) -> cython.void:
        """Find the prospects of both sides. The layers must be fresh and both kings alive."""
        c: cython.int
        seat: cython.int
        self.found = 0
        for seat in range(2):
            self.best[seat] = 0
            self.total[seat] = 0
            self.lethal[seat] = 0
        for c in range(256):
            self.least[c] = NOBODY
            self.turned[c] = 0
        if b.tombs:
            for c in range(512):
                self.reached[c] = False
        for c in range(256):
            if b.ground[c] and not b.frozen[c]:
                self.look_from(b, c)
        self.weigh_targets(b)
        if b.tombs:
            self.weigh_tombs(b)

    def look_from(self, b: Board, c: cython.int) -> cython.void:
        """Count what the able body on `c` attacks, also by lent attacks, and its abilities."""
        base: cython.int = b.ground[c]
        u: cython.int = base
        own: cython.int
        lent: cython.uint = 0
        kind: cython.int
        t: cython.int
        price: cython.int
        if b.kinds[base] == P_BIT:
            price = self.value[PAWN] * b.size[base]
        elif b.kinds[base] & K_BIT:
            price = KING_PRICE
        else:
            price = self.worth(b, base)
        while u:
            kind = b.kind[u]
            if kind == PAWN:
                t = forward(b.owner[base], c, 1)
                if b.tombs and t >= 0 and is_open_armed(b, t):
                    self.reached[256 * b.owner[base] + t] = True
                if not b.nightmare[256 * (1 - b.owner[base]) + c]:
                    self.strike(b, c, PAWN, price, attack_cells(b, u, c))
            else:
                self.strike(b, c, kind, price, attack_cells(b, u, c))
                self.use_abilities(b, c, u)
            u = b.mate[u]
        if b.lender[c]:
            lent = b.kinds[b.lender[c]]
        if b.tower[c]:
            lent |= cython.cast(cython.uint, 1) << ROOK
        own = b.kind[base]
        lent &= LENDS_CAPTURE & ~b.kinds[base]
        if lent == 0 or own in (PAWN, KING) or not (CAPTURING >> own) & 1:
            return
        for kind in range(18):
            if (lent >> kind) & 1:
                b.kind[base] = kind  # only while its cells are listed
                t = attack_cells(b, base, c)
                b.kind[base] = own
                self.strike(b, c, own, price, t)

    def strike(
        self, b: Board, c: cython.int, kind: cython.int, price: cython.int, count: cython.int
    ) -> cython.void:
        """Count what `kind` hits on the first `count` cells that `attack_cells` wrote."""
        owner: cython.int = b.owner[b.ground[c]]
        moves: cython.bint = b.tombs != 0 and kind not in (PAWN, LANCER, CANNON, KING)
        index: cython.int
        other: cython.int
        t: cython.int
        for index in range(count):
            t = b.work.cells[index]
            other = b.ground[t]
            if other == 0:
                if moves and b.tomb[t]:
                    self.reached[256 * owner + t] = True
            elif b.owner[other] != owner:
                if b.kinds[other] & K_BIT:
                    if kind != KING and kind != BISHOP:
                        self.lethal[owner] += 1
                elif kind != CANNON and may_capture_some(b, kind, c, t):
                    self.aim(t)
                    if kind == BISHOP:
                        self.turned[t] |= 1
                    elif price < self.least[t]:
                        self.least[t] = price
                    if kind == PAWN:
                        self.turned[t] |= 2

    def aim(self, t: cython.int) -> cython.void:
        """Add `t` to the targets, once."""
        if self.least[t] == NOBODY and self.turned[t] == 0:
            self.targets[self.found] = t
            self.found += 1

    def use_abilities(self, b: Board, c: cython.int, u: cython.int) -> cython.void:
        """Count the explosions that the member `u` could cause, its fire and its leap captures."""
        kind: cython.int = b.kind[u]
        owner: cython.int = b.owner[u]
        index: cython.int
        start: cython.int
        t: cython.int
        if kind == DRAGON:
            self.fly(b, c, u)
        elif kind == KNIGHT:
            self.leap(b, c, u)
        elif kind == TREBUCHET:
            t = forward(owner, c, 6)
            if t < 0:
                return
            for index in range(-1, 2):
                if 0 <= (c & 15) + index < 16 and (
                    b.wall[t + index] or (b.tomb[t + index] and b.ground[t + index] == 0)
                ):
                    self.note(owner, self.destroyed(b, t + index, owner))
        elif kind == CANNON:
            if b.held[u] == 0:
                return
            start = ((ATTACKS * 18 + CANNON) * 2 + owner) * 256 + c
            for index in range(LEAP_START[start], LEAP_START[start + 1]):
                t = LEAPS[index]
                if b.wall[t] or (
                    b.ground[t]
                    and b.owner[b.ground[t]] != owner
                    and may_capture_some(b, CANNON, c, t)
                ):
                    self.note(owner, self.destroyed(b, t, owner))
        elif kind == ONAGER:
            if can_throw(b, c, owner):
                self.note(owner, self.thrown(b, c, owner))
        elif kind == JESTER and b.stay[b.ground[c]] == 10:
            self.note(owner, self.destroyed(b, c, owner))

    def fly(self, b: Board, c: cython.int, u: cython.int) -> cython.void:
        """Count the best fire of a dragon, less the dragon if its landing is threatened (F39)."""
        owner: cython.int = b.owner[u]
        count: cython.int = attack_cells(b, u, c)
        index: cython.int
        t: cython.int
        gain: cython.int
        best: cython.int = 0
        for index in range(count):
            t = b.work.cells[index]
            if not is_free(b, t) or b.tomb[t]:
                continue
            gain = self.burnt(b, t, owner)
            if gain and b.threat[256 * (1 - owner) + t]:
                gain -= self.value[DRAGON]
            if gain > best:
                best = gain
        self.note(owner, best)

    def leap(self, b: Board, c: cython.int, u: cython.int) -> cython.void:
        """Count the best leap capture of a knight (F37).

        A landing that is threatened costs the knight.
        """
        owner: cython.int = b.owner[u]
        start: cython.int = ((ATTACKS * 18 + KNIGHT) * 2 + owner) * 256 + c
        index: cython.int
        step: cython.int
        t: cython.int
        side: cython.int
        ahead: cython.int
        e: cython.int
        gain: cython.int
        best: cython.int = 0
        for index in range(LEAP_START[start], LEAP_START[start + 1]):
            t = LEAPS[index]
            if not is_free(b, t) or b.tomb[t] or distance(c, t) < 2:
                continue
            side = 1 if (t & 15) > (c & 15) else -1
            ahead = 16 if t > c else -16
            for step in range(4):
                if step == 0:
                    e = c + side
                elif step == 1:
                    e = c + ahead
                elif step == 2:
                    e = c + side + ahead
                else:
                    e = t - ahead if t - c - ahead == 2 * side else t - side
                if b.ground[e] == 0 or b.owner[b.ground[e]] == owner:
                    continue
                if b.kinds[b.ground[e]] & K_BIT or not may_capture_some(b, KNIGHT, c, e):
                    continue
                gain = self.worth(b, b.ground[e])
                if b.threat[256 * (1 - owner) + t]:
                    gain -= self.value[KNIGHT]
                if gain > best:
                    best = gain
        self.note(owner, best)

    def weigh_targets(self, b: Board) -> cython.void:
        """Count the captures and conversions of the targets found."""
        number: cython.int
        t: cython.int
        base: cython.int
        owner: cython.int
        points: cython.int
        gain: cython.int
        for number in range(self.found):
            t = self.targets[number]
            base = b.ground[t]
            owner = b.owner[base]
            points = self.worth(b, base)
            gain = 0
            if self.least[t] < NOBODY:
                gain = points
                if b.protected[t] or b.kinds[base] & J_BIT:
                    gain -= self.least[t]
                elif self.turned[t] & 2 and b.size[base] == 1:
                    gain += self.value[b.kind[base]] - self.value[PAWN]
                if b.kinds[base] != P_BIT and b.mechanics & ENTANGLE:
                    gain += self.entangled(b, t, b.kind[base])
                if (
                    b.kinds[base] & J_BIT
                    and distance(b.cell[b.king[owner]], t) <= 1
                    and distance(b.cell[b.king[1 - owner]], t) > 1
                ):
                    gain = ROYAL
            if self.turned[t] & 1 and gain < 2 * points:
                gain = 2 * points
            self.note(1 - owner, gain)

    def entangled(self, b: Board, t: cython.int, kind: cython.int) -> cython.int:
        """Return the value of what is captured together with a body of that kind on `t` (F19)."""
        owner: cython.int = b.owner[b.ground[t]]
        u: cython.int
        c: cython.int
        points: cython.int = 0
        if b.live[18 * owner + kind] < 2:
            return 0
        for u in range(1, b.units + 1):
            if b.kind[u] == kind and b.owner[u] == owner and b.place[u] == GROUND:
                c = b.cell[u]
                if c != t and not b.guarded[c] and heading_to(c, t) >= 0:
                    points += self.value[kind]
        return points

    def weigh_tombs(self, b: Board) -> cython.void:
        """Count steps onto open armed tombs, each at the cost of a pawn."""
        c: cython.int
        seat: cython.int
        for c in range(256):
            if b.tomb[c] and is_open_armed(b, c):
                for seat in range(2):
                    if self.reached[256 * seat + c]:
                        self.note(seat, self.destroyed(b, c, seat) - self.value[PAWN])
