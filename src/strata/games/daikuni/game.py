"""The game Daikuni: connects rules, notation, scene and gestures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from strata.core.action import Action
from strata.core.editing.editing import Editing
from strata.core.explaining.restriction import Restriction
from strata.core.explaining.scene_changes import Changes
from strata.core.explaining.telling import Sentence, Telling
from strata.core.gesture import Gesture
from strata.core.kernel.evaluation import Evaluation
from strata.core.learning.encoding import Encoding
from strata.core.option import Option
from strata.core.outcome import Outcome, Seat
from strata.core.rules import Rules
from strata.core.scene import Scene
from strata.games.daikuni import notation
from strata.games.daikuni.editing import DaikuniEditing
from strata.games.daikuni.endings import tell_end
from strata.games.daikuni.evaluation.evaluation import DaikuniEvaluation
from strata.games.daikuni.gestures import gestures
from strata.games.daikuni.planes import ENCODING
from strata.games.daikuni.restrictions import RESTRICTIONS, fault_cells
from strata.games.daikuni.rules.state import DaikuniState
from strata.games.daikuni.scene import scene
from strata.games.daikuni.symbols import SYMBOLS
from strata.games.daikuni.telling import DaikuniTeller


class Daikuni(Rules[DaikuniState]):
    name = "daikuni"
    title = "Daikuni"
    summary = "8×8: three pieces lay tiles, own tiles are roads, enemy tiles are walls"
    option_list = (
        Option(
            "entry", ("free", "first"), "free", "free: enter or move; first: enter all pieces first"
        ),
        Option(
            "sight", ("pieces", "tiles"), "pieces", "what blocks a line of sight: pieces, or tiles"
        ),
        Option("tiles", (32, 16), 32, "tiles in each player's stock at the start"),
    )
    reasons = ("no-moves", "king-in-check")
    reason_words: ClassVar = {"king-in-check": "no legal move because of check"}  # D20
    repetition = 0
    draws = False
    thinking = (2_000, 400_000)
    longest_position = 73
    symbols = SYMBOLS
    restrictions = RESTRICTIONS
    showcase = "3tq3/3S4/3T4/2s5/t2T1tk1/tt6/Tt1Qttt1/KTtTt2t f"

    def start(self) -> DaikuniState:
        state = DaikuniState()
        state.set_options(
            self.settings["entry"] == "first",
            self.settings["sight"] == "tiles",
            int(self.settings["tiles"]),
        )
        return state

    def parse(self, text: str) -> DaikuniState:
        return notation.parse_position(text, self.start())

    def format(self, state: DaikuniState) -> str:
        return notation.format_position(state)

    def format_action(self, state: DaikuniState, code: int) -> str:
        return notation.ACTIONS[code]

    def name_actions(self, state: DaikuniState, codes: Sequence[int]) -> list[Action]:
        return [notation.ACTIONS[code] for code in codes]

    def scene(self, state: DaikuniState) -> Scene:
        return scene(state, self.name)

    def gesture(self, state: DaikuniState, code: int) -> Gesture:
        return gestures(state, (code,))[0]

    def gestures(self, state: DaikuniState, codes: Sequence[int]) -> list[Gesture]:
        return gestures(state, codes)

    def tell(
        self, state: DaikuniState, code: int, after: DaikuniState, changes: Changes
    ) -> Telling:
        return DaikuniTeller(self.symbols, changes).tell()

    def tell_end(self, state: DaikuniState, outcome: Outcome) -> Sentence:
        return tell_end(state, self.start(), outcome)

    def fault_cells(
        self, state: DaikuniState, code: int, restriction: Restriction
    ) -> tuple[str, ...]:
        return fault_cells(state, self.start(), code, restriction)

    def find_clicks(self, state: DaikuniState, text: str) -> Gesture:
        code = notation.read_action(text)
        return self.gesture(state, code) if code >= 0 else super().find_clicks(state, text)

    def with_seat(self, state: DaikuniState, seat: Seat) -> DaikuniState | None:
        board, _ = self.format(state).split(" ")
        return self.parse_if_valid(f"{board} {seat[0]}")

    def editing(self) -> Editing:
        return DaikuniEditing()

    def evaluation(self) -> Evaluation:
        return DaikuniEvaluation()

    def encoding(self) -> Encoding:
        return ENCODING
