"""Scenes as text for a terminal, legible without colour: letters tell the seats apart.

A cell is a block of lines: the piece with its tile around it, and below it the chips of the stack
from bottom to top, as many to a line as fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rich.text import Text

from strata.core.explaining.telling import fill_seats
from strata.core.outcome import SEATS, Seat
from strata.core.scene import Hue, Layer, Scene, Symbol, Zone

_CHIPS_A_LINE: Final = 5
_NARROWEST: Final = 3
_EMPTY: Final = "·"
_SQUARE: Final = 4  # corners of a cell of a rectangular board
_PIECE_STYLE: Final[dict[Hue | None, str]] = {
    "sand": "bold black on yellow",
    "blue": "bold white on blue",
    "red": "bold white on red",
    None: "bold",
}
_FLAT_STYLE: Final[dict[Hue | None, str]] = {
    "sand": "yellow",
    "blue": "bright_blue",
    "red": "bright_red",
    None: "bold white",
}
_MARK_STYLE: Final = {
    "last": "underline",
    "check": "bold white on magenta",
    "turn": "reverse",
    "effect": "italic",
}

# The direction of a layer, in sixths of a circle.
_ARROWS: Final = "↑↗↘↓↙↖"

Block = list[Text]


def draw_terminal(
    scene: Scene,
    symbols: Mapping[str, Symbol],
    *,
    flipped: bool = False,
    reader: Seat | None = None,
) -> Text:
    """Return the board with its zones and status, for the holder of the seat `reader`."""
    return _Drawing(scene, symbols, flipped, reader).text()


class _Drawing:
    def __init__(
        self, scene: Scene, symbols: Mapping[str, Symbol], flipped: bool, reader: Seat | None
    ) -> None:
        self.scene = scene
        self.symbols = symbols
        self.flipped = flipped
        self.reader = reader
        self.marks: dict[str, list[str]] = {}
        for mark in scene.marks:
            for name in mark.cells:
                self.marks.setdefault(name, []).append(_MARK_STYLE[mark.kind])
        self.columns = 1 + max(cell.column for cell in scene.cells)
        self.width = max([_NARROWEST, *map(self._natural_width, scene.stacks.values())])

    def text(self) -> Text:
        upper: Seat = "first" if self.flipped else "second"
        above = [self._zone(zone) for zone in self.scene.zones if zone.seat == upper]
        below = [self._zone(zone) for zone in self.scene.zones if zone.seat != upper]
        status = [Text(fill_seats(line, self.reader), style="bold") for line in self.scene.status]
        return Text("\n").join([*above, *self._board(), *below, *status])

    def _hue(self, layer: Layer) -> Hue | None:
        return None if layer.owner is None else self.scene.hues[SEATS.index(layer.owner)]

    def _raised(self, layer: Layer) -> str:
        return _PIECE_STYLE[self._hue(layer)]

    def _flat(self, layer: Layer) -> str:
        return _FLAT_STYLE[self._hue(layer)]

    def _chips(self, layers: tuple[Layer, ...]) -> list[Layer]:
        return [layer for layer in layers if self.symbols[layer.symbol].form == "chip"]

    def _natural_width(self, layers: tuple[Layer, ...]) -> int:
        pieces = sum(
            len(self._glyph(layer)) + len(self._badges(layer))
            for layer in layers
            if self.symbols[layer.symbol].form == "piece"
        )
        return max(min(_CHIPS_A_LINE, len(self._chips(layers))), pieces)

    def _badges(self, layer: Layer) -> str:
        """Return the direction of a layer and the signs of its badges."""
        signs = "".join(badge.sign for badge in layer.badges)
        if layer.turn is None:
            return signs
        turn = layer.turn + (180 if self.flipped else 0)
        return _ARROWS[round(turn / 60) % 6] + signs

    def _glyph(self, layer: Layer) -> str:
        return self.symbols[layer.symbol].glyphs[1 if layer.owner == "second" else 0]

    def _block(self, name: str) -> Block:
        layers = self.scene.stacks.get(name, ())
        block = [self._top(layers), *self._chip_lines(self._chips(layers))]
        if layers and len(self._chips(layers)) == len(layers):
            del block[0]
        for style in self.marks.get(name, ()):
            for line in block:
                line.stylize(style)
        return block

    def _top(self, layers: tuple[Layer, ...]) -> Text:
        ground = Text(" " * self.width)
        for layer in layers:
            if self.symbols[layer.symbol].form == "tile":
                ground = Text(self._glyph(layer) * self.width, style=self._flat(layer))
        pieces = [layer for layer in layers if self.symbols[layer.symbol].form == "piece"]
        middle = Text()
        for piece in pieces:
            middle.append(self._glyph(piece), style=self._raised(piece))
            middle.append(self._badges(piece), style=self._flat(piece))
        if not layers:
            middle = Text(_EMPTY, style="dim")
        left = (self.width - len(middle)) // 2
        return Text.assemble(ground[:left], middle, ground[left + len(middle) :])

    def _chip_lines(self, chips: list[Layer]) -> Iterator[Text]:
        for begin in range(0, len(chips), self.width):
            line = Text()
            for chip in chips[begin : begin + self.width]:
                line.append(self._glyph(chip), style=self._flat(chip))
            line.align("center", self.width)
            yield line

    def _board(self) -> Iterator[Text]:
        blocks = {(cell.column, cell.line): self._block(cell.name) for cell in self.scene.cells}
        for label in self.scene.labels:
            text = Text(label.text, style="dim")
            text.align("center" if label.column >= 0 else "right", self.width)
            blocks[label.column, label.line] = [text]
        lines = [line for _, line in blocks]
        rows = list(range(min(lines), max(lines) + 1))
        columns = list(range(-1, self.columns))
        if self.flipped:
            rows.reverse()
            columns.reverse()
            if len(self.scene.cells[0].polygon) == _SQUARE:  # the numbers of ranks stay on the left
                columns = [-1, *columns[:-1]]
        for line in rows:
            yield from self._row(blocks, columns, line)

    def _row(
        self, blocks: dict[tuple[int, int], Block], columns: list[int], line: int
    ) -> Iterator[Text]:
        present = [blocks.get((column, line), []) for column in columns]
        for part in range(max(map(len, present))):
            row = Text()
            for block in present:
                row.append(block[part] if part < len(block) else Text(" " * self.width))
                row.append(" ")
            row.rstrip()
            yield row

    def _zone(self, zone: Zone) -> Text:
        text = Text.assemble((f"{fill_seats(zone.title, self.reader)}: ", "dim"))
        for item in zone.items:
            symbol = self.symbols[item.layer.symbol]
            raised = symbol.form == "piece"
            style = self._raised(item.layer) if raised else self._flat(item.layer)
            text.append(self._glyph(item.layer), style=style)
            count = f" {symbol.name}" + (f" ×{item.count}" if item.count != 1 else "")
            text.append(f"{count}   ")
        if not zone.items:
            text.append("nothing")
        text.rstrip()
        return text
