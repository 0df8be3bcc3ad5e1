"""Dzura played slowly, after the rulebook and nothing else: what the compiled rules are held to.

Tiles are axial coordinates, pieces are tuples, every action is tried on a copy of the board.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

Where = tuple[int, int]


class Piece(NamedTuple):
    letter: str
    """As in the definition: upper case, perhaps with +."""
    owner: int
    facing: int = 0
    barraged: bool = False


class Rules:
    """A definition with options."""

    def __init__(self, toml: str, capture: str, rotation: str, ordnance: int) -> None:
        data: dict[str, Any] = tomllib.loads(toml)
        self.radius: int = data["radius"]
        self.kinds: dict[str, dict[str, Any]] = {kind["letter"]: kind for kind in data["piece"]}
        self.start: str = data["start"]
        self.hands: str = data.get("hands", "-/-")
        self.court = capture == "court"
        self.rotation = rotation == "on"
        self.ordnance = ordnance
        reach = range(-self.radius, self.radius + 1)
        self.tiles = [(q, r) for q in reach for r in reach if abs(q + r) <= self.radius]
        self.names = {where: self._name(where) for where in self.tiles}
        self.named = {name: where for where, name in self.names.items()}
        self.columns = {q: [at for at in self.tiles if at[0] == q] for q in reach}
        self.turned: dict[tuple[str, str, int], list[Where]] = {}

    def is_on_board(self, where: Where) -> bool:
        return where in self.names

    def _name(self, where: Where) -> str:
        q, r = where
        return f"{chr(97 + self.radius + q)}{r + self.radius + 1 + min(0, q)}"

    def name(self, where: Where) -> str:
        return self.names[where]

    def tile(self, name: str) -> Where:
        return self.named[name]

    def column(self, q: int) -> list[Where]:
        return self.columns[q]

    def is_royal(self, piece: Piece) -> bool:
        return bool(self.kinds[piece.letter].get("royal", False))

    def mobility(self, letter: str) -> int:
        return int(self.kinds[letter].get("mobility", 0))

    def vectors(self, piece: Piece, key: str) -> list[Where]:
        """Z5."""
        turns = piece.facing + 3 * piece.owner
        known = self.turned.get((piece.letter, key, turns))
        if known is None:
            known = []
            for q, r in self.kinds[piece.letter].get(key, []):
                for _ in range(turns):
                    q, r = q + r, -q
                known.append((q, r))
            self.turned[piece.letter, key, turns] = known
        return known

    def is_far(self, where: Where, owner: int) -> bool:
        """Z6."""
        return where == self.column(where[0])[-1 if owner == 0 else 0]

    def opening(self) -> str:
        tokens = f"{self.ordnance}/{self.ordnance}" if self.ordnance else "-"
        return f"{self.start} 1 t {self.hands} {tokens}"


@dataclass
class Board:
    """A position. A stack is the top piece, then the covered one."""

    rules: Rules
    stacks: dict[Where, tuple[Piece, ...]]
    hands: list[list[str]]
    tokens: list[int]
    mover: int
    phase: str = "t"
    pending: list[Where] = field(default_factory=list)

    def copy(self) -> Board:
        return replace(
            self,
            stacks=dict(self.stacks),
            hands=[list(hand) for hand in self.hands],
            tokens=list(self.tokens),
            pending=list(self.pending),
        )

    # Attacks.

    def top(self, where: Where) -> Piece | None:
        return self.stacks[where][0] if where in self.stacks else None

    def owned(self, seat: int) -> list[Where]:
        return [where for where, (top, *_) in self.stacks.items() if top.owner == seat]

    def king(self, seat: int) -> Where | None:
        own = (where for where in self.owned(seat) if self.rules.is_royal(self.stacks[where][0]))
        return next(own, None)

    def steps(self, where: Where, piece: Piece) -> set[Where]:
        """Z20."""
        q, r = where
        ends = {(q + a, r + b) for a, b in self.rules.vectors(piece, "steps")}
        return {end for end in ends if self.rules.is_on_board(end)}

    def strides(self, where: Where, piece: Piece) -> Iterator[list[Where]]:
        """Z21: for each stride the tiles up to and with the first occupied one."""
        for a, b in self.rules.vectors(piece, "strides"):
            line: list[Where] = []
            q, r = where[0] + a, where[1] + b
            while self.rules.is_on_board((q, r)):
                line.append((q, r))
                if (q, r) in self.stacks:
                    break
                q, r = q + a, r + b
            yield line

    def can_attack(self, where: Where) -> bool:
        """Z19."""
        return len(self.stacks[where]) == 1 and not self.stacks[where][0].barraged

    def attacks(self, where: Where, piece: Piece, goal: Where | None) -> bool:
        return goal in self.steps(where, piece) or any(
            goal in line for line in self.strides(where, piece)
        )

    def attacked_by(self, where: Where, piece: Piece) -> set[Where]:
        lines = self.strides(where, piece)
        return self.steps(where, piece).union(*lines)

    def attackers(self, seat: int) -> set[Where]:
        """What attacks the king of `seat`."""
        king = self.king(seat)
        return {
            where
            for where in self.owned(1 - seat)
            if self.can_attack(where) and self.attacks(where, self.stacks[where][0], king)
        }

    # Main actions.

    def main_actions(self) -> Iterator[str]:
        """All that their own rules allow; Z41 is not asked."""
        name = self.rules.name
        for where in self.owned(self.mover):
            for end in self.destinations(where):
                yield f"{name(where)}{'x' if end in self.stacks else '-'}{name(end)}"
        yield from self.swaps()
        yield from self.drops()

    def destinations(self, where: Where) -> set[Where]:
        """Z22, Z23."""
        piece = self.stacks[where][0]
        ends = set(self.steps(where, piece))
        for line in self.strides(where, piece):
            ends |= set(line[:1] if piece.barraged else line)
        empty = {end for end in ends if end not in self.stacks}
        enemy = {end for end in ends - empty if self.stacks[end][0].owner != self.mover}
        return empty | enemy if self.can_attack(where) else empty

    def swaps(self) -> Iterator[str]:
        """Z25."""
        own = sorted(self.owned(self.mover))
        for index, one in enumerate(own):
            for other in own[index + 1 :]:
                there = other in self.steps(one, self.stacks[one][0])
                if there and one in self.steps(other, self.stacks[other][0]):
                    yield f"{self.rules.name(one)}={self.rules.name(other)}"

    def drops(self) -> Iterator[str]:
        for letter in set(self.hands[self.mover]):
            for where in self.rules.tiles:
                if self.may_drop(letter, where):
                    yield f"{letter}@{self.rules.name(where)}"

    def may_drop(self, letter: str, where: Where) -> bool:
        """Z28–Z31."""
        if where in self.stacks:
            return False
        column = self.rules.column(where[0])[:: 1 if self.mover == 0 else -1]
        for before in column[: column.index(where)]:
            if before in self.stacks and self.stacks[before][0].owner != self.mover:
                return False
        if self.rules.kinds[letter].get("column_rule", False):
            place = column.index(where)
            for line in (column[place + 1 :], column[:place][::-1]):
                met = next((self.stacks[at][0] for at in line if at in self.stacks), None)
                if met and met.owner == self.mover and met.letter == letter:
                    return False
        return bool(self.drop_facings(letter, where))

    def drop_facings(self, letter: str, where: Where) -> list[int]:
        """Z30, Z48."""
        facings = range(6) if self.rules.rotation else range(1)
        return [
            facing
            for facing in facings
            if min(facing, 6 - facing) <= self.rules.mobility(letter)
            and not self.attacks(
                where, Piece(letter, self.mover, facing), self.king(1 - self.mover)
            )
        ]

    def takes_king(self, action: str) -> bool:
        if "x" not in action:
            return False
        end = self.rules.tile(action.split("x")[1])
        return self.rules.is_royal(self.stacks[end][0])

    def left_attackers(self, action: str) -> set[Where]:
        """Z42: A(m)."""
        if self.takes_king(action):
            return set()
        after = self.copy()
        after.main_action(action)
        return after.attackers(self.mover)

    # Barrages.

    def targets(self) -> set[Where]:
        """Z52, Z55."""
        ranges: set[Where] = set()
        for where in self.owned(self.mover):
            piece = self.stacks[where][0]
            q, r = where
            ranges |= {(q + a, r + b) for a, b in self.rules.vectors(piece, "targets")}
            if self.rules.kinds[piece.letter].get("target_moves", True):
                ranges |= self.attacked_by(where, piece)
        return {at for at in self.owned(1 - self.mover) if at in ranges} - {
            at for at in self.stacks if self.stacks[at][0].barraged
        }

    def barrages(self, left: dict[str, set[Where]]) -> Iterator[str]:
        """Z42 to the letter."""
        targets, tokens = self.targets(), self.tokens[self.mover]
        if tokens < 1:
            return
        for target in targets:
            rests = (attackers - {target} for attackers in left.values())
            if any(rest <= targets and len(rest) <= tokens - 1 for rest in rests):
                yield f"*{self.rules.name(target)}"

    # Offers.

    def is_over(self) -> bool:
        """Z70."""
        return self.king(0) is None or self.king(1) is None

    def actions(self) -> list[str]:
        if self.phase in ("r", "p"):
            return sorted(self.facings())
        if self.is_over():
            return []
        left = {action: self.left_attackers(action) for action in self.main_actions()}
        legal = {action for action, attackers in left.items() if not attackers}
        return sorted(legal | set(self.barrages(left)))

    def facings(self) -> Iterator[str]:
        """Z46, Z48."""
        where = self.pending[0]
        piece = self.stacks[where][0]
        if self.phase == "p":
            bare = self.copy()
            del bare.stacks[where]
            yield from (f"~{facing}" for facing in bare.drop_facings(piece.letter, where))
            return
        for facing in range(6):
            turns = (facing - piece.facing) % 6
            if min(turns, 6 - turns) <= self.rules.mobility(piece.letter):
                yield f"~{facing}"

    def outcome(self) -> str | None:
        if self.phase != "t" or self.actions():
            return None
        for seat in range(2):
            if self.king(seat) is None:
                return f"{('second', 'first')[seat]} wins, king-captured"
        winner = ("second", "first")[self.mover]
        return f"{winner} wins, {'checkmate' if self.attackers(self.mover) else 'no-moves'}"

    # Playing.

    def play(self, action: str) -> Board:
        after = self.copy()
        if action.startswith("~"):
            after.face(int(action[1:]))
        elif action.startswith("*"):
            after.barrage(self.rules.tile(action[1:]))
        else:
            after.main_action(action)
        return after

    def face(self, facing: int) -> None:
        where = self.pending.pop(0)
        top, *rest = self.stacks[where]
        self.stacks[where] = (top._replace(facing=facing), *rest)
        if not self.pending:
            self.pass_turn()

    def barrage(self, where: Where) -> None:
        top, *rest = self.stacks[where]
        self.stacks[where] = (top._replace(barraged=True), *rest)
        self.tokens[self.mover] -= 1
        self.phase = "b"

    def pass_turn(self) -> None:
        self.mover, self.phase, self.pending = 1 - self.mover, "t", []

    def main_action(self, action: str) -> None:
        sign = next(sign for sign in action if sign in "-x=@")
        begin, end_name = action.split(sign)
        end = self.rules.tile(end_name)
        if sign == "@":
            self.hands[self.mover].remove(begin)
            self.stacks[end] = (Piece(begin, self.mover),)
            self.turn_pieces("p", [end])
        elif sign == "=":
            self.swap(self.rules.tile(begin), end)
            self.turn_pieces("r", [self.rules.tile(begin), end])
        elif self.move(self.rules.tile(begin), end):
            self.pass_turn()
        else:
            self.turn_pieces("r", [end])

    def turn_pieces(self, phase: str, tiles: list[Where]) -> None:
        """Z13."""
        able = [at for at in sorted(tiles) if self.rules.mobility(self.stacks[at][0].letter)]
        if self.rules.rotation and able:
            self.phase, self.pending = phase, able
        else:
            self.pass_turn()

    def freed(self, piece: Piece) -> Piece:
        """Z54."""
        self.tokens[self.mover] += piece.barraged
        return piece._replace(barraged=False)

    def captured(self, piece: Piece) -> None:
        """Z18, Z84."""
        self.hands[self.mover].append(piece.letter.removeprefix("+"))
        self.tokens[self.mover] += piece.barraged

    def promoted(self, piece: Piece, where: Where) -> Piece:
        """Z35."""
        better = self.rules.kinds[piece.letter].get("promotes_to", "")
        if better and self.rules.is_far(where, piece.owner):
            return piece._replace(letter=better)
        return piece

    def move(self, begin: Where, end: Where) -> bool:
        """Z24; whether a king was taken."""
        top, *rest = self.stacks.pop(begin)
        piece = self.freed(top)
        for covered in rest:
            if covered.owner == self.mover:
                self.stacks[begin] = (covered,)
            else:
                self.captured(covered)
        victim, *below = self.stacks.get(end, (None,))
        if victim is not None:
            if self.rules.court and not below:
                below = [victim]
            else:
                self.captured(victim)
        self.stacks[end] = (self.promoted(piece, end), *below)
        return victim is not None and self.rules.is_royal(victim)

    def swap(self, one: Where, other: Where) -> None:
        """Z26, Z27."""
        upper, *below_one = self.stacks[one]
        other_upper, *below_other = self.stacks[other]
        upper, other_upper = self.freed(upper), self.freed(other_upper)
        self.stacks[one] = (self.promoted(other_upper, one), *below_one)
        self.stacks[other] = (self.promoted(upper, other), *below_other)

    # Text (section 8).

    def __str__(self) -> str:
        radius = self.rules.radius
        columns = [self._column(q) for q in range(-radius, radius + 1)]
        phase = self.phase
        if self.pending:
            phase += ":" + ",".join(map(self.rules.name, self.pending))
        hands = "/".join(map(self._hand, self.hands))
        tokens = "/".join(map(str, self.tokens)) if self.rules.ordnance else "-"
        return f"{'/'.join(columns)} {self.mover + 1} {phase} {hands} {tokens}"

    def _column(self, q: int) -> str:
        signs = []
        for where in self.rules.column(q):
            pieces = "".join(map(written, self.stacks.get(where, ())))
            signs.append(f"[{pieces}]" if len(self.stacks.get(where, ())) == 2 else pieces or ".")
        return re.sub(r"\.+", lambda run: str(len(run[0])), "".join(signs))

    def _hand(self, hand: list[str]) -> str:
        parts = ((hand.count(letter), letter) for letter in self.rules.kinds)
        return "".join(f"{n if n > 1 else ''}{letter}" for n, letter in parts if n) or "-"

    def perft(self, depth: int) -> int:
        actions = self.actions()
        if depth == 1:
            return len(actions)
        return sum(self.play(action).perft(depth - 1) for action in actions)


def written(piece: Piece) -> str:
    letter = piece.letter.lower() if piece.owner else piece.letter
    facing = f"~{piece.facing}" if piece.facing else ""
    return f"{letter}{facing}{'*' if piece.barraged else ''}"


_SIGNS = re.compile(r"(\d+)|(\[)|(\])|(\+?[A-Za-z])(?:~(\d))?(\*)?")


def read_board(text: str, rules: Rules) -> Board:
    """Reads a string that follows the grammar."""
    board, side, phase, hands, tokens = text.split(" ")
    stacks: dict[Where, tuple[Piece, ...]] = {}
    for q, column in enumerate(board.split("/"), -rules.radius):
        _read_column(column, rules.column(q), stacks)
    held = [
        [letter for n, letter in re.findall(r"(\d*)([A-Z])", hand) for _ in range(int(n or 1))]
        for hand in hands.split("/")
    ]
    return Board(
        rules,
        stacks,
        held,
        [0, 0] if tokens == "-" else [*map(int, tokens.split("/"))],
        int(side) - 1,
        phase[0],
        [rules.tile(name) for name in phase[2:].split(",") if name],
    )


def _read_column(text: str, tiles: list[Where], stacks: dict[Where, tuple[Piece, ...]]) -> None:
    place = 0
    stacked = False
    for run, opens, closes, letter, facing, mark in _SIGNS.findall(text):
        if run:
            place += int(run)
        elif opens or closes:
            stacked = bool(opens)
            place += bool(closes)
        else:
            piece = Piece(letter.upper(), int(letter[-1].islower()), int(facing or 0), bool(mark))
            stacks[tiles[place]] = (*stacks.get(tiles[place], ()), piece)
            place += not stacked
