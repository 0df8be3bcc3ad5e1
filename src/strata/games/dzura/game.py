"""The game Dzura: connects rules, notation, scene and gestures for a definition."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Final, cast

import msgspec

from strata.core.editing.editing import Editing
from strata.core.explaining.restriction import Restriction
from strata.core.explaining.scene_changes import Changes
from strata.core.explaining.telling import Sentence, Telling
from strata.core.gesture import Gesture
from strata.core.kernel.evaluation import Evaluation
from strata.core.learning.encoding import Encoding
from strata.core.option import Option
from strata.core.outcome import SEATS, Outcome, Seat
from strata.core.rules import Rules
from strata.core.scanner import NOTHING
from strata.core.scene import Scene
from strata.core.teaching.cards import Card
from strata.games.dzura import notation
from strata.games.dzura.cards import derive_card
from strata.games.dzura.coherence import compile_tables, parse_definition
from strata.games.dzura.definition import Definition, Options
from strata.games.dzura.editing import DzuraEditing
from strata.games.dzura.evaluation.evaluation import DzuraEvaluation
from strata.games.dzura.fields import SIDES
from strata.games.dzura.gestures import CHOICES, gesture
from strata.games.dzura.planes import encoding_of
from strata.games.dzura.restrictions import find_faults, make_restrictions
from strata.games.dzura.rules.constants import PLACING, ROTATING
from strata.games.dzura.rules.state import DzuraState
from strata.games.dzura.scene import scene
from strata.games.dzura.schema import MOST_BYTES
from strata.games.dzura.symbols import STANDARD_SYMBOLS, symbols_of
from strata.games.dzura.telling import DzuraTeller, tell_end

_FOLDER: Final = Path(__file__).parent / "definitions"
_STANDARD: Final = "standard"


@cache
def shipped_definitions() -> Mapping[str, str]:
    return {path.stem: path.read_text("utf-8") for path in sorted(_FOLDER.glob("*.toml"))}


@cache
def standard_definition() -> Definition:
    """Return the definition of the standard game (section 7)."""
    return parse_definition(shipped_definitions()[_STANDARD])


class Dzura(Rules[DzuraState]):
    name = "dzura"
    title = "Dzura"
    summary = "hexagonal, 61 tiles: captured pieces change sides; custom games by a definition"
    option_list = (
        Option(
            "capture",
            ("common", "court"),
            "common",
            "common: attackers replace; court: they climb on defenders",
        ),
        Option("rotation", ("off", "on"), "off", "on: moved and dropped pieces may be turned"),
        Option(
            "ordnance",
            tuple(range(21)),
            0,
            "tokens of each player that suppress opposing pieces; 0 is off, 5 is usual",
        ),
    )
    definable = True
    longest_definition = MOST_BYTES
    reasons = ("king-captured", "checkmate", "no-moves")
    repetition = 3
    thinking = (5_000, 400_000)
    # Room for 80 pieces with facing and mark, 127 tiles, stacks, hands and tokens.
    longest_position = 1000
    symbols = STANDARD_SYMBOLS
    choices = CHOICES
    showcase = "LP1pl/N1P1pn/C1P2pc/T2Pp2t/KB1N1pdbk/T1P2p1t/C1Pp1c1/NP1n+D1/+lP1p1 1 t 2PL/PN -"

    _definition: Definition | None = None

    def __init__(self, definition: str | None = None, /, **options: object) -> None:
        super().__init__(definition, **options)
        self.restrictions = make_restrictions(self.defined, self._choices.ordnance > 0)

    def define(self, text: str) -> str | None:
        definition = parse_definition(text)
        if definition == standard_definition():
            return None
        self._definition = definition
        self.title = definition.name
        self.symbols = symbols_of(definition)
        self.showcase = ""
        return definition.text

    @classmethod
    def shipped_definitions(cls) -> Mapping[str, str]:
        return shipped_definitions()

    @cached_property
    def defined(self) -> Definition:
        """The definition by which this game is played."""
        return self._definition or standard_definition()

    @property
    def options(self) -> tuple[Option, ...]:
        """The options, whose defaults are the values of the definition (Z80)."""
        if self._definition is None:
            return self.option_list
        chosen = {
            "capture": self._definition.capture,
            "rotation": "on" if self._definition.rotation else "off",
            "ordnance": self._definition.ordnance,
        }
        return tuple(
            msgspec.structs.replace(option, default=chosen[option.name])
            for option in self.option_list
        )

    @cached_property
    def _choices(self) -> Options:
        return Options(
            self.settings["capture"] == "court",
            self.settings["rotation"] == "on",
            int(self.settings["ordnance"]),
        )

    def _empty(self) -> DzuraState:
        state = DzuraState()
        state.set_rules(compile_tables(self.defined), self._choices.court, self._choices.rotation)
        return state

    def start(self) -> DzuraState:
        return self.parse(f"{self.defined.start} 1 t {self.defined.hands} {self.tokens_at_start}")

    @property
    def tokens_at_start(self) -> str:
        """The token field of the starting position."""
        tokens = self._choices.ordnance
        return f"{tokens}/{tokens}" if tokens else NOTHING

    def parse(self, text: str) -> DzuraState:
        return notation.parse_position(self.defined, self._choices, text, self._empty())

    def format(self, state: DzuraState) -> str:
        return notation.format_position(self.defined, state, self._choices.ordnance)

    def format_action(self, state: DzuraState, code: int) -> str:
        return notation.format_action(self.defined, state, code)

    def scene(self, state: DzuraState) -> Scene:
        return scene(
            self.defined,
            state,
            self.name,
            rotation=self._choices.rotation,
            ordnance=self._choices.ordnance > 0,
        )

    def gesture(self, state: DzuraState, code: int) -> Gesture:
        return gesture(self.defined, state, code)

    def is_incomplete(self, state: DzuraState, code: int) -> bool:
        """Return whether the moved or dropped pieces must still be given a facing (Z45)."""
        if not self._choices.rotation:
            return False
        after = cast(DzuraState, state.after(code))
        return after.get_seat() == state.get_seat() and after.turn()[0] in (ROTATING, PLACING)

    def tell(self, state: DzuraState, code: int, after: DzuraState, changes: Changes) -> Telling:
        return DzuraTeller(self.symbols, changes, self.defined, state, code).tell()

    def tell_end(self, state: DzuraState, outcome: Outcome) -> Sentence:
        return tell_end(self.defined, state, outcome)

    def fault_cells(
        self, state: DzuraState, code: int, restriction: Restriction
    ) -> tuple[str, ...]:
        return find_faults(self.defined, state, code, restriction)

    def derive_card(self, symbol: str) -> Card:
        plain = self.open({}, self.definition)
        return derive_card(plain, plain.defined, symbol, plain.tokens_at_start)

    def with_seat(self, state: DzuraState, seat: Seat) -> DzuraState | None:
        board, _, _, *rest = self.format(state).split(" ")
        side = SIDES[SEATS.index(seat)]
        return self.parse_if_valid(" ".join((board, side, "t", *rest)))

    def encoding(self) -> Encoding:
        return encoding_of(self.defined)

    def editing(self) -> Editing:
        return DzuraEditing(self.defined, self._choices)

    def evaluation(self) -> Evaluation:
        return DzuraEvaluation(compile_tables(self.defined))
