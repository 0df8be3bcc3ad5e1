"""The evaluation of Rhodium positions.

A capture counts three times: the enemy has one piece less, the captor may revive it, and it is one
of the five that win. So no pile should stand where it can be taken for nothing or by a cheaper
piece, least of all a stack, which loses two pieces at once. A lead becomes more valuable with each
capture, since four ahead any capture wins. Most games between good players still end with a
captured Rhodium, because nothing announces a check: the Rhodium needs own pieces around it, cells
to go to, and no enemy who reaches its neighbours. A Titanium needs open lines. A Platinum outside
its own area lends its reach to every Diamond: all of them attack and guard each cell around it. The
first dark piece that reaches the enemy's back row and is not taken there quickly earns four goal
files, since each step along the row is another file. So safe entries are worth having before any
piece is near. Captives wait in the graveyard: a turn brings one back almost anywhere, so each is
worth somewhat over half of a piece on the board. In the set-up only the places count: the Rhodium
at the back behind a covered file, Silvers in front, Golds and Platinums behind them, and Titaniums
and Diamonds, which need no room, on the last rank.
"""

from __future__ import annotations

from collections.abc import Mapping

import cython
from cython.cimports.strata.core.kernel.evaluation import Evaluation
from cython.cimports.strata.core.kernel.state import State
from cython.cimports.strata.games.rhodium.evaluation.features import (
    ADVANCE,
    BURIED,
    CHECK,
    DECIDED,
    ENTRIES,
    ESCAPES,
    GOALS,
    GUARDED,
    LEADS,
    LEAPING,
    LIGHT,
    LINES,
    LOOSE,
    MENACE,
    OUTPOSTS,
    PIECES,
    PREY,
    REACH,
    RING,
    SAFE_ENTRIES,
    SHELTER,
    TEMPO,
)
from cython.cimports.strata.games.rhodium.evaluation.placing import measure_set_up
from cython.cimports.strata.games.rhodium.evaluation.promises import promise_of_action
from cython.cimports.strata.games.rhodium.evaluation.tables import (
    ADVANCES,
    CAPTURES,
    LEAST_PRIZES,
    PRIZES,
    SCORES,
)
from cython.cimports.strata.games.rhodium.rules.board import Board
from cython.cimports.strata.games.rhodium.rules.constants import (
    BREAK,
    CAPTURES_TO_WIN,
    DIAMOND,
    FILES_TO_WIN,
    GOLD,
    PLATINUM,
    PLAY_ON,
    RHODIUM,
    SACRIFICED,
    SCATTERED,
    SET,
    SILVER,
    TITANIUM,
    WALL_CELL,
)
from cython.cimports.strata.games.rhodium.rules.tables import LEAPS, STEPS

from strata.games.rhodium.evaluation.features import FEATURES


def slide(
    board: Board,
    reach: cython.p_uchar,
    cell: cython.int,
    first: cython.int,
    limit: cython.int,
    mark: cython.int,
) -> cython.int:
    """Mark what a pile reaches in every second direction and return the number of empty cells."""
    way: cython.int
    far: cython.int
    target: cython.int
    count: cython.int = 0
    for way in range(first, 8, 2):
        target = cell
        for far in range(limit):  # noqa: B007
            target = STEPS[8 * target + way]
            reach[target] |= mark
            if board.men[target] != 0:
                break
            count += 1
    return count


def mark_gold(
    board: Board, reach: cython.p_uchar, cell: cython.int, mark: cython.int
) -> cython.void:
    """Mark what a single Gold reaches."""
    way: cython.int
    target: cython.int
    for way in range(1, 8, 2):
        target = STEPS[8 * cell + way]
        reach[target] |= mark
        target = STEPS[8 * target + way] if board.men[target] == 0 else WALL_CELL
        reach[target] |= mark


