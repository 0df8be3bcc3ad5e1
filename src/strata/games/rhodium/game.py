"""The game Rhodium: connects rules, notation, scene and gestures."""

from __future__ import annotations

from typing import Final, cast

from strata.core.arrangement import Arrangement
from strata.core.editing.editing import Editing
from strata.core.explaining.restriction import Restriction
from strata.core.explaining.scene_changes import Changes
from strata.core.explaining.telling import Sentence, Telling
from strata.core.gesture import Gesture
from strata.core.kernel.evaluation import Evaluation
from strata.core.learning.encoding import Encoding
from strata.core.option import Option
from strata.core.outcome import SEATS, Outcome, Seat
from strata.core.preset import Preset
from strata.core.rules import Rules
from strata.core.scene import Scene
from strata.games.rhodium import notation
from strata.games.rhodium.arrays import arrangement, presets
from strata.games.rhodium.editing import RhodiumEditing
from strata.games.rhodium.evaluation.evaluation import RhodiumEvaluation
from strata.games.rhodium.gestures import CHOICES, gesture
from strata.games.rhodium.guessing import guess
from strata.games.rhodium.notation import PHASES
from strata.games.rhodium.planes import ENCODING
from strata.games.rhodium.restrictions import RESTRICTIONS, find_faults
from strata.games.rhodium.rules.state import RhodiumState
from strata.games.rhodium.scene import scene
from strata.games.rhodium.symbols import SYMBOLS
from strata.games.rhodium.telling import RhodiumTeller, tell_end, tell_hidden

# The starting positions of section 3.
_STARTS: Final = {
    "secret": "10/10/10/10/10/10/10/10/10/10 1 set - - 0 - -",
    "standard": (
        "td1dsrd1dt/1gpg2gpg1/ss1ssss1ss/10/10/10/10/SS1SSSS1SS/1GPG2GPG1/TD1DRSD1DT "
        "1 play - - 0 - -"
    ),
}


class Rhodium(Rules[RhodiumState]):
    name = "rhodium"
    title = "Rhodium"
    summary = "10×10: armies placed in secret, stacks that run further, captives that change sides"
    option_list = (
        Option(
            "setup",
            tuple(_STARTS),
            "secret",
            "secret: each places his army unseen; standard: the fixed array",
        ),
    )
    reasons = ("rhodium-captured", "five-captures", "four-points", "no-moves")
    repetition = 3
    thinking = (4_000, 300_000)
    # 44 pieces with two brackets and a theme each, 56 runs, 9 slashes, and the other fields.
    longest_position = 44 * 4 + 56 + 9 + 64 + 2 * 33
    symbols = SYMBOLS
    restrictions = RESTRICTIONS
    choices = CHOICES
    showcase = (
        "td2srd2t/1g4gpg1/s(dd)3s1s2s/2S(dd)1d5/1p3s(ldd)4/4G(dl)2P2/S(l)2T6/1S2S(dd)1S1S1/"
        "1GP3G1G1/1D1DR3DT 1 play Dl1 dl1sl1 1 c h"
    )

    def start(self) -> RhodiumState:
        return self.parse(_STARTS[str(self.settings["setup"])])

    def parse(self, text: str) -> RhodiumState:
        return notation.parse_position(text, RhodiumState())

    def format(self, state: RhodiumState) -> str:
        return notation.format_position(state)

    def format_action(self, state: RhodiumState, code: int) -> str:
        return notation.format_action(state, code)

    def hidden_action(self, state: RhodiumState, code: int) -> str:
        return notation.format_hidden_action(state, code)

    def conceal(self, state: RhodiumState, viewer: Seat | None) -> RhodiumState:
        """Return the state without the areas that `viewer` may not see during the set-up (R3)."""
        if not state.is_hidden():
            return state
        return state.concealed(-1 if viewer is None else SEATS.index(viewer))

    def is_incomplete(self, state: RhodiumState, code: int) -> bool:
        """Return whether pieces of a stack that is taken apart must still be placed (R12–R15)."""
        seat, phase, *_ = cast(RhodiumState, state.after(code)).turn()
        return seat == state.get_seat() and PHASES[phase] in ("break", "sac")

    def tell(
        self, state: RhodiumState, code: int, after: RhodiumState, changes: Changes
    ) -> Telling:
        return RhodiumTeller(self.symbols, changes, state, code, after).tell()

    def tell_hidden(self, state: RhodiumState, code: int) -> Telling:
        return tell_hidden(state, code)

    def tell_end(self, state: RhodiumState, outcome: Outcome) -> Sentence:
        return tell_end(state, outcome)

    def fault_cells(
        self, state: RhodiumState, code: int, restriction: Restriction
    ) -> tuple[str, ...]:
        return find_faults(state, code, restriction)

    def presets(self, state: RhodiumState, seed: int) -> tuple[Preset, ...]:
        return presets(state, seed)

    def arrangement(self, state: RhodiumState) -> Arrangement | None:
        return arrangement(state)

    def guess(self, state: RhodiumState, viewer: Seat, seed: int) -> RhodiumState:
        return guess(state, SEATS.index(viewer), seed)

    def with_seat(self, state: RhodiumState, seat: Seat) -> RhodiumState | None:
        """Return the board at a turn of `seat`; None in the set-up and in a scatter."""
        board, _, phase, *rest = self.format(state).split(" ")
        if phase.partition(":")[0] in ("set", "scatter"):
            return None
        return self.parse_if_valid(" ".join((board, str(SEATS.index(seat) + 1), "play", *rest)))

    def encoding(self) -> Encoding:
        return ENCODING

    def editing(self) -> Editing:
        return RhodiumEditing()

    def evaluation(self) -> Evaluation:
        return RhodiumEvaluation()

    def scene(self, state: RhodiumState) -> Scene:
        return scene(state, self.name)

    def gesture(self, state: RhodiumState, code: int) -> Gesture:
        return gesture(state, code)
