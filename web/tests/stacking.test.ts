import { expect, it } from "vitest";
import type { Layer, Symbol } from "../src/protocol";
import { isCovered, placeLayers } from "../src/stacking";
import samples from "./data/stacking.json"; // made by core/stacking.py

const symbol = (form: Symbol["form"]): Symbol => ({ name: form, form, svg: "", glyphs: ["", ""] });
const SYMBOLS = { tile: symbol("tile"), "round-dark-chip": symbol("chip"), king: symbol("piece") };
const NAMES = Object.keys(SYMBOLS);

const stackOf = (counts: number[]): Layer[] =>
  counts.flatMap((count, form) =>
    Array.from({ length: count }, () => ({
      symbol: NAMES[form] ?? "",
      owner: "first" as const,
      badges: [],
      turn: null,
    })),
  );

it.each(samples)("places tiles, chips, pieces $layers as Python does", ({ layers, placed }) => {
  const found = placeLayers(stackOf(layers), SYMBOLS).map(({ layer, x, y, wide, high }) => [
    layer.symbol,
    ...[x, y, wide, high].map((n) => Number(n.toFixed(6)) + 0),
  ]);
  expect(found).toEqual(placed);
});

it("knows what covers a cell", () => {
  expect(isCovered(stackOf([1, 0, 1]), SYMBOLS)).toBe(true);
  expect(isCovered(stackOf([0, 2, 1]), SYMBOLS)).toBe(false);
});
