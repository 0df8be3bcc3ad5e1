"""Layers 1 to 6 of section 4.1, worked out for one position when asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from tests.games.frozen.reference.board import Board, Body, Rules, Unit
from tests.games.frozen.reference.geometry import (
    ATTACK_ENDS,
    BESIDE,
    DIAGONAL,
    FAR_ATTACKS,
    IMMORTAL,
    MOVE_ENDS,
    NEAR,
    NEAR_SETS,
    ORTHOGONAL,
    RAYS,
    attack_rides,
    forward,
    left,
    rides,
    right,
)


class Way(NamedTuple):
    """How a cell is reached."""

    end: int
    path: tuple[int, ...] = ()
    style: str = "leap"
    """leap, ortho or diag; a lancer's capture is diag (F20)."""


def style_of(heading: int) -> str:
    return "ortho" if heading < 4 else "diag"


def native_ways(board: Board, cell: int, kind: str, unit: Unit) -> Iterator[Way]:
    """The Moves column from `cell`, with the owner and ranges of `unit`: to free cells, and to
    the ground bodies first met."""
    owner = unit.owner
    if kind == "P":
        ahead = RAYS[cell][forward(owner)]
        if ahead and ahead[0] not in board.walls:
            yield Way(ahead[0])
        if len(ahead) > 1 and ahead[0] in board.ground and ahead[1] not in board.walls:
            yield Way(ahead[1])
        return
    for heading in rides(kind, owner):
        ray = RAYS[cell][heading][: unit.range(heading)]
        for length, end in enumerate(ray):
            if end in board.walls:
                break
            yield Way(end, ray[:length], style_of(heading))
            if end in board.ground:
                break
    for end in MOVE_ENDS[kind, owner][cell]:
        if end in board.walls or (kind == "F" and end in board.tombs and end not in board.ground):
            continue
        yield Way(end)


def attack_ways(board: Board, cell: int, kind: str, unit: Unit) -> Iterator[Way]:
    """The Attacks column from `cell`: the ways onto ground bodies. A cannon is taken as loaded."""
    for heading in attack_rides(kind):
        ray = RAYS[cell][heading][: unit.range(heading)]
        for length, end in enumerate(ray):
            if end in board.walls:
                break
            if end in board.ground:
                yield Way(end, ray[:length], style_of(heading))
                break
    if kind == "L":
        yield from lancer_ways(board, cell, unit.diag)
    for end in ATTACK_ENDS[kind, unit.owner][cell]:
        if end in board.ground:
            yield Way(end)


def lancer_ways(board: Board, cell: int, reach: int) -> Iterator[Way]:
    """F30: the best way to each body comes first."""
    running = {heading: RAYS[cell][heading][:reach] for heading in DIAGONAL}
    for length in range(1, 16):
        for heading in DIAGONAL:
            ray = running[heading]
            if len(ray) < length or not board.is_free(ray[length - 1]):
                running[heading] = ()
                continue
            for end in BESIDE[ray[length - 1]]:
                if end in board.ground:
                    yield Way(end, ray[:length], "diag")


def attacked_by(board: Board, cell: int, unit: Unit) -> set[int]:
    """Layer 2: A(u)."""
    kind = unit.kind
    if kind == "Z" and not unit.cargo:
        return set()
    found = set(ATTACK_ENDS[kind, unit.owner][cell])
    for heading in attack_rides(kind):
        for end in RAYS[cell][heading][: unit.range(heading)]:
            if end in board.walls:
                break
            found.add(end)
            if end in board.ground:
                break
    if kind == "L":
        for heading in DIAGONAL:
            for at in RAYS[cell][heading][: unit.diag]:
                if not board.is_free(at):
                    break
                found.update(BESIDE[at])
    return found


def bounces(board: Board, cell: int, kind: str, unit: Unit) -> Iterator[Way]:
    """F8: to free cells and to bodies; of both types the better one first."""
    types = []
    if kind in "RQTS":
        types.append(ORTHOGONAL)
    if kind in "BDQS":
        types.append(DIAGONAL)
    found: list[Way] = []
    for headings in types:
        native = [heading for heading in rides(kind, unit.owner) if heading in headings]
        found += _bounces(board, cell, native, unit.range(headings[0]))
    yield from sorted(found, key=lambda way: len(way.path))


