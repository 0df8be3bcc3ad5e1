"""Actions of FrozenChess as text (section 9)."""

from __future__ import annotations

from typing import Final, NamedTuple

from strata.games.frozen.kinds import LETTERS
from strata.games.frozen.notation import BOARD
from strata.games.frozen.rules.state import FrozenState

# The words of section 9 by the numbers of codes.py.
WORDS: Final = [
    "end",
    "-",
    "x",
    "*",
    "+",
    ">",
    "/",
    "<",
    "convert",
    "shoot",
    "para",
    "treb",
    "quake",
    "throw",
    "blast",
    "jump",
    "walltrap",
    "deton",
    "tele",
    "portal",
    "tornado",
    "aval",
    "exch",
    "transfer",
    "spawn",
    "swap",
    "push",
    "pull",
    "shadow",
    "unshadow",
    "strike",
    "respawn",
    "promote",
    "morph",
    "kind",
    "rot",
    "at",
    "turn",
    "mind",
    "~-",
    "~x",
    "~>",
    "~<",
]
_ONE_CELL: Final = frozenset(
    [
        "throw",
        "deton",
        "portal",
        "exch",
        "shadow",
        "unshadow",
        "respawn",
        "promote",
        "morph",
        "at",
        "mind",
    ]
)
NO_KIND: Final = 31


class Parts(NamedTuple):
    """What an action says: its word, the cells as numbers, the number or third cell, the kinds."""

    word: str
    cell: int
    target: int
    third: int
    kind: int
    taken: int


def split_action(code: int) -> Parts:
    return Parts(
        WORDS[code & 63],
        (code >> 6) & 255,
        (code >> 14) & 255,
        (code >> 22) & 255,
        (code >> 30) & 31,
        (code >> 35) & 31,
    )


def is_fused(state: FrozenState, cell: int) -> bool:
    base = state.cell_facts(cell)[0]
    return bool(base) and len(state.members(base)) > 1


def format_action(state: FrozenState, code: int) -> str:
    word, cell, target, third, kind, taken = split_action(code)
    here, there = BOARD.names[cell], BOARD.names[target]
    if word == "end":
        return word
    if word == "kind":
        return f"kind:{LETTERS[kind]}"
    if word == "rot":
        return f"rot:{third}"
    if word == "turn":
        return f"turn:{90 * third}"
    if word in _ONE_CELL:
        return f"{word}:{here}"
    if word == "pull":
        return f"pull:{here}:{there}:{third}"
    if word == "blast":
        return f"blast:{here}:{there}{_taken(state, target, taken)}"
    if word.isalpha() and word != "x":
        return f"{word}:{here}:{there}"
    if word[0] == "~":
        number = third if word == "~<" else ""
        return f"~{here}{word[1]}{number}{'-' if number else ''}{there}"
    if word == "<":
        return f"{here}<{third}-{there}"
    if word == "/":
        return f"{here}/{LETTERS[kind]}-{there}"
    actor = f"{here}:{LETTERS[kind]}" if is_fused(state, cell) else here
    if word == "*":
        return f"{actor}-{there}*{BOARD.names[third]}{_taken(state, third, taken)}"
    return f"{actor}{word}{there}{_taken(state, target, taken) if word == 'x' else ''}"


def _taken(state: FrozenState, cell: int, taken: int) -> str:
    return f":{LETTERS[taken]}" if taken != NO_KIND and is_fused(state, cell) else ""
