"""A game that is solved: a row of stones, of which a turn takes one to three; the last one wins.

Whoever leaves a multiple of four wins. A turn takes the stones one by one, from either end, so that
several orders lead to the same position.
"""

from __future__ import annotations

import strata
from strata.plain import Outcome, PlainGame, PlainPosition, RectangularBoard

LONGEST = 9


class Stones(PlainGame):
    """Take the last stone."""

    board = RectangularBoard(LONGEST, 1)
    pieces = {"*": "stone"}  # noqa: RUF012
    setup = "*" * LONGEST
    reasons = ("taken",)
    repetition = 0
    fields = ("step",)
    thinking = (200, 2000)
    from_the_right = True

    def actions(self, position: PlainPosition) -> list[str]:
        if not position.stacks:
            return []
        taken = len(position.step)
        left, right = min(position.stacks), max(position.stacks)
        ends = [left, right] if self.from_the_right else [left]
        takes = [] if taken == 3 else [f"take-{cell}" for cell in dict.fromkeys(ends)]
        return [*takes, "end"] if taken else takes

    def play(self, position: PlainPosition, action: str) -> PlainPosition:
        if action == "end":
            return position.end_turn()
        changes = {action.removeprefix("take-"): ""}
        if len(position.stacks) == 1:
            return position.end_turn(changes)
        return position.go_on(changes, step=position.step + "x")

    def result(self, position: PlainPosition) -> Outcome | None:
        return None if position.stacks else Outcome(position.other, "taken")


class LeftStones(Stones):
    """Take the last stone, always from the left: one turn leads to each number."""

    from_the_right = False


class LastOfThree(PlainGame):
    """Take two of three stones; whoever leaves the middle one wins."""

    board = RectangularBoard(3, 1)
    pieces = {"*": "stone"}  # noqa: RUF012
    setup = "***"
    reasons = ("left",)
    repetition = 0
    fields = ("step",)
    thinking = (200, 2000)

    def actions(self, position: PlainPosition) -> list[str]:
        return [f"take-{cell}" for cell in position.stacks]

    def play(self, position: PlainPosition, action: str) -> PlainPosition:
        changes = {action.removeprefix("take-"): ""}
        if len(position.stacks) == 3:
            return position.go_on(changes, step="x")
        return position.end_turn(changes)

    def result(self, position: PlainPosition) -> Outcome | None:
        if len(position.stacks) > 1:
            return None
        return Outcome(position.other if position["b1"] else position.seat, "left")


def stones(number: int, rules: Stones | None = None) -> strata.Record:
    """A record that begins with so many stones, first to act."""
    game = strata.Game(rules or Stones())
    return game.record(f"{'*' * number}{LONGEST - number or ''} f -")


def take(record: strata.Record, number: int) -> strata.Record:
    """Plays a turn that takes so many stones from the left."""
    seat = record.seat
    for _ in range(number):
        record.play(_leftmost(record))
    if record.seat == seat:
        record.play("end")
    return record


def _leftmost(record: strata.Record) -> str:
    return next(action for action in record.actions() if action.startswith("take-"))
