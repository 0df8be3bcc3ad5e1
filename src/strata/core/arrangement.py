"""Arrangements: pieces that a seat lays out on its own cells before anyone else sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from strata.core.errors import shown
from strata.core.scene import Item, Scene, Zone


class Arrangement(msgspec.Struct, frozen=True):
    """What the seat to act lays out: one piece per cell, each by one action.

    The next actions of the seat place the pieces in their `order`; the gesture of each action is a
    single cell. Which of `cells` are free for a piece depends only on the pieces placed before it,
    so every layout can be played.
    """

    cells: tuple[str, ...]
    """The cells on which pieces can be laid."""
    order: tuple[str, ...]
    """The pieces in the order in which they are placed, as ids of items of the scene."""
    zone: str
    """The id of the zone that holds the remaining pieces."""

    def missing(self, pieces: Mapping[str, str]) -> tuple[str, ...]:
        """Return the pieces that are not laid out yet, in order; `pieces` has a piece by cell."""
        laid = Counter(pieces.values())
        left = []
        for piece in self.order:
            if laid[piece]:
                laid[piece] -= 1
            else:
                left.append(piece)
        return tuple(left)

    def fault(self, pieces: Mapping[str, str]) -> str:
        """Return why `pieces` cannot be laid out like this; empty if they can."""
        room, army = set(self.cells), Counter(self.order)
        for cell, piece in pieces.items():
            if cell not in room:
                return f"no piece can be placed on {shown(cell)}"
            if piece not in army:
                return f"there is no piece {shown(piece)} to place"
        for piece, number in Counter(pieces.values()).items():
            if number > army[piece]:
                return f"got {number} pieces {shown(piece)}, expected at most {army[piece]}"
        return ""


def lay_out(scene: Scene, plan: Arrangement, pieces: Mapping[str, str]) -> Scene:
    """Return `scene`, in which no piece of `plan` is placed yet, with `pieces` laid out."""
    layers = {item.id: item.layer for zone in scene.zones for item in zone.items}
    laid = {cell: (*scene.stacks.get(cell, ()), layers[piece]) for cell, piece in pieces.items()}
    used = Counter(pieces.values())
    left = len(plan.order) - len(pieces)
    status = f"set-up: {len(pieces)} of {len(plan.order)} pieces are placed"
    if not left:
        status = f"set-up: all {len(pieces)} pieces are placed; finish it or keep rearranging"
    return msgspec.structs.replace(
        scene,
        stacks={**scene.stacks, **laid},
        zones=tuple(_left(zone, used) if zone.id == plan.zone else zone for zone in scene.zones),
        status=(status,),
    )


def _left(zone: Zone, used: Mapping[str, int]) -> Zone:
    items = (
        Item(item.id, item.layer, item.count - used.get(item.id, 0))
        for item in zone.items
        if item.count > used.get(item.id, 0)
    )
    return Zone(zone.id, zone.title, zone.seat, tuple(items))
