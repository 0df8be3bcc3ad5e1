"""What a position of Rhodium is worth.

A capture counts three times: the enemy has a piece less, the captor may revive it, and it is one
of the five that win. So no pile may stand where it can be taken for nothing or by a cheaper piece,
least of all a stack, which loses two at once; a lead grows more valuable with each step, since
with four any capture wins. Most games between good players still end with a captured Rhodium, as
there is no warning: it wants its own pieces around it, cells to go to, and no enemy who reaches
its neighbours. A Titanium wants open lines. A Platinum abroad lends its reach to every Diamond:
each cell around it is attacked, and guarded, by all of them. Four goal files come quickly to the
first dark piece that gets into the enemy's back row and is not taken there, for each step along
the row is another file; safe ways in are therefore worth having before anybody is there. Captives
wait in the graveyard: a turn brings one back almost anywhere, so they are worth something over
half of a piece on the board. In the set-up only the places count: the Rhodium at the back behind a
covered file, Silvers in front, Golds and Platinums behind them, Titaniums and Diamonds, which need
no room, on the last rank.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

from strata.games.rhodium.evaluation.features import PRIZE_LIST, WEIGHTS

if not cython.compiled:
    from strata.core.kernel.evaluation import Evaluation
    from strata.core.kernel.state import State
    from strata.games.rhodium.evaluation.features import (
        ADVANCE,
        BURIED,
        CAPTURES,
        CHECK,
        DECIDED,
        DIAMOND,
        ENTRIES,
        ESCAPES,
        GOALS,
        GOLD,
        GUARDED,
        LEADS,
        LEAPING,
        LIGHT,
        LINES,
        LOOSE,
        MENACE,
        OUTPOSTS,
        PIECES,
        PLATINUM,
        PREY,
        REACH,
        RHODIUM,
        RING,
        SAFE_ENTRIES,
        SCORES,
        SHELTER,
        SILVER,
        TEMPO,
        TITANIUM,
        WALL_CELL,
    )
    from strata.games.rhodium.evaluation.placing import measure_set_up
    from strata.games.rhodium.evaluation.promises import promise_of_action
    from strata.games.rhodium.rules.phases import BREAK, PLAY_ON, SACRIFICED, SCATTERED, SET, Phases
    from strata.games.rhodium.rules.piles import LEAPS, STEPS
else:
    from cython.cimports.strata.core.kernel.evaluation import Evaluation
    from cython.cimports.strata.core.kernel.state import State
    from cython.cimports.strata.games.rhodium.evaluation.features import (
        ADVANCE,
        BURIED,
        CAPTURES,
        CHECK,
        DECIDED,
        DIAMOND,
        ENTRIES,
        ESCAPES,
        GOALS,
        GOLD,
        GUARDED,
        LEADS,
        LEAPING,
        LIGHT,
        LINES,
        LOOSE,
        MENACE,
        OUTPOSTS,
        PIECES,
        PLATINUM,
        PREY,
        REACH,
        RHODIUM,
        RING,
        SAFE_ENTRIES,
        SCORES,
        SHELTER,
        SILVER,
        TEMPO,
        TITANIUM,
        WALL_CELL,
    )
    from cython.cimports.strata.games.rhodium.evaluation.placing import measure_set_up
    from cython.cimports.strata.games.rhodium.evaluation.promises import promise_of_action
    from cython.cimports.strata.games.rhodium.rules.phases import (
        BREAK,
        PLAY_ON,
        SACRIFICED,
        SCATTERED,
        SET,
        Phases,
    )
    from cython.cimports.strata.games.rhodium.rules.piles import LEAPS, STEPS

__all__ = ["WEIGHTS", "RhodiumEvaluation"]

# features.PRIZE_LIST, and the prize of the cheapest of some kinds.
PRIZES = cython.declare(cython.int[6])
LEAST_PRIZES = cython.declare(cython.int[64])
# How far a Silver has come, by its rank counted from its owner's side.
ADVANCES = cython.declare(cython.int[10])
# STEPS and LEAPS once more: what is in the same module is reached sooner.
NEAR = cython.declare(cython.uchar[808])
FAR = cython.declare(cython.uchar[800])
if not cython.compiled:
    PRIZES = [0] * 6
    LEAST_PRIZES = [0] * 64
    ADVANCES = [0] * 10
    NEAR = [0] * 808
    FAR = [0] * 800


def fill_tables() -> None:
    advances = (0, 0, 0, 2, 3, 4, 5, 7, 9, 6)
    for kind in range(6):
        PRIZES[kind] = PRIZE_LIST[kind]
    for kinds in range(1, 64):
        LEAST_PRIZES[kinds] = min(PRIZE_LIST[kind] for kind in range(6) if kinds >> kind & 1)
    for rank in range(10):
        ADVANCES[rank] = advances[rank]
    for index in range(800):
        NEAR[index] = STEPS[index]
        FAR[index] = LEAPS[index]
    for index in range(800, 808):
        NEAR[index] = STEPS[index]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def slide(
    s: Phases,
    reach: cython.p_uchar,
    cell: cython.int,
    first: cython.int,
    limit: cython.int,
    mark: cython.int,
) -> cython.int:
    """Marks what a pile reaches in every second direction; returns how many cells are empty."""
    way: cython.int
    far: cython.int
    target: cython.int
    count: cython.int = 0
    for way in range(first, 8, 2):
        target = cell
        for far in range(limit):  # noqa: B007
            target = NEAR[8 * target + way]
            reach[target] |= mark
            if s.men[target] != 0:
                break
            count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mark_gold(s: Phases, reach: cython.p_uchar, cell: cython.int, mark: cython.int) -> cython.void:
    """A single Gold."""
    way: cython.int
    target: cython.int
    for way in range(1, 8, 2):
        target = NEAR[8 * cell + way]
        reach[target] |= mark
        target = NEAR[8 * target + way] if s.men[target] == 0 else WALL_CELL
        reach[target] |= mark


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mark_leaps(s: Phases, reach: cython.p_uchar, cell: cython.int, mark: cython.int) -> cython.int:
    """A Platinum; returns how many cells are empty or the enemy's."""
    index: cython.int
    target: cython.int
    count: cython.int = 0
    own: cython.int = s.men[cell] >> 3
    for index in range(8 * cell, 8 * cell + 8):
        target = FAR[index]
        reach[target] |= mark
        count += (s.men[target] >> 3 != own) & (target != WALL_CELL)
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mark_near(reach: cython.p_uchar, cell: cython.int, mark: cython.int) -> cython.void:
    index: cython.int
    for index in range(8 * cell, 8 * cell + 8):
        reach[NEAR[index]] |= mark


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def measure_side(
    s: Phases,
    features: cython.p_int,
    piles: cython.p_uchar,
    count: cython.int,
    reach: cython.p_uchar,
    seat: cython.int,
) -> cython.void:
    """Material, activity, and what the piles of one side reach."""
    index: cython.int
    cell: cython.int
    kind: cython.int
    height: cython.int
    light: cython.int
    mark: cython.int
    side: cython.int = 1 - 2 * seat
    lights: cython.int = 0
    advance: cython.int = 0
    empty: cython.int = 0
    diamonds: cython.int = 0
    outposts: cython.int = 0
    lenders: cython.uchar[8]
    if not cython.compiled:
        lenders = [0] * 8
    for index in range(count):
        cell = piles[index]
        kind = s.men[cell] & 7
        height = s.heights[cell]
        light = (s.themes[cell] >> (height - 1)) & 1
        lights += light
        mark = (1 << kind) | (SCORES * (1 - light))
        if kind != RHODIUM:
            features[PIECES + kind] += side * height
        if kind == SILVER:
            advance += (1 - light) * ADVANCES[(99 - cell if seat else cell) // 10]
            if height > 1:
                empty += slide(s, reach, cell, 0, height, mark)
            else:
                reach[NEAR[8 * cell]] |= mark
                reach[NEAR[8 * cell + 2]] |= mark
                reach[NEAR[8 * cell + 4]] |= mark
                reach[NEAR[8 * cell + 6]] |= mark
        elif kind == GOLD:
            if height > 1:
                empty += slide(s, reach, cell, 1, 2 * height, mark)
            else:
                mark_gold(s, reach, cell, mark)
        elif kind == DIAMOND:
            diamonds += 1
        elif kind == TITANIUM:
            features[LINES] += side * slide(s, reach, cell, 0, 9, mark)
        elif kind == PLATINUM:
            features[LEAPING] += side * mark_leaps(s, reach, cell, mark)
            lenders[outposts] = cell
            outposts += cell < 70 if seat else cell >= 30
        else:
            mark_near(reach, cell, SCORES)
    features[LIGHT] += side * lights
    features[ADVANCE] += side * advance
    features[REACH] += side * empty
    if diamonds:
        features[OUTPOSTS] += side * outposts
        for index in range(outposts):
            mark_near(reach, lenders[index], 1 << DIAMOND)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def measure_rhodium(
    s: Phases,
    features: cython.p_int,
    cell: cython.int,
    enemy: cython.p_uchar,
    side: cython.int,
) -> cython.void:
    """What surrounds the Rhodium on `cell`; `enemy` is what its enemy reaches."""
    index: cython.int
    target: cython.int
    attacked: cython.int
    own: cython.int = s.men[cell] >> 3
    ring: cython.int = 0
    escapes: cython.int = 0
    shelter: cython.int = 0
    for index in range(8 * cell, 8 * cell + 8):
        target = NEAR[index]
        attacked = (enemy[target] & CAPTURES) != 0
        ring += attacked
        escapes += (s.men[target] == 0) & (1 - attacked)
        shelter += (s.men[target] >> 3) == own
    features[RING] += side * ring
    features[ESCAPES] += side * escapes
    features[SHELTER] += side * shelter


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def measure_threats(
    s: Phases,
    features: cython.p_int,
    piles: cython.p_uchar,
    count: cython.int,
    reach: cython.p_uchar,
    enemy: cython.p_uchar,
    seat: cython.int,
    active: cython.int,
) -> cython.void:
    """What of one side can be captured, and whether that wins at once."""
    index: cython.int
    cell: cython.int
    kind: cython.int
    net: cython.int
    attackers: cython.int
    guards: cython.int
    guarded: cython.int = 0
    best: cython.int = 0
    total: cython.int = 0
    side: cython.int = 1 - 2 * seat
    # How many captures in one action win; in a turn with a sacrifice none do.
    enough: cython.int = 5 + (-s.balance if seat else s.balance)
    if s.phase == PLAY_ON or s.phase == SACRIFICED:
        enough = 9
    for index in range(count):
        cell = piles[index]
        guards = reach[cell] & CAPTURES
        guarded += guards != 0
        attackers = enemy[cell] & CAPTURES
        kind = s.men[cell] & 7
        if kind == RHODIUM:
            measure_rhodium(s, features, cell, enemy, side)
        if attackers == 0:
            continue
        if kind == RHODIUM:
            if seat == active:
                features[CHECK] += side
            else:
                features[DECIDED] = -side
            continue
        net = PRIZES[kind]
        if s.heights[cell] > 1:
            net += net
        if seat != active and enough <= (2 if s.heights[cell] > 1 else 1):
            features[DECIDED] = -side
        if guards:
            net -= LEAST_PRIZES[attackers]
        if net > 0:
            total += net
            if net > best:
                best = net
    features[GUARDED] += side * guarded
    features[LOOSE] -= side * (total - best)
    if seat == active:
        features[MENACE] -= side * best
    else:
        features[PREY] -= side * best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def measure_goals(
    s: Phases,
    features: cython.p_int,
    reach: cython.p_uchar,
    enemy: cython.p_uchar,
    seat: cython.int,
    active: cython.int,
) -> cython.void:
    """The goal files that one side has earned, and the cells of its goal row that can earn one."""
    cell: cython.int
    open_cell: cython.int
    row: cython.int = 0 if seat else 90
    side: cython.int = 1 - 2 * seat
    earned: cython.int
    number: cython.int = 0
    entries: cython.int = 0
    safe: cython.int = 0
    for cell in range(row, row + 10):
        earned = (s.goals[seat] >> (cell - row)) & 1
        number += earned
        open_cell = (s.men[cell] == 0) & ((reach[cell] & SCORES) != 0) & (1 - earned)
        entries += open_cell
        safe += open_cell & ((enemy[cell] & CAPTURES) == 0)
    features[ENTRIES] += side * entries
    features[SAFE_ENTRIES] += side * safe
    if number:
        if number == 3 and entries and seat == active:
            features[DECIDED] = side
        while number:
            if number < 4:
                features[GOALS + number - 1] += side
            number -= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def measure_yard(s: Phases, features: cython.p_int, seat: cython.int) -> cython.void:
    kind: cython.int = PLATINUM
    number: cython.int
    yard: cython.ulonglong = s.yards[seat] >> 8
    while yard and kind <= SILVER:
        number = (yard & 15) + ((yard >> 4) & 15)
        features[BURIED + kind] += -number if seat else number
        yard >>= 8
        kind += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def measure_play(s: Phases, features: cython.p_int) -> cython.void:
    index: cython.int
    side: cython.int
    number: cython.int
    firsts: cython.int = 0
    seconds: cython.int = 0
    # The player who makes the next main action: after a dismantling it is the other.
    active: cython.int = 1 - s.mover if s.phase == BREAK else s.mover
    first: cython.uchar[101]
    second: cython.uchar[101]
    by_first: cython.uchar[101]
    by_second: cython.uchar[101]
    if not cython.compiled:
        first = [0] * 101
        second = [0] * 101
        by_first = [0] * 101
        by_second = [0] * 101
    for index in range(101):
        by_first[index] = 0
        by_second[index] = 0
    for index in range(100):
        first[firsts] = index
        second[seconds] = index
        firsts += (s.men[index] >> 3) == 1
        seconds += (s.men[index] >> 3) == 2
    measure_side(s, features, first, firsts, by_first, 0)
    measure_side(s, features, second, seconds, by_second, 1)
    by_first[WALL_CELL] = 0
    by_second[WALL_CELL] = 0
    measure_threats(s, features, first, firsts, by_first, by_second, 0, active)
    measure_threats(s, features, second, seconds, by_second, by_first, 1, active)
    measure_goals(s, features, by_first, by_second, 0, active)
    measure_goals(s, features, by_second, by_first, 1, active)
    measure_yard(s, features, 0)
    measure_yard(s, features, 1)
    side = 1 if s.balance > 0 else -1
    number = side * s.balance
    while number > 0:
        if number < 5:
            features[LEADS + number - 1] = side
        number -= 1
    if s.phase == SCATTERED:
        features[PIECES + s.left_kind] += (1 - 2 * s.mover) * s.left_height
    features[TEMPO] = 1 - 2 * active


@cython.cclass
class RhodiumEvaluation(Evaluation):
    """Judges positions of Rhodium."""

    def __init__(self) -> None:
        super().__init__(WEIGHTS)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def measure(self, state: State, features: cython.p_int) -> cython.void:
        if cython.cast(Phases, state).phase == SET:
            measure_set_up(cython.cast(Phases, state), features)
        else:
            measure_play(cython.cast(Phases, state), features)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def promise(self, state: State, action: cython.longlong) -> cython.int:
        return promise_of_action(cython.cast(Phases, state), action)


fill_tables()
