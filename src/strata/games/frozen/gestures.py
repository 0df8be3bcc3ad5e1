"""The gestures of FrozenChess: a unit and its target; special moves have a click on their name.

    e4-e5          e4, e5                 e4:R-e8        e4, as Rook, e8
    e4xe8:N        e4, e8, as Knight      b1-c3*b2       b1, leap over, c3, b2
    spawn:e4:e5    e4, spawn, e5          pull:a1:a9:3   a1, pull, a9, 3 squares
    rot:4 at:c5 turn:90                   rotate, 4×4; c5; 90 degrees

A shadow is chosen by `as a shadow` after its cell.
"""

from __future__ import annotations

from typing import Final

from strata.core.gesture import Gesture, Token, cell_clicks, choice_token
from strata.games.frozen.actions import Parts, is_fused, split_action
from strata.games.frozen.board import BOARD
from strata.games.frozen.choices import WORDS
from strata.games.frozen.kinds import LETTERS, NAMES
from strata.games.frozen.rules.constants import NO_KIND
from strata.games.frozen.rules.state import FrozenState

_WORDS: Final = {word: choice_token(word, label) for word, (label, _) in WORDS.items()}
_END: Final = choice_token("end", "end turn")
_ROTATE: Final = choice_token("rot", "rotate a block")
_SHADOW: Final = choice_token("~", "as a shadow")


def _kinds(topic: str) -> tuple[Token, ...]:
    return tuple(
        choice_token(letter, name, topic) for letter, name in zip(LETTERS, NAMES, strict=True)
    )


_ACTING, _LEAVING, _BECOMING = _kinds("act"), _kinds("leave"), _kinds("become")


def gesture(state: FrozenState, code: int) -> Gesture:
    parts = split_action(code)
    word = parts.word
    if word == "end":
        return (_END,)
    if word == "rot":
        return _ROTATE, choice_token(str(parts.third), f"{parts.third}×{parts.third}", "size")
    if word == "turn":
        angle = str(90 * parts.third)
        return (choice_token(angle, f"{angle} degrees clockwise", "turn"),)
    if word == "kind":
        return (_BECOMING[parts.kind],)
    if word == "at":
        return cell_clicks(BOARD, parts.cell)
    if word[0] == "~" or word in ("unshadow", "strike"):
        return _of_shadow(state, parts)
    return _of_body(state, parts)


def _of_shadow(state: FrozenState, parts: Parts) -> Gesture:
    word = parts.word.lstrip("~")
    here, there = cell_clicks(BOARD, parts.cell, parts.target)
    begin = (here, _SHADOW)
    if word in "-x":
        return (*begin, there)
    if word == "unshadow":
        return (*begin, _WORDS[word])
    if word == "<":
        carrier = state.cell_facts(parts.cell)[1]
        return (*begin, _WORDS[word], _number(state, carrier, parts.third), there)
    return (*begin, _WORDS[word], there)


def _of_body(state: FrozenState, parts: Parts) -> Gesture:
    word, cell, target, third, kind, taken = parts
    clicks = cell_clicks(BOARD, cell, target)
    here, there = clicks
    begin: Gesture = (here,)
    if word in "-x*+>" and is_fused(state, cell):
        begin = (here, _ACTING[kind])
        clicks = (*begin, there)
    if word == "-":
        return clicks
    if word == "x":
        which = _taken(state, target, taken)
        return (*clicks, *which) if which else clicks
    if word == "*":
        victim = cell_clicks(BOARD, third)
        return (*begin, _WORDS[word], there, *victim, *_taken(state, third, taken))
    if word == "/":
        return (here, _WORDS[word], _LEAVING[kind], there)
    if word == "<":
        carrier = state.cell_facts(cell)[0]
        return (here, _WORDS[word], _number(state, carrier, third), there)
    if word == "pull":
        squares = "1 square" if third == 1 else f"{third} squares"
        return (here, _WORDS[word], there, choice_token(str(third), squares, "squares"))
    if word == "blast":
        return (here, _WORDS[word], there, *_taken(state, target, taken))
    if word in _ALONE:
        return (here, _WORDS[word])
    return (*begin, _WORDS[word], there)


_ALONE: Final = frozenset(
    ("throw", "deton", "portal", "exch", "shadow", "respawn", "promote", "morph", "mind")
)


def _number(state: FrozenState, carrier: int, number: int) -> Token:
    """Return the choice of a carried body, counted through the cargo of all members (F28)."""
    cargo = [base for unit in state.members(carrier) for base in state.cargo(unit)]
    kinds = (NAMES[state.unit_facts(unit)[0]] for unit in state.members(cargo[number - 1]))
    return choice_token(str(number), f"{number}: {' and '.join(kinds)}", "number")


def _taken(state: FrozenState, cell: int, taken: int) -> Gesture:
    if taken == NO_KIND or not is_fused(state, cell):
        return ()
    return (choice_token(LETTERS[taken], f"taken as {NAMES[taken]}", "take"),)
