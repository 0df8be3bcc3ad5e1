"""Hex: connect your two sides of the board.

A game by Piet Hein and John Nash, on a rhombus of hexagons. The seats take turns to put one stone
on an empty cell; stones never move. First connects the left column with the right one, second the
lowest cells of the columns with the highest. One of them must succeed: there is no draw.

Beginning is an advantage. So second may answer the first stone with `swap`: the stone is taken
away, and second has one on the mirrored cell, as if the seats had been exchanged.

An action is the cell of the stone, or `swap`.
"""

from functools import cached_property

from strata.plain import HEXAGONAL, Option, Outcome, PlainGame, PlainPosition, RhombicBoard, Seat

SWAP = "swap"


class Hex(PlainGame):
    title = "Hex"
    pieces = {"S": "stone"}
    hues = ("red", "blue")
    reasons = ("connection",)
    repetition = 0
    option_list = (Option("size", (7, 5, 9, 11), 7, "how many cells a side of the board has"),)

    @property
    def size(self) -> int:
        return int(self.settings["size"])

    @cached_property
    def board(self) -> RhombicBoard:
        return RhombicBoard(self.size, self.size)

    @cached_property
    def setup(self) -> str:
        return "/".join([str(self.size)] * self.size)

    @cached_property
    def around(self) -> dict[str, list[str]]:
        links = [self.board.links(step) for step in HEXAGONAL]
        return {cell: [link[cell] for link in links if cell in link] for cell in self.board.names}

    def actions(self, position: PlainPosition) -> list[str]:
        cells = [cell for cell in self.board.names if cell not in position.stacks]
        can_swap = position.seat == "second" and list(position.stacks.values()) == ["S"]
        return [*cells, SWAP] if can_swap else cells

    def play(self, position: PlainPosition, action: str) -> PlainPosition:
        if action != SWAP:
            return position.end_turn({action: "S" if position.seat == "first" else "s"})
        (cell,) = position.stacks
        return position.end_turn({cell: ""} | {mirrored(cell): "s"})

    def result(self, position: PlainPosition) -> Outcome | None:
        seat = position.other  # the seat that put the last stone
        return Outcome(seat, "connection") if self.connects(position, seat) else None

    def connects(self, position: PlainPosition, seat: Seat) -> bool:
        """Return whether stones of `seat` connect its two sides."""
        stones = set(position.cells_of(seat))
        near, far = (
            ("a", "abcdefghijk"[self.size - 1]) if seat == "first" else ("1", str(self.size))
        )
        column_or_number = slice(0, 1) if seat == "first" else slice(1, None)
        reached = [cell for cell in stones if cell[column_or_number] == near]
        stones.difference_update(reached)
        for cell in reached:  # which grows in the loop
            if cell[column_or_number] == far:
                return True
            fresh = [other for other in self.around[cell] if other in stones]
            stones.difference_update(fresh)
            reached += fresh
        return False

    def label(self, position: PlainPosition, action: str) -> str:
        return "swap: take the stone over" if action == SWAP else action

    def check(self, position: PlainPosition) -> str | None:
        first, second = (len(position.cells_of(seat)) for seat in ("first", "second"))
        if first - second not in ((0, -1) if position.seat == "first" else (1, 0)):
            return f"first has {first} stones and second {second}, which no game leads to"
        if self.connects(position, position.seat):
            return f"{position.seat} has connected its sides already"
        return None


def mirrored(cell: str) -> str:
    """Return the cell with column and number exchanged: `b5` becomes `e2`."""
    return f"{chr(ord('a') + int(cell[1:]) - 1)}{ord(cell[0]) - ord('a') + 1}"
