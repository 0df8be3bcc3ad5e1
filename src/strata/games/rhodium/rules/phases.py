"""The phases of a turn of Rhodium (section 4), the scores, and what the short phases offer.

`place` is the cell of a break, a sacrifice or a scatter; `left_…` are the pieces of a captured
stack still to be placed; `placed` is how many pieces the mover has placed in the set-up. `veil` has
bit s set in a concealed state that does not show the area of seat s.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

if not cython.compiled:
    from strata.games.rhodium.rules.moves import KIND_SHIFT, PLACE, RELOCATE
    from strata.games.rhodium.rules.piles import DIAMOND, SILVER, STEPS
    from strata.games.rhodium.rules.revivals import Revivals
else:
    from cython.cimports.strata.games.rhodium.rules.moves import KIND_SHIFT, PLACE, RELOCATE
    from cython.cimports.strata.games.rhodium.rules.piles import DIAMOND, SILVER, STEPS
    from cython.cimports.strata.games.rhodium.rules.revivals import Revivals

# Phases, in the order of the notation's names.
SET = 0
PLAY = 1
PLAY_ON = 2
BREAK = 3
SACRIFICED = 4
SCATTERED = 5
OVER = 6


class Phases(Revivals):
    """Whose turn it is and how far it has come."""

    def __init__(self) -> None:
        super().__init__()
        if not cython.compiled:
            self.phase = self.place = self.owed = self.balance = 0
            self.goals = [0] * 2
            self.left_kind = self.left_height = self.left_themes = 0
            self.placed = self.veil = 0

    def go_to(self, seat, phase, place):
        self.mover = seat
        self.phase = phase
        self.place = place
        self.owed = 2 if phase == BREAK else 0

    def end(self):
        """R25–R27: the mover has won; leftover pieces are shown nowhere."""
        self.left_height = 0
        self.left_themes = 0
        self.left_kind = 0
        self.go_to(self.mover, OVER, 0)

    def has_scored(self, target, kind, theme):
        """R23, R27: the mover's piece or group has come to `target`; whether that wins."""
        files: cython.int
        number: cython.int = 0
        if kind == DIAMOND or theme != 0 or target // 10 != (0 if self.mover else 9):
            return False
        files = self.goals[self.mover] | (1 << (target % 10))
        self.goals[self.mover] = files
        while files:
            files &= files - 1
            number += 1
        return number >= 4

    # What the phases offer besides play and play!.

    def placements(self, actions):
        """R1, R2."""
        cell: cython.longlong
        area: cython.int = 70 if self.mover else 0
        count: cython.int = 0
        for cell in range(area, area + 30):
            actions[count] = (PLACE << KIND_SHIFT) | (cell << 5)
            count += self.men[cell] == 0
        return count

    def relocations(self, actions):
        """R11, R13, R15."""
        index: cython.int
        target: cython.longlong
        count: cython.int = 0
        base: cython.longlong = RELOCATE << KIND_SHIFT
        first: cython.int = 8 * self.place + (0 if (self.men[self.place] & 7) == SILVER else 1)
        if self.phase == BREAK and self.owed:
            for index in range(first, 8 * self.place + 8, 2):
                target = STEPS[index]
                actions[count] = base | (target << 5)
                count += self.men[target] == 0
            if count:
                return count
        return self.nearest_empty(actions, self.place, base)

    def copy_phases(self, other):
        self.copy_piles(other)
        self.mover = other.mover
        self.phase = other.phase
        self.place = other.place
        self.owed = other.owed
        self.balance = other.balance
        self.goals[:] = other.goals
        self.left_kind = other.left_kind
        self.left_height = other.left_height
        self.left_themes = other.left_themes
        self.placed = other.placed
        self.veil = other.veil

    # For the game's notation, scene and gestures.

    def set_turn(self, seat: int, phase: int, place: int, owed: int) -> None:
        self.go_to(seat, phase, place)
        self.owed = owed

    def set_scores(self, balance: int, first_goals: int, second_goals: int) -> None:
        self.balance = balance
        self.goals[0] = first_goals
        self.goals[1] = second_goals

    def set_left(self, kind: int, themes: list[int]) -> None:
        """The leftover pieces of a scatter, bottom to top."""
        self.left_kind = kind
        self.left_height = len(themes)
        self.left_themes = sum(theme << index for index, theme in enumerate(themes))

    def set_placed(self, number: int) -> None:
        self.placed = number

    def turn(self) -> tuple[int, int, int, int]:
        """Acting seat (or winner), phase, the cell of a break, sacrifice or scatter, and owed."""
        return self.mover, self.phase, self.place, self.owed

    def scores(self) -> tuple[int, int, int]:
        """The balance, and the goal files of first and second as bits."""
        return self.balance, self.goals[0], self.goals[1]

    def left(self) -> tuple[int, list[int]]:
        """Kind and themes of the leftover pieces, bottom to top."""
        return self.left_kind, [
            (self.left_themes >> index) & 1 for index in range(self.left_height)
        ]

    def number_placed(self, seat: int) -> int:
        """How many pieces `seat` has placed in the set-up."""
        if self.phase != SET or seat < self.mover:
            return 22
        return self.placed if seat == self.mover else 0

    def hides(self, seat: int) -> bool:
        """Whether the area of `seat` is not shown."""
        return bool((self.veil >> seat) & 1)

    def draw_veil(self, seat: int) -> None:
        """Takes everything from the area of `seat`, and shows it no more."""
        self.sweep(70 * seat, 70 * seat + 30)
        self.veil |= 1 << seat

    def lift_veil(self, seat: int) -> None:
        """Shows the area of `seat` again, after something was put into it."""
        self.veil &= ~(1 << seat)

    def is_hidden(self) -> bool:
        """Whether the players place their armies in secret now."""
        return bool(self.phase == SET)
