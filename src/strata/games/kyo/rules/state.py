"""The rules of Kyo (docs/rules/kyo.md): what each action does, turns, the end of the game.

What lies where is in stacks.py, what the rules offer in offers.py.
"""

import cython

if not cython.compiled:
    from strata.core.kernel.bits import mix
    from strata.core.kernel.state import State
    from strata.games.kyo.rules.offers import (
        ATTACK,
        BEFORE,
        CHIPS,
        DEPLOYING,
        END,
        MANA_MOVES,
        MOVE,
        NO_DIRECTION,
        SHOT,
        SHUFFLE,
        START,
        Offers,
    )
    from strata.games.kyo.rules.stacks import LIGHT_PAWN, MANA, QUEEN, TOWER
else:
    from cython.cimports.strata.core.kernel.bits import mix
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.games.kyo.rules.offers import (
        ATTACK,
        BEFORE,
        CHIPS,
        DEPLOYING,
        END,
        MANA_MOVES,
        MOVE,
        NO_DIRECTION,
        SHOT,
        SHUFFLE,
        START,
        Offers,
    )
    from cython.cimports.strata.games.kyo.rules.stacks import LIGHT_PAWN, MANA, QUEEN, TOWER

# Places in the game's reasons.
KING_CAPTURED = cython.declare(cython.int, 0)
MANA_DESTROYED = cython.declare(cython.int, 1)
NO_MOVES = cython.declare(cython.int, 2)
NO_PROGRESS = cython.declare(cython.int, 3)
LAST_CLOCK = cython.declare(cython.int, 200)
LATE_CLOCK = cython.declare(cython.int, 180)
DRAWN = cython.declare(cython.int, 2)

# The direction of a step by the difference of its tiles, + 21; of a leap NO_DIRECTION.
DIRECTIONS = cython.declare(cython.uchar[43])
if not cython.compiled:
    DIRECTIONS = [0] * 43


def fill_directions() -> None:
    for difference in range(43):
        DIRECTIONS[difference] = 8
    for direction, difference in enumerate((10, 11, 1, -9, -10, -11, -1, 9)):
        DIRECTIONS[21 + difference] = direction


