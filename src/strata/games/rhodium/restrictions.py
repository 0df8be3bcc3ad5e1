"""The restrictions of Rhodium in words, and the cells at fault when one refuses an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from strata.core.explaining.restriction import Restriction, in_order
from strata.games.rhodium.board import BOARD, WAYS
from strata.games.rhodium.notation import split_action
from strata.games.rhodium.rules import constants
from strata.games.rhodium.rules.constants import MOVE, PLATINUM, REVIVE, RHODIUM
from strata.games.rhodium.rules.state import RhodiumState

_BY_BIT: Final = {
    constants.OUTSIDE_AREA: Restriction(
        "outside-area", "R1", "An army is placed in its own three ranks."
    ),
    constants.TAKEN_CELL: Restriction(
        "taken-cell", "R2", "There is a piece already: one piece to a cell, and it stays."
    ),
    constants.DISMANTLING: Restriction(
        "dismantling", "R12", "First all pieces but one of the dismantled stack get their cells."
    ),
    constants.BREAKING: Restriction(
        "breaking", "R15", "First all pieces but one of the broken stack get their cells."
    ),
    constants.SCATTERING: Restriction(
        "scattering", "R11", "First the pieces left over of the captured stack get their cells."
    ),
    constants.BLOCKED: Restriction(
        "blocked", "R5", "A pile stands in the way: Silver, Gold and Titanium leap over nothing."
    ),
    constants.OTHER_KIND: Restriction(
        "other-kind",
        "R6",
        "{mover's} own pile stands there, and only Silver joins Silver and Gold joins Gold.",
    ),
    constants.LARGE_GROUP: Restriction(
        "large-group", "R6", "At most two pieces at a time may join a pile."
    ),
    constants.SHORT_REACH: Restriction(
        "short-reach",
        "R5",
        "That is too far: a group of Silver goes as many cells as it has pieces, a group of Gold "
        "twice as many.",
    ),
    constants.RHODIUM_TAKES: Restriction("rhodium-takes", "R6", "A Rhodium never captures."),
    constants.FAR_FROM_PLATINUM: Restriction(
        "far-from-platinum", "R5", "A Diamond goes only to cells beside a Platinum of its owner."
    ),
    constants.PLATINUM_AT_HOME: Restriction(
        "platinum-at-home",
        "R7",
        "A Diamond captures only beside a Platinum of its owner that stands outside his own three "
        "ranks.",
    ),
    constants.SINGLE_PIECE: Restriction(
        "single-piece", "R12", "Only a stack of two or more can be dismantled."
    ),
    constants.NO_ENEMY_STACK: Restriction(
        "no-enemy-stack", "R14", "A sacrificed Diamond breaks only a stack of two or more."
    ),
    constants.NOT_BURIED: Restriction(
        "not-buried", "R16", "{mover's} graveyard has no such piece."
    ),
    constants.REVIVED_ONTO: Restriction(
        "revived-onto",
        "R16",
        "A piece is revived on an empty cell; only Silver and Gold also on {mover's} own pile of "
        "the same kind.",
    ),
    constants.BESIDE_RHODIUM: Restriction(
        "beside-rhodium", "R17", "No piece is revived beside a Rhodium."
    ),
    constants.BESIDE_PLATINUM: Restriction(
        "beside-platinum", "R18", "Only a Diamond is revived beside a Platinum."
    ),
    constants.THREATENS: Restriction(
        "threatens",
        "R19",
        "A revived piece may not threaten an enemy pile whose theme differs from its own.",
    ),
    constants.THREATENS_MORE: Restriction(
        "threatens-more",
        "R20",
        "The pile would come to threaten an enemy pile whose theme differs from its own.",
    ),
    constants.TOUCHES: Restriction(
        "touches",
        "R21",
        "A Platinum is not revived beside an enemy pile whose theme differs from its own.",
    ),
    constants.OUT_OF_RANGE: Restriction(
        "out-of-range",
        "R13",
        "The first two pieces of a dismantled stack go to a neighbouring cell: Silver along a rank "
        "or file, Gold along a diagonal.",
    ),
    constants.FARTHER_RING: Restriction(
        "farther-ring", "R11", "There is an empty cell nearer to the stack."
    ),
    constants.RELOCATED_ONTO: Restriction(
        "relocated-onto", "R13", "The pieces of a broken stack go to empty cells only."
    ),
}
RESTRICTIONS: Final = in_order(_BY_BIT)
_AT_TARGET: Final = ("taken-cell", "other-kind", "large-group", "revived-onto", "relocated-onto")
_AT_STACK: Final = ("dismantling", "breaking", "scattering", "out-of-range", "farther-ring")


def find_faults(state: RhodiumState, code: int, restriction: Restriction) -> tuple[str, ...]:
    """Return the cells that show why `restriction` refuses an action."""
    return tuple(BOARD.names[cell] for cell in _faults(state, code, restriction.key))


def _faults(state: RhodiumState, code: int, key: str) -> Iterator[int]:
    _, cell, target, _ = split_action(code)
    if key in _AT_TARGET:
        yield target
    elif key in _AT_STACK:
        yield state.turn()[2]
    elif key == "blocked":
        yield from (other for other in _between(cell, target) if state.pile_at(other))
    elif key == "rhodium-takes":
        yield cell
    elif key == "far-from-platinum":
        seat = state.get_seat()
        yield from (other for other in range(100) if _has(state, other, PLATINUM, seat))
    elif key == "platinum-at-home":
        seat = state.get_seat()
        yield from (other for other in _around(target) if _has(state, other, PLATINUM, seat))
    elif key in ("beside-rhodium", "beside-platinum"):
        kind = RHODIUM if key == "beside-rhodium" else PLATINUM
        yield from (other for other in _around(target) if _has(state, other, kind))
    elif key in ("threatens", "threatens-more"):
        yield from _threatened(state, code)
    elif key == "touches":
        yield from (other for other in _around(target) if _is_strange(state, other, cell & 1))


def _between(cell: int, target: int) -> Iterator[int]:
    """Yield the cells between two cells on a line."""
    steps = max(abs(target % 10 - cell % 10), abs(target // 10 - cell // 10))
    yield from range(cell, target, (target - cell) // steps)[1:]


def _around(cell: int) -> Iterator[int]:
    yield from (other for way in WAYS if (other := BOARD.step(cell, way)) is not None)


def _has(state: RhodiumState, cell: int, kind: int, seat: int | None = None) -> bool:
    """Return whether a piece of that kind, owned by `seat` or by anybody, stands on `cell`."""
    pile = state.pile_at(cell)
    return pile is not None and pile[1] == kind and seat in (None, pile[0])


def _is_strange(state: RhodiumState, cell: int, theme: int) -> bool:
    """Return whether an enemy pile of another theme stands on `cell`."""
    pile = state.pile_at(cell)
    return pile is not None and pile[0] != state.get_seat() and pile[2][-1] != theme


def _threatened(state: RhodiumState, code: int) -> Iterator[int]:
    """Yield the piles that the revived piece, or the pile it joins, would threaten (R19, R20)."""
    kind, sort, target, under = split_action(code)
    assert kind == REVIVE
    pile = state.pile_at(target)
    theme = pile[2][-1] if pile and under else sort & 1
    revived = cast(RhodiumState, state.copy())
    revived.lay(target, state.get_seat(), sort >> 1, [sort & 1])
    known = _captures(state, target) if pile else set()
    for cell in sorted(_captures(revived, target) - known):
        if _is_strange(state, cell, theme):
            yield cell


def _captures(state: RhodiumState, cell: int) -> set[int]:
    """Return the cells on which the pile on `cell` could capture."""
    moves = (split_action(code) for code in state.codes())
    targets = (to for kind, start, to, _ in moves if kind == MOVE and start == cell)
    return {to for to in targets if (pile := state.pile_at(to)) and pile[0] != state.get_seat()}
