"""The gestures of Kyo: the stack, the target tile, and a choice where several actions fit.

A shuffle is the stack, `shuffle` and the order. A shot needs a confirmation. Where a stack and a
tile have only one action, as for a Light Pawn, no third click is needed.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from strata.core.gesture import ChoiceHelp, Gesture, Token, cell_clicks, choice_token
from strata.games.kyo.board import BOARD
from strata.games.kyo.notation import ACTION_SIGNS, shuffled_chips, split_action
from strata.games.kyo.rules.constants import END, SHUFFLE
from strata.games.kyo.rules.state import KyoState

CHOICES: Final = {
    "end": ChoiceHelp("Your turn ends here."),
    "shuffle": ChoiceHelp(
        "Puts up to five chips of the stack into another order.", cost="the turn, but not a Queen's"
    ),
    "order": ChoiceHelp("The chips will lie in this order, from the bottom to the top."),
    "x": ChoiceHelp("Removes one shield. The pawn stays where it is.", cost="the turn"),
    "!": ChoiceHelp(
        "Removes the top pawn or chip of the target.",
        cost="the chip under the Cannon, and the turn",
    ),
    "+": ChoiceHelp("The pawn moves and takes this many chips from the top of its stack along."),
    "-": ChoiceHelp("These chips move from the top of the stack, without a pawn.", cost="the turn"),
}
_CHIP_NAMES: Final = {"d": "dark", "l": "light", "s": "shield"}
_END = choice_token("end", "end turn")
_SHUFFLE = choice_token("shuffle", "shuffle")
_ATTACK = choice_token("x", "attack the shield")
_FIRE = choice_token("!", "fire")


def gesture(state: KyoState, code: int) -> Gesture:
    kind, tile, target, k = split_action(code)
    if kind == END:
        return (_END,)
    if kind == SHUFFLE:
        chips = shuffled_chips(state, code)
        label = ", ".join(_CHIP_NAMES[chip.lower()] for chip in chips)
        order = choice_token(f"~{chips}", label, "order")
        return *cell_clicks(BOARD, tile), _SHUFFLE, order
    sign = ACTION_SIGNS[kind]
    clicks = cell_clicks(BOARD, tile, target)
    if sign == "!":
        return (*clicks, _FIRE)
    if state.get_rivals(code) == 1:
        return clicks
    return (*clicks, _choice(sign, k, bare=not state.pawn_at(tile)))


@cache
def _choice(sign: str, k: int, *, bare: bool) -> Token:
    if sign == "x":
        return _ATTACK
    chips = f"{k} chip" if k == 1 else f"{k} chips"
    if sign == "+":
        label = f"pawn with {chips}" if k else "pawn alone"
    else:
        label = chips if bare else f"{chips} without the pawn"
    return choice_token(f"{sign}{k}", label, sign)
