"""The action notation of FrozenChess (section 9)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from strata.games.frozen.board import BOARD
from strata.games.frozen.kinds import LETTERS
from strata.games.frozen.rules import constants
from strata.games.frozen.rules.state import FrozenState

# The words of section 9, by the operation of an action.
WORDS: Final = {
    constants.END: "end",
    constants.MOVE: "-",
    constants.CAPTURE: "x",
    constants.LEAP_CAPTURE: "*",
    constants.FUSE: "+",
    constants.LOAD: ">",
    constants.DEFUSE: "/",
    constants.UNLOAD: "<",
    constants.CONVERT: "convert",
    constants.SHOOT: "shoot",
    constants.PARA: "para",
    constants.TREB: "treb",
    constants.QUAKE: "quake",
    constants.THROW: "throw",
    constants.BLAST: "blast",
    constants.JUMP: "jump",
    constants.WALLTRAP: "walltrap",
    constants.DETON: "deton",
    constants.TELE: "tele",
    constants.PORTAL: "portal",
    constants.TORNADO: "tornado",
    constants.AVAL: "aval",
    constants.EXCH: "exch",
    constants.TRANSFER: "transfer",
    constants.SPAWN: "spawn",
    constants.SWAP: "swap",
    constants.PUSH: "push",
    constants.PULL: "pull",
    constants.SHADOW: "shadow",
    constants.UNSHADOW: "unshadow",
    constants.STRIKE: "strike",
    constants.RESPAWN: "respawn",
    constants.PROMOTE: "promote",
    constants.MORPH: "morph",
    constants.KIND: "kind",
    constants.ROT: "rot",
    constants.AT: "at",
    constants.TURN: "turn",
    constants.MIND: "mind",
    constants.VEILED_MOVE: "~-",
    constants.VEILED_CAPTURE: "~x",
    constants.VEILED_LOAD: "~>",
    constants.VEILED_UNLOAD: "~<",
}
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


class Parts(NamedTuple):
    """The parts of an action: its word, cells by number, a number or third cell, and kinds."""

    word: str
    cell: int
    target: int
    third: int
    kind: int
    taken: int


@lru_cache(maxsize=1 << 16)  # the next position has most of these actions too
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
    return f":{LETTERS[taken]}" if taken != constants.NO_KIND and is_fused(state, cell) else ""
