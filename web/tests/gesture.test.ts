import { describe, expect, it } from "vitest";
import {
  AmbiguousGesture,
  descend,
  gestureTree,
  litAt,
  offersOf,
  type Offer,
} from "../src/gesture";
import { cell, choice, item } from "./tokens";

const CHOICES: Offer[] = [
  ["a1b1", [cell("a1"), cell("b1")]],
  ["a1c1+1", [cell("a1"), cell("c1"), choice("+1")]],
  ["a1c1+2", [cell("a1"), cell("c1"), choice("+2")]],
  ["a1~DL", [cell("a1"), choice("shuffle"), choice("~DL")]],
  ["K@b1", [item("king"), cell("b1")]],
  ["end", [choice("end")]],
];

describe("the choices of a state", () => {
  it("name their clicks by places in the list of tokens", () => {
    const state = {
      tokens: ["a1", choice("end"), "b1"],
      choices: [
        ["a1b1", [0, 2]],
        ["end", [1]],
      ],
      incomplete: [0],
      warnings: [[1, "{first loses/lose} it all."]],
    } as const;
    expect(offersOf(state)).toEqual([
      ["a1b1", [cell("a1"), cell("b1")], { incomplete: true, warning: "" }],
      ["end", [choice("end")], { incomplete: false, warning: "{first loses/lose} it all." }],
    ]);
  });
});

describe("the gesture tree", () => {
  it("lights what can be clicked first", () => {
    const lit = litAt(gestureTree(CHOICES));
    expect([...lit.cells]).toEqual(["a1"]);
    expect([...lit.items]).toEqual(["king"]);
    expect(lit.choices.map(({ id }) => id)).toEqual(["end"]);
  });

  it("lights cells and choices after a click, in their order", () => {
    const node = descend(gestureTree(CHOICES), [cell("a1")]);
    const lit = litAt(node ?? gestureTree([]));
    expect([...lit.cells]).toEqual(["b1", "c1"]);
    expect(lit.choices.map(({ id }) => id)).toEqual(["shuffle"]);
  });

  it("has actions at its leaves only", () => {
    const root = gestureTree(CHOICES);
    expect(descend(root, [cell("a1"), cell("b1")])?.action).toBe("a1b1");
    expect(descend(root, [cell("a1"), cell("c1")])?.action).toBeNull();
    expect(descend(root, [cell("a1"), cell("c1"), choice("+2")])?.action).toBe("a1c1+2");
  });

  it("tells tokens by kind and id, not by label", () => {
    const root = gestureTree(CHOICES);
    expect(descend(root, [{ ...cell("a1"), label: "elsewhere" }])).not.toBeNull();
    expect(descend(root, [item("a1")])).toBeNull();
  });

  it("ends where the path leaves it", () => {
    expect(descend(gestureTree(CHOICES), [cell("z9"), cell("b1")])).toBeNull();
  });

  it.each<[string, Offer[]]>([
    [
      "a shared gesture",
      [
        ["x", [cell("a1")]],
        ["y", [cell("a1")]],
      ],
    ],
    [
      "one that begins another",
      [
        ["x", [cell("a1")]],
        ["y", [cell("a1"), cell("b1")]],
      ],
    ],
    [
      "one that is begun by another",
      [
        ["y", [cell("a1"), cell("b1")]],
        ["x", [cell("a1")]],
      ],
    ],
    ["an empty gesture", [["x", []]]],
  ])("refuses %s", (_, choices) => {
    expect(() => gestureTree(choices)).toThrow(AmbiguousGesture);
  });
});
