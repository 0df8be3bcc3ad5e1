"""Lasca: draughts in which captured men are carried along, under the column that took them.

Emanuel Lasker's game of 1911, on the 25 dark cells of seven by seven. Each side begins with eleven
soldiers. The men on a cell form a column; it belongs to the owner of its top man, who moves it.

- A soldier on top moves its column one cell diagonally forward, an officer also backward.
- A column jumps over an adjacent enemy column onto the empty cell behind: only the top man of that
  column is taken, and goes under the column that jumped. It jumps on as long as it can, over no
  column twice. A player who can jump must.
- A soldier on top that reaches the last rank becomes an officer; the turn ends there.
- A player who cannot move, or has no column left, loses. A threefold repetition is a draw.

Actions are the cells that are visited: `c3d4`, `c3e5g7`.
"""

from itertools import pairwise

from strata.plain import DIAGONAL, PlainGame, PlainPosition, RectangularBoard

BOARD = RectangularBoard(7, 7, used=lambda file, rank: (file + rank) % 2 == 0)
LINKS = [BOARD.links(step) for step in DIAGONAL]
WAYS = {
    "S": [BOARD.links((-1, 1)), BOARD.links((1, 1))],
    "s": [BOARD.links((-1, -1)), BOARD.links((1, -1))],
    "O": LINKS,
    "o": LINKS,
}
# The cell between the two cells of a jump: "c3e5" is over "d4".
OVER = {cell + link[near]: near for link in LINKS for cell, near in link.items() if near in link}
LAST_RANK = {"first": "7", "second": "1"}
MEN = 11


class Lasca(PlainGame):
    board = BOARD
    pieces = {"S": "soldier", "O": "officer"}
    setup = "ssss/sss/ssss/3/SSSS/SSS/SSSS"
    highest = 2 * MEN

    def actions(self, position: PlainPosition) -> list[str]:
        stacks, columns = position.stacks, position.cells_of(position.seat)
        jumps = [path for cell in columns for path in self.jumps(position, cell, cell, ())]
        return jumps or [
            cell + link[cell]
            for cell in columns
            for link in WAYS[stacks[cell][-1]]
            if cell in link and link[cell] not in stacks
        ]

    def jumps(
        self, position: PlainPosition, start: str, path: str, jumped: tuple[str, ...]
    ) -> list[str]:
        """Return the ways to go on from `path` until no jump is left; none if there is no jump."""
        stacks, here, found = position.stacks, path[-2:], []
        for link in WAYS[stacks[start][-1]]:
            over = link.get(here, "")
            behind = link.get(over, "")
            if (
                behind
                and over not in jumped
                and position.owner(over) == position.other
                and (behind not in stacks or behind == start)
            ):
                found += self.jumps(position, start, path + behind, (*jumped, over))
        return found or ([path] if jumped else [])

    def play(self, position: PlainPosition, action: str) -> PlainPosition:
        cells = [action[place : place + 2] for place in range(0, len(action), 2)]
        column, end = position[cells[0]], cells[-1]
        changes = {cells[0]: ""}
        for cell, following in pairwise(cells):
            over = OVER.get(cell + following)
            if over:
                column = position.top(over) + column
                changes[over] = position[over][:-1]
        if end[1] == LAST_RANK[position.seat]:
            column = column[:-1] + column[-1].replace("S", "O").replace("s", "o")
        return position.end_turn(changes | {end: column})

    def check(self, position: PlainPosition) -> str | None:
        men = "".join(position.stacks.values())
        for seat, letters, soldier in (("first", "SO", "S"), ("second", "so", "s")):
            if sum(map(men.count, letters)) > MEN:
                return f"{seat} has more than {MEN} men"
            if any(
                position.top(cell) == soldier for cell in BOARD.names if cell[1] == LAST_RANK[seat]
            ):
                return f"{seat} has a soldier on its last rank, expected an officer"
        return None
