/** Where a small window goes: beside its anchor, inside its room, over nothing that counts. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 8;
/** Pixels that count as nothing: boxes of the page are not whole numbers. */
const SLACK = 1;

/**
 * The upper left corner of a window of `width` × `height` that lies inside `room` and covers neither
 * the anchor nor anything of `avoid`; null where there is none. It is tried below, above, to the
 * right and to the left of the anchor, then further and further away, at last beside `board`.
 */
export function placeBeside(
  anchor: Box,
  { width, height }: { width: number; height: number },
  board: Box,
  room: Box,
  avoid: readonly Box[] = [],
): { x: number; y: number } | null {
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
  places.push(
    { x: board.x + board.width + GAP, y: middleY },
    { x: board.x - width - GAP, y: middleY },
  );
  if (width > room.width || height > room.height) return null;
  for (const side of places) {
    const x = clamp(side.x, room.x, room.x + room.width - width);
    const y = clamp(side.y, room.y, room.y + room.height - height);
    const box = { x, y, width, height };
    if (![anchor, ...avoid].some((other) => overlaps(box, other))) return { x, y };
  }
  return null;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

function overlaps(a: Box, b: Box): boolean {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > SLACK && high > SLACK;
}
