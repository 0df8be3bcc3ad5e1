"""Scenes as SVG documents. This module knows scenes and symbols, but no game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from strata.core.drawing.stacking import Placed, place_layers
from strata.core.explaining.telling import fill_seats, whose
from strata.core.geometry import Point
from strata.core.outcome import SEATS, Seat
from strata.core.scene import Cell, Hue, Layer, Mark, MarkKind, Scene, Symbol, Zone

_UNIT: Final = 100  # units of the drawing per cell
_PIXELS: Final = 56  # pixels per cell, in a document of the drawing's own size
_MARGIN: Final = 50
_STRIP: Final = 96  # height of a zone
_LINE: Final = 38  # height of a line of status
_LETTER: Final = 17.5  # width of a letter of status
_POINTER: Final = "M-25-36L0-53L25-36Z"  # at the rim of a symbol that has a direction

_INSETS: Final[dict[MarkKind, float]] = {"last": 0.05, "check": 0.1, "turn": 0.02, "effect": 0.15}

# A page with the drawing in it can replace these colours by CSS variables.
_STYLE: Final = """
.paper{fill:#fbfaf7;fill:var(--board-edge,#fbfaf7)}
.cell{stroke:#b9b2a3;stroke:var(--cell-line,#b9b2a3);stroke-width:1.5}
.shade0{fill:#ece6d8;fill:var(--shade0,#ece6d8)}.shade1{fill:#f6f2e8;fill:var(--shade1,#f6f2e8)}.shade2{fill:#e2dac8;fill:var(--shade2,#e2dac8)}
text{font-family:"DejaVu Sans",Verdana,sans-serif;fill:#4a4438;fill:var(--coordinate,#4a4438)}
.coordinate{font-size:24px;text-anchor:middle}
.caption{font-size:26px}
.count{font-size:26px;font-weight:bold}
.height{font-size:20px;font-weight:bold;text-anchor:start;stroke:#fbfaf7;stroke:var(--board-edge,#fbfaf7);stroke-width:5;paint-order:stroke}
.badge{font-size:22px;font-weight:bold;text-anchor:end}
.status{font-size:26px;font-weight:bold}
.tile,.dark,.light{stroke-width:3}
.grain{fill:none;stroke-width:3;stroke-linecap:round;opacity:.55}
.body,.line{stroke-width:5;stroke-linejoin:round;stroke-linecap:round}
.line{fill:none}
.detail{stroke:none}
.mark{fill:none;stroke-width:7}
.last{stroke:#b35900;stroke:var(--last,#b35900)}
.tint{stroke:none;fill:#b35900;fill:var(--last,#b35900);fill-opacity:.2}
.casing{stroke:#ffffff;stroke:var(--casing,#ffffff);stroke-width:12;stroke-opacity:.7}
.check{stroke:#c0272d;stroke:var(--check,#c0272d)}
.turn{stroke:#8a2be2;stroke:var(--turn,#8a2be2)}
.effect{stroke:#0b7285;stroke:var(--effect,#0b7285);stroke-dasharray:4 6}
"""

DARK: Final = {
    "--shade0": "#4b443a",
    "--shade1": "#585044",
    "--shade2": "#3f392f",
    "--cell-line": "#2b261f",
    "--board-edge": "#332e27",
    "--coordinate": "#d8cfbe",
    "--last": "#ffb066",
    "--casing": "#15120e",
    "--check": "#ff8c88",
    "--turn": "#d3a6ff",
    "--effect": "#7fd6e6",
}
"""The values of those variables on a dark page."""


_VARIABLE: Final = re.compile(r"var\((--[a-z0-9-]+),([^()]*)\)")


class _Palette(NamedTuple):
    tile: str
    edge: str
    grain: str
    body: str
    line: str
    dark: str
    light: str
    rim: str


_PALETTES: Final[dict[Hue | None, _Palette]] = {
    "sand": _Palette(
        tile="#f2cf8d",
        edge="#9a6a1f",
        grain="#9a6a1f",
        body="#fffdf6",
        line="#2d2110",
        dark="#8f5e0a",
        light="#ffe8b3",
        rim="#3d2903",
    ),
    "blue": _Palette(
        tile="#4f7ea3",
        edge="#1c3b57",
        grain="#d4e4f1",
        body="#17242f",
        line="#f7fbff",
        dark="#1d4e79",
        light="#cfe4f7",
        rim="#0b2033",
    ),
    "red": _Palette(
        tile="#b5535c",
        edge="#5a1119",
        grain="#f7d4d7",
        body="#3a0a12",
        line="#fff6f6",
        dark="#9b1c2e",
        light="#ffc9cd",
        rim="#3a0a12",
    ),
    None: _Palette(
        tile="#c3c7cb",
        edge="#30353a",
        grain="#30353a",
        body="#9aa0a6",
        line="#30353a",
        dark="#6b7178",
        light="#e6e8ea",
        rim="#202428",
    ),
}


def _owner_style(owner: str, hue: Hue | None) -> str:
    look = _PALETTES[hue]
    return (
        f".{owner} .tile{{fill:{look.tile};stroke:{look.edge}}}"
        f".{owner} .grain{{stroke:{look.grain}}}"
        f".{owner} .body{{fill:{look.body};stroke:{look.line}}}"
        f".{owner} .line{{stroke:{look.line}}}"
        f".{owner} .detail{{fill:{look.line}}}"
        f".{owner} .dark{{fill:{look.dark};stroke:{look.rim}}}"
        f".{owner} .light{{fill:{look.light};stroke:{look.rim}}}\n"
    )


def draw_svg(
    scene: Scene,
    symbols: Mapping[str, Symbol],
    *,
    flipped: bool = False,
    dark: bool = False,
    frame: tuple[int, int] | None = None,
) -> str:
    """Return the scene as an SVG document.

    `flipped` is the view from second's side. `dark` is for a dark page, if the drawing stands alone
    and cannot use the colours of the page. `frame` is the document's width and height in pixels:
    the drawing is in its middle, as large as it fits. By default the document is as large as the
    drawing.
    """
    return "\n".join(_Drawing(scene, symbols, flipped).document(dark, frame)) + "\n"


def fix_colours(svg: str, *, dark: bool = False) -> str:
    """Return a document of `draw_svg` with colours in place of CSS variables.

    This is for programs that do not support variables.
    """
    theme = DARK if dark else {}
    return _VARIABLE.sub(lambda found: theme.get(found[1], found[2]), svg)


class _Drawing:
    def __init__(self, scene: Scene, symbols: Mapping[str, Symbol], flipped: bool) -> None:
        self.scene = scene
        self.symbols = symbols
        self.flipped = flipped
        upper, lower = ("first", "second") if flipped else ("second", "first")
        self.above = [zone for zone in scene.zones if zone.seat == upper]
        self.below = [zone for zone in scene.zones if zone.seat in (lower, None)]
        self.width = scene.size[0] * _UNIT + 2 * _MARGIN
        self.top = self._strips(self.above) + _MARGIN / (2 if self.above else 1)
        self.bottom = self.top + scene.size[1] * _UNIT + _MARGIN
        self.status = [
            line for status in scene.status for line in wrap(fill_seats(status), self._letters())
        ]
        self.height = self.bottom + self._strips(self.below) + _LINE * (len(self.status) + 0.5)

    def _letters(self) -> int:
        """Return the number of letters of a status line that fit into the width."""
        return int((self.width - 2 * _MARGIN) / _LETTER)

    def place(self, point: Point) -> Point:
        """Return the place in the drawing of a point of the scene."""
        x, y = point
        if self.flipped:
            x, y = self.scene.size[0] - x, self.scene.size[1] - y
        return round(x * _UNIT + _MARGIN, 2), round(y * _UNIT + self.top, 2)

    def document(self, dark: bool, frame: tuple[int, int] | None) -> Iterator[str]:
        scale = _PIXELS / _UNIT
        x, y, wide, high = 0.0, 0.0, self.width, self.height
        pixels = wide * scale, high * scale
        if frame is not None:
            pixels = frame
            unit = max(wide / frame[0], high / frame[1])  # units of the drawing per pixel
            x, y = (wide - frame[0] * unit) / 2, (high - frame[1] * unit) / 2
            wide, high = frame[0] * unit, frame[1] * unit
        yield (
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="{x:g} {y:g} {wide:g} {high:g}" '
            f'width="{pixels[0]:.0f}" height="{pixels[1]:.0f}" role="img">'
        )
        yield f"<title>{escape(self._title())}</title>"
        owners = zip((*SEATS, "nobody"), (*self.scene.hues, None), strict=True)
        theme = ";".join(f"{name}:{colour}" for name, colour in DARK.items()) if dark else ""
        style = f"{_STYLE}svg{{{theme}}}\n" if dark else _STYLE
        yield f"<style>{style}{''.join(_owner_style(*owner) for owner in owners)}</style>"
        corner = f' x="{x:g}" y="{y:g}"' if frame is not None else ""
        yield f'<rect class="paper"{corner} width="{wide:g}" height="{high:g}"/>'
        for number, zone in enumerate(self.above):
            yield from self._zone(zone, self._strips(self.above[:number]))
        for cell in self.scene.cells:
            yield f'<polygon class="cell shade{cell.shade}" points="{self._points(cell)}"/>'
        for label in self.scene.labels:
            x, y = self.place(label.at)
            yield f'<text class="coordinate" x="{x:g}" y="{y + 8:g}">{escape(label.text)}</text>'
        last = [mark for mark in self.scene.marks if mark.kind == "last"]
        for cell in self.scene.cells:
            marks = [mark for mark in last if cell.name in mark.cells]
            if marks or cell.name in self.scene.stacks:
                yield from self._stack(cell, marks)
        for mark in self.scene.marks:
            if mark.kind != "last":
                yield from self._mark(mark)
        for number, zone in enumerate(self.below):
            yield from self._zone(zone, self.bottom + self._strips(self.below[:number]))
        yield from self._status()
        yield "</svg>"

    def _title(self) -> str:
        acting = f"{self.scene.seat} to act" if self.scene.seat else "over"
        return f"{self.scene.game}, {acting}"

    def _points(self, cell: Cell, inset: float = 0.0) -> str:
        cx, cy = cell.centre
        corners = (
            (cx + (x - cx) * (1 - inset), cy + (y - cy) * (1 - inset)) for x, y in cell.polygon
        )
        return " ".join(f"{x:g},{y:g}" for x, y in map(self.place, corners))

    def _stack(self, cell: Cell, marks: Sequence[Mark]) -> Iterator[str]:
        """Draw the stack of `cell`, with `marks` over its tiles and under its chips and pieces."""
        layers = self.scene.stacks.get(cell.name, ())
        x, y = self.place(cell.centre)
        yield f"<g transform={quoteattr(f'translate({x:g} {y:g})')}>"
        yield f"<title>{escape(f'{cell.name}: {describe_stack(layers, self.symbols)}')}</title>"
        placed = place_layers(layers, self.symbols)
        tiles = sum(self.symbols[layer.symbol].form == "tile" for layer in layers)
        yield from map(self._placed, placed[:tiles])
        if marks:
            yield from self._ground(cell, marks, is_covered=tiles > 0)
        yield from map(self._placed, placed[tiles:])
        chips = sum(self.symbols[layer.symbol].form == "chip" for layer in layers)
        if chips:
            yield f'<text class="height" x="-48" y="-32">{chips}</text>'
        signs = [badge.sign for layer in layers for badge in layer.badges if badge.sign]
        for number, sign in enumerate(signs):
            yield f'<text class="badge" x="46" y="{-28 + 20 * number}">{escape(sign)}</text>'
        yield "</g>"

    def _ground(self, cell: Cell, marks: Sequence[Mark], is_covered: bool) -> Iterator[str]:
        """Draw a frame, and a tint where no tile shows whose the cell is."""
        x, y = self.place(cell.centre)
        points = f'points="{self._points(cell, _INSETS["last"])}"'
        label = "; ".join(fill_seats(mark.label) for mark in marks)
        yield f'<g transform="translate({-x:g} {-y:g})"><title>{escape(label)}</title>'
        if not is_covered:
            yield f'<polygon class="mark tint" {points}/>'
        yield f'<polygon class="mark casing" {points}/>'
        yield f'<polygon class="mark last" {points}/></g>'

    def _placed(self, placed: Placed) -> str:
        return self._symbol(placed.layer, placed.x, placed.y, placed.wide, placed.high)

    def _symbol(self, layer: Layer, x: float, y: float, wide: float, high: float) -> str:
        drawing = self.symbols[layer.symbol].svg
        transform = f"translate({x:g} {y:g}) scale({wide:.4g} {high:.4g})"
        if layer.turn is not None:
            turn = (layer.turn + (180 if self.flipped else 0)) % 360
            pointer = f'<path class="body" transform="rotate({turn})" d="{_POINTER}"/>'
            drawing = f'{pointer}<g transform="scale(.74)">{drawing}</g>'
        return f'<g class="{layer.owner or "nobody"}" transform="{transform}">{drawing}</g>'

    def _mark(self, mark: Mark) -> Iterator[str]:
        inset = _INSETS[mark.kind]
        by_name = {cell.name: cell for cell in self.scene.cells}
        for name in mark.cells:
            points = self._points(by_name[name], inset)
            yield f'<polygon class="mark {mark.kind}" points="{points}">'
            yield f"<title>{escape(fill_seats(mark.label))}</title></polygon>"

    def _strips(self, zones: list[Zone]) -> float:
        """Return the height of zones stacked on one another."""
        return _STRIP * sum(1 + self._item_places(zone)[-1][1] for zone in zones)

    def _item_places(self, zone: Zone) -> list[tuple[float, int]]:
        """Return the left end and the row of each item of a zone, then the end of the last item."""
        begin = x = _MARGIN + 20.0 + 15 * len(fill_seats(zone.title))
        row = 0
        places = []
        for item in zone.items:
            wide = 86.0 + (18 * len(f"×{item.count}") if item.count != 1 else 0)
            if x > begin and x + wide > self.width:
                x, row = begin, row + 1
            places.append((x, row))
            x += wide
        return [*places, (x, row)]

    def _zone(self, zone: Zone, top: float) -> Iterator[str]:
        middle = top + _STRIP / 2 + 4
        title = escape(fill_seats(zone.title))
        yield f'<text class="caption" x="{_MARGIN}" y="{middle + 9:g}">{title}</text>'
        for item, (x, row) in zip(zone.items, self._item_places(zone), strict=False):
            y = middle + _STRIP * row
            yield f'<g transform="translate({x + 40:g} {y:g})">'
            yield f"<title>{escape(describe_stack((item.layer,), self.symbols))}</title>"
            yield self._symbol(item.layer, 0, 0, 0.72, 0.72)
            yield "</g>"
            if item.count != 1:
                yield f'<text class="count" x="{x + 82:g}" y="{y + 9:g}">×{item.count}</text>'

    def _status(self) -> Iterator[str]:
        y = self.bottom + self._strips(self.below) + _LINE * 0.6
        for line in self.status:
            yield f'<text class="status" x="{_MARGIN}" y="{y:g}">{escape(line)}</text>'
            y += _LINE


def describe_layer(layer: Layer, symbols: Mapping[str, Symbol], reader: Seat | None = None) -> str:
    """Return a layer in words, with its badges: `first's Rook (held for 3 turns)`."""
    owner = f"{fill_seats(whose(layer.owner), reader)} " if layer.owner else ""
    notes = ", ".join(fill_seats(badge.words, reader) for badge in layer.badges)
    facing = f" facing {layer.turn}°" if layer.turn is not None else ""
    return f"{owner}{symbols[layer.symbol].name}{facing}{f' ({notes})' if notes else ''}"


def describe_stack(
    layers: tuple[Layer, ...], symbols: Mapping[str, Symbol], reader: Seat | None = None
) -> str:
    """Return a stack in words from the top down, as a screen reader says it."""
    return " on ".join(describe_layer(layer, symbols, reader) for layer in reversed(layers)) or (
        "empty"
    )
