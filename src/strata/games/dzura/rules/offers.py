"""What the rules of Dzura offer (Z20–Z27, Z45–Z48): moves, swaps and facings.

The numbers of actions are explained in bits.py. Drops are in drops.py, barrages in barrages.py.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

if not cython.compiled:
    from strata.games.dzura.rules.bits import (
        ALLOWED,
        FACE,
        FULL,
        MOVE,
        NOWHERE,
        ONE,
        PINNED,
        PINS,
        PLACING,
        START,
        SWAP,
        lowest,
    )
    from strata.games.dzura.rules.drops import Drops
else:
    from cython.cimports.strata.games.dzura.rules.bits import (
        ALLOWED,
        FACE,
        FULL,
        MOVE,
        NOWHERE,
        ONE,
        PINNED,
        PINS,
        PLACING,
        START,
        SWAP,
        lowest,
    )
    from cython.cimports.strata.games.dzura.rules.drops import Drops


class Offers(Drops):
    """The board and the memory of a turn in progress: `pending` are the tiles of Z13."""

    def __init__(self) -> None:
        super().__init__()
        self.phase = START
        if not cython.compiled:
            self.pending = [0] * 2
        self.pending[0] = NOWHERE
        self.pending[1] = NOWHERE

    # Moves.

    def reach(self, tile, reached):
        """Z20, Z21, Z23: what steps and strides lead to, whatever stands there."""
        piece: cython.int = self.tops[tile]
        first: cython.int = 60 * (piece >> 2)
        place: cython.int = 64 * (piece & 0xFFFC) + 2 * tile
        tile_at: cython.p_uchar = self.tables.tile_at
        index: cython.int
        at: cython.int
        delta: cython.int
        coordinate: cython.int
        reached[0] = self.tables.steps[place]
        reached[1] = self.tables.steps[place + 1]
        for index in range(first, first + self.tables.stride_counts[piece >> 2]):
            delta = self.tables.strides[index]
            coordinate = self.tables.coordinates[tile] + delta
            at = tile_at[coordinate]
            reached[at >> 6] |= ONE << (at & 63)
            if piece & 1:
                continue
            while self.tops[at] == 0:
                coordinate += delta
                at = tile_at[coordinate]
                reached[at >> 6] |= ONE << (at & 63)

    def piece_moves(self, actions, count, tile, view):
        """Z22, Z41: the moves of any piece but the king."""
        word: cython.int
        bits: cython.ulonglong
        safe: cython.ulonglong
        base: cython.longlong = (MOVE << 14) | (tile << 7)
        place: cython.int = tile >> 6
        bit: cython.ulonglong = ONE << (tile & 63)
        enemy: cython.int = 2 - 2 * self.mover
        king: cython.int = self.kings[1 - self.mover]
        attacks: cython.bint = ((self.barraged[place] | self.stacked[place]) & bit) == 0
        pinned: cython.bint = (view[PINNED + place] & bit) != 0 and not self.stays_occupied(tile)
        reached: cython.ulonglong[2]
        if not cython.compiled:
            reached = [0] * 2
        self.reach(tile, reached)
        for word in range(self.tables.words):
            bits = reached[word] & self.tables.board[word] & (self.own[2 - enemy + word] ^ FULL)
            if not attacks:
                bits &= self.own[enemy + word] ^ FULL
            safe = view[ALLOWED + word]
            if pinned:
                safe &= view[PINS + 2 * tile + word]
            if word == king >> 6:
                safe |= ONE << (king & 63)
            bits &= safe
            while bits:
                actions[count] = base | (64 * word + lowest(bits))
                count += 1
                bits &= bits - 1
        return count

    def moves(self, actions, count, view):
        """The moves of all pieces but the king."""
        word: cython.int
        tile: cython.int
        king: cython.int = self.kings[self.mover]
        bits: cython.ulonglong
        for word in range(self.tables.words):
            bits = self.own[2 * self.mover + word]
            while bits:
                tile = 64 * word + lowest(bits)
                bits &= bits - 1
                if tile != king:
                    count = self.piece_moves(actions, count, tile, view)
        return count

    def king_moves(self, actions, count, view, judged):
        """Z22, Z41. Not `judged`: also where the king would be attacked."""
        word: cython.int
        target: cython.int
        bits: cython.ulonglong
        tile: cython.int = self.kings[self.mover]
        place: cython.int = tile >> 6
        bit: cython.ulonglong = ONE << (tile & 63)
        vacated: cython.int = NOWHERE if self.stays_occupied(tile) else tile
        enemy: cython.int = 2 - 2 * self.mover
        attacks: cython.bint = ((self.barraged[place] | self.stacked[place]) & bit) == 0
        reached: cython.ulonglong[2]
        if not cython.compiled:
            reached = [0] * 2
        self.reach(tile, reached)
        for word in range(self.tables.words):
            bits = reached[word] & self.tables.board[word] & (self.own[2 - enemy + word] ^ FULL)
            if not attacks:
                bits &= self.own[enemy + word] ^ FULL
            while bits:
                target = 64 * word + lowest(bits)
                bits &= bits - 1
                if (
                    not judged
                    or target == self.kings[1 - self.mover]
                    or self.is_safe(view, target, vacated)
                ):
                    actions[count] = (MOVE << 14) | (tile << 7) | target
                    count += 1
        return count

    # Swaps.

    def can_swap(self, tile, other, view, checks, judged):
        """Z25, Z41: the way from `tile` to `other` is a step; a swap leaves no tile empty."""
        king: cython.int = self.kings[self.mover]
        place: cython.int = 64 * (self.tops[other] & 0xFFFC) + 2 * other + (tile >> 6)
        if not (self.tables.steps[place] >> (tile & 63)) & 1:
            return False
        if not judged:
            return True
        if tile == king:
            return self.is_safe(view, other, NOWHERE)
        if other == king:
            return self.is_safe(view, tile, NOWHERE)
        return checks == 0

    def swaps(self, actions, count, view, checks, judged):
        """Z25."""
        word: cython.int
        tile: cython.int
        other: cython.int
        place: cython.int
        own: cython.p_ulonglong = self.own
        seat: cython.int = 2 * self.mover
        bits: cython.ulonglong
        others: cython.ulonglong
        for word in range(self.tables.words):
            bits = own[seat + word]
            while bits:
                tile = 64 * word + lowest(bits)
                bits &= bits - 1  # what is left are the higher tiles
                place = 64 * (self.tops[tile] & 0xFFFC) + 2 * tile
                others = bits & self.tables.steps[place + word]
                while others:
                    other = 64 * word + lowest(others)
                    others &= others - 1
                    if self.can_swap(tile, other, view, checks, judged):
                        actions[count] = (SWAP << 14) | (tile << 7) | other
                        count += 1
                others = own[seat + 1] & self.tables.steps[place + 1] if word == 0 else 0
                while others:
                    other = 64 + lowest(others)
                    others &= others - 1
                    if self.can_swap(tile, other, view, checks, judged):
                        actions[count] = (SWAP << 14) | (tile << 7) | other
                        count += 1
        return count

    # What a turn offers.

    def main_actions(self, actions, judged):
        """The main actions (Z11) that satisfy Z41, or not `judged`, all that their own rules allow.

        Both kings are on the board.
        """
        view: cython.ulonglong[264]
        checks: cython.int = 0
        count: cython.int
        if not cython.compiled:
            view = [0] * 264
        if judged:
            checks = self.survey(view)
        else:
            self.overlook(view)
        count = self.moves(actions, 0, view)
        count = self.king_moves(actions, count, view, judged)
        count = self.swaps(actions, count, view, checks, judged)
        return self.drops(actions, count, view)

    def has_step(self):
        """Whether a piece other than the king has a legal step; both kings are on the board.

        Cheaper than to list all, and seldom false where there is any main action.
        """
        view: cython.ulonglong[264]
        word: cython.int
        tile: cython.int
        place: cython.int
        goal: cython.int
        bits: cython.ulonglong
        blocked: cython.ulonglong
        allowed: cython.ulonglong
        king: cython.int = self.kings[self.mover]
        if not cython.compiled:
            view = [0] * 264
        self.survey(view)
        if not view[ALLOWED] | view[ALLOWED + 1]:
            return False
        for word in range(self.tables.words):
            bits = self.own[2 * self.mover + word] & (view[PINNED + word] ^ FULL)
            while bits:
                tile = 64 * word + lowest(bits)
                bits &= bits - 1
                if tile == king:
                    continue
                place = 64 * (self.tops[tile] & 0xFFFC) + 2 * tile
                for goal in range(self.tables.words):
                    allowed = self.tables.steps[place + goal] & view[ALLOWED + goal]
                    blocked = self.own[2 * self.mover + goal]
                    if (self.barraged[word] | self.stacked[word]) >> (tile & 63) & 1:
                        blocked |= self.own[2 - 2 * self.mover + goal]
                    if allowed & (blocked ^ FULL):
                        return True
        return False

    def facings(self, actions):
        """Z46, Z48."""
        tile: cython.int = self.pending[0]
        piece: cython.int = self.tops[tile]
        kind: cython.int = self.tables.kind_of[piece >> 2]
        before: cython.int = (piece >> 2) - 6 * kind + 3 * self.mover
        facing: cython.int
        turns: cython.int
        count: cython.int = 0
        if before >= 6:
            before -= 6
        for facing in range(6):
            if not self.may_face(kind, before, facing):
                continue
            turns = facing + 3 * self.mover
            if turns >= 6:
                turns -= 6
            if self.phase == PLACING and self.attacks(
                6 * kind + turns, tile, self.kings[1 - self.mover], NOWHERE, NOWHERE
            ):
                continue
            actions[count] = (FACE << 14) | facing
            count += 1
        return count
