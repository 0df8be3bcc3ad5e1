"""The reach of the pieces of the seat that does not act."""

from __future__ import annotations

from strata.core.explaining.reach import Reach, top_owner
from strata.core.outcome import Seat
from strata.core.position import Position, View


def other_reaches(position: Position | View, acting: Seat | None) -> dict[str, Reach]:
    """Return the reach of each piece that `acting` does not own, by cell.

    Where the pieces of `acting` can go follows from the choices.
    """
    scene = position.scene()
    others = (cell for cell in scene.stacks if top_owner(scene, cell) not in (None, acting))
    found = ((cell, position.reach(cell)) for cell in others)
    return {cell: reach for cell, reach in found if reach}