def _bounces(board: Board, start: int, native: list[int], reach: int) -> Iterator[Way]:
    style = style_of(native[0])
    queue: list[tuple[int, int, tuple[int, ...], bool]] = [(start, h, (), False) for h in native]
    listed: set[int] = set()
    marked: set[tuple[int, int]] = set()
    for x, heading, entered, turned in queue:  # the queue grows meanwhile
        if entered and turned and x not in listed:
            listed.add(x)
            yield Way(x, entered[:-1], style)
        if len(entered) == reach:
            continue
        ray = RAYS[x][heading]
        if ray and ray[0] != start and board.is_free(ray[0]):
            if (ray[0], heading) not in marked:
                marked.add((ray[0], heading))
                queue.append((ray[0], heading, (*entered, ray[0]), turned))
            continue
        if ray and ray[0] in board.ground and ray[0] != start and turned and ray[0] not in listed:
            listed.add(ray[0])
            yield Way(ray[0], entered, style)
        if not entered:
            continue
        for aside in (right(heading), left(heading)):
            turn = RAYS[x][aside]
            if turn and turn[0] != start and board.is_free(turn[0]):
                if (turn[0], aside) in marked:
                    continue
                marked.add((turn[0], aside))
                queue.append((turn[0], aside, (*entered, turn[0]), True))


