"""Kyo as a game of the contract: wires rules, notation, scene and gestures."""

from __future__ import annotations

from typing import Final

from strata.core.gesture import Gesture
from strata.core.kernel.evaluation import Evaluation
from strata.core.option import Option
from strata.core.rules import Rules
from strata.core.scene import Scene
from strata.games.kyo import notation
from strata.games.kyo.evaluation.evaluation import KyoEvaluation
from strata.games.kyo.gestures import gesture
from strata.games.kyo.rules.state import KyoState
from strata.games.kyo.scene import scene
from strata.games.kyo.symbols import SYMBOLS

# Sections 3 and 7: Gold's ranks. Red's are the same, mirrored.
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
    after_repetition = frozenset({"no-progress"})  # K31 before K32
    thinking = (5_000, 500_000)
    # 68 chips, 48 pawns, 50 single empty tiles, 99 separators, then the longest turn.
    longest_position = 68 + 48 + 50 + 99 + len(" second j10:M:nw:20:cs 199")
    symbols = SYMBOLS
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
        return notation.parse_position(text, KyoState())

    def format(self, state: KyoState) -> str:
        return notation.format_position(state)

    def format_action(self, state: KyoState, code: int) -> str:
        return notation.format_action(state, code)

    def scene(self, state: KyoState) -> Scene:
        return scene(state, self.name)

    def gesture(self, state: KyoState, code: int) -> Gesture:
        return gesture(state, code)

    def evaluation(self) -> Evaluation:
        return KyoEvaluation()
