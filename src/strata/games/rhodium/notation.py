"""Positions and actions of Rhodium as text (sections 8 and 9 of the rulebook); parsing.py reads."""

from __future__ import annotations

from typing import Final

from strata.core.geometry import RectangularBoard
from strata.games.rhodium.rules.state import RhodiumState

BOARD: Final = RectangularBoard(10, 10)
FILES: Final = "abcdefghij"
# By the numbers of the rules: kinds in kind order, themes, phases.
KIND_LETTERS: Final = "RPTDGS"
KIND_NAMES: Final = ("Rhodium", "Platinum", "Titanium", "Diamond", "Gold", "Silver")
THEME_LETTERS: Final = "dl"
THEME_NAMES: Final = ("dark", "light")
PHASES: Final = ("set", "play", "play!", "break", "sac", "scatter", "over")
# R1.
ARMY: Final = "RPPTTDDDDGGGGSSSSSSSSS"
UNSEEN: Final = "?"
PLACE, MOVE, DISMANTLE, SACRIFICE, REVIVE, RELOCATE = range(6)


def split_action(code: int) -> tuple[int, int, int, int]:
    """The kind of an action, its first and second cell and its number of pieces.

    A revival has the sort of the piece (2 * kind + theme) as first cell, and 1 for under as number.
    """
    return code >> 20, (code >> 12) & 127, (code >> 5) & 127, code & 31


def letter_of(kind: int, seat: int) -> str:
    """The letter of a kind in the owner's case."""
    return KIND_LETTERS[kind].lower() if seat else KIND_LETTERS[kind]


def next_kind(state: RhodiumState) -> str:
    """R1: the letter of the piece that is placed next in the set-up."""
    return ARMY[state.number_placed(state.get_seat())]


def format_action(state: RhodiumState, code: int) -> str:
    kind, cell, target, k = split_action(code)
    there = BOARD.names[target]
    if kind == PLACE:
        return f"{next_kind(state)}@{there}"
    if kind == DISMANTLE:
        return f"/{there}"
    if kind == RELOCATE:
        return f">{there}"
    if kind == REVIVE:
        return f"{KIND_LETTERS[cell >> 1]}{THEME_LETTERS[cell & 1]}@{there}{'u' if k else ''}"
    if kind == SACRIFICE:
        return f"{BOARD.names[cell]}*{there}"
    return f"{BOARD.names[cell]}{_group(state, cell, k)}{_sign(state, target)}{there}"


def _group(state: RhodiumState, cell: int, k: int) -> str:
    pile = state.pile_at(cell)
    return f":{k}" if pile and len(pile[2]) > 1 else ""


def _sign(state: RhodiumState, target: int) -> str:
    pile = state.pile_at(target)
    if pile is None:
        return "-"
    return "+" if pile[0] == state.get_seat() else "x"


def format_hidden_action(state: RhodiumState, code: int) -> str:
    """A placement as the other player reads it: the kind is known by R1, the cell is not."""
    return f"{next_kind(state)}@{UNSEEN}" if split_action(code)[0] == PLACE else UNSEEN


def format_position(state: RhodiumState) -> str:
    seat, phase, place, owed = state.turn()
    balance, *goals = state.scores()
    board = "/".join(_format_rank(state, rank) for rank in range(9, -1, -1))
    phase_name = PHASES[phase]
    if phase_name == "break":
        phase_name += f":{BOARD.names[place]}:{owed}"
    elif phase_name == "sac":
        phase_name += f":{BOARD.names[place]}"
    elif phase_name == "scatter":
        kind, themes = state.left()
        phase_name += f":{BOARD.names[place]}:{letter_of(kind, seat)}({_themes(themes)})"
    yards = " ".join(_format_yard(state, owner) for owner in range(2))
    files = " ".join(_format_goals(mask) for mask in goals)
    return f"{board} {seat + 1} {phase_name} {yards} {balance} {files}"


def _themes(themes: list[int]) -> str:
    return "".join(THEME_LETTERS[theme] for theme in themes)


def _format_rank(state: RhodiumState, rank: int) -> str:
    if (rank < 3 and state.hides(0)) or (rank > 6 and state.hides(1)):
        return UNSEEN
    text = ""
    run = 0
    for cell in range(10 * rank, 10 * rank + 10):
        pile = state.pile_at(cell)
        if pile is None:
            run += 1
            continue
        seat, kind, themes = pile
        brackets = "" if themes == [0] else f"({_themes(themes)})"
        text += f"{run or ''}{letter_of(kind, seat)}{brackets}"
        run = 0
    return f"{text}{run or ''}"


def _format_yard(state: RhodiumState, seat: int) -> str:
    found = ""
    for kind in range(6):
        for theme in range(2):
            number = state.buried(seat, kind, theme)
            if number:
                found += f"{letter_of(kind, seat)}{THEME_LETTERS[theme]}{number}"
    return found or "-"


def _format_goals(mask: int) -> str:
    return "".join(file for index, file in enumerate(FILES) if mask >> index & 1) or "-"
