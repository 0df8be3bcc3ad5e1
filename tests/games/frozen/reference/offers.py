"""What may be done in each phase (section 4), check not yet looked at."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.frozen.reference.board import Board, Body
from tests.games.frozen.reference.geometry import (
    KINDS,
    NAMES,
    is_dark,
    last_rank,
)
from tests.games.frozen.reference.moves import Act, Offer
from tests.games.frozen.reference.shadows import Shadows
from tests.games.frozen.reference.sight import (
    Sight,
)


class Offers(Shadows):
    """The candidates of one position, by their strings."""

    def all(self) -> Iterator[Offer]:
        """All but `mind:`, `rot:`, `at:` and `turn:`."""
        letter, _, cell, shadow = self.board.phase
        if letter == "-":
            for at, body in self.board.ground.items():
                if body.owner == self.board.side and self.is_able(at):
                    yield from self.everything(at)
            for at, body in self.board.shadows.items():
                if body.owner == self.board.side and body.par == 0:
                    yield from self.shadow_actions(at)
            yield from self.respawns()
        elif letter in "MP":
            yield from self.kinds(cell)
        elif letter == "X":
            yield from self.controlled(cell)
        elif letter in "DUB":
            if shadow and self.board.shadows[cell].par == 0:
                yield from self.shadow_moves(cell)
                yield from self.shadow_captures(cell) if letter == "U" else ()
            elif not shadow and self.is_able(cell):
                if letter == "B":
                    yield from self.everything(cell)
                else:
                    yield from self.plain_moves(cell)
                    yield from self.leap_captures(cell)
                if letter == "U":
                    yield from self.captures(cell)
                    yield from self.attack_abilities(cell)
            yield "end", Act("end")

    def everything(self, cell: int) -> Iterator[Offer]:
        """Of an able ground body, in phases - and B."""
        yield from self.plain_moves(cell)
        yield from self.captures(cell)
        yield from self.leap_captures(cell)
        body = self.board.ground[cell]
        if body.has("K"):
            yield from self.exchanges(cell)
            return
        if not body.other_than("P") and self.sight.is_marked(cell):
            return  # F37
        yield from self.attack_abilities(cell)
        yield from self.joins(cell)
        yield from self.defusings(cell)
        yield from self.unloadings(cell)
        yield from self.jumps(cell)
        yield from self.jester_abilities(cell)
        yield from self.teleswaps(cell)
        yield from self.portals(cell)
        yield from self.weather(cell)
        yield from self.transfers(cell)
        yield from self.single_abilities(cell)
        yield from self.swapshots(cell)
        yield from self.pulls(cell)
        yield from self.pushes(cell)
        if body.has("P") and cell // 16 == last_rank(body.owner):  # F29
            yield f"promote:{NAMES[cell]}", Act("promote", cell)

    def kinds(self, cell: int) -> Iterator[Offer]:
        """F29, F65."""
        body = self.board.ground[cell]
        own = body.members[0].kind if self.board.phase.letter == "M" else "P"
        for kind in KINDS:
            if kind not in "KP" and kind != own and self.is_allowed(kind, body.owner):
                yield f"kind:{kind}", Act("kind", cell, kind=kind)

    # Mind control, F68.

    def mind_targets(self) -> list[int]:
        """Those with a controller; whether they can do anything is not looked at."""
        board, sight = self.board, self.sight
        if "mind" not in self.rules.on:
            return []
        targets: set[int] = set()
        for cell, body in board.ground.items():
            if body.owner != board.side or sight.is_frozen(cell):
                continue
            for kind in body.kinds():
                if kind in "KZ":
                    continue
                for end in self.reach(cell, kind):
                    if (
                        board.ground[end].owner != board.side
                        and is_dark(end) == is_dark(cell)
                        and sight.capturable(kind, cell, end)
                    ):
                        targets.add(end)
        return [
            at
            for at in sorted(targets)
            if not board.ground[at].has("K")
            and not sight.is_frozen(at)
            and not sight.protectors(at)
        ]

    def controlled(self, cell: int) -> Iterator[Offer]:
        yield from self.plain_moves(cell, native_only=True)
        yield from self.captures(cell, native_only=True)
        body = self.board.ground[cell]
        if not body.other_than("P") and self.sight.is_marked(cell):
            return
        yield from self.siege(cell)
        yield from self.pushes(cell)
        yield from self.portals(cell)
        yield from self.detonations(cell)
        yield from self.teleswaps(cell)


def block_values(board: Board, sight: Sight) -> dict[int, int]:
    """F76: what each cell counts, the enemy's as negative."""
    values: dict[int, int] = {}
    for cell, body in board.ground.items():
        if sight.is_frozen(cell):
            continue
        if body.is_fused or body.has("K") or body.has("Q"):
            worth = 3
        else:
            worth = 1 if body.has("P") else 2
        values[cell] = _signed(board, cell, body, worth)
    for cell, body in board.shadows.items():
        if body.par == 0:
            values[cell] = values.get(cell, 0) + _signed(board, cell, body, 1)
    return values


def _signed(board: Board, cell: int, body: Body, worth: int) -> int:
    if is_dark(cell) == (body.owner == 1):
        worth *= 2
    return worth if body.owner == board.side else -worth


def blocks(values: dict[int, int], size: int) -> Iterator[int]:
    """F76: the corners of the blocks that may be turned."""
    for y in range(1, 16 - size):
        for x in range(1, 16 - size):
            cells = (16 * (y + j) + x + i for j in range(size) for i in range(size))
            if sum(values.get(cell, 0) for cell in cells) > 0:
                yield 16 * y + x
