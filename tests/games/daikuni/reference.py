"""Daikuni once more, slowly: the rulebook D1–D23 read rule by rule, as sets of named cells.

Shares nothing with strata.games.daikuni, and goes the other way round: it asks of every free cell
whether the piece can have come there, walking backwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

FILES = "abcdefgh"
RANKS = "12345678"
CELLS = [file + rank for file in FILES for rank in RANKS]
DIRECTIONS = ((0, 1), (0, -1), (-1, 0), (1, 0))
OTHER = {"first": "second", "second": "first"}


@cache
def step(cell: str, direction: tuple[int, int]) -> str | None:
    """The touching cell in that direction, or None outside the edge."""
    file = FILES.index(cell[0]) + direction[0]
    rank = RANKS.index(cell[1]) + direction[1]
    if file in range(8) and rank in range(8):
        return FILES[file] + RANKS[rank]
    return None


def touching(cell: str) -> set[str]:
    return {near for way in DIRECTIONS if (near := step(cell, way))}


@dataclass(frozen=True)
class Rules:
    """The options."""

    entry: str = "free"
    sight: str = "pieces"
    tiles: int = 32

    @classmethod
    def of(cls, settings: Mapping[str, object]) -> Rules:
        return cls(str(settings["entry"]), str(settings["sight"]), int(str(settings["tiles"])))


@dataclass
class Board:
    """Who owns the tile of each cell, and where each piece (owner, letter) stands."""

    rules: Rules
    mover: str
    tiles: dict[str, str] = field(default_factory=dict)
    pieces: dict[tuple[str, str], str] = field(default_factory=dict)

    def owned(self, player: str) -> set[str]:
        return {cell for cell, owner in self.tiles.items() if owner == player}

    def actions(self) -> list[str]:
        return [*self.following()]

    def following(self) -> dict[str, Board]:
        """The legal actions, sorted, each with the board after it."""
        return {
            action: after
            for action, after in self._candidates().items()
            if not after.is_in_check(self.mover)  # D15
        }

    def outcome(self) -> str | None:
        """D19, D20."""
        if self.following():
            return None
        reason = "king-in-check" if self._candidates() else "no-moves"
        return f"{OTHER[self.mover]} wins, {reason}"

    def play(self, action: str) -> Board:
        """D18."""
        piece, cell = action[0], action[1:]
        return Board(
            self.rules,
            OTHER[self.mover],
            {**self.tiles, cell: self.mover},
            {**self.pieces, (self.mover, piece): cell},
        )

    def _candidates(self) -> dict[str, Board]:
        """D20: everything but D15, sorted, each with the board after it."""
        if len(self.owned(self.mover)) >= self.rules.tiles:  # D12
            return {}
        bound = self.sees(*self.bond())
        found = {}
        for piece in filter(self.may_act, "KQS"):
            for cell in self.destinations(piece):
                after = self.play(piece + cell)
                if after.sees(("first", "Q"), ("second", "Q")):  # D16
                    continue
                if piece == "S" and bound and not after.sees(*self.bond()):  # D17
                    continue
                found[piece + cell] = after
        return found

    def bond(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """The mover's Soldier and the enemy Queen."""
        return (self.mover, "S"), (OTHER[self.mover], "Q")

    def may_act(self, piece: str) -> bool:
        """D11."""
        waiting = {kind for kind in "KQS" if (self.mover, kind) not in self.pieces}
        return self.rules.entry == "free" or not waiting or piece in waiting

    def destinations(self, piece: str) -> list[str]:
        """D2–D9: the cells on which the piece can end."""
        begins = self._beginnings(piece)
        return [
            cell
            for cell in CELLS
            if cell not in self.tiles and self._can_come_to(cell, begins)  # D3
        ]

    def _can_come_to(self, cell: str, begins: set[str | None]) -> bool:
        """D2–D9: some slide that ends on `cell` begins where the piece may begin one."""
        for direction in DIRECTIONS:
            back: str | None = cell
            while back is not None and self.tiles.get(back) != OTHER[self.mover]:
                back = step(back, direction)
                if back in begins:
                    return True
        return False

    def _beginnings(self, piece: str) -> set[str | None]:
        """Where its slide may start: outside the edge (None), or in its chain (D5, D6)."""
        place = self.pieces.get((self.mover, piece))
        if place is None:
            return {None}
        chain, growing = {place}, [place]
        while growing:
            for near in touching(growing.pop()) - chain:
                if self.tiles.get(near) == self.mover:
                    chain.add(near)
                    growing.append(near)
        friends = {self.pieces.get((self.mover, kind)) for kind in "KQS" if kind != piece}
        return {cell for cell in chain if cell not in friends}

    def sees(self, one: tuple[str, str], other: tuple[str, str]) -> bool:
        """D13."""
        here, there = self.pieces.get(one), self.pieces.get(other)
        if here is None or there is None:
            return False
        blocking = set(self.tiles if self.rules.sight == "tiles" else self.pieces.values())
        for direction in DIRECTIONS:
            cell = step(here, direction)
            while cell is not None and cell != there and cell not in blocking:
                cell = step(cell, direction)
            if cell == there:
                return True
        return False

    def is_in_check(self, player: str) -> bool:
        """D14."""
        king = self.pieces.get((player, "K"))
        if king is None:
            return False
        touched = any(self.tiles.get(near) == OTHER[player] for near in touching(king))
        return touched or self.sees((player, "K"), (OTHER[player], "S"))

    def perft(self, depth: int) -> int:
        """Sequences of `depth` actions, at least 1."""
        following = self.following()
        if depth == 1:
            return len(following)
        return sum(after.perft(depth - 1) for after in following.values())

    def __str__(self) -> str:
        """Section 8."""
        lines = []
        for rank in reversed(RANKS):
            line = "".join(self._letter(file + rank) for file in FILES)
            for run in range(8, 0, -1):
                line = line.replace("." * run, str(run))
            lines.append(line)
        return f"{'/'.join(lines)} {self.mover[0]}"

    def _letter(self, cell: str) -> str:
        if cell not in self.tiles:
            return "."
        owner = self.tiles[cell]
        on_it = [kind for (_, kind), place in self.pieces.items() if place == cell]
        letter = on_it[0] if on_it else "T"
        return letter if owner == "first" else letter.lower()


def read_board(text: str, rules: Rules) -> Board:
    """Section 8, for text known to be good."""
    rows, turn = text.split(" ")
    board = Board(rules, {"f": "first", "s": "second"}[turn])
    for cell, letter in _letters(rows):
        owner = "first" if letter.isupper() else "second"
        board.tiles[cell] = owner
        if letter.upper() != "T":
            board.pieces[owner, letter.upper()] = cell
    return board


def _letters(rows: str) -> Iterator[tuple[str, str]]:
    for rank, row in zip(reversed(RANKS), rows.split("/"), strict=True):
        cells = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
        for file, letter in zip(FILES, cells, strict=True):
            if letter != ".":
                yield file + rank, letter
