"""The cells at fault where a restriction of FrozenChess refuses an action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from strata.games.frozen.actions import Parts, split_action
from strata.games.frozen.board import BOARD
from strata.games.frozen.rules.constants import JESTER, KNIGHT, PAWN, QUEEN
from strata.games.frozen.rules.state import FrozenState
from strata.games.frozen.rules.tables import NEAR, NEAR_COUNT, NEXT, heading_to
from strata.games.frozen.rules.waivers import find_attackers, find_checkers

_TURN: Final = ("choice-due", "other-body", "moves-only")
_THREATENED: Final = {
    "exchange-threatened",
    "transfer-threatened",
    "morph-threatened",
    "spawn-threatened",
    "return-threatened",
    "tomb-watched",
}


def find_faults(state: FrozenState, code: int, key: str) -> tuple[str, ...]:
    """Return the cells that show why a restriction refuses an action; none: those of the action."""
    if key in _TURN:
        cells = [state.turn_facts()[1]] if key != "choice-due" else []
    elif key == "king-unsafe":
        cells = find_checkers(state, code)
    else:
        cells = list(_faults(state, split_action(code), key))
    return tuple(BOARD.names[cell] for cell in dict.fromkeys(cells))


def _faults(state: FrozenState, parts: Parts, key: str) -> Iterator[int]:
    enemy = 1 - state.get_seat()
    if key in _THREATENED:
        yield from find_attackers(state, parts.cell, enemy)
        if key == "spawn-threatened":
            yield from find_attackers(state, parts.target, enemy)
    elif key == "presence":
        yield from _beside(state, parts.cell, enemy, JESTER)
    elif key == "gaze":
        yield from _beside(state, parts.cell, enemy, QUEEN)
    elif key == "pincer":
        yield from _pincers(state, parts.cell, enemy)
    elif key == "knightmare":
        for cell in find_attackers(state, parts.cell, enemy):
            if KNIGHT in _kinds(state, cell):
                yield cell
    elif key == "body-in-way":
        yield from _between(parts, lambda cell: bool(state.cell_facts(cell)[0]))
    elif key == "walled":
        yield from _between(parts, lambda cell: bool(state.cell_facts(cell)[2]))
        if state.cell_facts(parts.target)[2]:
            yield parts.target
    elif key == "mirror-taken":
        yield 255 - parts.cell
    elif key == "push-taken":
        yield 2 * parts.target - parts.cell


def _kinds(state: FrozenState, cell: int) -> list[int]:
    base = state.cell_facts(cell)[0]
    return [state.unit_facts(unit)[0] for unit in state.members(base)] if base else []


def _has(state: FrozenState, cell: int, seat: int, kind: int) -> bool:
    """Return whether a ground body of `seat` with a member of that kind is on `cell`."""
    base = state.cell_facts(cell)[0]
    return bool(base) and state.unit_facts(base)[1] == seat and kind in _kinds(state, cell)


def _beside(state: FrozenState, cell: int, seat: int, kind: int) -> Iterator[int]:
    for other in NEAR[8 * cell : 8 * cell + NEAR_COUNT[cell]]:
        if _has(state, other, seat, kind):
            yield other


def _pincers(state: FrozenState, cell: int, seat: int) -> Iterator[int]:
    for heading in (0, 2):
        sides = [NEXT[256 * way + cell] for way in (heading, heading + 4)]
        if all(side >= 0 and _has(state, side, seat, PAWN) for side in sides):
            yield from sides


def _between(parts: Parts, is_fault: Callable[[int], bool]) -> Iterator[int]:
    """Yield the cells at fault on the line between the two cells of an action."""
    heading = heading_to(parts.cell, parts.target)
    if heading < 0:
        return
    cell = NEXT[256 * heading + parts.cell]
    while cell != parts.target:
        if is_fault(cell):
            yield cell
        cell = NEXT[256 * heading + cell]
