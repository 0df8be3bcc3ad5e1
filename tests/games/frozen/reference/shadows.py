"""What shadows may do (F72 to F75)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.frozen.reference.abilities import Abilities
from tests.games.frozen.reference.board import Unit
from tests.games.frozen.reference.geometry import (
    ATTACK_ENDS,
    BESIDE,
    DIAGONAL,
    MOVE_ENDS,
    NAMES,
    NO_CAPTURE,
    RAYS,
    attack_rides,
    is_dark,
    rides,
)
from tests.games.frozen.reference.moves import Act, Offer
from tests.games.frozen.reference.sight import (
    Way,
    may_engage,
    style_of,
)


class Shadows(Abilities):
    """The lists of actions of shadows."""

    def shadow_actions(self, cell: int) -> Iterator[Offer]:
        board = self.board
        body = board.shadows[cell]
        yield from self.shadow_moves(cell)
        yield from self.shadow_captures(cell)
        for way in self.shadow_ways(cell):  # F73
            other = board.shadows.get(way.end)
            if other is None or other.owner != body.owner or other.members[0].kind != "S":
                continue
            if other.room() is not None:
                yield (
                    f"~{NAMES[cell]}>{NAMES[way.end]}",
                    Act("load", cell, way, body.members[0].kind, shadow=True),
                )
        yield from self.unloadings(cell, shadow=True)
        if (  # F74
            body.delay == 0
            and board.lets_shadow(cell)
            and cell not in board.traps
            and not self.sight.is_threatened(cell, body.owner)
        ):
            yield f"unshadow:{NAMES[cell]}", Act("unshadow", cell, shadow=True)
        yield from self.strikes(cell)

    def shadow_ways(self, cell: int) -> Iterator[Way]:
        """Native moves; shadows on the cells do not matter here."""
        board = self.board
        unit = board.shadows[cell].members[0]
        kind, owner = unit.kind, unit.owner
        for heading in rides(kind, owner):
            ray = RAYS[cell][heading][: unit.range(heading)]
            for length, end in enumerate(ray):
                if not board.lets_shadow(end):
                    break
                yield Way(end, ray[:length], style_of(heading))
        for end in MOVE_ENDS[kind, owner][cell]:
            if board.lets_shadow(end):
                yield Way(end)

    def shadow_moves(self, cell: int) -> Iterator[Offer]:
        for way in self.shadow_ways(cell):
            if way.end not in self.board.shadows:
                kind = self.board.shadows[cell].members[0].kind
                yield (
                    f"~{NAMES[cell]}-{NAMES[way.end]}",
                    Act("move", cell, way, kind, shadow=True),
                )

    def shadow_attack_ways(self, cell: int, unit: Unit) -> Iterator[Way]:
        """Every cell in its attack geometry: what shadows may cross, then the first that they may
        not."""
        board = self.board
        kind = unit.kind
        for heading in attack_rides(kind):
            ray = RAYS[cell][heading][: unit.range(heading)]
            for length, end in enumerate(ray):
                yield Way(end, ray[:length], style_of(heading))
                if not board.lets_shadow(end):
                    break
        for end in ATTACK_ENDS[kind, unit.owner][cell]:
            yield Way(end)
        if kind == "L":
            running = {heading: RAYS[cell][heading][: unit.diag] for heading in DIAGONAL}
            for length in range(1, 16):
                for heading in DIAGONAL:
                    ray = running[heading]
                    if len(ray) < length or not board.lets_shadow(ray[length - 1]):
                        running[heading] = ()
                        continue
                    for end in BESIDE[ray[length - 1]]:
                        yield Way(end, ray[:length], "diag")

    def shadow_captures(self, cell: int) -> Iterator[Offer]:
        board = self.board
        unit = board.shadows[cell].members[0]
        kind = unit.kind
        if kind in NO_CAPTURE or kind == "Z":
            return
        for way in self.shadow_attack_ways(cell, unit):
            other = board.shadows.get(way.end)
            if other is None or other.owner == unit.owner or not board.lets_shadow(way.end):
                continue
            if may_engage(kind, other):
                taken = other.members[0].kind
                yield (
                    f"~{NAMES[cell]}x{NAMES[way.end]}",
                    Act("capture", cell, way, kind, taken, shadow=True),
                )

    def strikes(self, cell: int) -> Iterator[Offer]:
        """F75."""
        board, sight = self.board, self.sight
        unit = board.shadows[cell].members[0]
        kind = unit.kind
        if kind in NO_CAPTURE or kind == "Z":
            return
        for way in self.shadow_attack_ways(cell, unit):
            end = way.end
            other = board.ground.get(end)
            if other is None or other.owner == unit.owner or other.is_fused:
                continue
            if (
                other.members[0].kind not in "KPFS"
                and not sight.protectors(end)
                and is_dark(end) == is_dark(cell)
                and end not in board.shadows
                and sight.capturable(kind, cell, end)
            ):
                yield (
                    f"strike:{NAMES[cell]}:{NAMES[end]}",
                    Act("strike", cell, way, kind, shadow=True),
                )
