import { describe, expect, it } from "vitest";
import { glides, type Stacks } from "../src/board/gliding";
import type { Layer, Seat, Zone } from "../src/protocol";

const layer = (symbol: string, owner: Seat | null = "first"): Layer => ({
  symbol,
  owner,
  badges: [],
  turn: null,
});
/** Cells are numbers on a line. */
const distance = (from: string, to: string) => Math.abs(Number(from) - Number(to));
const moved = (before: Stacks, after: Stacks) =>
  glides({ stacks: before, zones: [] }, { stacks: after, zones: [] }, distance);

describe("gliding", () => {
  const [king, pawn] = [layer("k"), layer("p")];
  const chip = layer("c", null);

  it("is what left one cell and is new in another", () => {
    expect(moved({ 1: [king] }, { 2: [king] })).toEqual([{ from: "1", to: "2", index: 0 }]);
    expect(moved({ 1: [king] }, { 1: [king] })).toEqual([]);
  });

  it("goes on top of what is there, and takes what stood on it along", () => {
    const after = { 2: [chip, chip, king] };
    expect(moved({ 1: [chip, king], 2: [chip] }, after)).toEqual([
      { from: "1", to: "2", index: 1 },
      { from: "1", to: "2", index: 2 },
    ]);
  });

  it("lets what is taken vanish and what is new appear", () => {
    const enemy = layer("p", "second");
    expect(moved({ 1: [king], 2: [enemy] }, { 2: [king] })).toEqual([
      { from: "1", to: "2", index: 0 },
    ]);
    expect(moved({}, { 2: [pawn] })).toEqual([]);
    expect(moved({ 1: [enemy] }, { 1: [pawn] })).toEqual([]);
  });

  it("comes from the nearest of those that are alike", () => {
    expect(moved({ 1: [pawn], 5: [pawn] }, { 6: [pawn] })).toEqual([
      { from: "5", to: "6", index: 0 },
    ]);
  });

  it("is a promotion where there is no doubt", () => {
    expect(moved({ 1: [pawn] }, { 2: [layer("q")] })).toEqual([{ from: "1", to: "2", index: 0 }]);
    expect(moved({ 1: [pawn], 3: [king] }, { 2: [layer("q")] })).toEqual([]);
  });

  it("is a piece from a hand where none left a cell", () => {
    const hand = (count: number): Zone[] => {
      const items = count ? [{ id: "P", layer: pawn, count }] : [];
      return [{ id: "hand", title: "hand", seat: "first", items }];
    };
    const dropped = (before: Stacks, left: number, after: Stacks) =>
      glides({ stacks: before, zones: hand(2) }, { stacks: after, zones: hand(left) }, distance);
    const from = { zone: "hand", item: "P" };
    expect(dropped({}, 1, { 2: [pawn] })).toEqual([{ from, to: "2", index: 0 }]);
    expect(dropped({ 2: [chip] }, 0, { 2: [chip, pawn] })).toEqual([{ from, to: "2", index: 1 }]);
    expect(dropped({ 1: [pawn] }, 1, { 2: [pawn] })).toEqual([{ from: "1", to: "2", index: 0 }]);
    expect(dropped({}, 2, { 2: [pawn] })).toEqual([]);
    expect(dropped({}, 1, { 2: [king] })).toEqual([]);
  });

  it("is nothing where too much changed at once", () => {
    const kinds = ["a", "b", "c", "d"];
    const at = (from: number) =>
      Object.fromEntries(kinds.map((kind, n) => [String(from + n), [layer(kind)]]));
    expect(moved(at(0), at(10))).toEqual([]);
  });

  it("does not mind badges and facing", () => {
    const turned = { ...king, turn: 60, badges: [["2", "twice"]] as const };
    expect(moved({ 1: [king] }, { 2: [turned] })).toEqual([{ from: "1", to: "2", index: 0 }]);
    expect(moved({ 1: [king] }, { 1: [turned] })).toEqual([]);
  });
});
