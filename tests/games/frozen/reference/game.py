"""Turns, check and the end of the game (sections 4 and 6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from tests.games.frozen.reference.board import Board, Body, Phase, Rules, read_board
from tests.games.frozen.reference.effects import Play
from tests.games.frozen.reference.field import Field
from tests.games.frozen.reference.geometry import NAMES, RAYS, last_rank, shift
from tests.games.frozen.reference.moves import Act
from tests.games.frozen.reference.offers import Offers, block_values, blocks
from tests.games.frozen.reference.sight import Sight

HARMLESS = frozenset(
    (
        *("end", "convert", "shoot", "para", "quake", "jump", "exch", "walltrap", "tornado"),
        *("aval", "respawn", "transfer", "spawn", "shadow", "unshadow", "strike", "morph"),
        *("promote",),
    )
)
"""None of these explodes anything or captures anything on the ground: no king dies of them."""
SEATS = ("first", "second")
# F57, seen by first.
PULLED = (
    *((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)),
    *((-2, -1), (-2, 0), (-2, 1), (-2, 2), (-1, 2), (0, 2), (1, 2), (2, 2)),
    *((2, 1), (2, 0), (2, -1), (2, -2), (1, -2), (0, -2), (-1, -2), (-2, -2)),
)


class Position:
    """A position with its legal actions."""

    def __init__(self, board: Board, rules: Rules) -> None:
        self.board = board
        self.rules = rules

    def __str__(self) -> str:
        return str(self.board)

    @cached_property
    def sight(self) -> Sight:
        return Sight(self.board, self.rules)

    @cached_property
    def offers(self) -> Offers:
        return Offers(self.board, self.rules, self.sight)

    @cached_property
    def is_in_check(self) -> bool:
        return self.sight.is_in_check(self.board.side)

    def has_dead_king(self) -> bool:
        return None in self.sight.kings

    @property
    def begins_turn(self) -> bool:
        return self.board.phase.letter == "-"

    @property
    def seat(self) -> str | None:
        return SEATS[self.board.side] if self.legal else None

    def actions(self) -> list[str]:
        return sorted(self.legal)

    def outcome(self) -> str | None:
        """Section 6, as far as a position alone decides."""
        if self.legal:
            return None
        dead = [seat for seat in (0, 1) if self.sight.kings[seat] is None]
        if len(dead) == 2:
            return "draw, both-kings"
        if dead:
            return f"{SEATS[1 - dead[0]]} wins, {self.death_of_king(dead[0])}"
        if not self.candidates_legal:
            reason = "checkmate" if self.is_in_check else "no-moves"
            return f"{SEATS[1 - self.board.side]} wins, {reason}"
        return "draw, ply-limit"

    def death_of_king(self, owner: int) -> str:
        """F77."""
        for cell, tomb in self.board.tombs.items():
            if any(unit.kind == "K" and unit.owner == owner for unit in tomb.units):
                return "king-captured" if cell in self.board.ground else "king-exploded"
        raise AssertionError("no king anywhere")

    # Legal actions.

    @cached_property
    def legal(self) -> dict[str, Act]:
        if self.has_dead_king():
            return {}
        limit = self.rules.ply_limit
        if self.begins_turn and limit and self.board.turn > limit:  # F80
            return {}
        return self.candidates_legal

    @cached_property
    def candidates_legal(self) -> dict[str, Act]:
        """The actions while no limit is looked at."""
        found: dict[str, Act] = {}
        for text, act in self.offers.all():
            if text not in found and self.is_legal(act):
                found[text] = act
        for text, act in self.gestures():
            found[text] = act
        return found

    def is_legal(self, act: Act) -> bool:
        """F5, F6."""
        board = self.board
        if act.name in ("end", "kind"):
            return True
        if not self.is_in_check and act.name in HARMLESS:
            return True
        if self.is_in_check and act.name in ("morph", "promote"):
            return False
        after = self.after(act).board
        if not self.has_king(after):
            return False
        king_walks = board.phase.letter in "DU" and act.kind == "K" and not act.shadow
        if not self.is_in_check and not king_walks:
            return True
        return not Sight(after, self.rules).is_in_check(board.side)

    def has_king(self, after: Board) -> bool:
        """Whether the mover's king lives; mostly he stands where he stood."""
        king, side = self.sight.kings[self.board.side], self.board.side
        body = None if king is None else after.ground.get(king)
        if body is not None and body.has("K") and body.owner == side:
            return True
        return after.king(side) is not None

    def after(self, act: Act) -> Play:
        return Play(self.board, self.rules, self.sight, act)

    def gestures(self) -> Iterator[tuple[str, Act]]:
        """Mind control and rotation, step by step."""
        letter, size, cell, _ = self.board.phase
        on = self.rules.on
        if letter == "-":
            for target in self.offers.mind_targets():
                if self.controlled(target).candidates_legal:
                    yield f"mind:{NAMES[target]}", Act("mind", target)
            for number in range(2, 9) if "rotation" in on else ():
                if next(self.corners(number), None) is not None:
                    yield f"rot:{number}", Act("rot", extra=number)
        elif letter == "R" and cell < 0:
            for corner in self.corners(size):
                yield f"at:{NAMES[corner]}", Act("at", corner, extra=size)
        elif letter == "R":
            for angle in self.angles(size, cell):
                yield f"turn:{angle}", Act("turn", extra=angle)

    def controlled(self, target: int) -> Position:
        board = self.board.copy()
        board.phase = Phase("X", cell=target)
        return Position(board, self.rules)

    @cached_property
    def values(self) -> dict[int, int]:
        return block_values(self.board, self.sight)

    def corners(self, size: int) -> Iterator[int]:
        """F76, F5."""
        for corner in blocks(self.values, size):
            if self.angles(size, corner):
                yield corner

    def angles(self, size: int, corner: int) -> list[int]:
        angles = [90, 180, 270]
        if not self.is_in_check:
            return angles
        board = self.board.copy()
        board.phase = Phase("R", size, corner)
        found = []
        for angle in angles:
            play = Play(board, self.rules, self.sight, Act("turn", extra=angle))
            if not Sight(play.board, self.rules).is_in_check(board.side):
                found.append(angle)
        return found

    # Playing.

    def play(self, text: str) -> Position:
        act = self.legal[text]
        play = self.after(act)
        board = play.board
        if act.name in ("morph", "promote", "mind", "rot", "at"):
            return Position(board, self.rules)
        if board.king(0) is None or board.king(1) is None:  # F2
            board.phase = Phase()
            return Position(board, self.rules)
        phase = self.following(play)
        if phase is not None:
            board.phase = phase
            following = Position(board, self.rules)
            if phase.letter == "P" or len(following.legal) > 1:
                return following
        end_turn(board, self.rules)
        return Position(board, self.rules)

    def following(self, play: Play) -> Phase | None:
        """The phase that follows; None when the turn is over. F2 is left to `play`."""
        board, act = play.board, play.act
        letter = self.board.phase.letter
        if act.name not in ("move", "capture", "leap", "defuse") or not play.lives or letter == "X":
            return None
        is_pawn = act.kind == "P" and not act.shadow and (not act.taken or act.taken in "PK")
        if is_pawn and act.end // 16 == last_rank(board.ground[act.end].owner):  # F29
            return Phase("P", cell=act.end)
        if act.name == "move":
            return self.going_on(play)
        if act.name == "capture" and is_pawn:
            frozen = Sight(board, self.rules).is_frozen(act.end, gaze=False)
            if letter != "B" and not frozen:  # F15
                return Phase("B", cell=act.end)
        return None

    def going_on(self, play: Play) -> Phase | None:
        """F13, F14."""
        board, act = play.board, play.act
        letter, number = self.board.phase.letter, self.board.phase.number
        if play.attacked or play.king_checked:
            return None
        body = (board.shadows if act.shadow else board.ground)[act.end]
        if letter in "-B":
            multi = body.acting(act.kind).multi
            march = 3 if act.kind == "N" and not act.shadow else 1
            letter, number = ("U", multi) if multi else ("D", 1)
            number = max(number, march)
        else:
            number -= 1
        if number == 0:
            return None
        if act.shadow:
            return Phase(letter, number, act.end, shadow=True)
        after = Sight(board, self.rules)
        if after.is_frozen(act.end, gaze=False):
            return None
        if act.kind == "P" and (self.sight.is_marked(act.cell) or after.is_marked(act.end)):
            return None
        if letter == "D" and body.other_than("R") and not body.has("K"):
            owner = body.owner
            if self.sight.is_besieged(act.cell, owner) or after.is_besieged(act.end, owner):
                return None
        return Phase(letter, number, act.end)

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.legal)
        return sum(self.play(text).perft(depth - 1) for text in self.legal)