class Sight:
    """What the layers say about a position."""

    def __init__(self, board: Board, rules: Rules) -> None:
        self.board = board
        self.rules = rules
        self._frozen: dict[tuple[int, bool], bool] = {}
        self._sets: dict[int, list[set[int]]] = {}
        self._attacks: dict[int, set[int]] = {}
        self._marked: dict[int, bool] = {}

    @cached_property
    def kings(self) -> tuple[int | None, int | None]:
        return self.board.king(0), self.board.king(1)

    @cached_property
    def _roster(self) -> tuple[list[tuple[int, int, Unit]], list[tuple[int, int, Unit]]]:
        """The members of both sides: cell, place in the stack, unit."""
        found: tuple[list[tuple[int, int, Unit]], list[tuple[int, int, Unit]]] = ([], [])
        for cell, body in self.board.ground.items():
            for place, unit in enumerate(body.members):
                found[unit.owner].append((cell, place, unit))
        return found

    # Layer 1.

    def is_royal_guard(self, cell: int, owner: int) -> bool:
        """F44."""
        return self.kings[owner] in NEAR_SETS[cell]

    def is_frozen(self, cell: int, gaze: bool = True) -> bool:
        known = self._frozen.get((cell, gaze))
        if known is None:
            known = self._frozen[cell, gaze] = self._find_frozen(cell, gaze)
        return known

    def _find_frozen(self, cell: int, gaze: bool) -> bool:
        ground = self.board.ground
        body = ground[cell]
        if body.par > 0:
            return True
        owner = body.owner
        if body.has("K") or self.is_royal_guard(cell, owner):
            return False
        awed, gazed = body.other_than("JCM"), gaze and body.has("P")
        for near in NEAR[cell]:
            other = ground.get(near)
            if other is None or other.owner == owner or other.par > 0:
                continue
            if (awed and other.has("J")) or (gazed and other.has("Q")):
                return True
        if not body.other_than("M"):
            return False
        return any(
            self._has_enemy_pawn(cell, heading, owner)
            and self._has_enemy_pawn(cell, heading + 2, owner)
            for heading in (0, 1)
        )

    def _has_enemy_pawn(self, cell: int, heading: int, owner: int) -> bool:
        ray = RAYS[cell][heading]
        other = self.board.ground.get(ray[0]) if ray else None
        return other is not None and other.owner != owner and other.has("P")

    # Layers 2 and 3.

    def sets(self, cell: int) -> list[set[int]]:
        """A of each member of the body on `cell`."""
        known = self._sets.get(cell)
        if known is None:
            members = self.board.ground[cell].members
            known = self._sets[cell] = [attacked_by(self.board, cell, unit) for unit in members]
        return known

    def _is_seen_by(self, cell: int, owner: int, kind: str) -> bool:
        """Whether `cell` is in A of a member of `kind` of an unfrozen body of `owner`."""
        for at, place, unit in self._roster[owner]:
            if (
                unit.kind == kind
                and cell in FAR_ATTACKS[kind, owner][at]
                and cell in self.sets(at)[place]
                and not self.is_frozen(at)
            ):
                return True
        return False

    def is_marked(self, cell: int) -> bool:
        """Knightmare, for a pawn member of the body on `cell`."""
        known = self._marked.get(cell)
        if known is None:
            owner = self.board.ground[cell].owner
            known = self._marked[cell] = self._is_seen_by(cell, 1 - owner, "N")
        return known

    def is_besieged(self, cell: int, owner: int) -> bool:
        """For bodies of `owner`."""
        return self._is_seen_by(cell, 1 - owner, "R")

    def attacks(self, cell: int) -> set[int]:
        """The attack set of the body on `cell`, Knightmare looked at."""
        known = self._attacks.get(cell)
        if known is None:
            known = set()
            for unit, seen in zip(self.board.ground[cell].members, self.sets(cell), strict=True):
                if unit.kind != "P" or not self.is_marked(cell):
                    known |= seen
            self._attacks[cell] = known
        return known

    # Layer 4.

    @cached_property
    def threats(self) -> tuple[set[int], set[int]]:
        """The cells that first and that second threatens."""
        found: tuple[set[int], set[int]] = (set(), set())
        for cell, body in self.board.ground.items():
            if not self.is_frozen(cell):
                found[body.owner].update(self.attacks(cell))
        return found

    def is_threatened(self, cell: int, owner: int) -> bool:
        """As a place for `owner`."""
        return cell in self.threats[1 - owner]

    def attackers(self, cell: int, owner: int, but: str = "") -> list[int]:
        """The unfrozen bodies of `owner` that attack `cell` through a kind not in `but`."""
        found = set()
        for at, place, unit in self._roster[owner]:
            if (
                unit.kind not in but
                and cell in FAR_ATTACKS[unit.kind, owner][at]
                and cell in self.sets(at)[place]
                and not self.is_frozen(at)
                and not (unit.kind == "P" and self.is_marked(at))
            ):
                found.add(at)
        return sorted(found)

    def checkers(self, owner: int) -> list[int]:
        """The bodies that give check to the king of `owner`."""
        king = self.kings[owner]
        return [] if king is None else self.attackers(king, 1 - owner, but="KB")

    def is_in_check(self, owner: int) -> bool:
        return bool(self.checkers(owner))

    @cached_property
    def _protectors(self) -> dict[int, list[int]]:
        ground = self.board.ground
        found: dict[int, list[int]] = {}
        for cell in sorted(ground):
            owner = ground[cell].owner
            for end in () if self.is_frozen(cell) else self.attacks(cell):
                if end in ground and end != cell and ground[end].owner == owner:
                    found.setdefault(end, []).append(cell)
        return found

    def protectors(self, cell: int) -> list[int]:
        return self._protectors.get(cell, [])

    # Layer 5.

    @cached_property
    def _support(self) -> tuple[set[int], dict[int, int], set[int]]:
        guarded: set[int] = set()
        empowered: dict[int, int] = {}
        towers: set[int] = set()
        if "empower" not in self.rules.on:
            return guarded, empowered, towers
        ground = self.board.ground
        for cell, body in ground.items():
            if body.has("K") or body.has("S"):
                continue
            sound = [
                at
                for at in self.protectors(cell)
                if ground[at].other_than("P") and not self.is_threatened(at, body.owner)
            ]
            if len(sound) >= 2:
                guarded.add(cell)
            elif len(sound) == 1 and body.other_than("P") and not ground[sound[0]].has("K"):
                empowered[cell] = sound[0]
        for cell, protector in empowered.items():
            if ground[cell].has("R") and not ground[protector].has("S"):
                towers.add(protector)
        return guarded, empowered, towers

    def is_guarded(self, cell: int) -> bool:
        return cell in self._support[0]

    def guarded(self) -> set[int]:
        return self._support[0]

    def is_empowered(self, cell: int, unit: Unit) -> bool:
        """F7.2: whether kinds are lent to that member of the body on `cell`."""
        base = self.board.ground[cell].members[0]
        if unit.number != base.number or unit.kind == "P":
            return False
        return cell in self._support[1] or cell in self._support[2]

    def lent(self, cell: int, unit: Unit) -> list[str]:
        """F7.2: in the order in which they are tried."""
        if not self.is_empowered(cell, unit):
            return []
        kinds: list[str] = []
        lender = self._support[1].get(cell)
        if lender is not None:
            kinds += [kind for kind in self.board.ground[lender].kinds() if kind not in "KP"]
        return kinds + (["R"] if cell in self._support[2] else [])

    # Layer 6.

    def is_shielded(self, cell: int, attacker: int) -> bool:
        """The shield of the body on `cell` against a capture as templar."""
        if self.is_frozen(cell) or cell in self.board.tombs:
            return False
        members = self.board.ground[cell].members
        return any(
            unit.kind == "T" and attacker in seen
            for unit, seen in zip(members, self.sets(cell), strict=True)
        )

    def capturable(self, kind: str, attacker: int, cell: int) -> list[str]:
        """The kinds as which the (enemy) body on `cell` may be captured, in stack order."""
        if self.is_guarded(cell):
            return []
        return [
            taken
            for taken in self.board.ground[cell].kinds()
            if taken not in IMMORTAL
            and (taken != kind or kind == "P")
            and not (taken == "T" and self.is_shielded(cell, attacker))
        ]


def may_engage(kind: str, body: Body) -> bool:
    """F18."""
    return kind == "P" or body.other_than(kind)
