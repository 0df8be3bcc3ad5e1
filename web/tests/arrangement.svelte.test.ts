import { describe, expect, it } from "vitest";
import { gestureTree } from "../src/gesture";
import type { ArrangingState } from "../src/protocol";
import { arrangingOffers, rearranged } from "../src/table/arrangement";
import { Walk } from "../src/walk.svelte";
import { cell, item } from "./tokens";

const STATE: ArrangingState = {
  cells: ["a1", "b1", "c1", "d1"],
  zone: "hand",
  pieces: { a1: "king", b1: "rook" },
  next: "rook",
};

function after(state: ArrangingState, ...clicks: ReturnType<typeof cell>[]): unknown {
  let made: string | null = null;
  const walk = new Walk(
    () => arrangingOffers(state, ["rook", "pawn"], (id) => id),
    (action) => (made = action),
  );
  for (const click of clicks) walk.click(click);
  return made === null ? null : rearranged(state, made);
}

describe("pieces that are laid out", () => {
  it("are offered by gestures that begin no other", () => {
    expect(() => gestureTree(arrangingOffers(STATE, ["rook"], (id) => id))).not.toThrow();
  });

  it("come next on an empty cell", () => {
    expect(after(STATE, cell("d1"))).toEqual({ a1: "king", b1: "rook", d1: "rook" });
  });

  it("come from the hand in any order, also onto others", () => {
    expect(after(STATE, item("pawn"), cell("d1"))).toEqual({ a1: "king", b1: "rook", d1: "pawn" });
    expect(after(STATE, item("pawn"), cell("a1"))).toEqual({ a1: "pawn", b1: "rook" });
  });

  it("move, and swap with what stands there", () => {
    expect(after(STATE, cell("a1"), cell("c1"))).toEqual({ b1: "rook", c1: "king" });
    expect(after(STATE, cell("a1"), cell("b1"))).toEqual({ a1: "rook", b1: "king" });
  });

  it("go back to the hand", () => {
    expect(after(STATE, cell("a1"), item("hand"))).toEqual({ b1: "rook" });
  });

  it("wait for another click", () => {
    expect(after(STATE, cell("a1"))).toBeNull();
    expect(after(STATE, cell("e5"))).toBeNull();
  });

  it("are only moved when nothing is left", () => {
    const full = { ...STATE, next: null };
    expect(after(full, cell("d1"))).toBeNull();
    expect(after(full, cell("b1"), cell("d1"))).toEqual({ a1: "king", d1: "rook" });
  });
});
