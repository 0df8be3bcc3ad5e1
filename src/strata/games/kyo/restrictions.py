"""The restrictions of Kyo, and the tiles at fault when one refuses an action."""

from __future__ import annotations

from typing import Final

from strata.core.explaining.restriction import Restriction, in_order
from strata.core.outcome import SEATS
from strata.core.scene import Scene
from strata.games.kyo.board import BOARD, STEPS
from strata.games.kyo.rules.constants import (
    CHIPS_ON_ENEMY,
    DEPLOYED_SHIELD,
    KNIGHT_STEP,
    LATE_CHIPS,
    LIGHT_PAWN_LIFTS,
    MANA_ON_SHIELD,
    NOTHING_DONE,
    OTHER_STACK,
    OTHER_WAY,
    OUTNUMBERED,
    OWN_PAWN,
    SECOND_SHUFFLE,
    SHIELD_UNDER_PAWN,
    SHOT_LINE,
    TOO_MANY_CHIPS,
    TOWER_MOVED,
    TWENTY_MOVES,
    WITHOUT_MANA,
    from_of,
    to_of,
)
from strata.games.kyo.rules.state import KyoState

_OUTNUMBERING: Final = Restriction(
    "outnumbering",
    "K13",
    "a Light Pawn must outnumber to strike: more tiles beside its target must belong to {mover} "
    "than tiles beside itself to {other}.",
)
_ONE_STACK: Final = Restriction(
    "one-stack",
    "K7",
    "a turn is played with one stack: {mover goes/go} on with it, or {mover ends/end} the turn.",
)
RESTRICTIONS: Final = in_order(
    {
        OWN_PAWN: Restriction(
            "own-pawn", "K5", "a pawn cannot go where another pawn of its own side stands."
        ),
        OUTNUMBERED: _OUTNUMBERING,
        WITHOUT_MANA: Restriction(
            "mana-behind",
            "K9",
            "a further step must leave mana on top of the tile behind: dark for a straight step, "
            "light for a diagonal one.",
        ),
        OTHER_WAY: Restriction(
            "same-direction",
            "K9",
            "on mana of the same kind as before the pawn must go on in the same direction.",
        ),
        TWENTY_MOVES: Restriction("twenty", "K10", "a turn has at most 20 mana moves."),
        KNIGHT_STEP: Restriction(
            "knight-step",
            "K25",
            "a Knight leaps; it takes a single step only where it leaves mana of the right kind.",
        ),
        OTHER_STACK: _ONE_STACK,
        TOWER_MOVED: Restriction(
            "tower-moved",
            "K19",
            "the Tower has moved: now it can only deploy shields, or the turn ends.",
        ),
        LATE_CHIPS: Restriction(
            "late-chips", "K18", "once the pawn has moved, no chips move without it."
        ),
        MANA_ON_SHIELD: Restriction(
            "mana-on-shield", "K6", "chips laid on a deployed shield must all be shields."
        ),
        SHIELD_UNDER_PAWN: Restriction(
            "shield-under-pawn", "K6", "no shield can be put under another pawn."
        ),
        CHIPS_ON_ENEMY: Restriction(
            "chips-on-enemy", "K6", "chips alone cannot go to a tile with an enemy pawn."
        ),
        LIGHT_PAWN_LIFTS: Restriction(
            "light-pawn-lifts", "K4", "a Light Pawn cannot lift the chips under it."
        ),
        TOO_MANY_CHIPS: Restriction(
            "too-many-chips",
            "K4",
            "only chips above the first one of {other} can be lifted, and no shield without a "
            "pawn on it; a pawn lifts five at most.",
        ),
        DEPLOYED_SHIELD: Restriction(
            "deployed-shield", "K3", "a deployed shield lies fast until a Tower stands on it."
        ),
        SECOND_SHUFFLE: Restriction(
            "second-shuffle", "K22", "the Queen has shuffled already; she can after a mana move."
        ),
        SHOT_LINE: Restriction(
            "shot-line",
            "K27",
            "a Cannon fires the uppermost chip under it, which must be mana of {mover}: a dark one "
            "straight, a light one diagonally.",
        ),
        NOTHING_DONE: Restriction(
            "nothing-done", "K23", "a turn cannot end before something is done."
        ),
    }
)


def fault_cells(
    state: KyoState, scene: Scene, code: int, restriction: Restriction
) -> tuple[str, ...]:
    """Return the tiles at fault."""
    if restriction == _ONE_STACK:
        return (BOARD.names[state.turn()[0]],)
    if restriction == _OUTNUMBERING:
        enemy = SEATS[1 - state.get_seat()]
        start, target = from_of(code), to_of(code)
        near = (BOARD.names[tile] for tile in BOARD.neighbours(start, STEPS))
        stacks = scene.stacks
        beside = (name for name in near if name in stacks and stacks[name][-1].owner == enemy)
        return BOARD.names[start], BOARD.names[target], *beside
    return ()
