"""Drops (Z28–Z32): where the pieces of a hand may be put."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

if not cython.compiled:
    from strata.games.dzura.rules.bits import ALLOWED, DROP, FULL, lowest
    from strata.games.dzura.rules.safety import Safety
else:
    from cython.cimports.strata.games.dzura.rules.bits import ALLOWED, DROP, FULL, lowest
    from cython.cimports.strata.games.dzura.rules.safety import Safety


class Drops(Safety):
    """What the mover's hand offers."""

    def smear(self, tiles, passable, seat):
        """Adds to `tiles` what lies behind them in their columns, seen from `seat`.

        `passable` ends it, and is used up. The tiles of a column follow one another, so that a set
        moves along all columns by a shift; four shifts that double reach 15 tiles far.
        """
        shift: cython.int = 1
        while shift < 16:
            if seat == 0:
                tiles[1] |= passable[1] & ((tiles[1] << shift) | (tiles[0] >> (64 - shift)))
                tiles[0] |= passable[0] & (tiles[0] << shift)
                passable[1] &= (passable[1] << shift) | (passable[0] >> (64 - shift))
                passable[0] &= passable[0] << shift
            else:
                tiles[0] |= passable[0] & ((tiles[0] >> shift) | (tiles[1] << (64 - shift)))
                tiles[1] |= passable[1] & (tiles[1] >> shift)
                passable[0] &= (passable[0] >> shift) | (passable[1] << (64 - shift))
                passable[1] &= passable[1] >> shift
            shift *= 2

    def open_tiles(self, tiles):
        """Z28, Z29: the empty tiles up to the first opposing piece of each column."""
        word: cython.int
        enemy: cython.int = 2 - 2 * self.mover
        passable: cython.ulonglong[2]
        if not cython.compiled:
            passable = [0] * 2
        for word in range(2):
            tiles[word] = self.own[enemy + word]
            passable[word] = self.tables.near_line[2 * self.mover + word] ^ FULL
        self.smear(tiles, passable, self.mover)
        for word in range(2):
            tiles[word] |= self.own[word] | self.own[2 + word]
            tiles[word] = self.tables.board[word] & (tiles[word] ^ FULL)

    def bar_columns(self, kind, tiles):
        """Z31: takes away what lies in sight, along a column, of an own piece of that kind."""
        word: cython.int
        tile: cython.int
        seat: cython.int
        bits: cython.ulonglong
        like: cython.ulonglong[2]
        seen: cython.ulonglong[2]
        passable: cython.ulonglong[2]
        if not cython.compiled:
            like = [0] * 2
            seen = [0] * 2
            passable = [0] * 2
        like[0] = like[1] = 0
        for word in range(self.tables.words):
            bits = self.own[2 * self.mover + word]
            while bits:
                tile = 64 * word + lowest(bits)
                if self.tables.kind_of[self.tops[tile] >> 2] == kind:
                    like[word] |= bits & (0 - bits)
                bits &= bits - 1
        for seat in range(2):
            for word in range(2):
                seen[word] = like[word]
                passable[word] = (
                    self.own[word] | self.own[2 + word] | self.tables.near_line[2 * seat + word]
                ) ^ FULL
            self.smear(seen, passable, seat)
            tiles[0] &= seen[0] ^ FULL
            tiles[1] &= seen[1] ^ FULL

    def may_face(self, kind, before, facing):
        """Z45: whether a piece of that kind may turn from one facing to the other."""
        turns: cython.int = facing - before if facing >= before else before - facing
        return (turns if turns <= 3 else 6 - turns) <= self.tables.mobility[kind]

    def bar_checks(self, kind, tiles):
        """Z30: takes away the tiles where every facing that Z48 permits would give check."""
        facing: cython.int
        turns: cython.int
        barred: cython.ulonglong[2]
        checking: cython.ulonglong[2]
        if not cython.compiled:
            barred = [0] * 2
            checking = [0] * 2
        barred[0] = barred[1] = FULL
        for facing in range(6 if self.rotation else 1):
            if self.may_face(kind, 0, facing):
                turns = facing + 3 * self.mover
                self.checking_tiles(6 * kind + (turns if turns < 6 else turns - 6), checking)
                barred[0] &= checking[0]
                barred[1] &= checking[1]
        tiles[0] &= barred[0] ^ FULL
        tiles[1] &= barred[1] ^ FULL

    def drops(self, actions, count, view):
        """Z28–Z32, Z41."""
        kind: cython.int
        word: cython.int
        bits: cython.ulonglong
        base: cython.longlong
        opened: cython.ulonglong[2]
        tiles: cython.ulonglong[2]
        if not cython.compiled:
            opened = [0] * 2
            tiles = [0] * 2
        self.open_tiles(opened)
        for kind in range(1, self.tables.kinds + 1):
            if self.hands[33 * self.mover + kind] == 0:
                continue
            tiles[0] = opened[0] & view[ALLOWED]
            tiles[1] = opened[1] & view[ALLOWED + 1]
            self.bar_checks(kind, tiles)
            if self.tables.column_rule[kind]:
                self.bar_columns(kind, tiles)
            base = (DROP << 14) | (kind << 7)
            for word in range(self.tables.words):
                bits = tiles[word]
                while bits:
                    actions[count] = base | (64 * word + lowest(bits))
                    count += 1
                    bits &= bits - 1
        return count
