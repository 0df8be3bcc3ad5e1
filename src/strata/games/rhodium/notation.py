"""Positions and actions of Rhodium as text (sections 8 and 9 of the rulebook).

What a whole position must be is in validity.py.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from strata.core.errors import InvalidPosition, shown
from strata.core.outcome import SEATS
from strata.games.rhodium.board import BOARD, FILES
from strata.games.rhodium.pieces import ARMY, KIND_LETTERS, THEME_LETTERS, letter_of
from strata.games.rhodium.rules.constants import (
    CELL_MASK,
    DISMANTLE,
    FROM_SHIFT,
    KIND_SHIFT,
    NUMBER_MASK,
    PLACE,
    RELOCATE,
    REVIVE,
    SACRIFICE,
    TO_SHIFT,
)
from strata.games.rhodium.rules.state import RhodiumState
from strata.games.rhodium.validity import check_position, wrong

PHASES: Final = ("set", "play", "play!", "break", "sac", "scatter", "over")
"""By the numbers of the rules."""
UNSEEN: Final = "?"
_FIELDS: Final = ("board", "player", "phase", "yard1", "yard2", "balance", "goals1", "goals2")
_STACKING: Final = "GS"
_ITEM: Final = re.compile(r"(?P<run>\d+)|(?P<letter>[RPTDGSrptdgs])(?:\((?P<themes>[^()]*)\))?")
_BURIED: Final = re.compile(r"(?P<letter>[RPTDGSrptdgs])(?P<theme>[dl])(?P<number>[1-9])")
_PHASE: Final = re.compile(
    r"(?P<name>set|play!?|over|break|sac|scatter)"
    r"(?::(?P<cell>[a-j](?:10|[1-9])))?(?::(?P<rest>.+))?"
)
_PHASE_FORMS: Final = "set, play, play!, break:CELL:OWED, sac:CELL, scatter:CELL:PIECES or over"
_LEFT: Final = re.compile(r"(?P<letter>[GSgs])\((?P<themes>[dl]{1,16})\)")

# Actions.


def split_action(code: int) -> tuple[int, int, int, int]:
    """The kind of an action, its first and second cell and its number of pieces.

    A revival has the sort of the piece (2 * kind + theme) as first cell, and 1 for under as number.
    """
    return (
        code >> KIND_SHIFT,
        (code >> FROM_SHIFT) & CELL_MASK,
        (code >> TO_SHIFT) & CELL_MASK,
        code & NUMBER_MASK,
    )


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


# Positions, written.


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


# Positions, read.


def parse_position(text: str, state: RhodiumState) -> RhodiumState:
    """Lays what `text` says on the empty board `state`."""
    fields = text.split(" ")
    if len(fields) != len(_FIELDS):
        raise InvalidPosition(
            f"rhodium position {shown(text)}: got {len(fields)} fields, expected "
            f"{', '.join(_FIELDS)} with one blank between"
        )
    board, player, phase, *yards, balance, first_goals, second_goals = fields
    counts: Counter[tuple[int, str]] = Counter()
    _parse_board(board, state, counts)
    if player not in ("1", "2"):
        raise wrong("player", player, "1 or 2")
    for seat, yard in enumerate(yards):
        _parse_yard(yard, seat, state, counts)
    state.set_scores(
        _parse_balance(balance), _parse_goals(first_goals, 0), _parse_goals(second_goals, 1)
    )
    _parse_phase(phase, int(player) - 1, state, counts)
    check_position(state, counts)
    return state


def _count(
    counts: Counter[tuple[int, str]], seat: int, letter: str, themes: list[int], times: int = 1
) -> None:
    """Counts pieces by the seat that they began with."""
    for theme in themes:
        counts[seat ^ theme, letter.upper()] += times


def _parse_board(text: str, state: RhodiumState, counts: Counter[tuple[int, str]]) -> None:
    ranks = text.split("/")
    if len(ranks) != 10:
        raise wrong("board", text, f"10 ranks, not {len(ranks)}")
    for rank, cells in zip(range(9, -1, -1), ranks, strict=True):
        _parse_rank(cells, rank, state, counts)


def _parse_rank(
    text: str, rank: int, state: RhodiumState, counts: Counter[tuple[int, str]]
) -> None:
    where = f"rank {rank + 1} {shown(text)}"
    file = place = 0
    while place < len(text):
        item = _ITEM.match(text, place)
        here = f"{where}, character {place + 1}"
        if item is None:
            raise wrong(here, text[place], "a number or one of R P T D G S r p t d g s")
        if item["run"]:
            run = item["run"]
            if run[0] == "0" or len(run) > 2 or int(run) > 10:
                raise wrong(here, run, "1 to 10 without leading zeros")
            file += int(run)
        else:
            letter, themes = item["letter"], _parse_themes(item["letter"], item["themes"], here)
            seat = int(letter.islower())
            if file < 10:
                kind = KIND_LETTERS.index(letter.upper())
                state.lay(10 * rank + file, seat, kind, themes)
                _count(counts, seat, letter, themes)
            file += 1
        place = item.end()
    if file != 10:
        raise InvalidPosition(f"rhodium position, {where}: {file} cells, expected 10")


def _parse_themes(letter: str, brackets: str | None, here: str) -> list[int]:
    """What the brackets after a letter say; none are a single dark piece."""
    if brackets is None:
        return [0]
    if not brackets or not set(brackets) <= set(THEME_LETTERS) or len(brackets) > 18:
        raise wrong(here, f"{letter}({brackets})", "1 to 18 themes d or l in the brackets")
    if brackets == "d":
        raise wrong(here, f"{letter}(d)", f"{letter}: a single dark piece has no brackets")
    if len(brackets) > 1 and letter.upper() not in _STACKING:
        raise wrong(here, f"{letter}({brackets})", "a single piece: only G and S form stacks")
    return [THEME_LETTERS.index(theme) for theme in brackets]


def _parse_yard(
    text: str, seat: int, state: RhodiumState, counts: Counter[tuple[int, str]]
) -> None:
    if text == "-":
        return
    where = f"yard{seat + 1}"
    last = -1
    place = 0
    while place < len(text) or not text:
        item = _BURIED.match(text, place)
        if item is None or item["letter"].islower() != bool(seat):
            letters = KIND_LETTERS.lower() if seat else KIND_LETTERS
            raise wrong(where, text, f"- or kinds {letters}, each with d or l and 1 to 9")
        kind = KIND_LETTERS.index(item["letter"].upper())
        theme = THEME_LETTERS.index(item["theme"])
        if 2 * kind + theme <= last:
            raise wrong(where, text, "kinds in the order R P T D G S, dark before light")
        last = 2 * kind + theme
        number = int(item["number"])
        state.lay_down(seat, kind, theme, number)
        _count(counts, seat, item["letter"], [theme], number)
        place = item.end()


def _parse_balance(text: str) -> int:
    if not re.fullmatch(r"0|-?[1-6]", text):
        raise wrong("balance", text, "-6 to 6 without a plus sign")
    return int(text)


def _parse_goals(text: str, seat: int) -> int:
    if text == "-":
        return 0
    if not text or not set(text) <= set(FILES) or list(text) != sorted(set(text)):
        raise wrong(f"goals{seat + 1}", text, "- or files a to j in order, each once")
    return sum(1 << FILES.index(file) for file in text)


def _parse_phase(
    text: str, seat: int, state: RhodiumState, counts: Counter[tuple[int, str]]
) -> None:
    item = _PHASE.fullmatch(text)
    name = item["name"] if item else ""
    has = (bool(item and item["cell"]), bool(item and item["rest"]))
    wants = {"break": (True, True), "sac": (True, False), "scatter": (True, True)}
    if item is None or has != wants.get(name, (False, False)):
        raise wrong("phase", text, _PHASE_FORMS)
    cell = BOARD.cell(item["cell"]) if item["cell"] else 0
    owed = 0
    if name == "break":
        if item["rest"] not in ("0", "1", "2"):
            raise wrong("phase, owed", item["rest"], "0, 1 or 2")
        owed = int(item["rest"])
    elif name == "scatter":
        _parse_left(item["rest"], seat, state, counts)
    state.set_turn(seat, PHASES.index(name), cell, owed)
    if name in ("break", "sac", "scatter"):
        owner = seat if name == "break" else 1 - seat
        pile = state.pile_at(cell)
        least = 1 if name == "scatter" else 2
        if pile is None or pile[0] != owner or len(pile[2]) < least:
            what = "a pile" if least == 1 else "a stack"
            raise wrong("phase", text, f"{what} of {SEATS[owner]} on {BOARD.names[cell]}")


def _parse_left(
    text: str, seat: int, state: RhodiumState, counts: Counter[tuple[int, str]]
) -> None:
    item = _LEFT.fullmatch(text)
    if item is None or item["letter"].islower() != bool(seat):
        letters = "g or s" if seat else "G or S"
        raise wrong("phase, leftover", text, f"{letters} with 1 to 16 themes d or l in brackets")
    themes = [THEME_LETTERS.index(theme) for theme in item["themes"]]
    state.set_left(KIND_LETTERS.index(item["letter"].upper()), themes)
    _count(counts, seat, item["letter"], themes)
