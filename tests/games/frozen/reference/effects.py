"""What actions do to the board, up to but without the end-of-turn step."""

from __future__ import annotations

from typing import TypeVar

from tests.games.frozen.reference.board import Board, Body, Phase, Rules, Unit
from tests.games.frozen.reference.field import Field
from tests.games.frozen.reference.geometry import (
    BESIDE,
    NEAR,
    RAYS,
    right,
)
from tests.games.frozen.reference.moves import Act, can_throw, is_susceptible
from tests.games.frozen.reference.sight import Sight

Thing = TypeVar("Thing")


def awarded(unit: Unit, taken: str) -> Unit:
    """F21."""
    if unit.kind == "P":
        return unit
    if taken == "P":
        unit = unit._replace(pawns=unit.pawns + 1)
        full = unit.pawns == 10
        unit = unit._replace(pawns=0) if full else unit
    else:
        unit = unit._replace(pieces=unit.pieces + 1)
        full = unit.pieces == 3
        unit = unit._replace(pieces=0) if full else unit
    return unit._replace(multi=min(6, unit.multi + 1)) if full else unit


def reduced(unit: Unit, taken: str, style: str) -> Unit:
    """F20."""
    loss = 1 if taken == "P" else 3
    if style == "ortho" and unit.kind in "RQT":
        return unit._replace(ortho=max(3, unit.ortho - loss))
    if style == "diag" and unit.kind in "QDL":
        return unit._replace(diag=max(3, unit.diag - loss))
    return unit


