"""Couriers: bring a letter past people whose identity you do not know.

Each side has five people on its home rank of five by five: two couriers and three decoys. Only
their owner knows which is which.

- Before the game first, then second, chooses the homes of its two couriers: a turn of two actions.
- Then a turn is one step to a side, onto an empty cell or onto an enemy, who is unmasked and taken.
- A courier that steps onto the other's home rank wins.
- A player who has taken both enemy couriers wins; one who has taken all three enemy decoys loses.
- Forty turns without a capture, or a position for the third time, are a draw. A player who cannot
  move loses.

Actions: the home of a courier, `b1`; a step, `b1b2`.
"""

from random import Random

from strata.plain import (
    ORTHOGONAL,
    Outcome,
    PlainGame,
    PlainPosition,
    RectangularBoard,
    Seat,
    other_seat,
)

BOARD = RectangularBoard(5, 5)
LINKS = [BOARD.links(step) for step in ORTHOGONAL]
HOME: dict[Seat, str] = {"first": "1", "second": "5"}
CHOOSING = "choosing"
CALM = 40


class Couriers(PlainGame):
    board = BOARD
    pieces = {"C": "courier", "D": "decoy", "M": "masked one"}
    setup = f"ddddd/5/5/5/DDDDD f - - {CHOOSING} 0"
    fields = ("hand", "step", "note", "clock")
    reasons = ("arrival", "couriers-taken", "decoys-taken", "calm")

    def actions(self, position: PlainPosition) -> list[str]:
        own = position.cells_of(position.seat)
        if position.note == CHOOSING:
            last = max((cell for cell in own if position[cell] in "Cc"), default="")
            homes = sorted(own)
            return [cell for cell in homes[: None if last else -1] if cell > last]
        return [
            cell + link[cell]
            for cell in own
            for link in LINKS
            if cell in link and position.owner(link[cell]) != position.seat
        ]

    def play(self, position: PlainPosition, action: str) -> PlainPosition:
        if position.note == CHOOSING:
            changes = {action: "C" if position.seat == "first" else "c"}
            if not position.step:
                return position.go_on(changes, step="one")
            done = position.seat == "second"
            return position.end_turn(changes, note="" if done else CHOOSING)
        start, end = action[:2], action[2:]
        taken = position[end]
        return position.end_turn(
            {start: "", end: position[start]},
            hand=position.hand + taken,
            clock=0 if taken else position.clock + 1,
        )

    def result(self, position: PlainPosition) -> Outcome | None:
        if position.note == CHOOSING:
            return None
        mover, waiting = position.other, position.seat  # the seat that moved, and the other
        courier, decoy = ("c", "d") if waiting == "second" else ("C", "D")
        own = courier.swapcase()
        if any(position[cell + HOME[waiting]] == own for cell in "abcde"):
            return Outcome(mover, "arrival")
        if position.hand.count(courier) == 2:
            return Outcome(mover, "couriers-taken")
        if position.hand.count(decoy) == 3:
            return Outcome(waiting, "decoys-taken")
        return Outcome(None, "calm") if position.clock >= CALM else None

    # What each seat may know.

    def seen_by(self, position: PlainPosition, viewer: Seat | None) -> PlainPosition:
        if self.result(position):
            return position
        masked = "".join("Mm"[seat == "second"] for seat in HOME if seat != viewer)
        changes = {
            cell: mask
            for mask in masked
            for cell in position.cells_of("first" if mask == "M" else "second")
        }
        return position.masked(changes)

    def imagine(self, position: PlainPosition, viewer: Seat, random: Random) -> PlainPosition:
        other = other_seat(viewer)
        courier, decoy = ("C", "D") if other == "first" else ("c", "d")
        strangers = position.cells_of(other)
        couriers = 2 - position.hand.count(courier)
        if position.note == CHOOSING and position.seat == other:
            couriers = 1 if position.step else 0
        elif position.note == CHOOSING and other == "second":
            couriers = 0
        # A piece on the viewer's home rank is no courier: it would have won.
        possible = sorted(cell for cell in strangers if cell[1] != HOME[viewer])
        chosen = random.sample(possible, couriers)
        return position.masked({cell: courier if cell in chosen else decoy for cell in strangers})

    def unseen(self, position: PlainPosition, action: str) -> str:
        return "?" if position.note == CHOOSING else action

    def status(self, position: PlainPosition) -> tuple[str, ...]:
        if position.note == CHOOSING:
            return (f"{position.seat} chooses where its couriers live",)
        return (f"{position.clock} turns without anybody taken; a draw at {CALM}",)

    def check(self, position: PlainPosition) -> str | None:
        people = "".join(position.stacks.values()) + position.hand
        if "M" in people or "m" in people:
            return "somebody is masked: expected a whole position"
        if position.note not in ("", CHOOSING) or position.step not in ("", "one"):
            return f"expected the note {CHOOSING} or -, the step one or -"
        if position.clock > CALM:
            return f"clock {position.clock}, expected at most {CALM}"
        if any(people.count(one) + people.count(other) != 5 for one, other in ("CD", "cd")):
            return "expected five people of each seat, on the board or taken"
        if position.note == CHOOSING:
            return None if is_choosing(position) else "nobody chooses couriers in that position"
        if position.step or people.count("C") != 2 or people.count("c") != 2:
            return "expected two couriers of each seat, and no turn in progress"
        if all(position.hand.count(courier) == 2 for courier in "Cc"):
            return "all couriers are taken; the game ended before"
        return None


def is_choosing(position: PlainPosition) -> bool:
    """Return whether everybody is at home, with as many couriers as have been chosen."""
    at_home = all(
        sorted(position.cells_of(seat)) == [f"{column}{rank}" for column in "abcde"]
        for seat, rank in HOME.items()
    )
    people = "".join(position.stacks.values())
    chosen = 1 if position.step else 0
    expected = (chosen, 0) if position.seat == "first" else (2, chosen)
    return at_home and not position.clock and (people.count("C"), people.count("c")) == expected
