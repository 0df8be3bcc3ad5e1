"""The game Kyo: connects rules, notation, scene and gestures."""

from __future__ import annotations

from typing import Final, cast

from strata.core.editing.editing import Editing
from strata.core.explaining.restriction import Restriction
from strata.core.explaining.scene_changes import Changes
from strata.core.explaining.telling import Sentence, Telling, whose
from strata.core.gesture import Gesture
from strata.core.kernel.evaluation import Evaluation
from strata.core.learning.encoding import Encoding
from strata.core.option import Option
from strata.core.outcome import SEATS, Outcome, Seat, other_seat
from strata.core.rules import Rules
from strata.core.scene import Scene
from strata.games.kyo import notation
from strata.games.kyo.editing import KyoEditing
from strata.games.kyo.evaluation.evaluation import KyoEvaluation
from strata.games.kyo.gestures import CHOICES, gesture
from strata.games.kyo.planes import ENCODING
from strata.games.kyo.reading import parse_position
from strata.games.kyo.restrictions import RESTRICTIONS, fault_cells
from strata.games.kyo.rules.constants import SHOT, kind_of
from strata.games.kyo.rules.state import KyoState
from strata.games.kyo.scene import scene
from strata.games.kyo.symbols import SYMBOLS
from strata.games.kyo.telling import KyoTeller, tell_end

# Gold's ranks (sections 3 and 7). Red's are the same, mirrored.
_BACK_RANKS: Final = {
    1: "DDDH,DDLH,DLLH,LLLH,SSSK,DLSQ,LLLH,DLLH,DDLH,DDDH",
    2: "4,SST,SST,4",
    3: "10",
    4: "10",
    5: "10",
}
_LIGHT_PAWNS: Final = {
    "trench": {4: "P,P,P,P,2,P,P,P,P"},
    "open-field": {2: "P,P,P,P,SST,SST,P,P,P,P"},
    "deadlock": {5: "P,P,P,P,2,P,P,P,P"},
}
_EXTRAS: Final = {
    "none": {},
    "cannons": {3: "1,C,6,C,1"},
    "knights": {3: "4,N,N,4"},
    "both": {3: "1,C,2,N,N,2,C,1"},
}


class Kyo(Rules[KyoState]):
    name = "kyo"
    title = "Kyo"
    summary = "10×10: pawns on stacks of chips, mana left behind carries them further"
    option_list = (
        Option(
            "start",
            tuple(_LIGHT_PAWNS),
            "trench",
            "rank of first's Light Pawns: trench 4, open-field 2, deadlock 5",
        ),
        Option(
            "extras",
            tuple(_EXTRAS),
            "none",
            "house rule: adds two Cannons, two Knights or both to each side",
        ),
    )
    reasons = ("king-captured", "mana-destroyed", "no-moves", "no-progress")
    repetition = 3
    after_repetition = frozenset({"no-progress"})  # K31 comes before K32
    thinking = (5_000, 500_000)
    # 68 chips, 48 pawns, 50 single empty tiles, 99 separators, and the longest turn.
    longest_position = 68 + 48 + 50 + 99 + len(" second j10:M:nw:20:cs 199")
    symbols = SYMBOLS
    restrictions = RESTRICTIONS
    choices = CHOICES
    showcase = (
        "2,h,lh,S,llt,l,d,h,ddd/d,ldh,1,dh,ldp,lh,t,q,h,1/dlc,l,p,n,k,d,lp,h,c,dp/2,dp,2,ln,ld,l,1,p/"
        "1,p,5,P,2/H,P,3,N,N,1,LP,L/6,LP,Q,1,DLP/1,P,C,S,H,LP,2,C,1/"
        "DP,1,LH,S,LK,L,H,DLH,LT,DDDH/L,DDH,DD,D,S,DLT,1,L,D,H second f7:M:s:1:- 5"
    )

    def start(self) -> KyoState:
        ranks = {
            **_BACK_RANKS,
            **_LIGHT_PAWNS[str(self.settings["start"])],
            **_EXTRAS[str(self.settings["extras"])],
        }
        gold = [ranks[rank] for rank in range(1, 6)]
        red = [rank.lower().replace("s", "S") for rank in gold]
        return self.parse(f"{'/'.join(red + gold[::-1])} first - 0")

    def parse(self, text: str) -> KyoState:
        return parse_position(text, KyoState())

    def format(self, state: KyoState) -> str:
        return notation.format_position(state)

    def format_action(self, state: KyoState, code: int) -> str:
        return notation.format_action(state, code)

    def scene(self, state: KyoState) -> Scene:
        return scene(state, self.name)

    def gesture(self, state: KyoState, code: int) -> Gesture:
        return gesture(state, code)

    def warn(self, state: KyoState, code: int) -> str:
        """Return a warning if a shot costs the last own mana chip and so the game (K29)."""
        if kind_of(code) != SHOT:
            return ""
        seat = SEATS[state.get_seat()]
        after = cast(KyoState, state.after(code))
        if after.codes() or self.decode_result(after.get_outcome()).winner != other_seat(seat):
            return ""
        return f"It is {whose(seat)} last mana: the game is lost."

    def tell(self, state: KyoState, code: int, after: KyoState, changes: Changes) -> Telling:
        return KyoTeller(self.symbols, changes, state, code, after).tell()

    def tell_end(self, state: KyoState, outcome: Outcome) -> Sentence:
        return tell_end(outcome)

    def fault_cells(self, state: KyoState, code: int, restriction: Restriction) -> tuple[str, ...]:
        return fault_cells(state, self.scene(state), code, restriction)

    def with_seat(self, state: KyoState, seat: Seat) -> KyoState | None:
        board, _, _, clock = self.format(state).split(" ")
        return self.parse_if_valid(f"{board} {seat} - {clock}")

    def encoding(self) -> Encoding:
        return ENCODING

    def editing(self) -> Editing:
        return KyoEditing()

    def evaluation(self) -> Evaluation:
        return KyoEvaluation()
