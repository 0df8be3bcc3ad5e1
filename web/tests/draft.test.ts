import { describe, expect, it } from "vitest";
import { chosenOptions, readAddress, writeAddress } from "../src/editor/address";
import * as drafts from "../src/editor/draft";
import { groupItems } from "../src/editor/paletteGroups";
import type { Draft, Look, Palette, PaletteItem, Property } from "../src/protocol";

const item = (key: string, more: Partial<PaletteItem> = {}): PaletteItem => ({
  key,
  name: key,
  owner: "first",
  layers: [{ symbol: key, owner: "first" }],
  ...more,
});
const PHASE: Property = { key: "phase", name: "phase", kind: "choice", default: "-" };
const WHERE: Property = {
  key: "where",
  name: "where",
  kind: "cells",
  when: { fact: "phase", values: ["B"] },
};
const FROZEN: Property = { key: "frozen", name: "frozen", kind: "number", default: "0" };
const WALLS: Property = { key: "walls", name: "walls", kind: "cells", symbol: "wall" };

/** Chips in any number, a pawn on them; gold alone on its level with gold, a king with nobody. */
const PALETTE: Palette = {
  items: [
    item("chip", { below: [{ symbol: "flat", owner: "first" }] }),
    item("shield", { owner: null, layers: [{ symbol: "shield", owner: null }] }),
    item("pawn", { level: 1, properties: ["frozen", "walls"] }),
    item("king", { level: 1, joins: "-" }),
    item("gold", { level: 2, joins: "gold" }),
    item("silver", { level: 2, joins: "silver", values: { frozen: "3" } }),
  ],
  levels: [
    { name: "chip", most: 3 },
    { name: "pawn", most: 1 },
    { name: "metal", most: 2 },
  ],
  properties: { frozen: FROZEN, walls: WALLS },
  zones: [],
  facts: [PHASE, WHERE],
};
const EMPTY: Draft = { cells: {}, seat: "first" };

function laid(...keys: string[]): Draft {
  return keys.reduce((draft, key) => drafts.put(draft, PALETTE, "c3", { item: key }), EMPTY);
}
const keysOn = (draft: Draft, cell = "c3") =>
  drafts.stackOn(draft, cell).map((placed) => placed.item);

describe("laying", () => {
  it("puts each level above the one before, whatever comes first", () => {
    expect(keysOn(laid("gold", "pawn", "chip", "shield"))).toEqual([
      "chip",
      "shield",
      "pawn",
      "gold",
    ]);
  });

  it("replaces the top of a level that is full", () => {
    expect(keysOn(laid("chip", "chip", "chip", "shield"))).toEqual(["chip", "chip", "shield"]);
    expect(keysOn(laid("pawn", "pawn"))).toEqual(["pawn"]);
  });

  it("replaces what cannot share a level", () => {
    expect(keysOn(laid("gold", "gold", "silver"))).toEqual(["silver"]);
    expect(keysOn(laid("silver", "silver"))).toEqual(["silver", "silver"]);
    expect(keysOn(laid("pawn", "king"))).toEqual(["king"]);
    expect(keysOn(laid("king", "pawn"))).toEqual(["pawn"]);
  });

  it("begins with the values of the item", () => {
    const silver = drafts.itemOf(PALETTE, "silver");
    expect(silver && drafts.fresh(silver)).toEqual({ item: "silver", values: { frozen: "3" } });
    const pawn = drafts.itemOf(PALETTE, "pawn");
    expect(pawn && drafts.fresh(pawn)).toEqual({ item: "pawn" });
  });
});

describe("taking away and moving", () => {
  const draft = laid("chip", "shield", "pawn");

  it("takes the top, or the layer that is named", () => {
    expect(keysOn(drafts.remove(draft, "c3"))).toEqual(["chip", "shield"]);
    expect(keysOn(drafts.remove(draft, "c3", 0))).toEqual(["shield", "pawn"]);
    expect(drafts.remove(draft, "d4")).toBe(draft);
    expect(drafts.remove(laid("pawn"), "c3").cells).toEqual({});
  });

  it("moves a whole stack or its top onto what is there", () => {
    const two = drafts.put(draft, PALETTE, "d4", { item: "chip" });
    const whole = drafts.move(two, PALETTE, "c3", "d4", true);
    expect(keysOn(whole)).toEqual([]);
    expect(keysOn(whole, "d4")).toEqual(["chip", "chip", "shield", "pawn"]);
    const top = drafts.move(two, PALETTE, "c3", "d4", false);
    expect(keysOn(top)).toEqual(["chip", "shield"]);
    expect(keysOn(top, "d4")).toEqual(["chip", "pawn"]);
    expect(drafts.move(two, PALETTE, "c3", "c3", true)).toBe(two);
  });

  it("exchanges neighbours of one level only", () => {
    expect(keysOn(drafts.shift(draft, PALETTE, "c3", 0, 1))).toEqual(["shield", "chip", "pawn"]);
    expect(drafts.shift(draft, PALETTE, "c3", 1, 1)).toBe(draft);
    expect(drafts.canShift(draft, PALETTE, "c3", 0, -1)).toBe(false);
  });
});

