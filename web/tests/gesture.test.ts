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
  it("are all combinations of the clicks in a row", () => {
    const state = {
      choices: [
        { form: "{0}{1}", clicks: [["a1 c1", "b1 b2"]] },
        { form: "end", clicks: [["end"]] },
      ],
      tokens: { end: { label: "end turn" } },
      warnings: { "{first loses/lose} it all.": ["end"] },
    };
    const note = { incomplete: false, warning: "" };
    const end = { kind: "choice", id: "end", label: "end turn", topic: "" };
    expect(offersOf(state)).toEqual([
      ["a1b1", [cell("a1"), cell("b1")], note],
      ["a1b2", [cell("a1"), cell("b2")], note],
      ["c1b1", [cell("c1"), cell("b1")], note],
      ["c1b2", [cell("c1"), cell("b2")], note],
      ["end", [end], { incomplete: false, warning: "{first loses/lose} it all." }],
    ]);
  });

  it("are written by their ids, sorted, whatever the words and the groups", () => {
    const state = {
      choices: [
        { form: "{1}:{0}", clicks: [["b1", "rot"]], incomplete: true },
        { form: "{0}{{{2}}}", clicks: [["a1", "-1'", "n1"]] },
      ],
      tokens: {
        rot: {},
        "-1'": { id: "-1", label: "1 chip", topic: "-" },
        n1: { kind: "item", label: "King" },
      },
      warnings: {},
    } as const;
    expect(offersOf(state)).toEqual([
      [
        "a1{n1}",
        [
          cell("a1"),
          { kind: "choice", id: "-1", label: "1 chip", topic: "-" },
          { kind: "item", id: "n1", label: "King", topic: "" },
        ],
        { incomplete: false, warning: "" },
      ],
      [
        "rot:b1",
        [cell("b1"), { kind: "choice", id: "rot", label: "rot", topic: "" }],
        { incomplete: true, warning: "" },
      ],
    ]);
  });

  it("are read once a state", () => {
    const state = { choices: [{ form: "{0}", clicks: [["a1"]] }], tokens: {}, warnings: {} };
    expect(offersOf(state)).toBe(offersOf(state));
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