# The end-of-turn step, F3.


def end_turn(board: Board, rules: Rules) -> None:
    field = Field(board)
    pull_by_tornados(field, rules)
    push_by_flows(field)
    if board.side == 1:
        rot(field, rules)
    count_down(board)
    board.phase = Phase()
    if board.king(0) is not None and board.king(1) is not None:
        board.turn += 1
        board.side = 1 - board.side


def pull_by_tornados(field: Field, rules: Rules) -> None:
    """F57."""
    board = field.board
    centres = [cell for cell, (owner, _) in sorted(board.tornados.items()) if owner == board.side]
    if not centres:
        return
    sight = Sight(board, rules)
    fixed = {board.ground[cell].members[0].number for cell in sight.guarded()}
    sign = 1 if board.side == 0 else -1
    for centre in centres:
        for x, y in PULLED:
            cell = shift(centre, sign * x, sign * y)
            body = board.ground.get(cell) if cell is not None else None
            if cell is None or body is None or body.members[0].number in fixed:
                continue
            if body.has("K") or not body.other_than("T") or body.trapped:
                continue
            end = shift(centre, sign * _inward(x), sign * _inward(y))
            if end is not None:
                drift(field, cell, end)
    for cell in centres:
        owner, timer = board.tornados.pop(cell)
        if timer > 1:
            board.tornados[cell] = (owner, timer - 1)


