"""The encoding of Daikuni for learning programs: the meaning of its planes and tokens."""

from __future__ import annotations

from typing import Final

from strata.core.learning.encoding import SIDES, Encoding, items, rotated_grid
from strata.games.daikuni.board import BOARD
from strata.games.daikuni.encoding.encoder import DaikuniEncoder
from strata.games.daikuni.gestures import waiting_id
from strata.games.daikuni.symbols import KIND_NAMES

PLANES: Final = (
    *(f"{side} {kind}" for side in SIDES for kind in KIND_NAMES),
    *(f"{side} tiles" for side in SIDES),
    *(
        f"everywhere 1 while {side} {kind} is off the board"
        for side in SIDES
        for kind in KIND_NAMES
    ),
    *(f"everywhere the number of tiles in {side} stock" for side in SIDES),
    "everywhere 1 if the seat that looks acts",
)
ENCODING: Final = Encoding(
    DaikuniEncoder(),
    PLANES,
    rotated_grid(BOARD),
    items((waiting_id(0, kind), waiting_id(1, kind)) for kind in range(len(KIND_NAMES))),
)
