"""How the tiles and pieces of Daikuni look: own drawings, told apart without colour too.

Tiles are flat and fill the cell: first's with straight grain, second's hatched. Pieces stand on
them, smaller, with a heavy outline.
"""

from __future__ import annotations

from typing import Final

from strata.core.scene import Symbol

KIND_NAMES: Final = ("King", "Queen", "Soldier")


def tile_symbol(seat: int) -> str:
    return ("grained-tile", "hatched-tile")[seat]


def piece_symbol(kind: int) -> str:
    return KIND_NAMES[kind].lower()


_TILE = '<rect class="tile" x="-46" y="-46" width="92" height="92" rx="9"/>'
_GRAIN = '<path class="grain" d="M-36-26H36M-36 0H36M-36 26H36"/>'
_HATCH = (
    '<path class="grain" d="M-38-8L-8-38M-38 22L22-38M-30 38L38-30M0 38L38 0M26 40L40 26"/>'
)
_KING = (
    '<path class="body" d="M-24 32L-31-7Q-14 2-8-11Q-3-3 0-15Q3-3 8-11Q14 2 31-7L24 32Z"/>'
    '<path class="line" d="M0-15V-38M-9-29H9M-25 20Q0 13 25 20"/>'
)
_QUEEN = (
    '<path class="body" d="M-22 32L-33-16L-14 4L0-26L14 4L33-16L22 32Z"/>'
    '<path class="line" d="M-23 20Q0 13 23 20"/>'
    '<circle class="body" cx="-33" cy="-21" r="6"/><circle class="body" cx="0" cy="-32" r="6"/>'
    '<circle class="body" cx="33" cy="-21" r="6"/>'
)
_SOLDIER = (
    '<path class="body" d="M-26-30H26V-2Q26 24 0 37Q-26 24-26-2Z"/>'
    '<path class="line" d="M0-30V37M-26-4H26"/>'
)

SYMBOLS: Final = {
    "grained-tile": Symbol("tile", "tile", _TILE + _GRAIN, ("░", "░")),
    "hatched-tile": Symbol("tile", "tile", _TILE + _HATCH, ("▒", "▒")),
    "king": Symbol("King", "piece", _KING, ("K", "k")),
    "queen": Symbol("Queen", "piece", _QUEEN, ("Q", "q")),
    "soldier": Symbol("Soldier", "piece", _SOLDIER, ("S", "s")),
}
