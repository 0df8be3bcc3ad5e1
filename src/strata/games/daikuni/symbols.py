"""The symbols of Daikuni: drawings of tiles and pieces that differ without colour too.

Tiles are flat and fill the cell: first's have a straight grain, second's are hatched. Pieces stand
on them, smaller and with a heavy outline.
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
_HATCH = '<path class="grain" d="M-38-8L-8-38M-38 22L22-38M-30 38L38-30M0 38L38 0M26 40L40 26"/>'
_KING = (
    '<path class="body" d="M-27 37L-36 2Q-36-14-21-14Q-6-14 0 2Q6-14 21-14Q36-14 36 2L27 37Z"/>'
    '<path class="body" d="M-4 4V-22H-12V-31H-4V-42H4V-31H12V-22H4V4Z"/>'
    '<path class="line" d="M-29 24Q0 15 29 24"/>'
)
_QUEEN = (
    '<path class="body" d="M-24 37L-36-14L-15 7L0-26L15 7L36-14L24 37Z"/>'
    '<path class="line" d="M-26 24Q0 16 26 24"/>'
    '<circle class="body" cx="-36" cy="-20" r="7"/><circle class="body" cx="0" cy="-33" r="7"/>'
    '<circle class="body" cx="36" cy="-20" r="7"/>'
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
