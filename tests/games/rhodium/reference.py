"""Rhodium once more, slowly: the rulebook R1–R31 read rule by rule, on piles as strings.

Shares nothing with strata.games.rhodium. Nothing is kept between positions; every question is
answered by looking at the board again.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache

FILES = "abcdefghij"
CELLS = [f"{file}{rank}" for rank in range(1, 11) for file in FILES]
KINDS = "RPTDGS"
ARMY = "R" + "P" * 2 + "T" * 2 + "D" * 4 + "G" * 4 + "S" * 9
ORTHOGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
LEAPS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
FLIPPED = {"d": "l", "l": "d"}
Yard = Counter[tuple[str, str]]


@cache
def shift(cell: str, way: tuple[int, int], times: int = 1) -> str | None:
    file, rank = FILES.index(cell[0]) + times * way[0], int(cell[1:]) + times * way[1]
    return f"{FILES[file]}{rank}" if file in range(10) and rank in range(1, 11) else None


@cache
def distance(one: str, other: str) -> int:
    return max(abs(FILES.index(one[0]) - FILES.index(other[0])), abs(int(one[1:]) - int(other[1:])))


@cache
def ring(cell: str, radius: int) -> list[str]:
    return [other for other in CELLS if distance(cell, other) == radius]


@cache
def area(player: int) -> list[str]:
    return [cell for cell in CELLS if int(cell[1:]) in ((1, 2, 3) if player == 1 else (8, 9, 10))]


@dataclass(frozen=True)
class Pile:
    """`themes` are letters from bottom to top."""

    owner: int
    kind: str
    themes: str

    @property
    def theme(self) -> str:
        return self.themes[-1]

    @property
    def letter(self) -> str:
        return self.kind if self.owner == 1 else self.kind.lower()

    def __str__(self) -> str:
        return self.letter + ("" if self.themes == "d" else f"({self.themes})")


@dataclass
class Board:
    """Section 8, field by field."""

    piles: dict[str, Pile]
    player: int = 1
    phase: str = "set"
    yards: dict[int, Yard] = field(default_factory=lambda: {1: Counter(), 2: Counter()})
    balance: int = 0
    goals: dict[int, str] = field(default_factory=lambda: {1: "", 2: ""})

    @property
    def enemy(self) -> int:
        return 3 - self.player

    def copy(self) -> Board:
        yards = {player: Counter(yard) for player, yard in self.yards.items()}
        return replace(self, piles=dict(self.piles), yards=yards, goals=dict(self.goals))

    def of(self, player: int, kind: str = KINDS) -> list[str]:
        return [c for c, pile in self.piles.items() if pile.owner == player and pile.kind in kind]

    def nearest(self, cell: str) -> list[str]:
        """R11."""
        for radius in range(1, 10):
            empty = [other for other in ring(cell, radius) if other not in self.piles]
            if empty:
                return empty
        raise AssertionError("44 pieces fill the board")

    # R5: what a group of k aims at, before R6 and R7.

    def aims(self, cell: str, kind: str, k: int) -> list[str]:
        if kind == "R":
            return ring(cell, 1)
        if kind == "P":
            return [target for way in LEAPS if (target := shift(cell, way))]
        if kind == "D":
            near = {c for p in self.of(self.piles[cell].owner, "P") for c in ring(p, 1)}
            return [c for c in CELLS if c in near]
        ways = DIAGONAL if kind == "G" else ORTHOGONAL
        reach = {"S": k, "G": 2 * k, "T": 9}[kind]
        found = []
        for way in ways:
            for times in range(1, reach + 1):
                target = shift(cell, way, times)
                if target is None:
                    break
                found.append(target)
                if target in self.piles:
                    break
        return found

    def captures(self, cell: str, k: int) -> list[str]:
        """R6, R7: the enemy piles that the top k of the pile on `cell` could capture."""
        pile = self.piles[cell]
        if pile.kind == "R":
            return []
        found = [
            target
            for target in self.aims(cell, pile.kind, k)
            if target in self.piles and self.piles[target].owner != pile.owner
        ]
        if pile.kind == "D":
            lending = [p for p in self.of(pile.owner, "P") if p not in area(pile.owner)]
            found = [c for c in found if any(distance(c, p) == 1 for p in lending)]
        return found

    def may_join(self, pile: Pile, there: Pile, k: int) -> bool:
        """R6."""
        return there.owner == pile.owner and there.kind == pile.kind in ("S", "G") and k <= 2

    def moves(self, cell: str) -> list[str]:
        pile = self.piles[cell]
        height = len(pile.themes)
        found = []
        for k in range(1, height + 1):
            group = f"{cell}:{k}" if height > 1 else cell
            for target in self.aims(cell, pile.kind, k):
                there = self.piles.get(target)
                if there is None:
                    found.append(f"{group}-{target}")
                elif self.may_join(pile, there, k):
                    found.append(f"{group}+{target}")
            found += [f"{group}x{target}" for target in self.captures(cell, k)]
        return found

    # Revival.

    def bars(self, cell: str, kind: str) -> bool:
        """R17, R18."""
        near = {self.piles[c].kind for c in ring(cell, 1) if c in self.piles}
        return "R" in near or ("P" in near and kind != "D")

    def fits_empty(self, cell: str, kind: str, theme: str) -> bool:
        """R19, R21: put there and looked at."""
        tried = replace(self, piles=self.piles | {cell: Pile(self.player, kind, theme)})
        wrong = {
            c for c, pile in self.piles.items() if pile.owner == self.enemy and pile.theme != theme
        }
        if kind == "P" and wrong & {*ring(cell, 1)}:
            return False
        return not wrong & {*tried.captures(cell, 1)}

    def fits_pile(self, cell: str, themes: str) -> bool:
        """R20, for the finished pile."""
        before = {*self.captures(cell, len(themes) - 1)}
        finished = replace(self.piles[cell], themes=themes)
        tried = replace(self, piles=self.piles | {cell: finished})
        after = {*tried.captures(cell, len(themes))}
        return all(self.piles[c].theme == themes[-1] for c in after - before)

    def revivals(self) -> list[str]:
        found = []
        for (kind, theme), number in self.yards[self.player].items():
            if number == 0:
                continue
            for cell in CELLS:
                there = self.piles.get(cell)
                if self.bars(cell, kind):
                    continue
                if there is None:
                    if self.fits_empty(cell, kind, theme):
                        found.append(f"{kind}{theme}@{cell}")
                elif there.owner == self.player and there.kind == kind and kind in "SG":
                    if self.fits_pile(cell, there.themes + theme):
                        found.append(f"{kind}{theme}@{cell}")
                    under = there.themes[:-1] + theme + there.theme
                    if there.theme != theme and self.fits_pile(cell, under):
                        found.append(f"{kind}{theme}@{cell}u")
        return found

    # What is offered.

    def actions(self) -> list[str]:
        name, *rest = self.phase.split(":")
        if name == "over":
            return []
        if name == "set":
            kind = ARMY[len(self.of(self.player))]
            return sorted(f"{kind}@{c}" for c in area(self.player) if c not in self.piles)
        if name in ("play", "play!"):
            return sorted(self.turn_actions())
        cells = self.nearest(rest[0])
        if name == "break" and rest[1] != "0":
            ways = ORTHOGONAL if self.piles[rest[0]].kind == "S" else DIAGONAL
            near = [shift(rest[0], way) for way in ways]
            cells = [c for c in near if c and c not in self.piles] or cells
        return sorted(f">{cell}" for cell in cells)

    def turn_actions(self) -> list[str]:
        found = self.revivals()
        stacks = [c for c in self.of(self.enemy) if len(self.piles[c].themes) > 1]
        for cell in self.of(self.player):
            found += self.moves(cell)
            if len(self.piles[cell].themes) > 1:
                found.append(f"/{cell}")
            if self.piles[cell].kind == "D":
                found += [f"{cell}*{stack}" for stack in stacks]
        return found

    def outcome(self) -> str | None:
        seats = {1: "first", 2: "second"}
        if self.phase == "over":
            if any(kind == "R" for kind, _ in self.yards[self.player]):
                reason = "rhodium-captured"
            elif abs(self.balance) >= 5:
                reason = "five-captures"
            else:
                reason = "four-points"
            return f"{seats[self.player]} wins, {reason}"
        return None if self.actions() else f"{seats[self.enemy]} wins, no-moves"

    # Playing.

    def play(self, action: str) -> Board:
        after = self.copy()
        if self.phase == "set":
            after.place(action)
        elif action[0] == ">":
            after.relocate(action[1:])
        elif action[0] == "/":
            after.phase = f"break:{action[1:]}:2"
        elif "*" in action:
            after.sacrifice(*action.split("*"))
        elif "@" in action:
            after.revive(action)
        else:
            after.move(action)
        return after

    def place(self, action: str) -> None:
        kind, cell = action.split("@")
        self.piles[cell] = Pile(self.player, kind, "d")
        if len(self.of(self.player)) == len(ARMY):
            self.phase = "set" if self.player == 1 else "play"
            self.player = self.enemy

    def land(self, cell: str, owner: int, kind: str, themes: str) -> None:
        there = self.piles.get(cell)
        self.piles[cell] = Pile(owner, kind, (there.themes if there else "") + themes)

    def take_top(self, cell: str, k: int) -> str:
        """Lifts the top k and returns their themes."""
        pile = self.piles.pop(cell)
        if len(pile.themes) > k:
            self.piles[cell] = replace(pile, themes=pile.themes[:-k])
        return pile.themes[-k:]

    def score(self, cell: str, kind: str, theme: str) -> None:
        """R23, R27 for the acting player."""
        goal = "10" if self.player == 1 else "1"
        if cell[1:] == goal and kind != "D" and theme == "d":
            files = {*self.goals[self.player], cell[0]}
            self.goals[self.player] = "".join(sorted(files))
            if len(files) == 4:
                self.phase = "over"

    def pass_turn(self) -> None:
        self.player, self.phase = self.enemy, "play"

    def move(self, action: str) -> None:
        start, k, sign, target = re.fullmatch(r"(\w+?\d+)(?::(\d+))?([-+x])(\w+)", action).groups()  # type: ignore[union-attr]
        pile = self.piles[start]
        group = self.take_top(start, int(k or 1))
        left = ""
        if sign == "x":
            left = self.capture(target)
        self.land(target, self.player, pile.kind, group)
        if sign != "x":
            self.score(target, pile.kind, group[-1])
        if self.phase == "over":
            return
        if left:
            kind = left[0] if self.enemy == 1 else left[0].lower()
            self.player, self.phase = self.enemy, f"scatter:{target}:{kind}({left[1:]})"
        else:
            self.pass_turn()

    def capture(self, target: str) -> str:
        """R8–R10; returns the kind and themes of what is left over, or nothing."""
        pile = self.piles.pop(target)
        taken = pile.themes[-2:]
        for theme in taken:
            self.yards[self.player][pile.kind, FLIPPED[theme]] += 1
        if self.phase == "play":
            self.balance += len(taken) if self.player == 1 else -len(taken)
        if pile.kind == "R" or abs(self.balance) >= 5:
            self.phase = "over"
        return pile.kind + pile.themes[:-2] if len(pile.themes) > 2 else ""

    def sacrifice(self, diamond: str, stack: str) -> None:
        theme = self.take_top(diamond, 1)
        self.yards[self.enemy]["D", FLIPPED[theme]] += 1
        self.phase = f"sac:{stack}"

    def revive(self, action: str) -> None:
        kind, theme, cell = action[0], action[1], action[3:].rstrip("u")
        self.yards[self.player][kind, theme] -= 1
        if action.endswith("u"):
            top = self.take_top(cell, 1)
            self.land(cell, self.player, kind, theme + top)
        else:
            self.land(cell, self.player, kind, theme)
        self.pass_turn()

    def relocate(self, target: str) -> None:
        name, cell, *rest = self.phase.split(":")
        if name == "scatter":
            letter, themes = rest[0][0], rest[0][2:-1]
            self.land(target, self.player, letter.upper(), themes[-1])
            self.phase = f"scatter:{cell}:{letter}({themes[:-1]})" if themes[:-1] else "play"
            self.score(target, letter.upper(), themes[-1])
            return
        pile = self.piles[cell]
        theme = self.take_top(cell, 1)
        self.land(target, pile.owner, pile.kind, theme)
        is_done = len(self.piles[cell].themes) == 1
        if name == "sac":
            self.phase = "play!" if is_done else self.phase
            return
        self.phase = f"break:{cell}:{max(0, int(rest[0]) - 1)}"
        self.score(target, pile.kind, theme)
        if is_done and self.phase != "over":
            self.pass_turn()

    # Text.

    def __str__(self) -> str:
        ranks = []
        for rank in range(10, 0, -1):
            cells = [self.piles.get(f"{file}{rank}") for file in FILES]
            text = "".join(str(pile) if pile else "." for pile in cells)
            ranks.append(re.sub(r"\.+", lambda run: str(len(run[0])), text))
        yards = [self.yard_text(player) for player in (1, 2)]
        goals = [self.goals[player] or "-" for player in (1, 2)]
        fields = ["/".join(ranks), self.player, self.phase, *yards, self.balance, *goals]
        return " ".join(map(str, fields))

    def yard_text(self, player: int) -> str:
        text = ""
        for kind in KINDS:
            for theme in "dl":
                if number := self.yards[player][kind, theme]:
                    text += f"{kind if player == 1 else kind.lower()}{theme}{number}"
        return text or "-"


def read_board(text: str) -> Board:
    ranks, player, phase, *yards, balance, first, second = text.split(" ")
    piles = {}
    for rank, cells in zip(range(10, 0, -1), ranks.split("/"), strict=True):
        file = 0
        for run, letter, themes in re.findall(r"(\d+)|([A-Za-z])(?:\((\w+)\))?", cells):
            if letter:
                owner = 1 if letter.isupper() else 2
                piles[f"{FILES[file]}{rank}"] = Pile(owner, letter.upper(), themes or "d")
            file += int(run or 1)
    board = Board(piles, int(player), phase, balance=int(balance))
    for number, yard in enumerate(yards, 1):
        for letter, theme, count in re.findall(r"([A-Za-z])([dl])(\d)", yard):
            board.yards[number][letter.upper(), theme] = int(count)
    board.goals = {1: first.replace("-", ""), 2: second.replace("-", "")}
    return board
