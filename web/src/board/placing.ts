/** Where a small window goes: beside its anchor, inside the frame, over as little as possible. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 8;

/**
 * The upper left corner of a window of `width` × `height`. It is tried below, above, to the right
 * and to the left of the anchor, then further and further away; the place that covers least of
 * `avoid` wins, the earlier on a tie.
 */
export function placeBeside(
  anchor: Box,
  { width, height }: { width: number; height: number },
  frame: Box,
  avoid: readonly Box[] = [],
): { x: number; y: number } {
  const middleX = anchor.x + anchor.width / 2 - width / 2;
  const middleY = anchor.y + anchor.height / 2 - height / 2;
  const places = [0, 1, 2, 3].flatMap((steps) => {
    const [right, down] = [steps * anchor.width + GAP, steps * anchor.height + GAP];
    return [
      { x: middleX, y: anchor.y + anchor.height + down },
      { x: middleX, y: anchor.y - height - down },
      { x: anchor.x + anchor.width + right, y: middleY },
      { x: anchor.x - width - right, y: middleY },
    ];
  });
  let best = { x: 0, y: 0 };
  let bestCost = Infinity;
  for (const side of places) {
    const x = clamp(side.x, frame.x, frame.x + frame.width - width);
    const y = clamp(side.y, frame.y, frame.y + frame.height - height);
    const box = { x, y, width, height };
    const cost =
      3 * overlap(box, anchor) + avoid.reduce((sum, other) => sum + overlap(box, other), 0);
    if (cost < bestCost) [best, bestCost] = [{ x, y }, cost];
  }
  return best;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}
