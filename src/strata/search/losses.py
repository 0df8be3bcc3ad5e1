"""What a seat loses by an action: something leaves the board, or changes its owner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from strata.core.explaining.scene_changes import Became, Left, compare_scenes
from strata.core.outcome import Seat
from strata.core.position import Position
from strata.core.scene import Layer


def losses(before: Position, after: Position, focus: Sequence[str], victim: Seat) -> Iterator[str]:
    """Yield the cells on which `victim` loses something; `focus` are the cells of the action."""
    for event in compare_scenes(before.scene(), after.scene(), before.rules.symbols, focus):
        match event:
            case Left(layer=Layer(owner=owner), cell=cell) if owner == victim:
                yield cell
            case Became(old=Layer(owner=owner), new=new, cell=cell) if owner == victim:
                if new.owner != victim:
                    yield cell
