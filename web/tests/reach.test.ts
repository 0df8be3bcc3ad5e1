import { describe, expect, it } from "vitest";
import type { Offer } from "../src/gesture";
import type { Layer } from "../src/protocol";
import { reachOf, topLayer } from "../src/reach";
import { cell, choice, item } from "./tokens";

const layer = (owner: Layer["owner"]): Layer => ({ symbol: "x", owner, badges: [], turn: null });
const scene = {
  stacks: { a1: [layer("first")], a2: [layer("second"), layer(null)], a3: [layer("second")] },
};
const offers: readonly Offer[] = [
  ["one", [cell("a1"), cell("b1")]],
  ["two", [cell("a1"), choice("leap"), cell("a3"), cell("b2"), choice("now")]],
  ["again", [cell("a1"), choice("stay"), cell("a1")]],
  ["shield", [cell("a1"), cell("a2")]],
  ["other", [cell("b1"), cell("c1")]],
  ["drop", [item("first:P"), cell("c3")]],
  ["end", [choice("end")]],
];

describe("reach", () => {
  it("is what gestures that begin there touch, once each", () => {
    expect(reachOf(offers, cell("a1"), scene, "first")).toEqual({
      moves: ["b1", "b2", "a2"],
      attacks: ["a3"],
    });
  });

  it("is seen from who acts", () => {
    expect(reachOf(offers, cell("a1"), scene, "second").attacks).toEqual([]);
  });

  it("is known of items, too", () => {
    expect(reachOf(offers, item("first:P"), scene, "first").moves).toEqual(["c3"]);
    expect(reachOf(offers, cell("first:P"), scene, "first").moves).toEqual([]);
  });

  it("looks at the top", () => {
    expect(topLayer(scene, "a2")?.owner).toBeNull();
    expect(topLayer(scene, "z9")).toBeNull();
  });
});
