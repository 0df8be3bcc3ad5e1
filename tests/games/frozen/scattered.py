"""Positions that no game need lead to, thick with everything that the rulebook knows."""

from __future__ import annotations

import random
from collections import Counter

from tests.games.frozen.reference.board import Board, Body, Tomb, Unit
from tests.games.frozen.reference.geometry import CELLS, KINDS, NEAR

_COMMON = KINDS.replace("K", "").replace("P", "")


class Scatter:
    """One position in the making."""

    def __init__(self, choose: random.Random) -> None:
        self.choose = choose
        self.units = 0
        self.rich = choose.random() < 0.7
        """Whether units have a history: awards, losses, paralysis."""
        # Few kinds at a time meet themselves and each other more often.
        self.common = "".join(choose.sample(_COMMON, choose.choice((2, 4, 8, 16))))
        self.pawns = choose.choice((0.1, 0.3, 0.5))
        self.fused = choose.choice((0, 0.1, 0.4))
        self.quick = choose.choice((0.0, 0.0, 0.3))

    def chance(self, probability: float) -> bool:
        return self.choose.random() < probability

    def kind(self) -> str:
        return "P" if self.chance(self.pawns) else self.choose.choice(self.common)

    def unit(self, kind: str, owner: int, depth: int = 0) -> Unit:
        choose = self.choose
        self.units += 1
        unit = Unit(self.units, kind, owner)
        if self.rich and (kind != "P" or self.chance(0.1)):
            unit = unit._replace(
                ortho=choose.choice((16, 16, 16, 13, 3, 5)),
                diag=choose.choice((16, 16, 16, 15, 3, 4)),
                pieces=choose.choice((0, 0, 1, 2)),
                pawns=choose.choice((0, 0, 8, 9)),
                multi=choose.choice((1, 2, 6)) if self.chance(self.quick) else 0,
            )
        if kind in "SZ" and depth < 2 and self.chance(0.6):
            room = 1 if kind == "Z" else choose.choice((1, 1, 2, 3, 8))
            held = [self.held(owner, depth + 1, kind) for _ in range(room)]
            unit = unit._replace(cargo=tuple(held))
        return unit

    def held(self, owner: int, depth: int, carrier: str) -> Body:
        if carrier == "S" and self.chance(0.15):
            kind = self.choose.choice(self.common)
            return self.shadow(kind, owner, depth)
        whose = owner if self.chance(0.8) else 1 - owner
        return self.body(whose, depth)

    def shadow(self, kind: str, owner: int, depth: int = 0) -> Body:
        choose = self.choose
        return Body(
            (self.unit(kind, owner, depth),),
            par=choose.choice((0, 0, 0, 7)),
            delay=choose.choice((0, 0, 1, 5)),
            travelled=choose.choice((0, 1, 7, 30, 97)),
            shadow=True,
        )

    def body(self, owner: int, depth: int = 0) -> Body:
        choose = self.choose
        kinds = [self.kind()]
        if self.chance(self.fused):
            kinds += [self.kind() for _ in range(choose.choice((1, 1, 1, 2, 3)))]
        elif self.chance(0.02):
            kinds = ["P"] * choose.choice((3, 5, 6))
        body = Body(tuple(self.unit(kind, owner, depth) for kind in kinds))
        if self.rich and self.chance(0.2):
            body = body._replace(par=choose.choice((1, 2, 5, 40)), trapped=self.chance(0.3))
        if body.has("J") and depth == 0 and self.chance(0.6):
            body = body._replace(stay=choose.choice((1, 9, 10, 10)))
        return body

    def board(self) -> Board:
        choose = self.choose
        board = Board(choose.randrange(2), 1000 if self.chance(0.03) else choose.randint(1, 500))
        wide, high = choose.choice(((16, 16), (10, 10), (7, 9), (6, 6)))
        left = choose.randint(0, 16 - wide)
        low = choose.choice((0, 16 - high, choose.randint(0, 16 - high)))
        cells = [cell for cell in CELLS if left <= cell % 16 < left + wide]
        cells = [cell for cell in cells if low <= cell // 16 < low + high]
        choose.shuffle(cells)
        kings = [cells.pop(), cells.pop() if self.chance(0.7) else choose.choice(CELLS)]
        for owner, cell in enumerate(kings):
            if cell in board.ground:
                cell = next(at for at in CELLS if at not in board.ground)
            board.ground[cell] = Body((self.unit("K", owner),))
        crowd = choose.uniform(0.15, 0.6)
        for cell in cells:
            if cell not in board.ground and self.units < 120 and self.chance(crowd):
                board.ground[cell] = self.body(choose.randrange(2))
        self.scatter_rest(board, cells)
        return board

    def scatter_rest(self, board: Board, cells: list[int]) -> None:
        choose = self.choose
        some = choose.choice((0.0, 0.03, 0.12, 0.3))
        for cell in cells:
            if self.chance(some) and self.units < 150:
                kind = choose.choice(self.common)
                board.shadows[cell] = self.shadow(kind, choose.randrange(2))
        owners = [unit.number for body in board.bodies() for unit in body.members]
        choose.shuffle(owners)
        some = choose.choice((0.0, 0.05, 0.2))
        for cell in cells:
            if self.chance(some) and cell not in board.ground:
                board.walls[cell] = choose.choice(owners[: 2 + len(owners) // 3])
        some = choose.choice((0.0, 0.05, 0.15))
        for cell in cells:
            if self.chance(some) and self.units < 180:
                board.tombs[cell] = self.tomb()
        some = choose.choice((0.0, 0.05, 0.15))
        for cell in cells:
            if self.chance(some):
                board.traps[cell] = choose.randrange(2)
        some = choose.choice((0.0, 0.0, 0.03, 0.1))
        for cell in cells:
            if self.chance(some / 3):
                board.tornados[cell] = (choose.randrange(2), choose.choice((1, 2, 10)))
            if self.chance(some):
                flow = (choose.randrange(2), choose.randrange(4), choose.choice((1, 2, 5)))
                board.flows[cell] = flow

    def tomb(self) -> Tomb:
        choose = self.choose
        queue = []
        for _ in range(choose.choice((1, 1, 2, 4))):
            unit = self.unit(self.kind(), choose.randrange(2), depth=9)
            queue.append(unit._replace(ortho=16, diag=16))
        woken = self.chance(0.5)
        return Tomb(tuple(queue), woken, 0 if woken else choose.choice((0, 0, 1, 38, 39)))

    def cornered(self) -> Board:
        """A king who can hardly move, and little else that can."""
        choose = self.choose
        board = self.board()
        owner = board.side
        board.turn = choose.randint(1, 900)
        for cell in [at for at, body in board.ground.items() if not body.has("K")]:
            body = board.ground[cell]
            if body.owner == owner:
                board.ground[cell] = body._replace(par=3, trapped=False)
            elif self.chance(0.7):
                del board.ground[cell]
                board.walls = {}
        board.shadows.clear()
        king = board.king(owner)
        assert king is not None
        for near in NEAR[king]:
            if near in board.ground:
                continue
            board.tombs.pop(near, None)
            if self.chance(0.2):
                unit = Unit(900 + near, "P", owner)
                board.tombs[near] = Tomb((unit,))
            else:
                board.ground[near] = Body((self.unit("P", owner),), par=choose.choice((1, 4)))
        live = {unit.number for body in board.bodies() for unit in body.members}
        board.walls = {
            cell: number
            for cell, number in board.walls.items()
            if number in live and cell not in board.ground
        }
        return board


DOOMED = "w 16/16/16/16/16/16/7k8/5m10/7K8/16/16/16/16/P15/16/16 - g9:p - Tg9:3 D1:a3 1"  # E55
"""Both kings die when the turn ends."""


def _within_bounds(board: Board) -> bool:
    """Section 3.3."""
    return board.units() <= 192 and max(Counter(board.walls.values()).values(), default=0) <= 16


def cornered(choose: random.Random) -> str:
    """A position string."""
    while not _within_bounds(board := Scatter(choose).cornered()):
        pass
    return str(board)


def scattered(choose: random.Random) -> str:
    """A position string."""
    while not _within_bounds(board := Scatter(choose).board()):
        pass
    return str(board)
