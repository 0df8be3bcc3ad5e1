"""The game FrozenChess 10: connects rules, notation, scene and gestures."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from strata.core.editing.editing import Editing
from strata.core.explaining.restriction import Restriction
from strata.core.explaining.scene_changes import Changes
from strata.core.explaining.telling import Sentence, Telling
from strata.core.gesture import Gesture
from strata.core.kernel.evaluation import Evaluation
from strata.core.learning.encoding import Encoding
from strata.core.option import Option, Value
from strata.core.outcome import SEATS, Outcome, Seat
from strata.core.rules import Rules
from strata.core.scanner import NOTHING
from strata.core.scene import Scene
from strata.games.frozen.choices import CHOICES, is_incomplete, warn
from strata.games.frozen.editing import FrozenEditing
from strata.games.frozen.evaluation.evaluation import FrozenEvaluation
from strata.games.frozen.faults import find_faults
from strata.games.frozen.gestures import gesture
from strata.games.frozen.kinds import MECHANICS
from strata.games.frozen.notation import format_action, format_position, parse_position
from strata.games.frozen.planes import ENCODING
from strata.games.frozen.restrictions import RESTRICTIONS
from strata.games.frozen.rules.state import FrozenState
from strata.games.frozen.scene import scene
from strata.games.frozen.symbols import SYMBOLS
from strata.games.frozen.telling import FrozenTeller, tell_end
from strata.games.frozen.writing import SIDES

# The starting position of section 3.4.
_START: Final = (
    "w rnbdjctqktcjdbnr/lfxasozmmzosaxfl/pppppppppppppppp/pppppppppppppppp/16/16/16/16/16/16/16/16/"
    "PPPPPPPPPPPPPPPP/PPPPPPPPPPPPPPPP/LFXASOZMMZOSAXFL/RNBDJCTQKTCJDBNR - - - - - 1"
)
# Section 7: `full-name…` or `bare+name…`, the names in their order.
_MECHANICS_PATTERN: Final = "|".join(
    word + "".join(rf"(?:{sign}{name})?" for name in MECHANICS)
    for word, sign in (("full", "-"), ("bare", r"\+"))
)


def mechanics_mask(text: str) -> int:
    """Return the mechanics that are on, as bits (rules/constants.py)."""
    names = set(text.replace("+", "-").split("-")[1:])
    on = names if text.startswith("bare") else set(MECHANICS) - names
    return sum(1 << place for place, name in enumerate(MECHANICS) if name in on)


class Frozen(Rules[FrozenState]):
    name = "frozen"
    title = "FrozenChess 10"
    summary = "16×16, 128 units of 18 kinds: freeze, wall, explode, fuse, rotate"
    former_options: ClassVar[Mapping[str, Value]] = MappingProxyType({"board": 16})
    option_list = (
        Option(
            "mechanics",
            ("full", "bare"),
            "full",
            "which special rules are on (section 7 of the rulebook)",
            others=f"full-NAME… or bare+NAME…, names in this order: {' '.join(MECHANICS)}",
            pattern=_MECHANICS_PATTERN,
        ),
        Option(
            "ply_limit",
            (1000, 0),
            1000,
            "a draw after so many turns; 0 for none",
            others="any number of turns up to 999999999",
            pattern="0|[1-9][0-9]{0,8}",
        ),
    )
    reasons = (
        "king-captured",
        "king-exploded",
        "both-kings",
        "checkmate",
        "no-moves",
        "ply-limit",
    )
    repetition = 3
    after_repetition = frozenset({"ply-limit"})  # F79 comes before F80
    thinking = (400, 40_000)
    # Room for 192 units with all their attributes, 256 walls, tombs, traps, tornados and flows.
    longest_position = 192 * 40 + 256 * (4 + 8 + 5 + 8 + 8) + 300
    symbols = SYMBOLS
    restrictions = RESTRICTIONS
    choices = CHOICES
    showcase = (
        "w 1pns(p12)5z{t(wg16)}3k(wb12)1l/r(wa16)p(s6)+j(we16)2s(p12){c(wf16),o(wf15)}1pmpF4ll/1p"
        "p1pp(p14)pp(p12)6pb/pp1p+p(wd14)1p(p14)2p(p12)p5m/p(wa14)3x(wc15)3p1l2zz1/P5p(wg12)4cf(w"
        "j8)P(s10,wo8)+J2/P3S(p35,wb7.h7.c8.d9.e11.f12)S(p35)3p(wj11)P(wl9)+P+M+T+S{P(wh1)}+M1p(w"
        "o13)p2/7p(wh11)+pD7/11P(wh5)4/10PP(wb10)3P/N10P(wc10)4/10P4P(wp4)/2P+L(wc3)+BP6PP1PP(p3)"
        "1/1P1DPOP(s10)+J(we1)1P1ZCPAP(p3)1/PA2K(wf4)P2T(p9,o15,q1,wj2.j3.g4.h4.i4.j4.f5.g5.f6.g6"
        ".h6.i6.i7.j7)1OCPX+N(wo1)2/1P1P1ZZ2PP2B1R a1:R,c1:F,b2:X,p2:L,h16:q b4:P,e4:P,f4:P,b5:p,"
        "d5*:d.f.D,d6*:a,f12:p,o12:P,c13:p,e13r8:p,l13:p,m13*:p,n13:n.p,l14*:p,m14*:p.t,k15r27:o,"
        "l15r27:s.d,m15:a,n15:j.p,n16:b Je1,Jl1,Jj3,Jg4,Jo8,Jl9,je16,jl16 Vb2:w3,Vc2:w3,Vd2:w3,Ve"
        "2:w3,Vf2:w3,Vg2:w3,Vh2:w3 - 155"
    )

    def start(self) -> FrozenState:
        return self.parse(_START)

    def parse(self, text: str) -> FrozenState:
        state = FrozenState()
        mechanics = mechanics_mask(str(self.settings["mechanics"]))
        state.set_options(mechanics, int(self.settings["ply_limit"]))
        return parse_position(text, state)

    def format(self, state: FrozenState) -> str:
        return format_position(state)

    def format_action(self, state: FrozenState, code: int) -> str:
        return format_action(state, code)

    def scene(self, state: FrozenState) -> Scene:
        return scene(state, self.name)

    def is_incomplete(self, state: FrozenState, code: int) -> bool:
        return is_incomplete(state, code)

    def warn(self, state: FrozenState, code: int) -> str:
        return warn(state, code)

    def tell(self, state: FrozenState, code: int, after: FrozenState, changes: Changes) -> Telling:
        return FrozenTeller(self.symbols, changes, state, code, after).tell()

    def tell_end(self, state: FrozenState, outcome: Outcome) -> Sentence:
        return tell_end(state, outcome, int(self.settings["ply_limit"]))

    def fault_cells(
        self, state: FrozenState, code: int, restriction: Restriction
    ) -> tuple[str, ...]:
        return find_faults(state, code, restriction.key)

    def with_seat(self, state: FrozenState, seat: Seat) -> FrozenState | None:
        _, *board, _, turn = self.format(state).split(" ")
        return self.parse_if_valid(" ".join((SIDES[SEATS.index(seat)], *board, NOTHING, turn)))

    def encoding(self) -> Encoding:
        return ENCODING

    def editing(self) -> Editing:
        return FrozenEditing()

    def evaluation(self) -> Evaluation:
        return FrozenEvaluation()

    def gesture(self, state: FrozenState, code: int) -> Gesture:
        return gesture(state, code)
