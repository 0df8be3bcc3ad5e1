"""Amazons: shut your opponent in with arrows.

A game by Walter Zamkauskas. A turn has three parts, each an action: choose one of your amazons,
move it like a chess queen over empty cells, then let it shoot an arrow, which flies in the same way
from the amazon's new cell. The arrow stays where it lands and blocks that cell for good. Nothing is
ever taken. A player who cannot move at the beginning of a turn loses.

The actions are the three cells of a turn: `d1`, `d7`, `g7`.
"""

from collections.abc import Iterator
from functools import cached_property

from strata.plain import (
    DIAGONAL,
    ORTHOGONAL,
    Option,
    Piece,
    PlainGame,
    PlainPosition,
    RectangularBoard,
)

SETUPS = {
    10: "3a2a3/10/10/a8a/10/10/A8A/10/10/3A2A3",
    6: "3a2/6/5a/A5/6/2A3",
}


class Amazons(PlainGame):
    title = "Amazons"
    pieces = {"A": "amazon", "*": Piece("arrow", form="tile")}
    fields = ("step",)
    hues = ("sand", "red")
    repetition = 0
    option_list = (Option("size", (10, 6), 10, "how many cells a side of the board has"),)

    @cached_property
    def board(self) -> RectangularBoard:
        return RectangularBoard(int(self.settings["size"]), int(self.settings["size"]))

    @cached_property
    def setup(self) -> str:
        return SETUPS[int(self.settings["size"])]

    @cached_property
    def links(self) -> list[dict[str, str]]:
        return [self.board.links(step) for step in (*ORTHOGONAL, *DIAGONAL)]

    def reach(self, position: PlainPosition, cell: str) -> Iterator[str]:
        """Yield the cells that a queen's move, or an arrow, can reach from `cell`."""
        for link in self.links:
            there = link.get(cell)
            while there and there not in position.stacks:
                yield there
                there = link.get(there)

    def actions(self, position: PlainPosition) -> list[str]:
        if position.step:  # the chosen amazon, perhaps moved: "d1" or "d1-d7"
            return list(self.reach(position, position.step.split("-")[-1]))
        amazons = position.cells_of(position.seat)
        return [cell for cell in amazons if any(self.reach(position, cell))]

    def play(self, position: PlainPosition, action: str) -> PlainPosition:
        chosen, _, moved = position.step.partition("-")
        if not chosen:
            return position.go_on(step=action)
        if not moved:
            changes = {chosen: "", action: position[chosen]}
            return position.go_on(changes, step=f"{chosen}-{action}")
        return position.end_turn({action: "*"})

    def check(self, position: PlainPosition) -> str | None:
        chosen, dash, moved = position.step.partition("-")
        amazon = moved or chosen
        if amazon and (amazon not in self.board or position.owner(amazon) != position.seat):
            return f"the turn so far is {position.step}, but {position.seat} has no amazon there"
        if dash and (chosen == moved or chosen not in self.board or position[chosen]):
            return f"the turn so far is {position.step}, but no amazon came from there"
        if not all(position.cells_of(seat) for seat in ("first", "second")):
            return "expected amazons of both seats"
        if amazon and not any(self.reach(position, amazon)):
            return f"the turn so far is {position.step}, but that amazon cannot go on"
        return None
