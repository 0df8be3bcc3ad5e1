"""The position editor of Rhodium: piles of one kind, graveyards, captures, goals and the turn."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import Final

from strata.core.board_text import format_rows
from strata.core.editing.draft import Draft, Placed
from strata.core.editing.editing import Editing
from strata.core.editing.palette import (
    ALONE,
    Choice,
    Condition,
    Counter,
    CounterZone,
    Level,
    Palette,
    PaletteItem,
    Property,
)
from strata.core.errors import InvalidPosition, PositionProblem
from strata.core.explaining.telling import whose
from strata.core.outcome import SEATS
from strata.core.scanner import NOTHING
from strata.core.scene import Layer
from strata.games.rhodium.board import BOARD, FILES
from strata.games.rhodium.gestures import buried_id
from strata.games.rhodium.notation import PHASES, lay_position
from strata.games.rhodium.pieces import (
    ARMY,
    KIND_LETTERS,
    KIND_NAMES,
    THEME_LETTERS,
    THEME_NAMES,
    letter_of,
)
from strata.games.rhodium.rules.state import RhodiumState
from strata.games.rhodium.symbols import chip_symbol, piece_symbol

_STACKING: Final = "GS"
_HIGHEST: Final = 18
_DARK: Final = THEME_LETTERS[0]
_SORTS: Final = tuple(product(range(6), range(2)))
_FILES: Final = tuple(Choice(file, file) for file in FILES)
_FACTS: Final = (
    Property(
        key="phase",
        name="The turn",
        kind="choice",
        default="play",
        choices=tuple(
            Choice(phase, words)
            for phase, words in zip(
                PHASES,
                (
                    "the armies are being placed",
                    "begins",
                    "goes on after a sacrifice",
                    "goes on: a stack is dismantled",
                    "goes on: an enemy stack is taken apart",
                    "goes on: pieces left over are placed",
                    "none: the game is over, and the side to move has won",
                ),
                strict=True,
            )
        ),
    ),
    Property(
        key="cell",
        name="The stack",
        kind="cells",
        most=1,
        when=Condition("phase", ("break", "sac", "scatter")),
    ),
    Property(
        key="owed",
        name="Pieces bound to their range",
        kind="number",
        default="0",
        most=2,
        when=Condition("phase", ("break",)),
    ),
    Property(
        key="left",
        name="Pieces left over",
        kind="text",
        hint="a kind and its themes from the bottom, as in S(dl)",
        when=Condition("phase", ("scatter",)),
    ),
    Property(
        key="balance",
        name="Captures that first is ahead",
        kind="number",
        default="0",
        least=-6,
        most=6,
    ),
    *(
        Property(
            key=f"goals{seat + 1}",
            name=f"Goals of {owner}, by file",
            kind="letters",
            choices=_FILES,
        )
        for seat, owner in enumerate(SEATS)
    ),
)
_DEFAULTS: Final = {fact.key: fact.default for fact in _FACTS}


class RhodiumEditing(Editing):
    """Converts Rhodium positions to and from drafts.

    Palette items are keyed by letter and theme: `Sd` is a dark Silver of first.
    """

    @cached_property
    def palette(self) -> Palette:
        return Palette(
            items=tuple(
                _item(kind, theme, seat)
                for seat in range(2)
                for theme in range(2)
                for kind in range(6)
            ),
            levels=(Level("piece", _HIGHEST),),
            zones=tuple(_graveyard(seat) for seat in range(2)),
            facts=_FACTS,
        )

    def read(self, text: str) -> Draft:
        state = RhodiumState()
        lay_position(text, state)
        cells = {
            name: tuple(Placed(_key(kind, theme, seat)) for theme in themes)
            for cell, name in enumerate(BOARD.names)
            if (pile := state.pile_at(cell))
            for seat, kind, themes in [pile]
        }
        counts = {
            buried_id(seat, *sort): number
            for seat in range(2)
            for sort in _SORTS
            if (number := state.buried(seat, *sort))
        }
        facts = {key: value for key, value in _facts(state).items() if value != _DEFAULTS[key]}
        return Draft(cells, SEATS[state.get_seat()], counts, facts)

    def write(self, draft: Draft) -> str:
        mixed = tuple(
            PositionProblem(f"pieces of different kinds or owners on {cell}", (cell,))
            for cell, stack in draft.cells.items()
            if len({placed.item[0] for placed in stack}) > 1
        )
        if mixed:
            raise InvalidPosition("rhodium position: a stack of different pieces", mixed)
        facts = _DEFAULTS | draft.facts
        board = format_rows(BOARD, lambda cell: _pile_text(draft.cells.get(BOARD.names[cell], ())))
        yards = " ".join(_yard_text(draft, seat) for seat in range(2))
        goals = " ".join("".join(sorted(facts[f"goals{seat + 1}"])) or NOTHING for seat in range(2))
        side = SEATS.index(draft.seat) + 1
        return f"{board} {side} {_phase_text(facts)} {yards} {facts['balance']} {goals}"


def _key(kind: int, theme: int, seat: int) -> str:
    return letter_of(kind, seat) + THEME_LETTERS[theme]


def _item(kind: int, theme: int, seat: int) -> PaletteItem:
    owner, letter = SEATS[seat], letter_of(kind, seat)
    stacks = KIND_LETTERS[kind] in _STACKING
    return PaletteItem(
        key=_key(kind, theme, seat),
        name=f"{THEME_NAMES[theme]} {KIND_NAMES[kind]}",
        owner=owner,
        layers=(Layer(piece_symbol(kind, theme, seat), owner),),
        below=(Layer(chip_symbol(theme, seat), owner),) if stacks else (),
        joins=letter if stacks else ALONE,
    )


def _graveyard(seat: int) -> CounterZone:
    owner = SEATS[seat]
    counters = tuple(
        Counter(
            buried_id(seat, kind, theme),
            f"{THEME_NAMES[theme]} {KIND_NAMES[kind]}",
            Layer(piece_symbol(kind, theme, seat), owner),
            min(9, ARMY.count(KIND_LETTERS[kind])),
        )
        for kind, theme in _SORTS
    )
    return CounterZone(f"{whose(owner)} graveyard", owner, counters)


def _facts(state: RhodiumState) -> dict[str, str]:
    seat, number, place, owed = state.turn()
    balance, *goals = state.scores()
    phase = PHASES[number]
    facts = {"phase": phase, "balance": str(balance)}
    if phase in ("break", "sac", "scatter"):
        facts["cell"] = BOARD.names[place]
    if phase == "break":
        facts["owed"] = str(owed)
    if phase == "scatter":
        kind, themes = state.left()
        letters = "".join(THEME_LETTERS[theme] for theme in themes)
        facts["left"] = f"{letter_of(kind, seat)}({letters})"
    for owner, mask in enumerate(goals):
        files = (file for index, file in enumerate(FILES) if mask >> index & 1)
        facts[f"goals{owner + 1}"] = "".join(files)
    return facts


def _pile_text(stack: tuple[Placed, ...]) -> str:
    if not stack:
        return ""
    letter, themes = stack[0].item[0], "".join(placed.item[1] for placed in stack)
    return letter if themes == _DARK else f"{letter}({themes})"


def _yard_text(draft: Draft, seat: int) -> str:
    found = ""
    for sort in _SORTS:
        number = draft.counts.get(buried_id(seat, *sort), 0)
        if number:
            found += f"{_key(*sort, seat)}{number}"
    return found or NOTHING


def _phase_text(facts: dict[str, str]) -> str:
    phase = facts["phase"]
    more = {"break": ("cell", "owed"), "sac": ("cell",), "scatter": ("cell", "left")}
    return ":".join((phase, *(facts[key] for key in more.get(phase, ()))))
