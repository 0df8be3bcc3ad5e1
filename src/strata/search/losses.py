"""What a seat loses by an action: something leaves the board, or changes its owner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from strata.core.explaining.scene_changes import Became, Left, compare_scenes
from strata.core.outcome import Seat
from strata.core.position import Position
from strata.core.scene import Layer


def losses(
    before: Position, after: Position, focus: Sequence[str], victim: Seat
) -> Iterator[tuple[str, Layer]]:
    """Yield what `victim` loses, with its cell; `focus` are the cells of the action."""
    for event in compare_scenes(before.scene(), after.scene(), before.rules.symbols, focus):
        match event:
            case Left(layer=lost, cell=cell) if lost.owner == victim:
                yield cell, lost
            case Became(old=lost, new=new, cell=cell) if lost.owner == victim != new.owner:
                yield cell, lost
