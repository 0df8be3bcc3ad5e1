"""The rules of Rhodium (docs/rules/rhodium.md): what each action does, the end of the game.

What lies where is in piles.py, what the rules offer in moves.py and revivals.py, the phases and
the scores in phases.py.
"""

import cython

if not cython.compiled:
    from strata.core.kernel.bits import mix
    from strata.core.kernel.state import State
    from strata.games.rhodium.rules.moves import (
        DISMANTLE,
        KIND_SHIFT,
        MOVE,
        RELOCATE,
        REVIVE,
        SACRIFICE,
    )
    from strata.games.rhodium.rules.phases import (
        BREAK,
        OVER,
        PLAY,
        PLAY_ON,
        SACRIFICED,
        SCATTERED,
        SET,
        Phases,
    )
    from strata.games.rhodium.rules.piles import (
        DIAMOND,
        FIRST_MAN,
        FULL,
        GOLD,
        LEAPS,
        ONE,
        PLATINUM,
        RHODIUM,
        STEPS,
        TITANIUM,
    )
else:
    from cython.cimports.strata.core.kernel.bits import mix
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.games.rhodium.rules.moves import (
        DISMANTLE,
        KIND_SHIFT,
        MOVE,
        RELOCATE,
        REVIVE,
        SACRIFICE,
    )
    from cython.cimports.strata.games.rhodium.rules.phases import (
        BREAK,
        OVER,
        PLAY,
        PLAY_ON,
        SACRIFICED,
        SCATTERED,
        SET,
        Phases,
    )
    from cython.cimports.strata.games.rhodium.rules.piles import (
        DIAMOND,
        FIRST_MAN,
        FULL,
        GOLD,
        LEAPS,
        ONE,
        PLATINUM,
        RHODIUM,
        STEPS,
        TITANIUM,
    )

# Places in the game's reasons.
RHODIUM_CAPTURED = cython.declare(cython.int, 0)
FIVE_CAPTURES = cython.declare(cython.int, 1)
FOUR_POINTS = cython.declare(cython.int, 2)
NO_MOVES = cython.declare(cython.int, 3)

ARMY = cython.declare(cython.int, 22)
# R1: the kinds in the order in which they are placed.
PLACED_KINDS = cython.declare(cython.uchar[22])
if not cython.compiled:
    PLACED_KINDS = [0] * 22


def fill_kinds() -> None:
    for number, letter in enumerate("RPPTTDDDDGGGGSSSSSSSSS"):
        PLACED_KINDS[number] = "RPTDGS".index(letter)


