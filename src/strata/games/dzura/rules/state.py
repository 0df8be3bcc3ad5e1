"""The rules of Dzura (docs/rules/dzura.md): what each action does, turns, the end of the game.

What lies where is in board.py, what the rules offer in safety.py, offers.py and barrages.py; all of
it looks up in tables.py what a piece of the definition can do.
"""

import cython

if not cython.compiled:
    from strata.core.kernel.bits import mix
    from strata.core.kernel.state import State
    from strata.games.dzura.rules.barrages import Barrages
    from strata.games.dzura.rules.bits import (
        BARRAGED,
        DROP,
        FACE,
        MOVE,
        NOWHERE,
        PLACING,
        ROTATING,
        START,
        SWAP,
    )
    from strata.games.dzura.rules.lookup import Tables
else:
    from cython.cimports.strata.core.kernel.bits import mix
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.games.dzura.rules.barrages import Barrages
    from cython.cimports.strata.games.dzura.rules.bits import (
        BARRAGED,
        DROP,
        FACE,
        MOVE,
        NOWHERE,
        PLACING,
        ROTATING,
        START,
        SWAP,
    )
    from cython.cimports.strata.games.dzura.rules.lookup import Tables

# Places in the game's reasons.
KING_CAPTURED = cython.declare(cython.int, 0)
CHECKMATE = cython.declare(cython.int, 1)
NO_MOVES = cython.declare(cython.int, 2)