@cython.cclass
class KyoState(Offers):
    """A position of Kyo."""

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def decided(self) -> cython.int:
        """K28, K29: the outcome at the start of a turn, or -1."""
        seat: cython.int = self.mover
        if self.kings[seat] == 0:
            return 1 - seat + 4 * KING_CAPTURED
        if self.mana[seat] == 0:
            return 1 - seat + 4 * MANA_DESTROYED
        if self.kings[1 - seat] == 0:
            return seat + 4 * KING_CAPTURED
        if self.mana[1 - seat] == 0:
            return seat + 4 * MANA_DESTROYED
        return -1

    # Turns.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def end_turn(self) -> cython.void:
        """K24."""
        if self.on_enemy:
            self.destroy_mana()
        self.mover = 1 - self.mover
        self.forget_turn()
        self.clock += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def destroy_mana(self) -> cython.void:
        """K15."""
        enemy: cython.int = 1 - self.mover
        lowest: cython.int = self.lowest_before(self.tile, enemy)
        if lowest:
            self.below[lowest] = self.destroyed_below(self.below[lowest], enemy)
        else:
            self.uppers[self.tile] = self.destroyed_below(self.uppers[self.tile], enemy)
        self.renew(self.tile)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def go_on(self, tile: cython.int, phase: cython.int) -> cython.void:
        """The turn goes on with the pawn on `tile`, or ends if that offers nothing."""
        self.tile = tile
        self.phase = phase
        if phase != MANA_MOVES:
            self.direction = NO_DIRECTION
            self.mana_moves_made = 0
        if not self.has_choice():
            self.end_turn()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def deploy_or_end(self, tile: cython.int) -> cython.void:
        """What ends a turn was done with the stack on `tile`: a Tower may still deploy."""
        if (self.pawns[tile] & 7) == TOWER:
            self.go_on(tile, DEPLOYING)
        else:
            self.end_turn()

    # Actions.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move_pawn(self, tile: cython.int, target: cython.int, k: cython.int) -> cython.void:
        """K7–K15."""
        pawn: cython.int = self.pawns[tile]
        enemy: cython.int = 1 - self.mover
        way: cython.int = DIRECTIONS[target - tile + 21]
        strikes: cython.bint = self.pawns[target] != 0
        left: cython.int
        self.on_enemy = self.tops[target] == MANA + enemy  # K14
        self.shuffled = False
        if strikes:  # K12
            self.remove_pawn(target)
            self.uppers[target] = self.destroyed_below(self.uppers[target], enemy)
        self.carry(tile, target, k)
        self.pawns[tile] = 0
        self.pawns[target] = pawn
        self.renew(tile)
        self.renew(target)
        self.tile = target
        left = self.uppers[tile]
        if strikes:
            if self.kings[enemy] == 0 or self.mana[enemy] == 0:  # K29
                self.end_turn()
            else:
                self.deploy_or_end(target)
        elif self.is_mana_move(pawn & 7, left, way):
            self.direction = way
            self.mana_moves_made += 1
            self.go_on(target, MANA_MOVES)
        else:
            self.deploy_or_end(target)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def is_mana_move(self, kind: cython.int, left: cython.int, way: cython.int) -> cython.bint:
        """K8: `left` is the uppermost chip left behind, or 0."""
        if kind == LIGHT_PAWN or way == NO_DIRECTION or left == 0:
            return False
        return self.chips[left] < 4 and (self.chips[left] & 1) == (way & 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move_chips(self, tile: cython.int, target: cython.int, k: cython.int) -> cython.void:
        """K18–K20."""
        deploys: cython.bint = (self.pawns[tile] & 7) == TOWER and k <= self.shields_on_top(tile)
        self.carry(tile, target, k)
        self.renew(tile)
        self.renew(target)
        if deploys:
            self.go_on(tile, BEFORE if self.phase == START else self.phase)
        else:
            self.deploy_or_end(tile)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attack(self, target: cython.int) -> cython.void:
        """K16."""
        self.remove_chip(target)
        self.renew(target)
        self.end_turn()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def shoot(self, tile: cython.int, target: cython.int) -> cython.void:
        """K27."""
        self.remove_chip(tile)
        if self.pawns[target]:
            self.remove_pawn(target)
        else:
            self.remove_chip(target)
        self.renew(tile)
        self.renew(target)
        self.end_turn()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def shuffle(self, tile: cython.int, order: cython.int) -> cython.void:
        """K21, K22."""
        self.rearrange(tile, self.mover, order)
        self.renew(tile)
        if (self.pawns[tile] & 7) == QUEEN:
            self.shuffled = True
            self.go_on(tile, BEFORE if self.phase == START else self.phase)
        else:
            self.deploy_or_end(tile)

    # The contract of core/state.py.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bound(self) -> cython.int:
        """Section 4, with places for what the writers of offers.py leave behind.

        Steps 24 pawns × 8 and 42 liftable chips × 16, mana moves 24 a Knight, shots 4 a Cannon,
        shuffles 11 for five chips: less than 1,050 in any position that can be read.
        """
        return 1200

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def legal(self, actions: cython.p_longlong) -> cython.int:
        count: cython.int
        if self.phase != START:
            count = self.turn_actions(actions)
            actions[count] = END << 19  # K23
            return count + 1
        if self.clock >= LAST_CLOCK or self.decided() >= 0:
            return 0
        return self.start_actions(actions)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.longlong) -> cython.void:
        kind: cython.longlong = action >> 19
        tile: cython.int = (action >> 12) & 127
        target: cython.int = (action >> 5) & 127
        if kind == MOVE:
            self.move_pawn(tile, target, action & 31)
        elif kind == CHIPS:
            self.move_chips(tile, target, action & 31)
        elif kind == ATTACK:
            self.attack(target)
        elif kind == SHOT:
            self.shoot(tile, target)
        elif kind == SHUFFLE:
            self.shuffle(tile, action & 4095)
        else:
            self.end_turn()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def outcome(self) -> cython.int:
        """K28–K30, K32."""
        result: cython.int = self.decided()
        if result >= 0:
            return result
        if not self.has_choice():
            return 1 - self.mover + 4 * NO_MOVES
        return DRAWN + 4 * NO_PROGRESS

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
        """K31; only asked at the start of a turn."""
        return mix(self.board_hash ^ self.mover)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def over(self, room: cython.p_longlong) -> cython.bint:
        if self.phase != START:
            return False
        if self.clock >= LAST_CLOCK or self.decided() >= 0:
            return True
        return not (self.has_open_step() or self.has_choice())

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def memo_key(self) -> cython.ulonglong:
        """The clock counts only where the search may come to its end."""
        memory: cython.ulonglong = self.mover
        if self.phase != START:
            memory |= cython.cast(
                cython.ulonglong,
                self.phase << 1
                | self.tile << 3
                | self.direction << 10
                | self.mana_moves_made << 14
                | (1 << 19 if self.on_enemy else 0)
                | (1 << 20 if self.shuffled else 0),
            )
        if self.clock >= LATE_CLOCK:
            memory |= cython.cast(cython.ulonglong, self.clock << 21)
        return mix(self.board_hash ^ memory) | 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def assign(self, other: State) -> cython.void:
        copy_fields(self, cython.cast(KyoState, other))

    # For the game's notation and scene.

    def set_side(self, seat: int, clock: int) -> None:
        self.mover = seat
        self.clock = clock

    def set_turn(
        self, tile: int, phase: int, direction: int, count: int, on_enemy: bool, shuffled: bool
    ) -> None:
        """Puts the board into the middle of a turn."""
        self.tile = tile
        self.phase = phase
        self.direction = direction
        self.mana_moves_made = count
        self.on_enemy = on_enemy
        self.shuffled = shuffled

    def turn(self) -> tuple[int, int, int, int, bool, bool]:
        """The memory of the turn, in the order of `set_turn`; phase 0 has none."""
        return (
            self.tile,
            self.phase,
            self.direction,
            self.mana_moves_made,
            bool(self.on_enemy),
            bool(self.shuffled),
        )

    def stands_on_enemy_mana(self, tile: int) -> bool:
        """Whether enemy mana lies directly below the mover's mana and shields on `tile`."""
        lowest: cython.int = self.lowest_before(tile, 1 - self.mover)
        return bool(self.below[lowest] if lowest else self.uppers[tile])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def copy_fields(target: KyoState, source: KyoState) -> cython.void:
    target.copy_stacks(source)
    target.mover = source.mover
    target.phase = source.phase
    target.tile = source.tile
    target.direction = source.direction
    target.mana_moves_made = source.mana_moves_made
    target.on_enemy = source.on_enemy
    target.shuffled = source.shuffled


fill_directions()
