"""What happens to a board: paralysis, death, explosions, arrivals (F4, F12, F34, F59, F60)."""

from __future__ import annotations

from tests.games.frozen.reference.board import Board, Body, Rules, Tomb, Unit
from tests.games.frozen.reference.geometry import (
    AROUND,
    RAYS,
    area,
    forward,
)
from tests.games.frozen.reference.moves import is_susceptible
from tests.games.frozen.reference.sight import Sight


class Field:
    """A board that things happen to."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def inflict(self, cell: int, count: int, shadow: bool = False) -> None:
        """F4."""
        place = self.board.shadows if shadow else self.board.ground
        place[cell] = self.inflicted(place[cell], count)

    def inflicted(self, body: Body, count: int) -> Body:
        if count == 0:
            return body
        return body._replace(par=max(body.par, count + (body.owner == self.board.side)))

    def cost(self, cell: int, count: int) -> None:
        """F22; the king never pays (F45), and who died has nothing to pay with."""
        if cell in self.board.ground and not self.board.ground[cell].has("K"):
            self.inflict(cell, count)

    def dissolve(self, units: tuple[Unit, ...]) -> None:
        numbers = {unit.number for unit in units}
        walls = self.board.walls
        for cell in [cell for cell, owner in walls.items() if owner in numbers]:
            del walls[cell]

    def leave(self, cell: int) -> Body:
        """F59: a tomb that is left is armed."""
        body = self.board.ground.pop(cell)
        if cell in self.board.tombs:
            self.board.tombs[cell] = Tomb(self.board.tombs[cell].units)
        return body

    def bury(self, cell: int, body: Body) -> None:
        """F59."""
        units = _dead(body)
        self.dissolve(tuple(units))
        before = self.board.tombs[cell].units if cell in self.board.tombs else ()
        self.board.tombs[cell] = Tomb((*before, *units))

    def die(self, cell: int) -> None:
        self.bury(cell, self.board.ground.pop(cell))

    def explode(self, centre: int, radius: int = 1) -> None:
        """F60."""
        board = self.board
        cells = AROUND[centre] if radius == 1 else sorted(area(centre, radius))
        was_tomb = {cell for cell in cells if cell in board.tombs}
        for cell in cells:
            if cell in board.ground:
                self.die(cell)
            if cell in board.shadows:
                self.bury(cell, board.shadows.pop(cell))
            board.walls.pop(cell, None)
            if cell in was_tomb or (cell == centre and cell in board.tombs):
                board.tombs[cell] = Tomb(board.tombs[cell].units, woken=True)

    def arrive(self, cell: int, was_open_armed: bool) -> bool:
        """F12; whether the body lives."""
        board = self.board
        body = board.ground[cell]._replace(stay=0, trapped=False)
        board.ground[cell] = body
        if was_open_armed:
            self.die(cell)
            self.explode(cell)
            return False
        trap = board.traps.get(cell)
        immune = body.has("K") or not body.other_than("J")
        if trap is not None and trap != body.owner and not immune:
            del board.traps[cell]
            if is_susceptible(board, cell, "J"):
                self.inflict(cell, 4)
                board.ground[cell] = board.ground[cell]._replace(trapped=True)
        return True

    def hurl(self, cell: int, owner: int) -> None:
        """F34: by the onager on `cell`."""
        board = self.board
        front, *line = RAYS[cell][forward(owner)]
        body = self.leave(front)
        end = next((at for at in line if not board.is_free(at)), [front, *line][-1])
        self.explode(end)
        self.bury(end, body)
        board.tombs[end] = Tomb(board.tombs[end].units, woken=True)

    def checked_by(self, rules: Rules, owner: int) -> list[int]:
        return Sight(self.board, rules).checkers(owner)


def _dead(body: Body) -> list[Unit]:
    """F59: what a body leaves in the queue."""
    queue: list[Unit] = []
    for unit in reversed(body.members):
        left = Unit(unit.number, unit.kind, unit.owner)
        if not body.is_fused:
            left = left._replace(pieces=unit.pieces, pawns=unit.pawns, multi=unit.multi)
        queue.append(left)
        for held in unit.cargo:
            queue += _dead(held)
    return queue
