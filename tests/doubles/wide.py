"""A game of many actions and no evaluation: put stones to own the middle row."""

from __future__ import annotations

from strata.plain import Outcome, PlainGame, PlainPosition, RectangularBoard

BOARD = RectangularBoard(9, 9)
MIDDLE = tuple(name for name in BOARD.names if name.endswith("5"))


class Wide(PlainGame):
    """Own most of the middle row when it is full."""

    board = BOARD
    pieces = {"S": "stone"}  # noqa: RUF012
    setup = "/".join("9" * 9)
    reasons = ("majority",)
    repetition = 0

    def actions(self, position: PlainPosition) -> list[str]:
        return [name for name in BOARD.names if not position[name]]

    def play(self, position: PlainPosition, action: str) -> PlainPosition:
        return position.end_turn({action: "S" if position.seat == "first" else "s"})

    def result(self, position: PlainPosition) -> Outcome | None:
        owners = [position.owner(name) for name in MIDDLE]
        if None in owners:
            return None
        is_first = owners.count("first") > len(owners) / 2
        return Outcome("first" if is_first else "second", "majority")
