/**
 * Where the layers of a stack go in a cell of 100 × 100: the port of core/drawing/stacking.py, with the
 * same numbers.
 */
import type { Layer, Symbol } from "./protocol";

const FLOOR = 45;
const PITCH = 11.5;
const MOST_COLUMNS = 4;
const CHIP_HEIGHT = 20;

/** A layer with the middle of its symbol, from the middle of the cell, and its scale. */
export interface Placed {
  layer: Layer;
  x: number;
  y: number;
  wide: number;
  high: number;
}

export type Symbols = Readonly<Record<string, Symbol>>;

/** The layers with their places, in the order in which they are drawn. */
export function placeLayers(layers: readonly Layer[], symbols: Symbols): Placed[] {
  const ofForm = (form: string) => layers.filter((layer) => symbols[layer.symbol]?.form === form);
  const chips = ofForm("chip");
  const pieces = ofForm("piece");
  const { rows, columns, pitch } = grid(chips.length, pieces.length > 0);
  return [
    ...ofForm("tile").map((layer) => ({ layer, x: 0, y: 0, wide: 1, high: 1 })),
    ...placeChips(chips, rows, columns, pitch),
    ...placePieces(pieces, pitch * Math.min(rows, chips.length)),
  ];
}

/** Whether a layer hides the cell itself. */
export function isCovered(layers: readonly Layer[], symbols: Symbols): boolean {
  return layers.some((layer) => symbols[layer.symbol]?.form === "tile");
}

/** Chips to a column, columns, and the height of a chip. */
function grid(chips: number, underAPiece: boolean) {
  const rows = underAPiece ? 4 : 8;
  const columns = Math.ceil(chips / rows);
  if (columns <= MOST_COLUMNS) return { rows, columns, pitch: PITCH };
  const crowded = Math.ceil(chips / MOST_COLUMNS);
  return { rows: crowded, columns: MOST_COLUMNS, pitch: (PITCH * rows) / crowded };
}

function placeChips(chips: Layer[], rows: number, columns: number, pitch: number): Placed[] {
  const width = Math.min(72, 92 / Math.max(columns, 1));
  const left = width / 2 - (width * columns) / 2;
  return chips.map((layer, index) => ({
    layer,
    x: left + width * Math.floor(index / rows),
    y: FLOOR - pitch * ((index % rows) + 0.5),
    wide: (width - 2) / 100,
    high: (pitch - 1.5) / CHIP_HEIGHT,
  }));
}

/** `ground` is the height of the chips on which the pieces stand. */
function placePieces(pieces: Layer[], ground: number): Placed[] {
  const top = pieces.at(-1);
  if (!top) return [];
  const covered = pieces.slice(0, -1);
  const rowWidth = Math.min(34, 92 / Math.max(covered.length, 1));
  const room = 92 - ground - (covered.length ? 0.8 * rowWidth : 0);
  const scale = Math.min(0.9, Math.max(0.5, room / 92));
  const left = (-rowWidth * (covered.length - 1)) / 2;
  const row = covered.map((layer, index) => ({
    layer,
    x: left + rowWidth * index,
    y: FLOOR - ground - rowWidth / 2,
    wide: rowWidth / 100,
    high: rowWidth / 100,
  }));
  return [...row, { layer: top, x: 0, y: -46 + 46 * scale, wide: scale, high: scale }];
}
