"""The position and action notation of Rhodium (sections 8 and 9 of the rulebook).

validity.py holds the conditions on whole positions.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from strata.core.board_text import format_rows, parse_rows
from strata.core.errors import refuse_position
from strata.core.scanner import NOTHING, Scanner
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
from strata.games.rhodium.validity import find_problems

PHASES: Final = ("set", "play", "play!", "break", "sac", "scatter", "over")
"""The names of the phases, by the numbers of the rules."""
UNSEEN: Final = "?"
_FIELDS: Final = ("board", "player", "phase", "yard1", "yard2", "balance", "goals1", "goals2")
_PIECES: Final = {letter_of(kind, seat): (seat, kind) for seat in range(2) for kind in range(6)}
_STACKING: Final = "GSgs"
_BALANCES: Final = tuple(str(number) for number in range(-6, 7))
_PHASE_FORMS: Final = "set, play, play!, break:CELL:OWED, sac:CELL, scatter:CELL:PIECES or over"
_PHASE_PARTS: Final = {"break": 2, "sac": 1, "scatter": 2}

# Actions.


def split_action(code: int) -> tuple[int, int, int, int]:
    """Return the kind of an action, its first and second cell and its number of pieces.

    A revival has the sort of the piece (2 * kind + theme) as first cell; its number is 1 for under.
    """
    return (
        code >> KIND_SHIFT,
        (code >> FROM_SHIFT) & CELL_MASK,
        (code >> TO_SHIFT) & CELL_MASK,
        code & NUMBER_MASK,
    )


def next_kind(state: RhodiumState) -> str:
    """Return the letter of the piece that is placed next in the set-up (R1)."""
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
    """Return a placement as the other player sees it: with its kind (R1), without its cell."""
    return f"{next_kind(state)}@{UNSEEN}" if split_action(code)[0] == PLACE else UNSEEN


# Writing positions.


def format_position(state: RhodiumState) -> str:
    seat, phase, place, owed = state.turn()
    balance, *goals = state.scores()
    board = format_rows(BOARD, partial(_format_pile, state))
    if state.hides(0) or state.hides(1):
        board = _veiled(state, board)
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


def _format_pile(state: RhodiumState, cell: int) -> str:
    pile = state.pile_at(cell)
    if pile is None:
        return ""
    seat, kind, themes = pile
    return letter_of(kind, seat) + ("" if themes == [0] else f"({_themes(themes)})")


def _veiled(state: RhodiumState, board: str) -> str:
    """Return the rows of `board` with `?` for the hidden ones (R3)."""
    rows = board.split("/")
    if state.hides(0):
        rows[7:] = [UNSEEN] * 3
    if state.hides(1):
        rows[:3] = [UNSEEN] * 3
    return "/".join(rows)


def _format_yard(state: RhodiumState, seat: int) -> str:
    found = ""
    for kind in range(6):
        for theme in range(2):
            number = state.buried(seat, kind, theme)
            if number:
                found += f"{letter_of(kind, seat)}{THEME_LETTERS[theme]}{number}"
    return found or NOTHING


def _format_goals(mask: int) -> str:
    return "".join(file for index, file in enumerate(FILES) if mask >> index & 1) or NOTHING


# Reading positions.


def parse_position(text: str, state: RhodiumState) -> RhodiumState:
    """Set up the position `text` on the empty board `state`."""
    lay_position(text, state)
    refuse_position("rhodium position", find_problems(state))
    seat, phase, *_ = state.turn()
    if PHASES[phase] == "set":
        piles = (state.pile_at(cell) for cell in range(len(BOARD)))
        state.set_placed(sum(pile is not None and pile[0] == seat for pile in piles))
    return state


def lay_position(text: str, state: RhodiumState) -> None:
    """Set up `text` by the grammar alone; it may break the conditions on positions."""
    fields = Scanner(text, "rhodium position").split(" ", _FIELDS)
    board, player, phase, *yards, balance, first_goals, second_goals = fields
    parse_rows(board, BOARD, partial(_read_pile, state))
    seat = player.one_of("12")
    for owner, yard in enumerate(yards):
        _read_yard(state, yard, owner)
    ahead = balance.one_of(_BALANCES, "-6 to 6 without a plus sign") - 6
    state.set_scores(ahead, _read_goals(first_goals), _read_goals(second_goals))
    _read_phase(state, phase, seat)


def _read_pile(state: RhodiumState, row: Scanner, cell: int) -> None:
    letter = row.need("RPTDGSrptdgs", "a number or one of R P T D G S r p t d g s")
    themes = [0]
    if row.peek() == "(":
        themes = _read_themes(row, 18)
        if themes == [0]:
            row.fail(f"{letter}(d), expected {letter}: a single dark piece has no brackets")
        if len(themes) > 1 and letter not in _STACKING:
            row.fail(f"a stack of {letter}, expected a single piece: only G and S form stacks")
    state.lay(cell, *_PIECES[letter], themes)


def _read_themes(text: Scanner, most: int) -> list[int]:
    """Return the themes in brackets, bottom to top."""
    text.need("(", "( and themes")
    themes = text.take_all(THEME_LETTERS)
    if not 1 <= len(themes) <= most:
        text.fail(f"{len(themes)} themes, expected 1 to {most} themes d or l in the brackets")
    text.need(")", "d, l or )")
    return [THEME_LETTERS.index(theme) for theme in themes]


def _read_yard(state: RhodiumState, yard: Scanner, seat: int) -> None:
    letters = KIND_LETTERS.lower() if seat else KIND_LETTERS
    last = -1
    for _ in yard.entries():
        kind = letters.index(yard.need(letters, f"one of the kinds {letters}, or - for none"))
        theme = THEME_LETTERS.index(yard.need(THEME_LETTERS, "d or l"))
        if 2 * kind + theme <= last:
            yard.refuse(f"kinds in the order {' '.join(letters)}, dark before light, each once")
        last = 2 * kind + theme
        state.lay_down(seat, kind, theme, int(yard.need("123456789", "1 to 9")))


def _read_goals(field: Scanner) -> int:
    if field.text == NOTHING:
        return 0
    if not field.text or list(field.text) != sorted(set(field.text) & set(FILES)):
        field.refuse("- or files a to j in order, each once")
    return sum(1 << FILES.index(file) for file in field.text)


def _read_phase(state: RhodiumState, field: Scanner, seat: int) -> None:
    name, *rest = field.text.split(":", 2)
    known = name in PHASES and len(rest) == _PHASE_PARTS.get(name, 0)
    if not known or (rest and rest[0] not in BOARD):
        field.refuse(_PHASE_FORMS)
    cell = BOARD.cell(rest[0]) if rest else 0
    owed = field.part(rest[1], "owed").one_of("012") if name == "break" else 0
    if name == "scatter":
        _read_left(state, field.part(rest[1], "leftover"), seat)
    state.set_turn(seat, PHASES.index(name), cell, owed)


def _read_left(state: RhodiumState, field: Scanner, seat: int) -> None:
    letters = "gs" if seat else "GS"
    letter = field.need(letters, f"{' or '.join(letters)} with 1 to 16 themes d or l in brackets")
    state.set_left(KIND_LETTERS.index(letter.upper()), _read_themes(field, 16))
    field.end()
