import { beforeEach, describe, expect, it } from "vitest";
import type { Choice } from "../src/protocol";
import { Walk } from "../src/walk.svelte";
import { cell, choice, item } from "./tokens";

const CHOICES: Choice[] = [
  ["a1b1", [cell("a1"), cell("b1")]],
  ["a1c1!", [cell("a1"), cell("c1"), choice("!")]],
  ["a2b2", [cell("a2"), cell("b2")]],
  ["K@b1", [item("king"), cell("b1")]],
  ["end", [choice("end")]],
];

describe("a walk in the gesture tree", () => {
  let offered = $state.raw<Choice[]>([]);
  let played: string[];
  let walk: Walk;

  beforeEach(() => {
    played = [];
    offered = CHOICES;
    walk = new Walk(
      () => offered,
      (action) => played.push(action),
    );
  });

  const ids = () => walk.path.map(({ id }) => id);

  it("plays when a gesture is complete, and begins again", () => {
    walk.click(cell("a1"));
    expect(ids()).toEqual(["a1"]);
    expect(played).toEqual([]);
    walk.click(cell("b1"));
    expect(played).toEqual(["a1b1"]);
    expect(ids()).toEqual([]);
  });

  it("waits for the last click even where only one action is left", () => {
    walk.click(cell("a1"));
    walk.click(cell("c1"));
    expect(played).toEqual([]);
    expect(walk.lit.choices.map(({ id }) => id)).toEqual(["!"]);
    expect(walk.anchor?.id).toBe("c1");
    walk.click(choice("!"));
    expect(played).toEqual(["a1c1!"]);
  });

  it("plays a choice that needs no cell", () => {
    walk.click(choice("end"));
    expect(played).toEqual(["end"]);
  });

  it("cancels by a click elsewhere or on the same again", () => {
    walk.click(cell("a1"));
    walk.click(cell("h8"));
    expect(ids()).toEqual([]);
    walk.click(cell("a1"));
    walk.click(cell("a1"));
    expect(ids()).toEqual([]);
  });

  it("begins anew by a click on another beginning", () => {
    walk.click(cell("a1"));
    walk.click(cell("a2"));
    expect(ids()).toEqual(["a2"]);
    walk.click(item("king"));
    expect(walk.isPicked("item", "king")).toBe(true);
  });

  it("is taken hold of only where something can begin", () => {
    expect(walk.grab(cell("h8"))).toBe(false);
    expect(walk.grab(cell("a1"))).toBe(true);
    expect(walk.grab(cell("a1"))).toBe(true);
    expect(walk.isLit(cell("b1"))).toBe(true);
    expect(walk.grab(cell("a2"))).toBe(true);
    expect(ids()).toEqual(["a2"]);
  });

  it("keeps its place when the same choices are offered again, and drops it otherwise", () => {
    walk.click(cell("a1"));
    offered = [...CHOICES];
    expect(ids()).toEqual(["a1"]);
    offered = [["a2b2", [cell("a2"), cell("b2")]]];
    expect(ids()).toEqual([]);
    expect([...walk.lit.cells]).toEqual(["a2"]);
  });
});