@cython.cclass
class RhodiumState(Phases):
    """A position of Rhodium."""

    # Actions.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, target: cython.int) -> cython.void:
        """R1–R3."""
        self.land(target, FIRST_MAN * (self.mover + 1) + PLACED_KINDS[self.placed], 1, 0)
        self.placed += 1
        if self.placed == ARMY:
            self.placed = 0
            self.go_to(1 - self.mover, PLAY if self.mover else SET, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def capture(self, target: cython.int) -> cython.bint:
        """R8, R9: takes the enemy pile off the board; whether that wins."""
        height: cython.int = self.heights[target]
        themes: cython.uint = self.themes[target]
        kind: cython.int = self.men[target] & 7
        taken: cython.int = 2 if height > 2 else height
        index: cython.int
        for index in range(height - taken, height):
            self.bury(self.mover, kind, 1 - ((themes >> index) & 1))
        if self.phase == PLAY:
            self.balance += -taken if self.mover else taken
        self.left_height = height - taken
        if self.left_height:
            self.left_kind = kind
            self.left_themes = themes & ((1 << self.left_height) - 1)
        self.clear(target)
        return kind == RHODIUM or self.balance >= 5 or self.balance <= -5

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move(self, cell: cython.int, target: cython.int, k: cython.int) -> cython.void:
        """R4–R11."""
        man: cython.int = self.men[cell]
        captures: cython.bint = (self.men[target] >> 3) == 2 - self.mover
        group: cython.uint = self.lift(cell, k)
        wins: cython.bint
        if captures:
            wins = self.capture(target)
        else:
            wins = self.has_scored(target, man & 7, (group >> (k - 1)) & 1)
        self.land(target, man, k, group)
        if wins:
            self.end()
        elif captures and self.left_height:
            self.go_to(1 - self.mover, SCATTERED, target)
        else:
            self.go_to(1 - self.mover, PLAY, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sacrifice(self, cell: cython.int, target: cython.int) -> cython.void:
        """R14."""
        theme: cython.int = self.themes[cell]
        self.clear(cell)
        self.bury(1 - self.mover, DIAMOND, 1 - theme)
        self.go_to(self.mover, SACRIFICED, target)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def revive(self, sort: cython.int, target: cython.int, under: cython.int) -> cython.void:
        """R16, R22."""
        self.yards[self.mover] -= ONE << (4 * sort)
        if under:
            self.slip_under(target, sort & 1)
        else:
            self.land(target, FIRST_MAN * (self.mover + 1) + (sort >> 1), 1, sort & 1)
        self.go_to(1 - self.mover, PLAY, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def relocate(self, target: cython.int) -> cython.void:
        """R13, R15: the top piece of the stack that is taken apart."""
        man: cython.int = self.men[self.place]
        theme: cython.uint = self.lift(self.place, 1)
        self.land(target, man, 1, theme)
        if self.phase == BREAK and self.has_scored(target, man & 7, theme):
            self.end()
        elif self.heights[self.place] > 1:
            if self.owed:
                self.owed -= 1
        elif self.phase == BREAK:
            self.go_to(1 - self.mover, PLAY, 0)
        else:
            self.go_to(self.mover, PLAY_ON, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def scatter(self, target: cython.int) -> cython.void:
        """R11: the topmost of the leftover pieces."""
        kind: cython.int = self.left_kind
        theme: cython.uint
        self.left_height -= 1
        theme = (self.left_themes >> self.left_height) & 1
        self.left_themes &= (1 << self.left_height) - 1
        self.land(target, FIRST_MAN * (self.mover + 1) + kind, 1, theme)
        if self.left_height == 0:
            self.left_kind = 0
        if self.has_scored(target, kind, theme):
            self.end()
        elif self.left_height == 0:
            self.go_to(self.mover, PLAY, 0)

    # The contract of core/state.py.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bound(self) -> cython.int:
        """Section 4: 2,000, with places for what the writers leave behind."""
        return 2100

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def legal(self, actions: cython.p_longlong) -> cython.int:
        if self.phase == PLAY or self.phase == PLAY_ON:
            return self.revivals(actions, self.main_moves(actions))
        if self.phase == SET:
            return self.placements(actions)
        if self.phase == OVER:
            return 0
        return self.relocations(actions)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.longlong) -> cython.void:
        kind: cython.longlong = action >> KIND_SHIFT
        cell: cython.int = (action >> 12) & 127
        target: cython.int = (action >> 5) & 127
        if kind == MOVE:
            self.move(cell, target, action & 31)
        elif kind == REVIVE:
            self.revive(cell, target, action & 1)
        elif kind == RELOCATE:
            if self.phase == SCATTERED:
                self.scatter(target)
            else:
                self.relocate(target)
        elif kind == DISMANTLE:
            self.go_to(self.mover, BREAK, target)
        elif kind == SACRIFICE:
            self.sacrifice(cell, target)
        else:
            self.put(target)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def outcome(self) -> cython.int:
        """R25–R29; in `over` the mover is the winner."""
        if self.phase != OVER:
            return 1 - self.mover + 4 * NO_MOVES
        if self.yards[self.mover] & 255:  # R28: a Rhodium, of either theme
            return self.mover + 4 * RHODIUM_CAPTURED
        if self.balance >= 5 or self.balance <= -5:
            return self.mover + 4 * FIVE_CAPTURES
        return self.mover + 4 * FOUR_POINTS

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def seat(self) -> cython.int:
        return self.mover

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def turn_start(self) -> cython.bint:
        """R30 compares the positions of `play`; those of the set-up never come twice."""
        return self.phase <= PLAY

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def key(self) -> cython.ulonglong:
        number: cython.ulonglong = self.goals[0] | (self.goals[1] << 10) | (self.mover << 20)
        left: cython.ulonglong = self.left_themes
        number |= (self.balance + 8) << 21
        number = (number << 10) | (self.place << 3) | self.phase
        left = (left << 16) | (self.left_height << 11) | (self.left_kind << 8)
        left |= (self.placed << 2) | self.owed
        number = mix((self.board_hash + number) & FULL)
        number = mix((number + self.yards[0]) & FULL)
        number = mix((number ^ left) & FULL)
        return mix((number + self.yards[1]) & FULL)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def assign(self, other: State) -> cython.void:
        self.copy_phases(cython.cast(RhodiumState, other))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def can_act(self, cell: cython.int, room: cython.p_longlong) -> cython.bint:
        """Whether the mover's pile on `cell` gives an action; a Diamond's are not looked for."""
        kind: cython.int = self.men[cell] & 7
        if kind >= GOLD:
            return self.heights[cell] > 1 or self.group_moves(room, 0, cell) > 0
        if kind == TITANIUM:
            return self.titanium_moves(room, 0, cell) > 0
        if kind == PLATINUM:
            return self.near_moves(room, 0, cell, LEAPS) > 0
        return kind == RHODIUM and self.near_moves(room, 0, cell, STEPS) > 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def over(self, room: cython.p_longlong) -> cython.bint:
        """R25–R29: almost always the first pile or the second can act."""
        cell: cython.int
        if self.phase != PLAY and self.phase != PLAY_ON:
            return self.phase == OVER
        for cell in range(100):
            if (self.men[cell] >> 3) == self.mover + 1 and self.can_act(cell, room):
                return False
        return self.legal(room) == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def memo_key(self) -> cython.ulonglong:
        """The key holds the turn in progress already, and nothing is counted."""
        return self.key() | ONE

    # For the game.

    def concealed(self, shown: int) -> State:
        """During the set-up: a copy without the areas of all seats but `shown` (-1: of all)."""
        seen: RhodiumState = cython.cast(RhodiumState, self.copy())
        for seat in range(2):
            if seat != shown:
                seen.draw_veil(seat)
        return seen


fill_kinds()
