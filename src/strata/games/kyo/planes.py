"""The encoding of Kyo for learning programs: the meaning of its planes and tokens."""

from __future__ import annotations

from itertools import product
from typing import Final

from strata.core.learning.encoding import SIDES, Encoding, Word, choices, mirrored_grid
from strata.games.kyo.board import BOARD
from strata.games.kyo.encoding.constants import DEEP_PLANES, MOST_CHIPS
from strata.games.kyo.encoding.encoder import KyoEncoder
from strata.games.kyo.notation import KIND_NAMES, PHASES

_CHIPS: Final = (*(f"{side} {kind} mana" for side in SIDES for kind in ("dark", "light")), "shield")
PLANES: Final = (
    *(f"{side} {kind}" for side in SIDES for kind in KIND_NAMES[1:]),
    "the number of chips on each tile",
    *(f"chip {level} from the top is {chip}" for level in range(1, 6) for chip in _CHIPS),
    *(
        f"chips {6 + 3 * part} to {8 + 3 * part} from the top, times 36, 6 and 1: 0 none, "
        "1 to 5 the kinds of chips in the order above"
        for part in range(DEEP_PLANES)
    ),
    "the tile of the pawn of a turn in progress",
    *(f"everywhere 1 in the phase {phase}" for phase in PHASES[1:]),
    "everywhere the direction of a turn in progress: 1 away from the seat, clockwise to 8; 0 none",
    "everywhere the number of mana moves in this turn",
    "everywhere 1 if the pawn of the turn stands on enemy mana",
    "everywhere 1 if a Queen's chips were shuffled in this turn",
    "everywhere the number of turns since something was removed",
    "everywhere 1 if the seat that looks acts",
)


def _orders() -> list[tuple[str, str]]:
    """Return the orders of shuffles by their numbers, each as both seats write it."""
    found = []
    for chips in range(2, 6):
        for mana in range(chips + 1):
            for bits in product("DL", repeat=mana):
                # the last of `bits` is the uppermost mana chip, which has the lowest bit
                letters = "".join(bits) + "S" * (chips - mana)
                found.append((f"~{letters}", "~" + letters.lower().replace("s", "S")))
    return found


ENCODING: Final = Encoding(
    KyoEncoder(),
    PLANES,
    mirrored_grid(BOARD, 10),
    choices(("end", "shuffle", "x", "!"))
    + choices(f"+{number}" for number in range(6))
    + choices(f"-{number}" for number in range(1, MOST_CHIPS + 1))
    + tuple(Word("choice", both) for both in _orders()),
)
