"""The state of Dzura, under the contract of core/kernel/state.py (rules: docs/rules/dzura.md).

board.py holds the position; offers.py, drops.py and barrages.py list the legal actions; actions.py
plays them. What the pieces of a definition can do is looked up in lookup.py.
"""

from __future__ import annotations

import cython
from cython.cimports.strata.core.kernel.bits import lowest, mix
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.dzura.rules.actions import play_action
from cython.cimports.strata.games.dzura.rules.barrages import (
    add_barrages,
    find_attackers_after,
)
from cython.cimports.strata.games.dzura.rules.board import (
    Board,
    change_hand,
    in_check,
    set_covered,
    set_top,
)
from cython.cimports.strata.games.dzura.rules.constants import (
    CHECKMATE,
    FACING_DUE,
    KINDS,
    KING_CAPTURED,
    MOST_VECTORS,
    NO_MOVES,
    NO_TOKEN,
    NOWHERE,
    ROTATING,
    SPANS,
    SPANS_CENTRE,
    facing_of,
    variant_of,
)
from cython.cimports.strata.games.dzura.rules.lookup import Tables
from cython.cimports.strata.games.dzura.rules.offers import add_facings, has_step, main_actions


class DzuraState(Board):
    """A position of Dzura, of any definition."""

    def bound(self) -> cython.int:
        """Return a limit for moves, swaps, drops, barrages and facings together (Z15)."""
        return self.tables.tiles * (self.tables.tiles + self.tables.kinds) + 6

    def legal(self, actions: cython.p_longlong) -> cython.int:
        count: cython.int
        if self.phase >= ROTATING and not self.waived & FACING_DUE:
            return add_facings(self, actions, 0)
        if self.kings[0] == NOWHERE or self.kings[1] == NOWHERE:  # Z70
            return 0
        count = main_actions(self, actions, True)
        if self.phase >= ROTATING:
            return add_facings(self, actions, count)
        if self.tokens[self.mover] > 0 or self.waived & NO_TOKEN:
            count = add_barrages(self, actions, count)
        return count

    def apply(self, action: cython.longlong) -> cython.void:
        play_action(self, action)

    def outcome(self) -> cython.int:
        """Return the result of a position without a legal action (Z70–Z72)."""
        if self.kings[self.mover] == NOWHERE:
            return 1 - self.mover + 4 * KING_CAPTURED
        if self.kings[1 - self.mover] == NOWHERE:
            return self.mover + 4 * KING_CAPTURED
        return 1 - self.mover + 4 * (CHECKMATE if in_check(self, self.mover) else NO_MOVES)

    def key(self) -> cython.ulonglong:
        rest: cython.ulonglong = 4 * self.mover + self.phase
        rest = (rest << 7) | self.pending[0]
        rest = (rest << 7) | self.pending[1]
        rest = (rest << 7) | self.tokens[0]
        rest = (rest << 7) | self.tokens[1]
        return mix(self.board_hash ^ mix(rest))

    def assign(self, other: State) -> cython.void:
        """Copy all fields; both states then refer to the same tables."""
        share_tables(self, cython.cast(DzuraState, other))
        State.assign(self, other)

    def over(self, actions: cython.p_longlong) -> cython.bint:
        """Return whether the game is over. A turn in progress can always be completed (Z14)."""
        if self.phase == ROTATING:
            return False
        if self.phase < ROTATING:
            if self.kings[0] == NOWHERE or self.kings[1] == NOWHERE:
                return True
            if has_step(self):
                return False
        return self.legal(actions) == 0

    def memo_key(self) -> cython.ulonglong:
        """Return `key`, which covers everything that counts, the turn in progress included."""
        key: cython.ulonglong = self.key()
        return key if key else 1

    # For notation and scene.

    def set_rules(self, tables: Tables, court: bool, rotation: bool) -> None:
        """Set the definition's tables and the options, before anything is laid."""
        self.tables = tables
        self.court = court
        self.rotation = rotation

    def set_turn(self, seat: int, phase: int, one: int, other: int) -> None:
        self.mover = seat
        self.phase = phase
        self.pending[0] = one
        self.pending[1] = other

    def turn(self) -> tuple[int, int, int]:
        """Return the phase and its two tiles, each NOWHERE if there is none."""
        return self.phase, self.pending[0], self.pending[1]

    def lay(self, tile: int, piece: int, below: int) -> None:
        """Lay one or two pieces on an empty tile; a `below` of 0 is none."""
        set_top(self, tile, piece)
        set_covered(self, tile, below)

    def set_hand(self, seat: int, kind: int, number: int) -> None:
        change_hand(self, seat, kind, number - self.hands[KINDS * seat + kind])

    def set_tokens(self, first: int, second: int) -> None:
        self.tokens[0] = first
        self.tokens[1] = second

    def top_at(self, tile: int) -> int:
        """Return the uncovered piece on `tile`, or 0."""
        return self.tops[tile]

    def covered_at(self, tile: int) -> int:
        return self.covered[tile]

    def in_hand(self, seat: int, kind: int) -> int:
        return self.hands[KINDS * seat + kind]

    def tokens_of(self, seat: int) -> int:
        return self.tokens[seat]

    def king_of(self, seat: int) -> int:
        """Return the tile of the uncovered king, or NOWHERE."""
        return self.kings[seat]

    def find_blockers(self, tile: cython.int, goal: cython.int) -> list[int]:
        """Return the occupied tiles in the way of a stride from `tile` to `goal` (Z21)."""
        variant: cython.int = self.tops[tile] >> 2
        delta: cython.int
        coordinate: cython.int = self.tables.coordinates[tile]
        span: cython.int = self.tables.places[goal] - self.tables.places[tile] + SPANS_CENTRE
        lines: cython.ulonglong = self.tables.lines[SPANS * variant + span]
        found: list[int] = []
        if lines == 0:
            return found
        delta = self.tables.strides[MOST_VECTORS * variant + lowest(lines)]
        coordinate += delta
        while self.tables.tile_at[coordinate] != goal:
            if self.tops[self.tables.tile_at[coordinate]]:
                found.append(self.tables.tile_at[coordinate])
            coordinate += delta
        return found

    def attackers_after(self, action: int) -> list[int]:
        """Return the tiles of the attackers of the mover's king after a main action (Z42)."""
        tiles: cython.ulonglong[2]
        find_attackers_after(self, action, tiles)
        return [tile for tile in range(self.tables.tiles) if (tiles[tile >> 6] >> (tile & 63)) & 1]

    def is_in_check(self, seat: int) -> bool:
        """Return whether the king of `seat` is in check (Z40)."""
        return bool(in_check(self, seat))


def share_tables(target: DzuraState, source: DzuraState) -> cython.void:
    """Make `target` refer to the tables of `source`.

    The interpreter lock is taken only if the reference changes.
    """
    if target.tables is not source.tables:
        with cython.gil:
            target.tables = source.tables


def make_piece(kind: int, seat: int, facing: int, barraged: bool) -> int:
    """Return the number of a piece, as `lay` takes it."""
    return variant_of(kind, seat, facing) << 2 | seat << 1 | barraged


def split_piece(piece: int) -> tuple[int, int, int, bool]:
    """Return the kind, the seat, the facing, and whether the piece is barraged."""
    variant = piece >> 2
    kind = variant // 6
    seat = (piece >> 1) & 1
    return kind, seat, facing_of(variant, kind, seat), bool(piece & 1)
