"""What may be moved, dismantled and sacrificed in Rhodium (R4–R7, R12, R14).

An action is `kind << 20 | from << 12 | to << 5 | k`; in a revival `from` is the sort of the piece
(2 * kind + theme) and `k` is 1 for under the old top.

Each writer of actions writes from place `count` on, may leave one number that means nothing behind
its last action, and returns the new count.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

if not cython.compiled:
    from strata.games.rhodium.rules.piles import (
        DIAMOND,
        FIRST_MAN,
        GOLD,
        LEAPS,
        PLATINUM,
        RHODIUM,
        SILVER,
        STEPS,
        TITANIUM,
        WALL,
        Piles,
    )
else:
    from cython.cimports.strata.games.rhodium.rules.piles import (
        DIAMOND,
        FIRST_MAN,
        GOLD,
        LEAPS,
        PLATINUM,
        RHODIUM,
        SILVER,
        STEPS,
        TITANIUM,
        WALL,
        Piles,
    )

# Kinds of actions.
PLACE = 0
MOVE = 1
DISMANTLE = 2
SACRIFICE = 3
REVIVE = 4
RELOCATE = 5
KIND_SHIFT = 20

EIGHT_MEN = cython.declare(cython.uint, 255)


class Moves(Piles):
    """The piles, and who acts."""

    def __init__(self) -> None:
        super().__init__()
        self.mover = 0

    def welcome(self, man):
        """R6: a bit for each man, nothing included, onto which a single `man` may go."""
        kind: cython.int = man & 7
        men: cython.uint = 1
        if kind != RHODIUM:
            men |= EIGHT_MEN << (FIRST_MAN * (2 - self.mover))
        if kind >= GOLD:
            men |= cython.cast(cython.uint, 1) << man
        return men

    def silver_moves(self, actions, count, cell):
        """A single Silver."""
        index: cython.int
        target: cython.longlong
        base: cython.longlong = (MOVE << KIND_SHIFT) | (cell << 12) | 1
        men: cython.uint = self.welcome(self.men[cell])
        for index in range(8 * cell, 8 * cell + 8, 2):
            target = STEPS[index]
            actions[count] = base | (target << 5)
            count += (men >> self.men[target]) & 1
        return count

    def near_moves(self, actions, count, cell, targets):
        """A Platinum or a Rhodium to the eight targets of a table."""
        index: cython.int
        target: cython.longlong
        base: cython.longlong = (MOVE << KIND_SHIFT) | (cell << 12) | 1
        men: cython.uint = self.welcome(self.men[cell])
        for index in range(8 * cell, 8 * cell + 8):
            target = targets[index]
            actions[count] = base | (target << 5)
            count += (men >> self.men[target]) & 1
        return count

    def titanium_moves(self, actions, count, cell):
        way: cython.int
        target: cython.longlong
        base: cython.longlong = (MOVE << KIND_SHIFT) | (cell << 12) | 1
        men: cython.uint = self.welcome(self.men[cell])
        for way in range(0, 8, 2):
            target = STEPS[8 * cell + way]
            while self.men[target] == 0:
                actions[count] = base | (target << 5)
                count += 1
                target = STEPS[8 * target + way]
            actions[count] = base | (target << 5)
            count += (men >> self.men[target]) & 1
        return count

    def group_moves(self, actions, count, cell):
        """R4–R6 for every group of a pile of Silver or Gold."""
        way: cython.int
        far: cython.int
        k: cython.int
        least: cython.int
        most: cython.int
        there: cython.int
        target: cython.longlong
        base: cython.longlong = (MOVE << KIND_SHIFT) | (cell << 12)
        man: cython.int = self.men[cell]
        height: cython.int = self.heights[cell]
        pace: cython.int = 1 if (man & 7) == SILVER else 2
        for way in range(pace - 1, 8, 2):
            target = cell
            for far in range(1, pace * height + 1):
                target = STEPS[8 * target + way]
                there = self.men[target]
                least = far if pace == 1 else (far + 1) >> 1
                most = height
                if there == man:
                    most = 2 if height > 2 else height
                elif there == WALL or (there >> 3) == self.mover + 1:
                    break
                for k in range(least, most + 1):
                    actions[count] = base | (target << 5) | k
                    count += 1
                if there != 0:
                    break
        return count

    def diamond_targets(self, cells):
        """R5, R7: where any Diamond of the mover may go."""
        index: cython.int
        way: cython.int
        target: cython.int
        lends: cython.int
        known: cython.int = 0
        count: cython.int = 0
        platinum: cython.int = FIRST_MAN * (self.mover + 1) + PLATINUM
        near: cython.uchar[101]
        found: cython.uchar[33]
        if not cython.compiled:
            near = [0] * 101
            found = [0] * 33
        for index in range(101):
            near[index] = 0
        for index in range(100):
            if self.men[index] != platinum:
                continue
            # 1: near a Platinum; 2: near one outside its owner's area
            lends = 3 if (index < 70 if self.mover else index >= 30) else 1
            for way in range(8 * index, 8 * index + 8):
                target = STEPS[way]
                found[known] = target
                known += near[target] == 0
                near[target] |= lends
        for index in range(known):
            target = found[index]
            cells[count] = target
            if self.men[target] == 0:
                count += 1
            elif (self.men[target] >> 3) == 2 - self.mover:
                count += near[target] >> 1
        return count

    def diamond_actions(self, actions, count, own, owned):
        """R5, R7, R14 for the mover's Diamonds; `own` are his piles."""
        index: cython.int
        place: cython.int
        cell: cython.longlong
        diamonds: cython.int = 0
        stacks: cython.int = 0
        targets: cython.int
        base: cython.longlong
        diamond_cells: cython.uchar[101]
        stack_cells: cython.uchar[101]
        target_cells: cython.uchar[34]
        if not cython.compiled:
            diamond_cells = [0] * 101
            stack_cells = [0] * 101
            target_cells = [0] * 34
        for index in range(owned):
            diamond_cells[diamonds] = own[index]
            diamonds += (self.men[own[index]] & 7) == DIAMOND
        if diamonds == 0:
            return count
        targets = self.diamond_targets(target_cells)
        for index in range(100):
            stack_cells[stacks] = index
            stacks += self.heights[index] > 1 and (self.men[index] >> 3) == 2 - self.mover
        for index in range(diamonds):
            cell = diamond_cells[index]
            base = (MOVE << KIND_SHIFT) | (cell << 12) | 1
            for place in range(targets):
                actions[count + place] = base | (target_cells[place] << 5)
            count += targets
            base = (SACRIFICE << KIND_SHIFT) | (cell << 12)
            for place in range(stacks):
                actions[count + place] = base | (stack_cells[place] << 5)
            count += stacks
        return count

    def main_moves(self, actions):
        """All that the phases play and play! offer but revivals."""
        index: cython.int
        cell: cython.longlong
        kind: cython.int
        owned: cython.int = 0
        count: cython.int = 0
        own: cython.uchar[101]
        if not cython.compiled:
            own = [0] * 101
        for index in range(100):
            own[owned] = index
            owned += (self.men[index] >> 3) == self.mover + 1
        for index in range(owned):
            cell = own[index]
            kind = self.men[cell] & 7
            if kind >= GOLD:
                if self.heights[cell] > 1:
                    actions[count] = (DISMANTLE << KIND_SHIFT) | (cell << 5)  # R12
                    count += 1
                elif kind == SILVER:
                    count = self.silver_moves(actions, count, cell)
                    continue
                count = self.group_moves(actions, count, cell)
            elif kind == TITANIUM:
                count = self.titanium_moves(actions, count, cell)
            elif kind == PLATINUM:
                count = self.near_moves(actions, count, cell, LEAPS)
            elif kind == RHODIUM:
                count = self.near_moves(actions, count, cell, STEPS)
        return self.diamond_actions(actions, count, own, owned)

    # For the game's gestures.

    def group_sizes(self, cell: int, target: int) -> int:
        """How many groups of the pile on `cell` may go to `target`, where at least one may."""
        start: cython.int = cell
        end: cython.int = target
        index: cython.int
        count: cython.int
        number: cython.int = 0
        room: cython.longlong[512]
        if not cython.compiled:
            room = [0] * 512
        if (self.men[start] & 7) < GOLD:
            return 1
        count = self.group_moves(room, 0, start)
        for index in range(count):
            number += ((room[index] >> 5) & 127) == end
        return number
