"""Kyo once more, slowly: the rulebook K1–K32 read rule by rule, on stacks as strings.

Shares nothing with strata.games.kyo. Nothing is kept between positions; every question is answered
by looking at the board again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

FILES = "abcdefghij"
TILES = [f"{file}{rank}" for rank in range(1, 11) for file in FILES]
PAWNS = "PHTQKNC"
STEPS = {
    "n": (0, 1),
    "e": (1, 0),
    "s": (0, -1),
    "w": (-1, 0),
    "ne": (1, 1),
    "se": (1, -1),
    "sw": (-1, -1),
    "nw": (-1, 1),
}
LEAPS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
OTHER = {"first": "second", "second": "first"}


def shift(tile: str, way: tuple[int, int]) -> str | None:
    file, rank = FILES.index(tile[0]) + way[0], int(tile[1:]) + way[1]
    return f"{FILES[file]}{rank}" if file in range(10) and rank in range(1, 11) else None


def adjacent(tile: str) -> dict[str, str]:
    """The neighbours with the direction in which they lie."""
    return {near: name for name, way in STEPS.items() if (near := shift(tile, way))}


def owner(piece: str) -> str | None:
    """Of a pawn or chip; K3: shields have none."""
    if piece in ("", "S"):
        return None
    return "first" if piece.isupper() else "second"


def right_kind(direction: str) -> str:
    """Section 3: the mana, in lower case, for a step in that direction."""
    return "d" if len(direction) == 1 else "l"


@dataclass(frozen=True)
class Turn:
    """Section 8, the third field."""

    tile: str
    phase: str
    direction: str = "-"
    count: int = 0
    flags: str = ""

    def __str__(self) -> str:
        flags = "".join(sorted(self.flags)) or "-"
        return f"{self.tile}:{self.phase}:{self.direction}:{self.count}:{flags}"


@dataclass(frozen=True)
class Board:
    """Every non-empty tile as chips, bottom to top, and the pawn's letter or nothing."""

    stacks: dict[str, tuple[str, str]]
    side: str = "first"
    turn: Turn | None = None
    clock: int = 0

    # Looking.

    def chips(self, tile: str) -> str:
        return self.stacks.get(tile, ("", ""))[0]

    def pawn(self, tile: str) -> str:
        return self.stacks.get(tile, ("", ""))[1]

    def kind(self, tile: str) -> str:
        return self.pawn(tile).upper()

    def top(self, tile: str) -> str:
        """K2."""
        return self.pawn(tile) or self.chips(tile)[-1:]

    def lift(self, tile: str) -> int:
        """K4."""
        pawn = self.pawn(tile)
        if owner(self.top(tile)) != self.side or pawn.upper() == "P":
            return 0
        number = 0
        for chip in reversed(self.chips(tile)):
            if not (owner(chip) == self.side or (pawn and chip == "S")):
                break
            if pawn and number == 5:
                break
            number += 1
        return number

    def slices(self, tile: str) -> list[str]:
        """Every slice, as chips bottom to top, by its number of chips."""
        chips = self.chips(tile)
        return [chips[len(chips) - k :] for k in range(self.lift(tile) + 1)]

    def mana_direction(self, tile: str, k: int, direction: str) -> bool:
        """K8, for a step with k chips."""
        left = self.chips(tile)[: len(self.chips(tile)) - k][-1:]
        return self.kind(tile) != "P" and left.lower() == right_kind(direction)

    def outnumbers(self, tile: str, target: str) -> bool:
        """K13."""
        own = [near for near in adjacent(target) if owner(self.top(near)) == self.side]
        enemy = [near for near in adjacent(tile) if owner(self.top(near)) == OTHER[self.side]]
        return len(own) > len(enemy)

    def reaches(self, tile: str, target: str) -> str:
        """K5: `+` to enter or strike, `x` to attack a shield, or nothing."""
        kind = self.kind(tile)
        if self.pawn(target):
            if owner(self.pawn(target)) == self.side:
                return ""
            return "+" if kind != "P" or self.outnumbers(tile, target) else ""
        return "x" if self.top(target) == "S" and kind != "T" else "+"

    def takes_chips(self, target: str, chips: str) -> bool:
        """K6."""
        pawn, top = self.pawn(target), self.top(target)
        if pawn:
            return owner(pawn) == self.side and "S" not in chips
        return top != "S" or set(chips) == {"S"}

    # What is offered.

    def actions(self) -> list[str]:
        if self.turn is None:
            return [] if self.outcome() else sorted(self.offered())
        return sorted({*self.offered(), "end"})

    def offered(self) -> set[str]:
        """Section 4, the first table, without `end`."""
        if self.turn is None:
            own = [tile for tile in TILES if owner(self.top(tile)) == self.side]
            return {action for tile in own for action in self.with_stack(tile)}
        tile, kind = self.turn.tile, self.kind(self.turn.tile)
        if self.turn.phase == "B":
            found = self.with_stack(tile)
            return {action for action in found if kind != "Q" or "~" not in action}
        found = self.further(tile, self.turn) if self.turn.phase == "M" else set()
        if kind == "T":
            found |= {
                f"{tile}{near}-{len(part)}"
                for part in self.slices(tile)
                for near in adjacent(tile)
                if set(part) == {"S"} and not self.pawn(near) and self.takes_chips(near, part)
            }
        if kind == "Q" and "s" not in self.turn.flags:
            found |= self.shuffles(tile)
        return found

    def with_stack(self, tile: str) -> set[str]:
        return self.moves(tile) | self.chip_moves(tile) | self.shuffles(tile) | self.shots(tile)

    def moves(self, tile: str) -> set[str]:
        """K7, K16, K25."""
        kind = self.kind(tile)
        found: set[str] = set()
        if not kind:
            return found
        for k in range(self.lift(tile) + 1):
            for near, direction in adjacent(tile).items():
                if kind != "N" or self.mana_direction(tile, k, direction):
                    found |= self.written(tile, near, k)
            for way in LEAPS if kind == "N" else ():
                if target := shift(tile, way):
                    found |= self.written(tile, target, k)
        return found

    def written(self, tile: str, target: str, k: int) -> set[str]:
        sign = self.reaches(tile, target)
        return {f"{tile}{target}{sign}{k if sign == '+' else ''}"} if sign else set()

    def further(self, tile: str, turn: Turn) -> set[str]:
        """K9, K10."""
        found: set[str] = set()
        if turn.count >= 20:
            return found
        for k in range(self.lift(tile) + 1):
            for near, direction in adjacent(tile).items():
                same_kind = right_kind(direction) == right_kind(turn.direction)
                if same_kind and direction != turn.direction:
                    continue
                if self.mana_direction(tile, k, direction):
                    found |= self.written(tile, near, k)
        return found

    def chip_moves(self, tile: str) -> set[str]:
        """K18."""
        return {
            f"{tile}{near}-{len(part)}"
            for part in self.slices(tile)[1:]
            for near in adjacent(tile)
            if self.takes_chips(near, part)
        }

    def shuffles(self, tile: str) -> set[str]:
        """K21, written by section 9."""
        found = set()
        for part in self.slices(tile)[2:6]:
            for order in {"".join(order) for order in permutations(part)}:
                if "S" in order.rstrip("S") or order == part:
                    continue
                lowest = next(i for i in range(len(part)) if part[i] != order[i])
                found.add(f"{tile}~{order[lowest:]}")
        return found

    def shots(self, tile: str) -> set[str]:
        """K27."""
        found: set[str] = set()
        fired = self.chips(tile)[-1:]
        if self.kind(tile) != "C" or self.turn or owner(fired) != self.side:
            return found
        for direction, way in STEPS.items():
            target = shift(tile, way)
            while target and not self.top(target):
                target = shift(target, way)
            if right_kind(direction) != fired.lower() or not target or target in adjacent(tile):
                continue
            if owner(self.top(target)) != self.side:
                found.add(f"{tile}{target}!")
        return found

    # What is done.

    def put(self, **stacks: tuple[str, str]) -> Board:
        kept = {tile: stack for tile, stack in (self.stacks | stacks).items() if any(stack)}
        return replace(self, stacks=kept)

    def play(self, action: str) -> Board:
        if action == "end":
            return self.over()
        if "~" in action:
            tile, order = action.split("~")
            return self.shuffle(tile, order)
        sign = next(sign for sign in "+-x!" if sign in action)
        pair, _, number = action.partition(sign)
        cut = next(i for i in range(2, len(pair)) if pair[i] in FILES)
        tile, target = pair[:cut], pair[cut:]
        if sign == "+":
            return self.move(tile, target, int(number))
        if sign == "-":
            return self.move_chips(tile, target, int(number))
        struck = self
        if sign == "!":
            struck = self.put(**{tile: (self.chips(tile)[:-1], self.pawn(tile))})
        if self.pawn(target):
            struck = struck.put(**{target: (self.chips(target), "")})
        else:
            struck = struck.put(**{target: (self.chips(target)[:-1], "")})
        return replace(struck, clock=0).over()

    def move(self, tile: str, target: str, k: int) -> Board:
        """K7–K15."""
        pawn, enemy = self.pawn(tile), OTHER[self.side]
        chips, there = self.chips(tile), self.chips(target)
        left, part = chips[: len(chips) - k], chips[len(chips) - k :]
        strikes = bool(self.pawn(target))
        flags = "c" if not strikes and owner(there[-1:]) == enemy else ""
        while strikes and owner(there[-1:]) == enemy:
            there = there[:-1]
        moved = self.put(**{tile: (left, ""), target: (there + part, pawn)})
        direct = replace(moved, turn=Turn(target, "D", flags=flags))
        if strikes:
            direct = replace(direct, clock=0)
            return direct.over() if direct.has_lost(enemy) else direct.direct_done()
        direction = adjacent(tile).get(target)
        if direction is None or not self.mana_direction(tile, k, direction):
            return direct.direct_done()
        count = self.turn.count if self.turn else 0
        return replace(moved, turn=Turn(target, "M", direction, count + 1, flags)).or_over()

    def move_chips(self, tile: str, target: str, k: int) -> Board:
        """K18–K20."""
        chips = self.chips(tile)
        left, part = chips[: len(chips) - k], chips[len(chips) - k :]
        moved = self.put(
            **{
                tile: (left, self.pawn(tile)),
                target: (self.chips(target) + part, self.pawn(target)),
            }
        )
        if self.kind(tile) == "T" and set(part) == {"S"}:
            return replace(moved, turn=self.turn or Turn(tile, "B")).or_over()
        return replace(moved, turn=Turn(tile, "D", flags=self.flag_c())).direct_done()

    def shuffle(self, tile: str, order: str) -> Board:
        """K21, K22."""
        chips = self.chips(tile)
        shuffled = self.put(**{tile: (chips[: len(chips) - len(order)] + order, self.pawn(tile))})
        if self.kind(tile) == "Q":
            turn = self.turn or Turn(tile, "B")
            return replace(shuffled, turn=replace(turn, flags=turn.flags + "s")).or_over()
        return replace(shuffled, turn=Turn(tile, "D", flags=self.flag_c())).direct_done()

    def flag_c(self) -> str:
        return "c" if self.turn and "c" in self.turn.flags else ""

    def direct_done(self) -> Board:
        """Section 4: a Tower goes to D, for all others the turn is over."""
        assert self.turn is not None
        return self.or_over() if self.kind(self.turn.tile) == "T" else self.over()

    def or_over(self) -> Board:
        """Section 4, automatic end."""
        return self if self.offered() else self.over()

    def over(self) -> Board:
        """K15, K24."""
        board = self
        if self.turn and "c" in self.turn.flags:
            tile, enemy = self.turn.tile, OTHER[self.side]
            chips, kept = self.chips(tile), ""
            while owner(chips[-1:]) != enemy:
                chips, kept = chips[:-1], chips[-1] + kept
            while owner(chips[-1:]) == enemy:
                chips = chips[:-1]
            board = replace(self.put(**{tile: (chips + kept, self.pawn(tile))}), clock=0)
        return replace(board, side=OTHER[self.side], turn=None, clock=board.clock + 1)

    # The end.

    def has_lost(self, player: str) -> str:
        """K28, K29: why, or nothing."""
        pieces = "".join(chips + pawn for chips, pawn in self.stacks.values())
        own = "".join(piece for piece in pieces if owner(piece) == player).upper()
        if "K" not in own:
            return "king-captured"
        return "" if "D" in own or "L" in own else "mana-destroyed"

    def outcome(self) -> str | None:
        """K28–K32 at the start of a turn, without what only history decides."""
        if self.turn:
            return None
        for loser in (self.side, OTHER[self.side]):
            if reason := self.has_lost(loser):
                return f"{OTHER[loser]} wins, {reason}"
        if not self.offered():
            return f"{OTHER[self.side]} wins, no-moves"
        return "draw, no-progress" if self.clock >= 200 else None

    def perft(self, depth: int) -> int:
        """Sequences of `depth` actions, at least 1."""
        actions = self.actions()
        if depth == 1:
            return len(actions)
        return sum(self.play(action).perft(depth - 1) for action in actions)

    def __str__(self) -> str:
        """Section 8."""
        lines = []
        for rank in range(10, 0, -1):
            items: list[str] = []
            for file in FILES:
                stack = "".join(self.stacks.get(f"{file}{rank}", ()))
                if stack:
                    items.append(stack)
                elif items and items[-1].isdigit():
                    items[-1] = str(int(items[-1]) + 1)
                else:
                    items.append("1")
            lines.append(",".join(items))
        return f"{'/'.join(lines)} {self.side} {self.turn or '-'} {self.clock}"


def read_board(text: str) -> Board:
    """Section 8, for text known to be good."""
    rows, side, turn, clock = text.split(" ")
    stacks: dict[str, tuple[str, str]] = {}
    for rank, row in zip(range(10, 0, -1), rows.split("/"), strict=True):
        file = 0
        for item in row.split(","):
            if item.isdigit():
                file += int(item)
                continue
            pawn = item[-1] if item[-1].upper() in PAWNS else ""
            stacks[f"{FILES[file]}{rank}"] = item.removesuffix(pawn), pawn
            file += 1
    memory = None
    if turn != "-":
        tile, phase, direction, count, flags = turn.split(":")
        memory = Turn(tile, phase, direction, int(count), flags.replace("-", ""))
    return Board(stacks, side, memory, int(clock))
