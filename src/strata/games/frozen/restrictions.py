"""The restrictions of FrozenChess in words, in the order of their bits (rules/constants.py)."""

from __future__ import annotations

from typing import Final

from strata.core.explaining.restriction import Restriction, in_order
from strata.games.frozen.rules import constants

# The rule and the text by the name of the bit, from which the key follows.
_TEXTS: Final = {
    "PARALYSED": ("F4", "This piece is frozen: it waits until its turns are counted off."),
    "PRESENCE": ("F48", "An enemy Jester beside this piece freezes it."),
    "GAZE": ("F41", "An enemy Queen beside this Pawn freezes it."),
    "PINCER": ("F1", "This piece stands between two enemy Pawns, which freeze it."),
    "CHOICE_DUE": ("F2", "What was begun must be finished first."),
    "OTHER_BODY": ("F13", "This turn goes on with the piece that has acted, or it ends."),
    "MOVES_ONLY": (
        "F14",
        "In a double move a piece only moves on; in a multimove it may also attack, but nothing "
        "else.",
    ),
    "WALLED": ("F11", "A wall stands there or in the way: nothing enters a wall."),
    "BODY_IN_WAY": ("F7", "A piece stands in the way."),
    "ONTO_OWN": ("F7", "A piece of the same side stands there."),
    "OTHER_CAPTURE": ("F9", "This unit does not capture where it moves."),
    "NO_CAPTURING": ("F9", "This kind never captures."),
    "OUT_OF_RANGE": ("F20", "That is beyond its range, which captures have made shorter."),
    "PAWN_LEAP": ("F7", "A Pawn goes two cells only over a piece in front of it."),
    "PAWN_ASIDE": ("F9", "A Pawn goes diagonally only to capture."),
    "FROG_TOMB": ("F31", "A Frog does not go onto a tomb."),
    "KNIGHTMARE": ("F37", "An enemy Knight attacks this Pawn: it may only step forward."),
    "GUARDED": ("F9", "That piece is guarded: at least two others protect it and are safe."),
    "IMMORTALITY": ("F9", "Frogs and Ships are immortal: nobody captures them."),
    "SAME_KIND": ("F18", "A unit does nothing to its own kind."),
    "SHIELD": ("F56", "The Templar's shield stops what it attacks itself."),
    "KING_SPARED": ("F45", "A King is immune to that."),
    "KING_ALONE": ("F45", "A King fuses with nothing and is carried by nothing."),
    "FUSE_FULL": ("F23", "A fused body holds eight units at most."),
    "NO_ROOM": ("F27", "There is no room: a Ship carries eight pieces, a Cannon one."),
    "UNLOAD_TAKEN": ("F28", "A Ship unloads onto a free cell only."),
    "TREB_TARGET": ("F32", "A Trebuchet fires at a wall or an open tomb only."),
    "NOT_SUSCEPTIBLE": (
        "F22",
        "That piece cannot be frozen so: a King, what stands beside its King, Rams and the same "
        "kind are immune.",
    ),
    "EMPTY_CANNON": ("F35", "The Cannon is empty: a piece must be loaded first."),
    "EXCHANGE_THREATENED": ("F43", "The King does not exchange with a piece that is threatened."),
    "NO_WALL_ROOM": ("F49", "There is no free cell beside that piece for a wall."),
    "TOO_EARLY": ("F51", "A Jester detonates only after ten turns on one cell."),
    "MIRROR_TAKEN": ("F54", "The cell opposite on the board is not free."),
    "NO_PORTAL": ("F54", "Only a Chancellor, or a piece that protects one, has a mirror portal."),
    "TORNADO_THERE": ("F57", "There is a tornado already."),
    "TRANSFER_THREATENED": ("F64", "A piece that is threatened cannot take over frozen turns."),
    "NOT_PARALYSED": ("F64", "That piece is not frozen."),
    "MORPH_THREATENED": ("F65", "A unit that is threatened cannot morph."),
    "MORPH_UNIT": ("F65", "Only a single unit morphs, and no Pawn."),
    "SPAWN_THREATENED": (
        "F66",
        "A unit spawns only where neither it nor the new cell is threatened.",
    ),
    "SPAWN_UNIT": ("F66", "Only a single unit spawns."),
    "SPAWN_CELL": ("F66", "A copy needs a free cell without tomb or trap."),
    "TOO_MANY": ("F66", "There are too many: five live Frogs, five Ships, and 192 units in all."),
    "CHANCELLOR_STAYS": ("F55", "An enemy Chancellor cannot be swapshot."),
    "MIND_PROTECTED": ("F68", "A piece that its own side protects cannot be controlled."),
    "MIND_COLOUR": ("F68", "Mind control works only between cells of one colour."),
    "MIND_IDLE": ("F68", "That piece could do nothing: it is frozen or has no legal action."),
    "TRAPPED": ("F69", "That piece is held by a trap and cannot be pulled."),
    "PUSH_TAKEN": ("F70", "The cell behind is not free."),
    "TEMPLAR_STANDS": ("F70", "A Templar cannot be pushed."),
    "SHADOW_UNIT": (
        "F71",
        "Only a single unit that is no Pawn becomes a shadow, where no other shadow is.",
    ),
    "SHADOW_CELL": ("F72", "A shadow enters and crosses no piece, no wall and no tomb."),
    "RETURN_EARLY": ("F74", "This shadow is too young to return."),
    "RETURN_CELL": ("F74", "A shadow returns only on a free cell without tomb or trap."),
    "RETURN_THREATENED": ("F74", "A shadow does not return where it would be threatened."),
    "STRIKE_TARGET": (
        "F75",
        "A shadow strikes single units only, no King, Pawn, Frog or Ship, where no shadow is.",
    ),
    "STRIKE_PROTECTED": (
        "F75",
        "A shadow strikes only a piece that nobody protects, on a cell of its own colour.",
    ),
    "TOMB_CLOSED": ("F63", "Only a tomb that an explosion has woken, on a free cell, opens."),
    "TOMB_ORDER": ("F63", "The first in that tomb is not {mover's}: the dead return in order."),
    "TOMB_WATCHED": (
        "F63",
        "Nobody returns where the enemy threatens, beside a Jester or in sight of a Ballista.",
    ),
    "MINORITY": ("F76", "A block turns only if {mover's} side outweighs the enemy in it."),
    "KING_UNSAFE": ("F5", "{mover's} King would be in check."),
    "KING_DIES": ("F5", "{mover's} own King would die."),
}


def _key(name: str) -> str:
    return name.lower().replace("_", "-")


RESTRICTIONS: Final = in_order(
    {
        getattr(constants, name): Restriction(_key(name), rule, text)
        for name, (rule, text) in _TEXTS.items()
    }
)
