"""Pictures of cards: the specimen with the reach of the piece marked on it.

Of a large board only the part around the piece is drawn.
"""

from __future__ import annotations

from typing import Final

import msgspec

from strata.core.drawing.svg import draw_svg
from strata.core.explaining.reach import Reach
from strata.core.game import Game
from strata.core.geometry import Point
from strata.core.position import Position
from strata.core.scene import Cell, Mark, Scene
from strata.core.teaching.cards import Card

_LARGEST: Final = 11.0
"""The width or height, in cells, beyond which a board is cropped."""
_AROUND: Final = 4.1
"""The distance from the piece, in cells, within which everything is shown."""


def draw_specimen(game: Game, card: Card) -> str:
    """Return the picture of a card as an SVG document; empty if the card has no specimen."""
    position = game.specimen(card)
    if position is None:
        return ""
    scene = mark_reach(position, card.cell)
    if max(scene.size) > _LARGEST:
        scene = _cut(scene, card.cell, position.reach(card.cell))
    return draw_svg(scene, position.rules.symbols)


def mark_reach(position: Position, cell: str) -> Scene:
    """Return the scene of `position` with `cell` and its reach as the only marks.

    Zones and status are left out.
    """
    reach = position.reach(cell)
    marks = (
        Mark("turn", (cell,), "this card's piece"),
        Mark("effect", reach.moves, "it can go or act here"),
        Mark("check", reach.attacks, "it can act on what is here"),
    )
    return msgspec.structs.replace(
        position.scene(), marks=tuple(mark for mark in marks if mark.cells), zones=(), status=()
    )


def _cut(scene: Scene, cell: str, reach: Reach) -> Scene:
    """Return the part of the scene with the surroundings of `cell` and all that it attacks."""
    centres = {each.name: each.centre for each in scene.cells}
    x, y = centres[cell]
    shown = [(x - _AROUND, y - _AROUND), (x + _AROUND, y + _AROUND)]
    shown += [centres[name] for name in reach.attacks]
    left, top = (min(point[axis] for point in shown) for axis in (0, 1))
    right, bottom = (max(point[axis] for point in shown) for axis in (0, 1))
    kept = [
        each
        for each in scene.cells
        if left <= each.centre[0] <= right and top <= each.centre[1] <= bottom
    ]
    corners = [corner for each in kept for corner in each.polygon]
    origin = min(x for x, _ in corners), min(y for _, y in corners)
    names = {each.name for each in kept}
    return msgspec.structs.replace(
        scene,
        size=(max(x for x, _ in corners) - origin[0], max(y for _, y in corners) - origin[1]),
        cells=tuple(_shifted(each, origin) for each in kept),
        labels=(),
        stacks={name: stack for name, stack in scene.stacks.items() if name in names},
        marks=tuple(_within(mark, names) for mark in scene.marks),
    )


def _shifted(cell: Cell, origin: Point) -> Cell:
    def moved(point: Point) -> Point:
        return point[0] - origin[0], point[1] - origin[1]

    polygon = tuple(moved(corner) for corner in cell.polygon)
    return msgspec.structs.replace(cell, centre=moved(cell.centre), polygon=polygon)


def _within(mark: Mark, names: set[str]) -> Mark:
    cells = tuple(cell for cell in mark.cells if cell in names)
    return msgspec.structs.replace(mark, cells=cells)