@cython.cclass
class DzuraState(Barrages):
    """A position of Dzura, of any definition."""

    # Turns.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pass_turn(self) -> cython.void:
        self.mover = 1 - self.mover
        self.phase = START
        self.pending[0] = NOWHERE
        self.pending[1] = NOWHERE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def turn_or_pass(self, one: cython.int, other: cython.int, phase: cython.int) -> cython.void:
        """Z13: lets the pieces on these tiles, in tile order, be turned; `other` may be NOWHERE."""
        if self.rotation and other != NOWHERE and not self.can_turn(other):
            other = NOWHERE
        if self.rotation and not self.can_turn(one):
            one, other = other, NOWHERE
        if not self.rotation or one == NOWHERE:
            self.pass_turn()
            return
        self.phase = phase
        self.pending[0] = one
        self.pending[1] = other

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def can_turn(self, tile: cython.int) -> cython.bint:
        return self.tables.mobility[self.tables.kind_of[self.tops[tile] >> 2]] != 0

    # Actions.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def freed(self, piece: cython.int) -> cython.int:
        """Z54: the mover's piece without its mark; the token goes to the mover."""
        self.tokens[self.mover] += piece & 1
        return piece & 0xFFFE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def arrived(self, piece: cython.int, tile: cython.int) -> cython.int:
        """Z35: the mover's piece as it stands on `tile` after a move or swap."""
        kind: cython.int = self.tables.kind_of[piece >> 2]
        promoted: cython.int = self.tables.promotes[kind]
        on_far_line: cython.bint = (
            self.tables.far_line[2 * self.mover + (tile >> 6)] >> (tile & 63)
        ) & 1
        if promoted and on_far_line:
            return piece + 24 * (promoted - kind)
        return piece

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move(self, tile: cython.int, target: cython.int) -> cython.void:
        """Z24."""
        piece: cython.int = self.freed(self.tops[tile])
        below: cython.int = self.covered[tile]
        taken: cython.int = self.tops[target]
        self.set_top(tile, 0)
        if below:
            self.set_covered(tile, 0)
            if ((below >> 1) & 1) == self.mover:
                self.set_top(tile, below)
            else:
                self.capture(below)
        if taken:
            self.set_top(target, 0)
            if self.court and self.covered[target] == 0:
                self.set_covered(target, taken)
            else:
                self.capture(taken)
        self.set_top(target, self.arrived(piece, target))
        if taken and self.tables.royal[taken >> 2]:
            self.pass_turn()
        else:
            self.turn_or_pass(target, NOWHERE, ROTATING)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def swap(self, tile: cython.int, other: cython.int) -> cython.void:
        """Z26, Z27; `tile` is the lower."""
        one: cython.int = self.freed(self.tops[tile])
        two: cython.int = self.freed(self.tops[other])
        self.set_top(tile, 0)
        self.set_top(other, 0)
        self.set_top(tile, self.arrived(two, tile))
        self.set_top(other, self.arrived(one, other))
        self.turn_or_pass(tile, other, ROTATING)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def drop(self, kind: cython.int, tile: cython.int) -> cython.void:
        """Z28."""
        self.change_hand(self.mover, kind, -1)
        self.set_top(tile, (6 * kind + 3 * self.mover) << 2 | self.mover << 1)
        self.turn_or_pass(tile, NOWHERE, PLACING)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def barrage(self, tile: cython.int) -> cython.void:
        """Z51."""
        self.tokens[self.mover] -= 1
        self.set_top(tile, self.tops[tile] | 1)
        self.phase = BARRAGED

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def face(self, facing: cython.int) -> cython.void:
        """Z46–Z48."""
        tile: cython.int = self.pending[0]
        piece: cython.int = self.tops[tile]
        turns: cython.int = facing + 3 * self.mover
        if turns >= 6:
            turns -= 6
        self.set_top(tile, (6 * self.tables.kind_of[piece >> 2] + turns) << 2 | (piece & 3))
        if self.pending[1] == NOWHERE:
            self.pass_turn()
            return
        self.pending[0] = self.pending[1]
        self.pending[1] = NOWHERE

    # The contract of core/state.py.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bound(self) -> cython.int:
        """Z15: a move or swap for each ordered pair of tiles, drops, barrages."""
        return self.tables.tiles * (self.tables.tiles + self.tables.kinds) + 6

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def legal(self, actions: cython.p_longlong) -> cython.int:
        count: cython.int
        if self.phase >= ROTATING:
            return self.facings(actions)
        if self.kings[0] == NOWHERE or self.kings[1] == NOWHERE:  # Z70
            return 0
        count = self.main_actions(actions, True)
        if self.tokens[self.mover] > 0:
            count = self.barrages(actions, count)
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.longlong) -> cython.void:
        kind: cython.longlong = action >> 14
        tile: cython.int = (action >> 7) & 127
        target: cython.int = action & 127
        if kind == MOVE:
            self.move(tile, target)
        elif kind == SWAP:
            self.swap(tile, target)
        elif kind == DROP:
            self.drop(tile, target)
        elif kind == FACE:
            self.face(target)
        else:
            self.barrage(target)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def outcome(self) -> cython.int:
        """Z70–Z72."""
        if self.kings[self.mover] == NOWHERE:
            return 1 - self.mover + 4 * KING_CAPTURED
        if self.kings[1 - self.mover] == NOWHERE:
            return self.mover + 4 * KING_CAPTURED
        return 1 - self.mover + 4 * (CHECKMATE if self.in_check(self.mover) else NO_MOVES)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def seat(self) -> cython.int:
        return self.mover

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def turn_start(self) -> cython.bint:
        return self.phase == START

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def key(self) -> cython.ulonglong:
        rest: cython.ulonglong = 4 * self.mover + self.phase
        rest = (rest << 7) | self.pending[0]
        rest = (rest << 7) | self.pending[1]
        rest = (rest << 7) | self.tokens[0]
        rest = (rest << 7) | self.tokens[1]
        return mix(self.board_hash ^ mix(rest))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def assign(self, other: State) -> cython.void:
        copy_fields(self, cython.cast(DzuraState, other))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def over(self, room: cython.p_longlong) -> cython.bint:
        """Z14: a turn that has begun can be completed; a first legal step is soon found."""
        if self.phase == ROTATING:
            return False
        if self.phase < ROTATING:
            if self.kings[0] == NOWHERE or self.kings[1] == NOWHERE:
                return True
            if self.has_step():
                return False
        return self.legal(room) == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def memo_key(self) -> cython.ulonglong:
        """`key` has the turn in progress, hands and tokens already; nothing else is counted."""
        key: cython.ulonglong = self.key()
        return key if key else 1

    # For the game's notation and scene.

    def set_rules(self, tables: Tables, court: bool, rotation: bool) -> None:
        """The definition and the options; before anything is laid."""
        self.tables = tables
        self.court = court
        self.rotation = rotation

    def set_turn(self, seat: int, phase: int, one: int, other: int) -> None:
        self.mover = seat
        self.phase = phase
        self.pending[0] = one
        self.pending[1] = other

    def turn(self) -> tuple[int, int, int]:
        """The phase and its tiles, NOWHERE where there is none."""
        return self.phase, self.pending[0], self.pending[1]

    def lay(self, tile: int, piece: int, below: int) -> None:
        """Lays one piece, or two, on an empty tile; `below` 0 is none."""
        self.set_top(tile, piece)
        self.set_covered(tile, below)

    def set_hand(self, seat: int, kind: int, number: int) -> None:
        self.change_hand(seat, kind, number - self.hands[33 * seat + kind])

    def set_tokens(self, first: int, second: int) -> None:
        self.tokens[0] = first
        self.tokens[1] = second

    def top_at(self, tile: int) -> int:
        """The uncovered piece, or 0."""
        return self.tops[tile]

    def covered_at(self, tile: int) -> int:
        return self.covered[tile]

    def in_hand(self, seat: int, kind: int) -> int:
        return self.hands[33 * seat + kind]

    def tokens_of(self, seat: int) -> int:
        return self.tokens[seat]

    def king_of(self, seat: int) -> int:
        """The tile of the uncovered king, or NOWHERE."""
        return self.kings[seat]

    def is_in_check(self, seat: int) -> bool:
        """Z40."""
        return bool(self.in_check(seat))


def make_piece(kind: int, seat: int, facing: int, barraged: bool) -> int:
    """A piece as `lay` takes it."""
    return (6 * kind + (facing + 3 * seat) % 6) << 2 | seat << 1 | barraged


def split_piece(piece: int) -> tuple[int, int, int, bool]:
    """Kind, seat, facing and whether it is barraged."""
    seat = (piece >> 1) & 1
    kind, turns = divmod(piece >> 2, 6)
    return kind, seat, (turns + 3 * seat) % 6, bool(piece & 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def copy_fields(target: DzuraState, source: DzuraState) -> cython.void:
    target.copy_board(source)
    target.phase = source.phase
    target.pending[:] = source.pending
    if target.tables.identity != source.tables.identity:
        with cython.gil:
            target.tables = source.tables
