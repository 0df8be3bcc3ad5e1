import { describe, expect, it } from "vitest";
import { placeBeside } from "../src/board/placing";
import { rows, stepCell, type Direction } from "../src/geometry";
import type { Cell, Look } from "../src/protocol";
import hex from "./data/hex.json";
import square from "./data/square.json";

const LOOKS = { square, hex } as unknown as Record<string, Look>;
const named = (look: Look, name: string) => look.cells.find((cell) => cell.name === name) as Cell;

describe.each(Object.entries(LOOKS))("arrow keys on a %s board", (_, look) => {
  it.each([false, true])("reach every cell (flipped: %s)", (flipped) => {
    const start = look.cells[0] as Cell;
    const seen = new Set([start.name]);
    const queue = [start];
    for (let cell = queue.pop(); cell; cell = queue.pop()) {
      for (const way of ["up", "down", "left", "right"] as Direction[]) {
        const next = stepCell(look, cell, way, flipped);
        if (!seen.has(next.name)) queue.push(next);
        seen.add(next.name);
      }
    }
    expect(seen.size).toBe(look.cells.length);
  });

  it("has every cell once in its rows", () => {
    expect(rows(look.cells, false).flat()).toHaveLength(look.cells.length);
    expect(rows(look.cells, true).flat()).toEqual(rows(look.cells, false).flat().reverse());
  });
});

describe("arrow keys", () => {
  it("go to the neighbour, the other way when flipped, and stay at the edge", () => {
    const look = LOOKS["square"] as Look;
    expect(stepCell(look, named(look, "b2"), "up", false).name).toBe("b3");
    expect(stepCell(look, named(look, "b2"), "up", true).name).toBe("b1");
    expect(stepCell(look, named(look, "b2"), "right", false).name).toBe("c2");
    expect(stepCell(look, named(look, "a1"), "left", false).name).toBe("a1");
  });
});

describe("a small window", () => {
  const board = { x: 0, y: 0, width: 400, height: 400 };
  const size = { width: 100, height: 60 };
  const at = (x: number, y: number) => ({ x, y, width: 40, height: 40 });
  const everywhere = Array.from({ length: 100 }, (_, i) =>
    at(40 * (i % 10), 40 * Math.floor(i / 10)),
  );

  it("opens below its anchor", () => {
    expect(placeBeside(at(180, 100), size, board, board)).toEqual({ x: 150, y: 148 });
  });

  it("keeps off the anchor and inside its room at the lower edge", () => {
    const { y = 400 } = placeBeside(at(0, 360), size, board, board) ?? {};
    expect(y + size.height).toBeLessThanOrEqual(360);
  });

  it("covers nothing that is lit", () => {
    const lit = [at(140, 140), at(180, 140), at(220, 140)];
    expect(placeBeside(at(180, 100), size, board, board, lit)?.y).toBeLessThan(40);
  });

  it("goes beside the board where all of it is lit", () => {
    const room = { x: -20, y: 0, width: 700, height: 400 };
    expect(placeBeside(at(0, 0), size, board, room, everywhere)).toEqual({ x: 408, y: 0 });
    const mirrored = { ...room, x: -300 };
    expect(placeBeside(at(0, 0), size, board, mirrored, everywhere)?.x).toBe(-108);
  });

  it("has no place where there is no room", () => {
    expect(placeBeside(at(0, 0), size, board, board, everywhere)).toBeNull();
    expect(placeBeside(at(0, 0), { width: 401, height: 60 }, board, board)).toBeNull();
  });
});