describe("values, facts and counts", () => {
  it("leaves defaults out", () => {
    const frozen = drafts.setValue(laid("pawn"), "c3", 0, FROZEN, "4");
    expect(drafts.stackOn(frozen, "c3")).toEqual([{ item: "pawn", values: { frozen: "4" } }]);
    const thawed = drafts.setValue(frozen, "c3", 0, FROZEN, "0");
    expect(drafts.stackOn(thawed, "c3")).toEqual([{ item: "pawn" }]);
    const begun = drafts.setFact(EMPTY, PHASE, "B");
    expect(drafts.factOf(begun, PHASE)).toBe("B");
    expect(drafts.setFact(begun, PHASE, "-").facts).toEqual({});
  });

  it("asks only for what belongs to the other facts", () => {
    expect(drafts.isAsked(EMPTY, PALETTE, WHERE)).toBe(false);
    expect(drafts.isAsked(drafts.setFact(EMPTY, PHASE, "B"), PALETTE, WHERE)).toBe(true);
    expect(drafts.isAsked(EMPTY, PALETTE, PHASE)).toBe(true);
  });

  it("keeps counts in bounds", () => {
    expect(drafts.countOf(drafts.setCount(EMPTY, "hand", 3, 2), "hand")).toBe(2);
    expect(drafts.countOf(drafts.setCount(EMPTY, "hand", -1, 2), "hand")).toBe(0);
    expect(drafts.countOf(EMPTY, "hand")).toBe(0);
  });

  it("clears everything but who acts", () => {
    const full = drafts.setSeat(drafts.setCount(laid("pawn"), "hand", 1, 2), "second");
    expect(drafts.cleared(full)).toEqual({ cells: {}, seat: "second" });
  });
});

it("drops what another palette or board lacks", () => {
  const full: Draft = {
    cells: { c3: [{ item: "pawn", values: { frozen: "1", odd: "1" } }, { item: "elf" }], z9: [] },
    seat: "second",
    counts: { hand: 2 },
    facts: { phase: "B", odd: "1" },
  };
  const look = { cells: [{ name: "c3" }] } as unknown as Look;
  expect(drafts.pruned(full, { palette: PALETTE, look })).toEqual({
    cells: { c3: [{ item: "pawn", values: { frozen: "1" } }] },
    seat: "second",
    counts: {},
    facts: { phase: "B" },
  });
});

it("sketches stacks, what lies below, and what a value puts elsewhere", () => {
  const walled = drafts.setValue(laid("chip", "chip", "pawn"), "c3", 2, WALLS, "d4.e5");
  const symbols = Object.entries(drafts.sketch(walled, PALETTE)).map(([cell, layers]) => [
    cell,
    layers.map((layer) => layer.symbol).join(" "),
  ]);
  expect(Object.fromEntries(symbols)).toEqual({ c3: "flat chip pawn", d4: "wall", e5: "wall" });
});

it("groups small levels of one owner together", () => {
  const many = Array.from({ length: 7 }, (_, index) => item(`body${index}`, { level: 1 }));
  const groups = groupItems({ ...PALETTE, items: [...PALETTE.items, ...many] });
  expect(groups.map(({ legend, items }) => [legend, items.length])).toEqual([
    ["First · chip, metal", 3],
    ["Chip", 1],
    ["First · pawn", 9],
  ]);
  const flat = { ...PALETTE, levels: [{ name: "piece", most: 1 }] };
  expect(groupItems({ ...flat, items: [item("pawn")] })[0]?.legend).toBe("First");
});

describe("the address", () => {
  it("is read as it was written, whatever is in it", () => {
    const address = {
      position: "K7/8 f (a+b){~c} #1",
      options: { tiles: "16", mechanics: "bare+wall" },
      definition: 'name = "a & b"\n',
    };
    expect(readAddress(`#${writeAddress(address)}`)).toEqual(address);
    expect(readAddress("")).toEqual({ position: "", options: {}, definition: "" });
  });

  it("leaves out options that are as the game has them", () => {
    const offered = [
      { name: "tiles", default: 32 },
      { name: "entry", default: "free" },
    ];
    expect(chosenOptions({ tiles: "16", entry: "free" }, offered)).toEqual({ tiles: "16" });
  });
});
