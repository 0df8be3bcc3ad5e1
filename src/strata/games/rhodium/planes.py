"""The encoding of Rhodium for learning programs: the meaning of its planes and tokens."""

from __future__ import annotations

from typing import Final

from strata.core.learning.encoding import SIDES, Encoding, choices, items, rotated_grid
from strata.games.rhodium.board import BOARD
from strata.games.rhodium.encoding.constants import MOST_PIECES
from strata.games.rhodium.encoding.encoder import RhodiumEncoder
from strata.games.rhodium.gestures import buried_id
from strata.games.rhodium.notation import PHASES
from strata.games.rhodium.pieces import KIND_NAMES, THEME_NAMES

_SORTS: Final = [(kind, theme) for kind in range(len(KIND_NAMES)) for theme in range(2)]
PLANES: Final = (
    *(f"{side} piles of {kind}" for side in SIDES for kind in KIND_NAMES),
    "the number of pieces in each pile",
    "piles whose top piece is light",
    *(
        f"themes of the pieces {8 * part + 1} to {8 * part + 8} from the bottom, "
        f"bit 0 for the lowest, set if light"
        for part in range(3)
    ),
    *(
        f"everywhere the number of {THEME_NAMES[theme]} {KIND_NAMES[kind]} in {side} graveyard"
        for side in SIDES
        for kind, theme in _SORTS
    ),
    *(f"everywhere how many captures {side} side is ahead" for side in SIDES),
    *(f"the files of {side} goals" for side in SIDES),
    *(f"everywhere 1 in the phase {phase}" for phase in PHASES),
    "the cell of a stack that is taken apart or was captured",
    "everywhere the number of pieces that are bound to their range",
    *(f"everywhere 1 if {kind} is left over" for kind in KIND_NAMES),
    "everywhere the number of pieces left over",
    *(f"everywhere the themes of the pieces left over, as above, part {part}" for part in (1, 2)),
    "everywhere the number of pieces that the acting seat has placed in the set-up",
    "everywhere 1 if the seat that looks acts",
)
ENCODING: Final = Encoding(
    RhodiumEncoder(),
    PLANES,
    rotated_grid(BOARD),
    items((buried_id(0, kind, theme), buried_id(1, kind, theme)) for kind, theme in _SORTS)
    + choices(("dismantle", "sacrifice", "capture", "top", "under"))
    + choices(str(number) for number in range(1, MOST_PIECES + 1)),
)
