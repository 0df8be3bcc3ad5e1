"""Plain moves and captures (5.1) of ground bodies, check not yet looked at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from tests.games.frozen.reference.board import Board, Body, Rules
from tests.games.frozen.reference.geometry import (
    CAPTURERS,
    KNIGHT_LEAPS,
    NAMES,
    NEAR,
    NO_CAPTURE,
    RAYS,
    forward,
    shift,
)
from tests.games.frozen.reference.sight import (
    Sight,
    Way,
    attack_ways,
    bounces,
    may_engage,
    native_ways,
)


class Act(NamedTuple):
    """An action with all that its string leaves to be found out."""

    name: str
    cell: int = -1
    """Of the acting body."""
    way: Way = Way(-1)
    """How it goes to its end; for what does not move only `end` counts: the target."""
    kind: str = ""
    """The acting kind, or the kind chosen."""
    taken: str = ""
    """The kind as which a body is captured."""
    extra: int = -1
    """The victim of a leap, the body pulled, the cell pushed to, the number carried, the distance
    of a shot, the size of a block or its angle."""
    cost: int = 0
    """Of a pull."""
    shadow: bool = False

    @property
    def end(self) -> int:
        return self.way.end


Offer = tuple[str, Act]


class Moves:
    """What every list of actions needs, and the first actions."""

    def __init__(self, board: Board, rules: Rules, sight: Sight) -> None:
        self.board = board
        self.rules = rules
        self.sight = sight
        self.turn_goes_on = board.phase.letter in "DUB"

    @cached_property
    def units(self) -> int:
        return self.board.units()

    @cached_property
    def sides(self) -> tuple[set[int], set[int]]:
        """The cells of the ground bodies of either side."""
        found: tuple[set[int], set[int]] = (set(), set())
        for cell, body in self.board.ground.items():
            found[body.owner].add(cell)
        return found

    def is_able(self, cell: int) -> bool:
        """F1; F15 for a body under way."""
        return not self.sight.is_frozen(cell, gaze=not self.turn_goes_on)

    def tag(self, cell: int, kind: str) -> str:
        """Section 9: the acting cell."""
        return f"{NAMES[cell]}:{kind}" if self.board.ground[cell].is_fused else NAMES[cell]

    def taken_tags(self, cell: int, kinds: list[str]) -> Iterator[tuple[str, str]]:
        """Each choice of a kind with what is written for it."""
        fused = self.board.ground[cell].is_fused
        for taken in kinds:
            yield taken, f"{NAMES[cell]}:{taken}" if fused else NAMES[cell]

    def is_held(self, cell: int, kind: str) -> bool:
        """F37: an acting pawn under Knightmare."""
        return kind == "P" and self.sight.is_marked(cell)

    # F7 to F9.

    def plain_ways(self, cell: int, kind: str, native_only: bool) -> dict[int, Way]:
        board = self.board
        body = board.ground[cell]
        unit = body.acting(kind)
        found: dict[int, Way] = {}

        def take(ways: Iterator[Way]) -> None:
            for way in ways:
                if board.is_free(way.end):
                    found.setdefault(way.end, way)

        take(native_ways(board, cell, kind, unit))
        if self.is_held(cell, kind):
            ahead = RAYS[cell][forward(unit.owner)][:1]
            found = {end: way for end, way in found.items() if end in ahead}
        elif not native_only:
            for lent in self.sight.lent(cell, unit):
                take(native_ways(board, cell, lent, unit))
            if kind == "J":
                for stolen in self.stolen(cell, unit.owner):
                    long = unit._replace(ortho=16, diag=16)
                    take(native_ways(board, cell, stolen, long))
            if "bounce" in self.rules.on and kind in "BDQSRT":
                take(bounces(board, cell, kind, unit))
        if body.has("F"):  # F31
            found = {end: way for end, way in found.items() if end not in board.tombs}
        return found

    def stolen(self, cell: int, owner: int) -> list[str]:
        """F7.3."""
        kinds: list[str] = []
        for at in self.sight.attackers(cell, 1 - owner):
            members = self.board.ground[at].members
            for unit, seen in zip(members, self.sight.sets(at), strict=True):
                if cell in seen and not (unit.kind == "P" and self.sight.is_marked(at)):
                    kinds.append(unit.kind)
        return kinds

    def plain_moves(self, cell: int, native_only: bool = False) -> Iterator[Offer]:
        for kind in self.board.ground[cell].kinds():
            for end, way in self.plain_ways(cell, kind, native_only).items():
                yield f"{self.tag(cell, kind)}-{NAMES[end]}", Act("move", cell, way, kind)

    def reach(self, cell: int, kind: str, native_only: bool = False) -> dict[int, Way]:
        """F9 without bounces: the ground bodies, of either side, in the capture geometry."""
        unit = self.board.ground[cell].acting(kind)
        found: dict[int, Way] = {}
        if self.is_held(cell, kind):
            return found
        if kind not in CAPTURERS and not (kind == "Z" and self.sight.is_empowered(cell, unit)):
            return found
        if kind != "Z" or unit.cargo:
            for way in attack_ways(self.board, cell, kind, unit):
                found.setdefault(way.end, way)
        if not native_only:
            for lent in self.sight.lent(cell, unit):
                if lent not in NO_CAPTURE and lent not in "KPZ":
                    for way in attack_ways(self.board, cell, lent, unit):
                        found.setdefault(way.end, way)
        return found

    def captures(self, cell: int, native_only: bool = False) -> Iterator[Offer]:
        board = self.board
        body = board.ground[cell]
        for kind in body.kinds():
            found = self.reach(cell, kind, native_only)
            if "bounce" in self.rules.on and kind in "DQRT" and not native_only:
                for way in bounces(board, cell, kind, body.acting(kind)):
                    if way.end in board.ground and not board.ground[way.end].has("K"):
                        found.setdefault(way.end, way)
            for end, way in found.items():
                if board.ground[end].owner == body.owner:
                    continue
                choices = self.sight.capturable(kind, cell, end)
                for taken, text in self.taken_tags(end, choices):
                    yield f"{self.tag(cell, kind)}x{text}", Act("capture", cell, way, kind, taken)

    def leap_captures(self, cell: int) -> Iterator[Offer]:
        """F37."""
        board = self.board
        body = board.ground[cell]
        if not body.has("N"):
            return
        for dx, dy in KNIGHT_LEAPS:
            end = shift(cell, dx, dy)
            if end is None or not board.is_free(end) or board.is_open_armed(end):
                continue
            if body.has("F") and end in board.tombs:  # F31
                continue
            under = [(0, dy // abs(dy)), (dx // abs(dx), 0)]
            under += [(0, dy), (dx, dy // 2)] if abs(dy) == 2 else [(dx, 0), (dx // 2, dy)]
            # The halves above are exact: the odd ones are signs.
            for x, y in under:
                victim = shift(cell, x, y)
                other = board.ground.get(victim) if victim is not None else None
                if victim is None or other is None or other.owner == body.owner or other.has("K"):
                    continue
                choices = self.sight.capturable("N", cell, victim)
                for taken, text in self.taken_tags(victim, choices):
                    yield (
                        f"{self.tag(cell, 'N')}-{NAMES[end]}*{text}",
                        Act("leap", cell, Way(end), "N", taken, victim),
                    )


def can_throw(board: Board, cell: int, owner: int) -> bool:
    """F34."""
    ahead = RAYS[cell][forward(owner)]
    other = board.ground.get(ahead[0]) if ahead else None
    return other is not None and not other.has("K") and may_engage("O", other)


def is_susceptible(board: Board, cell: int, source: str = "", body: Body | None = None) -> bool:
    """F22, for the ground body on `cell`, or for `body` if it is to be taken as there."""
    body = body or board.ground[cell]
    if body.has("K") or not body.other_than("M" + source):
        return False
    return board.king(body.owner) not in NEAR[cell]
