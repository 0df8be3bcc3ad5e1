"""The position editor of Kyo: stacks of chips with at most one pawn, and the turn in progress."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from strata.core.board_text import format_rows
from strata.core.editing.draft import Draft, Placed
from strata.core.editing.editing import Editing
from strata.core.editing.palette import Choice, Condition, Level, Palette, PaletteItem, Property
from strata.core.outcome import SEATS, Seat
from strata.core.scene import Layer
from strata.games.kyo.board import BOARD
from strata.games.kyo.notation import CHIP_LETTERS, DIRECTION_NAMES, FLAGS, PAWN_LETTERS
from strata.games.kyo.reading import MOST_PIECES, piece_name, read_fields
from strata.games.kyo.rules.constants import LAST_CLOCK, MOST_MANA_MOVES
from strata.games.kyo.symbols import CHIP_SYMBOLS, PAWN_SYMBOLS

_PAWNS: Final = PAWN_LETTERS.strip()
_SHIELD: Final = "S"
_MOST_CHIPS: Final = sum(MOST_PIECES[letter] for letter in CHIP_LETTERS)
_IN_TURN: Final = Condition("phase", ("B", "M", "D"))
_BY_MANA: Final = Condition("phase", ("M",))
_WAYS: Final = (
    "up",
    "up and right",
    "right",
    "down and right",
    "down",
    "down and left",
    "left",
    "up and left",
    "none",
)
_FACTS: Final = (
    Property(
        key="phase",
        name="The turn",
        kind="choice",
        default="-",
        choices=(
            Choice("-", "begins"),
            Choice("B", "goes on: the pawn may still act"),
            Choice("M", "goes on: mana may carry the pawn"),
            Choice("D", "goes on: the Tower may deploy shields"),
        ),
    ),
    Property(key="tile", name="The pawn that acts", kind="cells", most=1, when=_IN_TURN),
    Property(
        key="dir",
        name="Direction of its last mana move",
        kind="choice",
        default="-",
        choices=tuple(
            Choice(name, words) for name, words in zip(DIRECTION_NAMES, _WAYS, strict=True)
        ),
        when=_BY_MANA,
    ),
    Property(
        key="count",
        name="Mana moves that it made",
        kind="number",
        default="0",
        most=MOST_MANA_MOVES,
        when=_BY_MANA,
    ),
    Property(
        key="flags",
        name="What the turn did",
        kind="choice",
        default="-",
        choices=tuple(
            Choice(flags, words)
            for flags, words in zip(
                FLAGS,
                (
                    "nothing of note",
                    "came to stand on enemy mana",
                    "shuffled",
                    "shuffled, and came to stand on enemy mana",
                ),
                strict=True,
            )
        ),
        when=_IN_TURN,
    ),
    Property(
        key="clock",
        name="Turns since something was removed",
        kind="number",
        default="0",
        most=LAST_CLOCK,
    ),
)
_TURN: Final = ("tile", "phase", "dir", "count", "flags")
_DEFAULTS: Final = {fact.key: fact.default for fact in _FACTS}


class KyoEditing(Editing):
    """Converts Kyo positions to and from drafts.

    Palette items are keyed by the letters of position strings.
    """

    @cached_property
    def palette(self) -> Palette:
        chips = (_item(letter, 0) for letter in CHIP_LETTERS)
        pawns = (_item(letter, 1) for letter in _PAWNS + _PAWNS.lower())
        levels = (Level("chip", _MOST_CHIPS), Level("pawn", 1))
        return Palette(items=(*chips, *pawns), levels=levels, facts=_FACTS)

    def read(self, text: str) -> Draft:
        fields = read_fields(text)
        cells = {
            name: tuple(Placed(letter) for letter in letters)
            for name, letters in fields.stacks.items()
        }
        facts = {"clock": str(fields.clock)}
        if fields.turn is not None:
            facts |= dict(zip(_TURN, map(str, fields.turn), strict=True))
        facts = {key: value for key, value in facts.items() if value != _DEFAULTS[key]}
        return Draft(cells, SEATS[fields.seat], facts=facts)

    def write(self, draft: Draft) -> str:
        def stack_text(tile: int) -> str:
            stack = draft.cells.get(BOARD.names[tile], ())
            return "".join(placed.item for placed in stack)

        facts = _DEFAULTS | draft.facts
        turn = "-" if facts["phase"] == "-" else ":".join(facts[key] for key in _TURN)
        return f"{format_rows(BOARD, stack_text, ',')} {draft.seat} {turn} {facts['clock']}"


def _item(letter: str, level: int) -> PaletteItem:
    owner: Seat | None = None if letter == _SHIELD else SEATS[letter.islower()]
    symbol = PAWN_SYMBOLS[letter.upper()] if level else CHIP_SYMBOLS[letter]
    return PaletteItem(
        key=letter,
        name=piece_name(letter),
        owner=owner,
        layers=(Layer(symbol, owner),),
        level=level,
    )
