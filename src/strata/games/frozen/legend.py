"""The legend of FrozenChess as a drawing: every symbol with its name, and the meaning of badges."""

from __future__ import annotations

from typing import Final

from strata.core.drawing.svg import draw_svg
from strata.core.outcome import SEATS, Seat
from strata.core.scene import Cell, Layer, Scene
from strata.games.frozen.kinds import LETTERS
from strata.games.frozen.symbols import KIND_SYMBOLS, SYMBOLS

_COLUMNS: Final = 12
_BADGES: Final = (
    "a number on a unit: frozen for so many of its turns; ! beside it: held by a trap",
    "+1: extra moves a turn",
    "↑5: a shadow, 5 turns before it may return",
    "dots: a dot for each body that it carries",
    "×3 on a tomb: so many dead, the first to return in its colour",
    "a number on a tomb: it explodes after so many turns",
    "a number on a tornado or flow: its turns; the pointer shows where it flows",
    "small pieces: other members of a fused body; the base is large",
)


def legend_svg() -> str:
    """Return the drawing: each kind of both seats, then the symbols of cells in first's colour."""
    tiles = [symbol for symbol in SYMBOLS if symbol not in KIND_SYMBOLS.values()]
    shown: list[tuple[str, Seat]] = [
        *((KIND_SYMBOLS[letter], owner) for letter in LETTERS for owner in SEATS),
        *((tile, "first") for tile in tiles),
    ]
    stacks: dict[str, tuple[Layer, ...]] = {
        f"{symbol} of {owner}": (Layer(symbol, owner),) for symbol, owner in shown
    }
    cells = tuple(
        _cell(name, number % _COLUMNS, number // _COLUMNS) for number, name in enumerate(stacks)
    )
    names = [f"{SYMBOLS[KIND_SYMBOLS[letter]].name} {letter}" for letter in LETTERS]
    names += [SYMBOLS[tile].name for tile in tiles]
    scene = Scene(
        game="frozen",
        seat=None,
        size=(float(_COLUMNS), float(-(-len(cells) // _COLUMNS))),
        cells=cells,
        labels=(),
        stacks=stacks,
        status=(", ".join(names), *_BADGES),
    )
    return draw_svg(scene, SYMBOLS)


def _cell(name: str, x: int, y: int) -> Cell:
    corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
    polygon = tuple((float(left), float(top)) for left, top in corners)
    return Cell(name, (x + 0.5, y + 0.5), polygon, (x + y) % 2, x, y)
