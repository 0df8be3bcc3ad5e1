"""The gestures of Rhodium.

place, relocate   the cell
move              the pile, the cell, and the number of pieces where there is a choice
dismantle         the stack, `dismantle`
sacrifice         the Diamond, the enemy stack, `sacrifice`
revive            the piece in the graveyard, the cell, and `top` or `under` if both are legal
"""

from __future__ import annotations

from typing import Final

from strata.core.gesture import ChoiceHelp, Gesture, cell_clicks, choice_token, item_token
from strata.core.outcome import SEATS
from strata.games.rhodium.board import BOARD
from strata.games.rhodium.notation import split_action
from strata.games.rhodium.pieces import KIND_LETTERS, KIND_NAMES, THEME_LETTERS, THEME_NAMES
from strata.games.rhodium.rules.constants import (
    DIAMOND,
    DISMANTLE,
    GOLD,
    MOVE,
    REVIVE,
    SACRIFICE,
)
from strata.games.rhodium.rules.state import RhodiumState

CHOICES: Final = {
    "dismantle": ChoiceHelp(
        "All pieces of the stack but the lowest go to empty squares nearby; you choose where.",
        cost="the turn",
    ),
    "sacrifice": ChoiceHelp(
        "You take the enemy stack apart, choose where its pieces go, and still have your turn.",
        cost="captures of this turn do not count",
        warning="Your Diamond is lost.",
    ),
    "capture": ChoiceHelp("The Diamond moves there and captures the top pieces."),
    "top": ChoiceHelp("The revived piece lies on top and shows its side."),
    "under": ChoiceHelp("The revived piece lies below the piece that is on top now."),
    "pieces": ChoiceHelp("So many pieces from the top of the stack move together."),
}
_DISMANTLE = choice_token("dismantle", "dismantle the stack")
_SACRIFICE = choice_token("sacrifice", "sacrifice the Diamond")
_CAPTURE = choice_token("capture", "capture")
_ON_TOP = choice_token("top", "on top")
_UNDER = choice_token("under", "under the old top")


def buried_id(seat: int, kind: int, theme: int) -> str:
    """Return the item id of a sort of piece in a graveyard."""
    return f"{SEATS[seat]}:{KIND_LETTERS[kind]}{THEME_LETTERS[theme]}"


def to_place_zone(seat: int) -> str:
    """Return the id of the zone with the pieces that a seat still has to place in the set-up."""
    return f"{SEATS[seat]}:to-place"


def to_place_id(seat: int, letter: str) -> str:
    """Return the item id of a kind of piece in that zone."""
    return f"{SEATS[seat]}:{letter}"


def gesture(state: RhodiumState, code: int) -> Gesture:
    kind, cell, target, k = split_action(code)
    if kind == DISMANTLE:
        return *cell_clicks(BOARD, target), _DISMANTLE
    if kind == REVIVE:
        return _revival(state, cell, target, k)
    if kind == SACRIFICE:
        return *cell_clicks(BOARD, cell, target), _SACRIFICE
    if kind == MOVE:
        return _move(state, cell, target, k)
    return cell_clicks(BOARD, target)


def _move(state: RhodiumState, cell: int, target: int, k: int) -> Gesture:
    clicks = cell_clicks(BOARD, cell, target)
    pile, enemy = state.pile_at(cell), state.pile_at(target)
    assert pile is not None
    if pile[1] == DIAMOND:
        # A Diamond can capture an enemy stack, or break it by being sacrificed.
        return (*clicks, _CAPTURE) if enemy is not None and len(enemy[2]) > 1 else clicks
    if state.group_sizes(cell, target) == 1:
        return clicks
    pieces = "1 piece" if k == 1 else f"{k} pieces"
    whole = ", the whole stack" if k == len(pile[2]) else ""
    return (*clicks, choice_token(f"{k}", f"{pieces}{whole}", "pieces"))


def _revival(state: RhodiumState, sort: int, target: int, under: int) -> Gesture:
    kind, theme = sort >> 1, sort & 1
    piece = item_token(
        buried_id(state.get_seat(), kind, theme), f"{THEME_NAMES[theme]} {KIND_NAMES[kind]}"
    )
    clicks = (piece, *cell_clicks(BOARD, target))
    pile = state.pile_at(target)
    if pile is None or pile[:2] != (state.get_seat(), kind):
        return clicks
    if kind < GOLD or not state.can_choose_top(target, theme):
        return clicks
    return (*clicks, _UNDER if under else _ON_TOP)
