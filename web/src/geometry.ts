/** The board's plane: which way is up, which cell lies in a direction, what a cell's outline is. */
import type { Cell, Look } from "./protocol";

export type Point = readonly [number, number];
export type Direction = "up" | "down" | "left" | "right";

/** Units of the drawing to a cell. */
export const UNIT = 100;

const EDGE = 0.12;
const LABEL = 0.25;

/** A point of the look in the drawing; `flipped` is seen from second's side. */
export function place([x, y]: Point, size: Point, flipped: boolean): Point {
  const [px, py] = flipped ? [size[0] - x, size[1] - y] : [x, y];
  return [px * UNIT, py * UNIT];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What the drawing shows: the cells and, if they are wanted, the coordinates. */
export function extent(look: Look, flipped: boolean, coordinates: boolean): Box {
  const labels = coordinates
    ? look.labels.map(({ x, y }) => place([x, y], look.size, flipped))
    : [];
  const span = (axis: 0 | 1): Point => {
    const at = labels.map((label) => label[axis]);
    const low = Math.min(-EDGE * UNIT, ...at.map((n) => n - LABEL * UNIT));
    const high = Math.max((look.size[axis] + EDGE) * UNIT, ...at.map((n) => n + LABEL * UNIT));
    return [low, high - low];
  };
  const [x, width] = span(0);
  const [y, height] = span(1);
  return { x, y, width, height };
}

/** The `points` of a cell's polygon, drawn in by the share `inset`. */
export function outline(cell: Cell, look: Look, flipped: boolean, inset = 0): string {
  const [cx, cy] = cell.centre;
  return cell.polygon
    .map(([x, y]): Point => [cx + (x - cx) * (1 - inset), cy + (y - cy) * (1 - inset)])
    .map((corner) => place(corner, look.size, flipped).map((n) => n.toFixed(1)))
    .join(" ");
}

/** The cells in rows as they are read: from the top, each from the left. */
export function rows(cells: readonly Cell[], flipped: boolean): Cell[][] {
  const byLine = new Map<number, Cell[]>();
  for (const cell of cells) byLine.set(cell.line, [...(byLine.get(cell.line) ?? []), cell]);
  const way = flipped ? -1 : 1;
  return [...byLine.entries()]
    .sort(([a], [b]) => way * (a - b))
    .map(([, row]) => row.sort((a, b) => way * (a.column - b.column)));
}

const STEPS: Record<Direction, Point> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/**
 * The cell that an arrow key leads to: the nearest one in that direction. Where two are equally
 * near (sideways on hexagons) the one closer to the middle of the board, so that none is missed.
 */
export function stepCell(look: Look, from: Cell, direction: Direction, flipped: boolean): Cell {
  const way = flipped ? -1 : 1;
  const [dx, dy] = STEPS[direction].map((n) => n * way) as [number, number];
  let best = from;
  let bestScore = Infinity;
  for (const cell of look.cells) {
    const x = cell.centre[0] - from.centre[0];
    const y = cell.centre[1] - from.centre[1];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (ahead < 0.3 || aside > ahead + 0.01) continue;
    const fromMiddle = Math.hypot(
      cell.centre[0] - look.size[0] / 2,
      cell.centre[1] - look.size[1] / 2,
    );
    const score = ahead + 2 * aside + fromMiddle / 1000;
    if (score < bestScore) [best, bestScore] = [cell, score];
  }
  return best;
}
