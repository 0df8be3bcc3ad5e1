"""The places of a stack's layers in a cell of 100 × 100, such that each can be seen.

tile     covers the cell
chip     in columns from bottom to top, the next column to the right of the one before: four
         chips to a column under a piece, eight in a bare stack; a stack that is too high for
         four columns has four columns of flatter chips
piece    above the chips; of several pieces the top one is large, the others below it
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from strata.core.scene import Layer, Symbol

_FLOOR: Final = 45.0
_PITCH: Final = 11.5
_MOST_COLUMNS: Final = 4
_CHIP_HEIGHT: Final = 20.0


class Placed(NamedTuple):
    """A layer with its scale and the centre of its symbol, relative to the centre of the cell."""

    layer: Layer
    x: float
    y: float
    wide: float
    high: float


def place_layers(layers: Sequence[Layer], symbols: Mapping[str, Symbol]) -> list[Placed]:
    """Return the layers with their places, in the order in which they are drawn."""
    by_form: dict[str, list[Layer]] = {"tile": [], "chip": [], "piece": []}
    for layer in layers:
        by_form[symbols[layer.symbol].form].append(layer)
    chips, pieces = by_form["chip"], by_form["piece"]
    rows, columns, pitch = _grid(len(chips), bool(pieces))
    return [
        *(Placed(layer, 0, 0, 1, 1) for layer in by_form["tile"]),
        *_place_chips(chips, rows, columns, pitch),
        *_place_pieces(pieces, pitch * min(rows, len(chips))),
    ]


def _grid(chips: int, under_a_piece: bool) -> tuple[int, int, float]:
    """Return the chips per column, the number of columns, and the height of a chip."""
    rows = 4 if under_a_piece else 8
    columns = -(-chips // rows)
    if columns <= _MOST_COLUMNS:
        return rows, columns, _PITCH
    tall = _PITCH * rows
    rows = -(-chips // _MOST_COLUMNS)
    return rows, _MOST_COLUMNS, tall / rows


def _place_chips(chips: Sequence[Layer], rows: int, columns: int, pitch: float) -> list[Placed]:
    width = min(72.0, 92.0 / max(columns, 1))
    left = width / 2 - width * columns / 2
    return [
        Placed(
            chip,
            left + width * (index // rows),
            _FLOOR - pitch * (index % rows + 0.5),
            (width - 2) / 100,
            (pitch - 1.5) / _CHIP_HEIGHT,
        )
        for index, chip in enumerate(chips)
    ]


def _place_pieces(pieces: Sequence[Layer], ground: float) -> list[Placed]:
    """Place the pieces above chips of the height `ground`."""
    if not pieces:
        return []
    *covered, top = pieces
    room = 92.0 - ground
    row_width = min(34.0, 92.0 / max(len(covered), 1))
    if covered:
        room -= 0.8 * row_width
    scale = min(0.9, max(0.5, room / 92))
    left = -row_width * (len(covered) - 1) / 2
    row = [
        Placed(
            piece,
            left + row_width * index,
            _FLOOR - ground - row_width / 2,
            row_width / 100,
            row_width / 100,
        )
        for index, piece in enumerate(covered)
    ]
    return [*row, Placed(top, 0, -46 + 46 * scale, scale, scale)]
