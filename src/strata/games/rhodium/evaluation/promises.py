"""How early a search should look at an action of Rhodium, by what it does at once."""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: no-warn-return-any, no-warn-unreachable, disable-error-code="no-redef"

import cython

from strata.games.rhodium.evaluation.features import PRIZE_LIST

if not cython.compiled:
    from strata.games.rhodium.evaluation.features import DIAMOND, GOLD, RHODIUM
    from strata.games.rhodium.evaluation.placing import promise_place
    from strata.games.rhodium.rules.moves import (
        DISMANTLE,
        KIND_SHIFT,
        MOVE,
        PLACE,
        RELOCATE,
        REVIVE,
    )
    from strata.games.rhodium.rules.phases import BREAK, PLAY, SCATTERED
else:
    from cython.cimports.strata.games.rhodium.evaluation.features import DIAMOND, GOLD, RHODIUM
    from cython.cimports.strata.games.rhodium.evaluation.placing import promise_place
    from cython.cimports.strata.games.rhodium.rules.moves import (
        DISMANTLE,
        KIND_SHIFT,
        MOVE,
        PLACE,
        RELOCATE,
        REVIVE,
    )
    from cython.cimports.strata.games.rhodium.rules.phases import BREAK, PLAY, SCATTERED

# features.PRIZE_LIST.
PRIZES = cython.declare(cython.int[6])
if not cython.compiled:
    PRIZES = [0] * 6


def fill_prizes() -> None:
    for kind in range(6):
        PRIZES[kind] = PRIZE_LIST[kind]


def promise_goal(s, cell, kind, theme):
    """R23: what coming to an empty or own cell of the goal row promises."""
    files: cython.int = s.goals[s.mover]
    file: cython.int = cell % 10
    if kind == DIAMOND or theme or cell // 10 != (0 if s.mover else 9) or (files >> file) & 1:
        return 0
    number: cython.int = 0
    while files:
        files &= files - 1
        number += 1
    return 5000 if number == 3 else 60 + 60 * number


def promise_move(s, cell, target, k):
    man: cython.int = s.men[cell]
    there: cython.int = s.men[target]
    taken: cython.int
    lead: cython.int
    if (there >> 3) != 2 - s.mover:
        return promise_goal(s, target, man & 7, s.top_theme(cell))
    if (there & 7) == RHODIUM:
        return 9000
    taken = 2 if s.heights[target] > 1 else 1
    lead = -s.balance if s.mover else s.balance
    if s.phase == PLAY and lead + taken >= 5:
        return 8000
    return 10 * taken * PRIZES[there & 7] - PRIZES[man & 7] + 40 - k


def promise_of_action(s, action):
    kind: cython.longlong = action >> KIND_SHIFT
    cell: cython.int = (action >> 12) & 127
    target: cython.int = (action >> 5) & 127
    rank: cython.int
    if kind == MOVE:
        return promise_move(s, cell, target, action & 31)
    if kind == RELOCATE:
        if s.phase == SCATTERED:
            return promise_goal(s, target, s.left_kind, (s.left_themes >> (s.left_height - 1)) & 1)
        if s.phase == BREAK:
            return promise_goal(s, target, s.men[s.place] & 7, s.top_theme(s.place))
        return 0
    if kind == REVIVE:
        return 0 if cell < 2 * GOLD else -1
    if kind == DISMANTLE:
        rank = 9 - target // 10 if s.mover else target // 10
        return 0 if rank >= 8 else -2
    if kind == PLACE:
        return promise_place(s, target)
    return -1


fill_prizes()