def mark_leaps(
    board: Board, reach: cython.p_uchar, cell: cython.int, mark: cython.int
) -> cython.int:
    """Mark what a Platinum reaches and return the number of empty or enemy cells."""
    index: cython.int
    target: cython.int
    count: cython.int = 0
    own: cython.int = board.men[cell] >> 3
    for index in range(8 * cell, 8 * cell + 8):
        target = LEAPS[index]
        reach[target] |= mark
        count += (board.men[target] >> 3 != own) & (target != WALL_CELL)
    return count


def mark_near(reach: cython.p_uchar, cell: cython.int, mark: cython.int) -> cython.void:
    index: cython.int
    for index in range(8 * cell, 8 * cell + 8):
        reach[STEPS[index]] |= mark


def measure_side(
    board: Board,
    features: cython.p_int,
    piles: cython.p_uchar,
    count: cython.int,
    reach: cython.p_uchar,
    seat: cython.int,
) -> cython.void:
    """Add the material and activity of one side, and mark what its piles reach."""
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
    for index in range(count):
        cell = piles[index]
        kind = board.men[cell] & 7
        height = board.heights[cell]
        light = (board.themes[cell] >> (height - 1)) & 1
        lights += light
        mark = (1 << kind) | (SCORES * (1 - light))
        if kind != RHODIUM:
            features[PIECES + kind] += side * height
        if kind == SILVER:
            advance += (1 - light) * ADVANCES[(99 - cell if seat else cell) // 10]
            if height > 1:
                empty += slide(board, reach, cell, 0, height, mark)
            else:
                reach[STEPS[8 * cell]] |= mark
                reach[STEPS[8 * cell + 2]] |= mark
                reach[STEPS[8 * cell + 4]] |= mark
                reach[STEPS[8 * cell + 6]] |= mark
        elif kind == GOLD:
            if height > 1:
                empty += slide(board, reach, cell, 1, 2 * height, mark)
            else:
                mark_gold(board, reach, cell, mark)
        elif kind == DIAMOND:
            diamonds += 1
        elif kind == TITANIUM:
            features[LINES] += side * slide(board, reach, cell, 0, 9, mark)
        elif kind == PLATINUM:
            features[LEAPING] += side * mark_leaps(board, reach, cell, mark)
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


def measure_rhodium(
    board: Board,
    features: cython.p_int,
    cell: cython.int,
    enemy: cython.p_uchar,
    side: cython.int,
) -> cython.void:
    """Add the features of the Rhodium on `cell`; `enemy` marks what its enemy reaches."""
    index: cython.int
    target: cython.int
    attacked: cython.int
    own: cython.int = board.men[cell] >> 3
    ring: cython.int = 0
    escapes: cython.int = 0
    shelter: cython.int = 0
    for index in range(8 * cell, 8 * cell + 8):
        target = STEPS[index]
        attacked = (enemy[target] & CAPTURES) != 0
        ring += attacked
        escapes += (board.men[target] == 0) & (1 - attacked)
        shelter += (board.men[target] >> 3) == own
    features[RING] += side * ring
    features[ESCAPES] += side * escapes
    features[SHELTER] += side * shelter


def measure_threats(
    board: Board,
    features: cython.p_int,
    piles: cython.p_uchar,
    count: cython.int,
    reach: cython.p_uchar,
    enemy: cython.p_uchar,
    seat: cython.int,
    active: cython.int,
) -> cython.void:
    """Add the possible captures of one side's pieces, and note whether one wins at once."""
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
    # The number of captures in one action that wins; in a turn with a sacrifice none does.
    enough: cython.int = CAPTURES_TO_WIN + (-board.balance if seat else board.balance)
    if board.phase == PLAY_ON or board.phase == SACRIFICED:
        enough = 9
    for index in range(count):
        cell = piles[index]
        guards = reach[cell] & CAPTURES
        guarded += guards != 0
        attackers = enemy[cell] & CAPTURES
        kind = board.men[cell] & 7
        if kind == RHODIUM:
            measure_rhodium(board, features, cell, enemy, side)
        if attackers == 0:
            continue
        if kind == RHODIUM:
            if seat == active:
                features[CHECK] += side
            else:
                features[DECIDED] = -side
            continue
        net = PRIZES[kind]
        if board.heights[cell] > 1:
            net += net
        if seat != active and enough <= (2 if board.heights[cell] > 1 else 1):
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


def measure_goals(
    board: Board,
    features: cython.p_int,
    reach: cython.p_uchar,
    enemy: cython.p_uchar,
    seat: cython.int,
    active: cython.int,
) -> cython.void:
    """Add the goal files that one side has earned, and its goal cells that can earn another."""
    cell: cython.int
    open_cell: cython.int
    row: cython.int = 0 if seat else 90
    side: cython.int = 1 - 2 * seat
    earned: cython.int
    number: cython.int = 0
    entries: cython.int = 0
    safe: cython.int = 0
    for cell in range(row, row + 10):
        earned = (board.goals[seat] >> (cell - row)) & 1
        number += earned
        open_cell = (board.men[cell] == 0) & ((reach[cell] & SCORES) != 0) & (1 - earned)
        entries += open_cell
        safe += open_cell & ((enemy[cell] & CAPTURES) == 0)
    features[ENTRIES] += side * entries
    features[SAFE_ENTRIES] += side * safe
    if number:
        if number == FILES_TO_WIN - 1 and entries and seat == active:
            features[DECIDED] = side
        while number:
            if number < FILES_TO_WIN:
                features[GOALS + number] += side
            number -= 1


def measure_yard(board: Board, features: cython.p_int, seat: cython.int) -> cython.void:
    kind: cython.int = PLATINUM
    number: cython.int
    yard: cython.ulonglong = board.yards[seat] >> 8
    while yard and kind <= SILVER:
        number = (yard & 15) + ((yard >> 4) & 15)
        features[BURIED + kind] += -number if seat else number
        yard >>= 8
        kind += 1


def measure_play(board: Board, features: cython.p_int) -> cython.void:
    index: cython.int
    side: cython.int
    number: cython.int
    firsts: cython.int = 0
    seconds: cython.int = 0
    # The seat that makes the next main action: after a dismantling it is the other one.
    active: cython.int = 1 - board.mover if board.phase == BREAK else board.mover
    first: cython.uchar[101]
    second: cython.uchar[101]
    by_first: cython.uchar[101]
    by_second: cython.uchar[101]
    for index in range(101):
        by_first[index] = 0
        by_second[index] = 0
    for index in range(100):
        first[firsts] = index
        second[seconds] = index
        firsts += (board.men[index] >> 3) == 1
        seconds += (board.men[index] >> 3) == 2
    measure_side(board, features, first, firsts, by_first, 0)
    measure_side(board, features, second, seconds, by_second, 1)
    by_first[WALL_CELL] = 0
    by_second[WALL_CELL] = 0
    measure_threats(board, features, first, firsts, by_first, by_second, 0, active)
    measure_threats(board, features, second, seconds, by_second, by_first, 1, active)
    measure_goals(board, features, by_first, by_second, 0, active)
    measure_goals(board, features, by_second, by_first, 1, active)
    measure_yard(board, features, 0)
    measure_yard(board, features, 1)
    side = 1 if board.balance > 0 else -1
    number = side * board.balance
    while number > 0:
        if number < CAPTURES_TO_WIN:
            features[LEADS + number] = side
        number -= 1
    if board.phase == SCATTERED:
        features[PIECES + board.left_kind] += (1 - 2 * board.mover) * board.left_height
    features[TEMPO] = 1 - 2 * active


class RhodiumEvaluation(Evaluation):
    """The evaluation of Rhodium positions."""

    def __init__(self, weights: Mapping[str, int] | None = None) -> None:
        super().__init__(FEATURES, weights)

    def measure(self, state: State, features: cython.p_int) -> cython.void:
        if cython.cast(Board, state).phase == SET:
            measure_set_up(cython.cast(Board, state), features)
        else:
            measure_play(cython.cast(Board, state), features)

    def promise(self, state: State, action: cython.longlong) -> cython.int:
        return promise_of_action(cython.cast(Board, state), action)