def travelled(body: Body, cell: int, act: Act) -> int:
    """F72."""
    way = act.way
    if way.style != "leap":
        squares = len(way.path) + 1
    else:
        dx, dy = abs(way.end % 16 - cell % 16), abs(way.end // 16 - cell // 16)
        squares = 1 if max(dx, dy) == 1 else dx + dy
    return min(99, body.travelled + squares)


class Play(Field):
    """One action played on a copy of the board."""

    def __init__(self, before: Board, rules: Rules, sight: Sight, act: Act) -> None:
        super().__init__(before.copy())
        self.before = before
        self.rules = rules
        self.sight = sight
        self.act = act
        self.lives = True
        """Whether the body that moved does."""
        self.attacked = False
        """F17."""
        self.king_checked = False
        """F42."""
        getattr(self, act.name)()

    def is_alive(self, cell: int, body: Body) -> bool:
        now = self.board.ground.get(cell)
        return now is not None and now.members[0].number == body.members[0].number

    # F10.

    def move(self) -> None:
        if self.act.shadow:
            self.shadow_move()
        else:
            self.go()

    def capture(self) -> None:
        self.attacked = True
        if self.act.shadow:
            self.shadow_move()
        else:
            self.go()

    def go(self) -> None:
        board, before, act = self.board, self.before, self.act
        cell, (end, path, style), kind, taken = act.cell, act.way, act.kind, act.taken
        body = before.ground[cell]
        acting = body.acting(kind).number
        lands = before.phase.letter in "-UB"  # F16
        # 1.
        was_open_armed = before.is_open_armed(end)
        crosses = any(before.is_open_armed(at) for at in path)
        burnt = self.burnt() if kind == "D" and not taken and lands and not was_open_armed else []
        swiped = self.swiped(path, end) if kind == "L" and taken else []
        entangled = self.entangled() if taken else []
        # 2.
        self.dissolve(body.members)
        self.lay_trap(cell, body)
        self.leave(cell)
        # 3.
        jesters: list[int] = []
        poisoned = False
        if taken:
            self.die(end)
            unit = reduced(awarded(body.acting(kind), taken), taken, style)
            for other in entangled:
                self.die(other)
                unit = awarded(unit, taken)
            body = body.with_unit(unit)
            jesters += [end, *entangled] if taken == "J" else []
            poisoned = taken == "Q"
        # 4.
        board.ground[end] = body
        self.wall([cell, *path], body)
        # 5: F29.
        if kind == "P" and taken and taken not in "PK":
            new = Unit(acting, taken, body.owner)
            board.ground[end] = body.with_unit(new)
        # 6.
        if not self.arrive(end, was_open_armed):
            self.lives = False
            return
        # 7: F39.
        for other, burnt_as in burnt:
            self.attacked = True
            self.die(other)
            now = board.ground[end]
            unit = next(unit for unit in now.members if unit.number == acting)
            unit = reduced(awarded(unit, burnt_as), burnt_as, "diag")
            board.ground[end] = now.with_unit(unit)
            jesters += [other] if burnt_as == "J" else []
            poisoned = poisoned or burnt_as == "Q"
        # 8, 9: F41, F50.
        self.poison(end, poisoned)
        for at in sorted(jesters):
            self.explode(at)
        if not self.is_alive(end, body):
            self.lives = False
            return
        # 10: F40.
        if kind == "R" and lands:
            for near in NEAR[end]:
                foe = board.ground.get(near)
                if foe and foe.owner != body.owner and is_susceptible(board, near, "R"):
                    self.inflict(near, 2)
                    self.attacked = True
        # 11: F30.
        for at in swiped:
            foe = board.ground.get(at)
            if foe and foe.owner != body.owner and is_susceptible(board, at, "L"):
                self.inflict(at, 1)
        # 12: F61.
        if crosses and kind != "D" and is_susceptible(board, end):
            self.inflict(end, 1)
        # 13: F34.
        if kind == "O" and not taken and lands and can_throw(board, end, body.owner):
            self.attacked = True
            self.hurl(end, body.owner)
            if not self.is_alive(end, body):
                self.lives = False
                return
        # 14: F42.
        if kind == "K" and before.phase.letter == "-" and not self.sight.is_in_check(before.side):
            for at in self.checked_by(self.rules, before.side):
                self.king_checked = True
                self.die(at)

    def burnt(self) -> list[tuple[int, str]]:
        """F39."""
        ground, act = self.before.ground, self.act
        owner = ground[act.cell].owner
        found = []
        for near in NEAR[act.end]:
            other = ground.get(near)
            if other is None or other.owner == owner or other.has("K"):
                continue
            kinds = self.sight.capturable("D", act.end, near)
            if kinds:
                found.append((near, kinds[0]))
        return found

    def swiped(self, path: tuple[int, ...], end: int) -> list[int]:
        """F30."""
        return sorted({at for cell in path for at in BESIDE[cell]} - {end})

    def entangled(self) -> list[int]:
        """F19."""
        ground, act = self.before.ground, self.act
        if act.taken in "PK" or "entangle" not in self.rules.on:
            return []
        owner = ground[act.end].owner
        x, y = act.end % 16, act.end // 16
        found = []
        for cell in sorted(ground):
            other = ground[cell]
            dx, dy = abs(cell % 16 - x), abs(cell // 16 - y)
            aligned = dx == 0 or dy == 0 or dx == dy
            if cell == act.end or other.owner != owner or not other.has(act.taken) or not aligned:
                continue
            if self.sight.is_guarded(cell):
                continue
            if act.taken == "T" and self.sight.is_shielded(cell, act.cell):
                continue
            found.append(cell)
        return found

    def lay_trap(self, cell: int, body: Body) -> None:
        """F47."""
        traps = self.board.traps
        owner = body.owner
        if not body.has("J") or traps.get(cell) == owner:
            return
        if sum(trap == owner for trap in traps.values()) < 5 * self.before.live(owner, "J"):
            traps[cell] = owner

    def wall(self, cells: list[int], body: Body) -> None:
        """F11."""
        if "wall" in self.rules.on:
            for cell in cells:
                self.board.walls[cell] = body.members[0].number

    def poison(self, cell: int, took_queen: bool) -> None:
        """F41."""
        if took_queen and is_susceptible(self.board, cell):
            self.inflict(cell, 6)

    def leap(self) -> None:
        """F37."""
        act = self.act
        self.attacked = True
        body = self.before.ground[act.cell]
        self.dissolve(body.members)
        self.lay_trap(act.cell, body)
        self.leave(act.cell)
        self.die(act.extra)
        body = body.with_unit(awarded(body.acting("N"), act.taken))
        self.board.ground[act.end] = body
        self.wall([act.cell], body)
        self.arrive(act.end, was_open_armed=False)
        self.poison(act.end, act.taken == "Q")
        if act.taken == "J":
            self.explode(act.extra)
        self.lives = self.is_alive(act.end, body)

    # 5.2.

    def depart(self) -> tuple[Body, bool]:
        """F23: the body that goes, and whether it crosses a tomb."""
        act = self.act
        body = self.before.ground[act.cell]
        crosses = any(self.before.is_open_armed(at) for at in act.way.path)
        self.dissolve(body.members)
        self.lay_trap(act.cell, body)
        self.leave(act.cell)
        self.wall([act.cell, *act.way.path], body)
        return body, crosses and act.kind != "D"

    def fuse(self) -> None:
        board, end = self.board, self.act.end
        body, crosses = self.depart()
        joined = board.ground[end]
        board.ground[end] = joined._replace(
            members=joined.members + body.members, par=max(joined.par, body.par), stay=0
        )
        if crosses and is_susceptible(board, end):
            self.inflict(end, 1)
        if sum(unit.kind == "P" for unit in board.ground[end].members) >= 7:  # F26
            self.explode(end, 2)

    def load(self) -> None:
        """F27, F73."""
        board, act = self.board, self.act
        if act.shadow:
            body = board.shadows.pop(act.cell)
            board.shadows[act.end] = self.loaded(board.shadows[act.end], body)
            return
        body, crosses = self.depart()
        if crosses and is_susceptible(board, act.end, body=body):
            body = self.inflicted(body, 1)
        board.ground[act.end] = self.loaded(board.ground[act.end], body)

    def loaded(self, carrier: Body, body: Body) -> Body:
        place = carrier.room()
        assert place is not None
        unit = carrier.members[place]
        return carrier.with_unit(unit._replace(cargo=(*unit.cargo, body)))

    def defuse(self) -> None:
        """F25."""
        board, act = self.board, self.act
        body = board.ground[act.cell]
        leaver = body.acting(act.kind)
        was_open_armed = self.before.is_open_armed(act.end)
        crosses = any(self.before.is_open_armed(at) for at in act.way.path)
        self.dissolve((leaver,))
        rest = tuple(
            unit._replace(multi=0, pieces=0, pawns=0)
            for unit in body.members
            if unit.number != leaver.number
        )
        board.ground[act.cell] = body._replace(members=rest, stay=0)
        gone = Body((leaver._replace(multi=0, pieces=0, pawns=0),), par=body.par)
        board.ground[act.end] = gone
        self.wall(list(act.way.path), gone)
        self.lives = self.arrive(act.end, was_open_armed)
        if self.lives and crosses and act.kind != "D" and is_susceptible(board, act.end):
            self.inflict(act.end, 1)

    def unload(self) -> None:
        """F28."""
        board, act = self.board, self.act
        place = board.shadows if act.shadow else board.ground
        carrier, number = place[act.cell], act.extra
        for unit in carrier.members:
            if number <= len(unit.cargo):
                held = unit.cargo[number - 1]
                cargo = unit.cargo[: number - 1] + unit.cargo[number:]
                place[act.cell] = carrier.with_unit(unit._replace(cargo=cargo))
                break
            number -= len(unit.cargo)
        if held.shadow:
            board.shadows[act.end] = held
        else:
            board.ground[act.end] = held
            self.arrive(act.end, self.before.is_open_armed(act.end))

    # 5.3.

    def jump(self) -> None:
        self.transport(self.act.cell, self.act.end)

    portal = jump

    def transport(self, cell: int, end: int) -> None:
        """A body goes and arrives, without a wall."""
        self.board.ground[end] = self.leave(cell)
        self.arrive(end, self.before.is_open_armed(end))

    def treb(self) -> None:
        self.explode(self.act.end)
        self.cost(self.act.cell, 2)

    def shoot(self) -> None:
        self.inflict(self.act.end, 16 // self.act.extra + 1)

    def para(self) -> None:
        self.inflict(self.act.end, 3)

    def blast(self) -> None:
        """F35."""
        board, act = self.board, self.act
        body = board.ground[act.cell]
        unit = body.acting("Z")
        load = unit.cargo[0]
        unit = unit._replace(cargo=())
        if act.taken:
            self.die(act.end)
            unit = awarded(unit, act.taken)
        board.ground[act.cell] = body.with_unit(unit)
        self.poison(act.cell, act.taken == "Q")
        self.explode(act.end)
        board.ground[act.end] = load._replace(stay=0, trapped=False)

    def quake(self) -> None:
        """F36."""
        walls = self.board.walls
        found = [self.act.end]
        for cell in found:
            found += [near for near in NEAR[cell] if near in walls and near not in found]
        for cell in found:
            del walls[cell]

    def convert(self) -> None:
        """F38."""
        board, act = self.board, self.act
        body = board.ground[act.end]
        owner = 1 - body.owner
        members = tuple(unit._replace(owner=owner) for unit in body.members)
        board.ground[act.end] = Body(members)
        self.cost(act.cell, 2)

    def exch(self) -> None:
        """F43."""
        self.die(self.act.end)
        self.board.ground[self.act.end] = self.leave(self.act.cell)

    def walltrap(self) -> None:
        """F49."""
        board, act = self.board, self.act
        jester = board.ground[act.cell].acting("J")
        self.dissolve((jester,))
        for near in NEAR[act.end]:
            if board.is_free(near) and near not in board.tombs:
                board.walls[near] = jester.number

    def deton(self) -> None:
        self.explode(self.act.cell)

    def tele(self) -> None:
        self.change_places()

    def swap(self) -> None:
        self.change_places()

    def change_places(self) -> None:
        """F52, F67."""
        ground, act = self.board.ground, self.act
        one, other = self.leave(act.cell), self.leave(act.end)
        ground[act.end], ground[act.cell] = one, other
        self.arrive(act.end, was_open_armed=False)
        self.arrive(act.cell, was_open_armed=False)

    def tornado(self) -> None:
        """F57."""
        self.board.tornados[self.act.end] = (self.before.side, 10)
        self.cost(self.act.cell, 20)

    def aval(self) -> None:
        """F58."""
        act = self.act
        for heading in range(4):
            ray = RAYS[act.cell][heading]
            if act.end in ray:
                for cell in ray[: ray.index(act.end) + 1]:
                    self.board.flows[cell] = (self.before.side, heading, 5)
        self.cost(act.cell, 10)

    def throw(self) -> None:
        self.hurl(self.act.cell, self.board.ground[self.act.cell].owner)

    # 5.4, 5.5.

    def respawn(self) -> None:
        """F63."""
        board, cell = self.board, self.act.cell
        first, *rest = board.tombs[cell].units
        board.ground[cell] = Body((first,))
        if rest:
            board.tombs[cell] = board.tombs[cell]._replace(units=tuple(rest))
        else:
            del board.tombs[cell]

    def transfer(self) -> None:
        """F64."""
        board, act = self.board, self.act
        body = board.ground[act.end]
        par = max(0, body.par - 4)
        board.ground[act.end] = body._replace(par=par, trapped=body.trapped and par > 0)
        self.cost(act.cell, 4)

    def spawn(self) -> None:
        """F66."""
        board, act = self.board, self.act
        unit = board.ground[act.cell].members[0]
        board.ground[act.end] = Body((Unit(board.next_number(), unit.kind, unit.owner),))
        for cell in (act.cell, act.end):
            self.cost(cell, 15 if unit.kind == "P" else 40)

    def pull(self) -> None:
        """F69."""
        board, act = self.board, self.act
        target = act.extra
        if act.end in board.ground:
            body = self.leave(target)._replace(stay=0)
            board.ground[act.end] = self.loaded(board.ground[act.end], body)
        else:
            self.transport(target, act.end)
        self.cost(act.cell, act.cost)

    def push(self) -> None:
        """F70."""
        board, act = self.board, self.act
        cell, near, far = act.cell, act.end, act.extra
        if near in board.walls:
            board.walls[far] = board.walls.pop(near)
            board.ground[near] = self.leave(cell)
            self.arrive(near, was_open_armed=False)
            self.cost(near, 5)
            return
        board.ground[far] = self.leave(near)
        board.ground[near] = self.leave(cell)
        self.arrive(near, was_open_armed=False)
        self.arrive(far, self.before.is_open_armed(far))

    def shadow(self) -> None:
        """F71."""
        cell = self.act.cell
        body = self.leave(cell)
        delay = 6 if body.owner == self.before.side else 5
        self.board.shadows[cell] = Body(body.members, body.par, delay=delay, shadow=True)

    # F72 to F75.

    def shadow_move(self) -> None:
        board, act = self.board, self.act
        body = board.shadows.pop(act.cell)
        if act.taken:
            self.bury(act.end, board.shadows.pop(act.end))
            unit = body.members[0]
            unit = reduced(awarded(unit, act.taken), act.taken, act.way.style)
            body = body.with_unit(unit)
        board.shadows[act.end] = body._replace(travelled=travelled(body, act.cell, act))

    def unshadow(self) -> None:
        """F74."""
        board, cell = self.board, self.act.cell
        body = board.shadows.pop(cell)
        board.ground[cell] = Body(body.members, body.par)
        self.cost(cell, body.travelled // 2)

    def strike(self) -> None:
        """F75."""
        board, act = self.board, self.act
        body = self.leave(act.end)
        board.shadows[act.end] = Body(body.members, body.par, delay=5, shadow=True)
        self.inflict(act.cell, 10, shadow=True)

    # Gestures.

    def end(self) -> None:
        pass

    def morph(self) -> None:
        self.board.phase = Phase("M", cell=self.act.cell)

    def promote(self) -> None:
        self.board.phase = Phase("P", cell=self.act.cell)

    def mind(self) -> None:
        self.board.phase = Phase("X", cell=self.act.cell)

    def rot(self) -> None:
        self.board.phase = Phase("R", self.act.extra, self.act.cell)

    at = rot

    def kind(self) -> None:
        """F29, F65."""
        board, act = self.board, self.act
        body = board.ground[act.cell]
        if self.before.phase.letter == "P":
            old = body.acting("P")
            new = Unit(old.number, act.kind, old.owner)
            board.ground[act.cell] = body.with_unit(new)._replace(stay=0)
            return
        old = body.members[0]
        self.dissolve((old,))
        for held in old.cargo:
            self.bury(act.cell, held)
        board.ground[act.cell] = Body((Unit(old.number, act.kind, old.owner),))
        self.cost(act.cell, 18)

    def turn(self) -> None:
        """F76."""
        board, before, size, corner = (
            self.board,
            self.before,
            self.before.phase.number,
            self.before.phase.cell,
        )
        quarters = self.act.extra // 90
        block = {}
        for j in range(size):
            for i in range(size):
                x, y = i, j
                for _ in range(quarters):
                    x, y = y, size - 1 - x
                block[corner + 16 * j + i] = corner + 16 * y + x
        board.ground = _turned(before.ground, block)
        board.shadows = _turned(before.shadows, block)
        board.walls = _turned(before.walls, block)
        board.tombs = _turned(before.tombs, block)
        board.traps = _turned(before.traps, block)
        board.tornados = _turned(before.tornados, block)
        board.flows = _turned(before.flows, block)
        for cell, end in block.items():
            if cell in before.ground and end != cell:
                board.ground[end] = before.ground[cell]._replace(stay=0, trapped=False)
            if cell in before.flows:
                owner, heading, timer = before.flows[cell]
                for _ in range(quarters):
                    heading = right(heading)
                board.flows[end] = (owner, heading, timer)


def _turned(things: dict[int, Thing], block: dict[int, int]) -> dict[int, Thing]:
    return {block.get(cell, cell): thing for cell, thing in things.items()}
