"""Positions of FrozenChess put together cell by cell, and taken apart again."""

from __future__ import annotations

import re

import strata

FILES = "abcdefghijklmnop"
KINGS = {"a16": "k", "p1": "K"}


def position_text(
    cells: dict[str, str],
    side: str = "w",
    shadows: str = "-",
    tombs: str = "-",
    traps: str = "-",
    weather: str = "-",
    phase: str = "-",
    turn: int = 1,
) -> str:
    """The position string; kings stand on a16 and p1 unless the cells or tombs have them."""
    everything = dict(cells)
    for cell, king in KINGS.items():
        if king not in everything.values() and not re.search(rf"[:.]{king}", tombs):
            everything[cell] = king
    rows = []
    for rank in range(16, 0, -1):
        row = "".join(everything.get(f"{file}{rank}", "_") for file in FILES)
        rows.append(re.sub("_+", lambda gap: str(len(gap[0])), row))
    return f"{side} {'/'.join(rows)} {shadows} {tombs} {traps} {weather} {phase} {turn}"


class Table:
    """A position with the questions that the tests ask."""

    def __init__(self, position: strata.Position) -> None:
        self.position = position
        self.text = str(position)

    def play(self, *actions: str) -> Table:
        position = self.position
        for action in actions:
            position = position.play(action)
        return Table(position)

    def offered(self, begin: str = "") -> list[str]:
        return [action for action in self.position.actions() if action.startswith(begin)]

    def targets(self, begin: str) -> set[str]:
        """What follows `begin` in the actions that begin so."""
        return {action.removeprefix(begin) for action in self.offered(begin)}

    def has(self, *actions: str) -> bool:
        return {*actions} <= {*self.position.actions()}

    def at(self, cell: str) -> str:
        """The ground body, or nothing."""
        return self.cells.get(cell, "")

    @property
    def cells(self) -> dict[str, str]:
        found = {}
        for rank, row in zip(range(16, 0, -1), self.text.split(" ")[1].split("/"), strict=True):
            file = 0
            for piece in split_row(row):
                if piece.isdigit():
                    file += int(piece)
                else:
                    found[f"{FILES[file]}{rank}"] = piece
                    file += 1
        return found

    def field(self, name: str) -> str:
        names = ("side", "ground", "shadows", "tombs", "traps", "weather", "phase", "turn")
        return self.text.split(" ")[names.index(name)]

    def tomb(self, cell: str) -> str:
        """Sign and queue of a tomb, or nothing."""
        found = re.search(rf"(?:^|,){cell}([*:r](?:[^,(]|\([^)]*\))*)", self.field("tombs"))
        return found[1] if found else ""


def split_row(row: str) -> list[str]:
    """The bodies and the numbers of empty cells of a rank, one by one."""
    found: list[str] = []
    depth = 0
    for index, letter in enumerate(row):
        before = row[index - 1] if index else ""
        goes_on = depth or before == "+" or letter in "+({"
        if letter.isdigit() and before.isdigit() and not depth:
            goes_on = True
        if goes_on:
            found[-1] += letter
        else:
            found.append(letter)
        depth += (letter in "({") - (letter in ")}")
    return found


def table(
    cells: dict[str, str], mechanics: str = "bare", ply_limit: int = 1000, **fields: str | int
) -> Table:
    game = strata.game("frozen", mechanics=mechanics, ply_limit=ply_limit)
    return Table(game.position(position_text(cells, **fields)))  # type: ignore[arg-type]
