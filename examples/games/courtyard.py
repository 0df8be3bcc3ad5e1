"""Courtyard: a shogi so small that it fits into a courtyard of three by four.

Each side has a leader, a wagon, a goat and a foot. All go one cell: the leader to any side and
corner, the wagon to the sides, the goat to the corners, the foot straight ahead. Captured pieces
change sides and wait beside the board; instead of moving, a player may put one on any empty cell,
but a foot not on the last rank.

- A foot that steps onto the last rank becomes a veteran, which goes to the sides and to the corners
  ahead. A captured veteran is a foot again.
- A player who takes the leader wins. So does a player whose leader reaches the last rank, unless it
  can be taken there at once.
- A player who cannot act loses; a position that occurs three times is a draw.

Actions: `b2b3` moves, `F*a2` puts a foot on a2.
"""

from strata.plain import DIAGONAL, ORTHOGONAL, Outcome, PlainGame, PlainPosition, RectangularBoard

BOARD = RectangularBoard(3, 4)
STEPS = {
    "L": (*ORTHOGONAL, *DIAGONAL),
    "W": ORTHOGONAL,
    "G": DIAGONAL,
    "F": ((0, 1),),
    "V": (*ORTHOGONAL, (-1, 1), (1, 1)),
}
# Where each piece can go from each cell; second's are turned round.
LINKS = {letter: [BOARD.links(step) for step in steps] for letter, steps in STEPS.items()} | {
    letter.lower(): [BOARD.links((-x, -y)) for x, y in steps] for letter, steps in STEPS.items()
}
LAST_RANK = {"first": "4", "second": "1"}


class Courtyard(PlainGame):
    board = BOARD
    pieces = {"L": "leader", "W": "wagon", "G": "goat", "F": "foot", "V": "veteran"}
    setup = "wlg/1f1/1F1/GLW"
    showcase = "wl1/1V1/1F1/GLW s G"
    fields = ("hand",)
    reasons = ("leader-taken", "arrival")

    def actions(self, position: PlainPosition) -> list[str]:
        stacks, own = position.stacks, position.cells_of(position.seat)
        moves = [
            cell + link[cell]
            for cell in own
            for link in LINKS[stacks[cell]]
            if cell in link and link[cell] not in own
        ]
        mine = str.isupper if position.seat == "first" else str.islower
        last = LAST_RANK[position.seat]
        return moves + [
            f"{letter}*{cell}"
            for letter in sorted(set(filter(mine, position.hand)))
            for cell in BOARD.names
            if cell not in stacks and not (letter in "Ff" and cell[1] == last)
        ]

    def play(self, position: PlainPosition, action: str) -> PlainPosition:
        if action[1] == "*":
            letter, cell = action.split("*")
            return position.end_turn({cell: letter}, hand=position.hand.replace(letter, "", 1))
        start, end = action[:2], action[2:]
        piece, taken = position[start], position[end].swapcase()
        if end[1] == LAST_RANK[position.seat]:
            piece = {"F": "V", "f": "v"}.get(piece, piece)
        prize = {"V": "F", "v": "f"}.get(taken, taken)
        return position.end_turn({start: "", end: piece}, hand=position.hand + prize)

    def result(self, position: PlainPosition) -> Outcome | None:
        leaders = {
            position.owner(cell): cell for cell, piece in position.stacks.items() if piece in "Ll"
        }
        for seat in (position.seat, position.other):
            if seat not in leaders:
                return Outcome("second" if seat == "first" else "first", "leader-taken")
        if leaders[position.seat][1] == LAST_RANK[position.seat]:
            return Outcome(position.seat, "arrival")  # it was not taken there
        goal = leaders[position.other]
        if goal[1] == LAST_RANK[position.other] and not any(
            link.get(cell) == goal
            for cell in position.cells_of(position.seat)
            for link in LINKS[position[cell]]
        ):
            return Outcome(position.other, "arrival")
        return None

    def check(self, position: PlainPosition) -> str | None:
        pieces = "".join(position.stacks.values()) + position.hand
        if "v" in position.hand.lower():
            return "a veteran beside the board, expected a foot"
        for letters in ("Ll", "Ww", "Gg", "FfVv"):
            if sum(map(pieces.count, letters)) != 2:
                return f"expected two of {' '.join(letters)} together"
        for seat, foot in (("first", "F"), ("second", "f")):
            if any(position[cell] == foot and cell[1] == LAST_RANK[seat] for cell in BOARD.names):
                return f"{seat} has a foot on its last rank"
        return None