def _inward(offset: int) -> int:
    return offset - (offset > 0) + (offset < 0)


def drift(field: Field, cell: int, end: int) -> bool:
    """The body goes one cell, if it can; whether it went."""
    board = field.board
    if not board.is_free(end) or (board.ground[cell].has("F") and end in board.tombs):
        return False
    was_open_armed = board.is_open_armed(end)
    board.ground[end] = field.leave(cell)
    field.arrive(end, was_open_armed)
    return True


def push_by_flows(field: Field) -> None:
    """F58."""
    board = field.board
    flows = {cell: flow for cell, flow in sorted(board.flows.items()) if flow[0] == board.side}
    moved: set[int] = set()
    for heading in range(4):
        cells = [cell for cell, flow in flows.items() if flow[1] == heading]
        # The farthest along the heading first: the fewest cells before it. Sorting is stable.
        for cell in sorted(cells, key=lambda at: len(RAYS[at][heading])):
            body = board.ground.get(cell)
            ahead = RAYS[cell][heading]
            if body is None or not ahead or body.members[0].number in moved:
                continue
            if body.has("K") or body.has("T"):
                continue
            if drift(field, cell, ahead[0]):
                moved.add(body.members[0].number)
    for cell, (owner, heading, timer) in flows.items():
        del board.flows[cell]
        if timer > 1:
            board.flows[cell] = (owner, heading, timer - 1)


def rot(field: Field, rules: Rules) -> None:
    """F62."""
    board = field.board
    sight = Sight(board, rules)
    seen = sight.threats[0] | sight.threats[1] if board.tombs else set()
    for cell, tomb in board.tombs.items():
        counts = board.is_open_armed(cell) and cell not in seen
        board.tombs[cell] = tomb._replace(rot=tomb.rot + 1 if counts else 0)
    for cell in sorted(cell for cell, tomb in board.tombs.items() if tomb.rot == 40):
        if board.is_open_armed(cell):
            field.explode(cell)


def count_down(board: Board) -> None:
    """F3, the fourth step."""
    for cell, body in board.ground.items():
        body = _counted(body, board.side)
        if body.owner == board.side and body.has("J"):
            body = body._replace(stay=min(10, body.stay + 1))
        board.ground[cell] = body
    for cell, body in board.shadows.items():
        board.shadows[cell] = _counted(body, board.side)


def _counted(body: Body, side: int) -> Body:
    if any(unit.cargo for unit in body.members):
        members = tuple(
            unit._replace(cargo=tuple(_counted(held, side) for held in unit.cargo))
            for unit in body.members
        )
        body = body._replace(members=members)
    if body.owner != side or not (body.par or body.delay):
        return body
    trapped = body.trapped and body.par != 1
    return body._replace(par=max(0, body.par - 1), delay=max(0, body.delay - 1), trapped=trapped)


def read(text: str, rules: Rules) -> Position:
    return Position(read_board(text), rules)
