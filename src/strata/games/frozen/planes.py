"""The encoding of FrozenChess for learning programs: the meaning of its planes and tokens."""

from __future__ import annotations

from typing import Final

from strata.core.learning.encoding import SIDES, Encoding, Word, choices, mirrored_grid
from strata.games.frozen.actions import WORDS
from strata.games.frozen.board import BOARD
from strata.games.frozen.encoding.constants import MOST_NUMBER
from strata.games.frozen.encoding.encoder import FrozenEncoder
from strata.games.frozen.kinds import LETTERS, NAMES
from strata.games.frozen.rules.constants import LEAP_CAPTURE, MIND, MORPH
from strata.games.frozen.writing import PHASES

_TEXT: Final = "as in the text of a position"
_ATTRIBUTES: Final = (
    "turns that it is frozen (p)",
    "1 if it is trapped (t)",
    "turns that it stays (s)",
    "delay (h)",
    "squares that it travelled (v)",
    "orthogonal range (o)",
    "diagonal range (d)",
    "pieces that it captured (n)",
    "pawns that it captured (q)",
    "extra moves (m)",
)
PLANES: Final = (
    *(f"bodies on the ground with {side} {name}" for side in SIDES for name in NAMES),
    "how many members the body has",
    "turns for which the body is frozen",
    "bodies that are trapped",
    "turns that the body stays",
    *(f"{side} shadows: 1 for a Pawn, and so on in the order above" for side in SIDES),
    *(f"{side} walls" for side in SIDES),
    "walls: 1 + the place in the register of the unit that they belong to",
    *(f"{side} traps" for side in SIDES),
    *(f"{side} tornados: 1 + their timer" for side in SIDES),
    *(f"{side} avalanches: 1 + their timer" for side in SIDES),
    "where avalanches go: 1 away from the seat, 2 right, 3 towards it, 4 left",
    "tombs: 1 armed, 2 woken",
    "how long the dead have rotted",
    "how many dead lie there",
    *(f"everywhere 1 in the phase {phase}, number {at}" for at, phase in enumerate(PHASES)),
    "the cell of the phase",
    "everywhere the number of the phase",
    "everywhere 1 if a shadow goes on",
    *(
        f"everywhere byte {byte} of the number of the turn, the lowest first"
        for byte in range(1, 5)
    ),
    "everywhere 1 if the seat that looks acts",
    "register: 1 for an own Pawn, and so on; 19 for the other's Pawn, and so on",
    "register: 1 on the ground, 2 a shadow, 3 carried, 4 carried as a shadow, 5 dead",
    "register: the cell, counted from the seat's own end",
    "register: 1 + the place in the register of the unit that carries it",
    "register: 1 for the first member of a body",
    *(f"register: {attribute}, {_TEXT}" for attribute in _ATTRIBUTES),
)
_SPOKEN: Final = (*range(LEAP_CAPTURE, MORPH + 1), MIND)
ENCODING: Final = Encoding(
    FrozenEncoder(),
    PLANES,
    mirrored_grid(BOARD, 16),
    choices(WORDS[op] for op in _SPOKEN)
    + choices(("end", "rot", "~"))
    + choices(LETTERS)
    + choices(str(number) for number in range(1, MOST_NUMBER + 1))
    # seen in a mirror, a rotation goes the other way round
    + tuple(Word("choice", (str(angle), str(360 - angle))) for angle in (90, 180, 270)),
)
