"""What a scene of Kyo says of the turn in progress."""

from __future__ import annotations

import strata
from strata.core.explaining.telling import read

GAME = strata.game("kyo")
# The second picture of the guide: a Heavy Pawn that mana carries on.
CARRIED = "9,dk/10/10/10/10/10/10/3,DLLH,6/10/K,9 first - 0"


def test_mana_moves_are_told_by_tiles() -> None:
    position = GAME.position(CARRIED).play("d3d4+2")
    (line,) = position.scene().status
    assert read(line, "first") == (
        "Your Heavy Pawn on d4 has made 1 mana move, the last from d3: mana may carry it on, or "
        "end the turn"
    )
    (line,) = position.play("d4e5+1").scene().status
    assert read(line).startswith("First's Heavy Pawn on e5 has made 2 mana moves, the last from d4")
