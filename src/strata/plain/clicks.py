"""The clicks that make an action of a plain game, derived from its text.

Cells that the text names are clicked in order; a letter before the first cell is clicked in the
hand, if it is there. A labelled choice follows if the clicks of two actions are the same, or those
of one would begin another's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from strata.core.geometry import Board
from strata.core.gesture import ChoiceHelp, Gesture, Token, cell_token, choice_token, item_token
from strata.plain.pieces import owner_of

ACTION: Final = "action"
"""The topic of choices between actions."""
CHOICES: Final = {ACTION: ChoiceHelp("Plays this action; the same clicks can mean others.")}


@lru_cache(maxsize=64)
def _cells(board: Board) -> re.Pattern[str]:
    """Return a pattern that finds names of cells, preferring the longer of two that begin alike."""
    return re.compile("|".join(sorted(map(re.escape, board.names), key=len, reverse=True)))


def cells_in(board: Board, text: str) -> tuple[str, ...]:
    """Return the cells that `text` names, in order."""
    return tuple(_cells(board).findall(text))


def hand_item(letter: str) -> str:
    """Return the id of the item for the pieces of that letter in the hand."""
    return f"{owner_of(letter) or 'any'}:{letter}"


def clicks_of(
    board: Board, hand: str, actions: Iterable[str], label: Callable[[str], str]
) -> dict[str, Gesture]:
    """Return the clicks of each action; `label` returns the label of a choice between actions."""
    shown = {action: _visible(board, hand, action) for action in actions}
    often = Counter(shown.values())
    beginnings = {clicks[:end] for clicks in often for end in range(len(clicks))}
    return {
        action: clicks
        if clicks and often[clicks] == 1 and clicks not in beginnings
        else (*clicks, choice_token(action, label(action), ACTION))
        for action, clicks in shown.items()
    }


def _visible(board: Board, hand: str, action: str) -> Gesture:
    found = _cells(board).search(action)
    before = action[: found.start()] if found else action
    drops: list[Token] = []
    if found and before[:1] and before[0] in hand:
        drops.append(item_token(hand_item(before[0]), before[0]))
    return (*drops, *(cell_token(cell) for cell in cells_in(board, action)))
