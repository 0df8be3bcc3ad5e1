import { beforeEach, describe, expect, it } from "vitest";
import type { Offer } from "../src/gesture";
import type { SceneState } from "../src/protocol";
import { Walk } from "../src/walk.svelte";
import { cell, choice, item } from "./tokens";

const CHOICES: Offer[] = [
  ["a1b1", [cell("a1"), cell("b1")]],
  ["a1c1!", [cell("a1"), cell("c1"), choice("!")]],
  ["a2b2", [cell("a2"), cell("b2")]],
  ["K@b1", [item("king"), cell("b1")]],
  ["end", [choice("end")]],
];

describe("a walk in the gesture tree", () => {
  let offered = $state.raw<Offer[]>([]);
  let played: string[];
  let missed: string[][];
  let walk: Walk;

  beforeEach(() => {
    played = [];
    missed = [];
    offered = CHOICES;
    walk = new Walk(
      () => offered,
      (action) => played.push(action),
      { miss: (clicks) => missed.push(clicks.map(({ id }) => id)) },
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

  describe("where a turn goes on with only one cell", () => {
    beforeEach(() => {
      offered = [
        ["a1b1", [cell("a1"), cell("b1")]],
        ["a1c1!", [cell("a1"), cell("c1"), choice("!")]],
        ["end", [choice("end")]],
      ];
      walk = new Walk(
        () => offered,
        (action) => played.push(action),
        { continues: () => true },
      );
    });

    it("has picked it already", () => {
      expect(ids()).toEqual(["a1"]);
      expect([...walk.lit.cells]).toEqual(["b1", "c1"]);
      expect(walk.isBegun).toBe(false);
      walk.click(cell("b1"));
      expect(played).toEqual(["a1b1"]);
    });

    it("still offers what begins with no cell, in a bar", () => {
      expect(walk.lit.choices.map(({ id }) => id)).toEqual(["end"]);
      expect(walk.anchor).toBeNull();
      walk.click(choice("end"));
      expect(played).toEqual(["end"]);
    });

    it("takes a click on it as its pick", () => {
      walk.click(cell("a1"));
      expect(ids()).toEqual(["a1"]);
      expect(walk.isBegun).toBe(true);
      walk.click(cell("b1"));
      expect(played).toEqual(["a1b1"]);
    });

    it("puts it back until the offers change", () => {
      expect(walk.back()).toBe(true);
      expect(ids()).toEqual([]);
      expect([...walk.lit.cells]).toEqual(["a1"]);
      expect(walk.back()).toBe(false);
      offered = offered.slice(1);
      expect(ids()).toEqual(["a1"]);
      walk.click(cell("a1"));
      expect(walk.back()).toBe(true);
      expect(ids()).toEqual([]);
    });

    it("picks nothing where another cell or an item can begin", () => {
      offered = [...offered, ["a2b2", [cell("a2"), cell("b2")]]];
      expect(ids()).toEqual([]);
      offered = [...offered.slice(0, 3), ["K@b1", [item("king"), cell("b1")]]];
      expect(ids()).toEqual([]);
    });

    it("picks nothing where a choice would have two meanings", () => {
      offered = [...offered, ["a1end", [cell("a1"), choice("end")]]];
      expect(ids()).toEqual([]);
    });
  });

  it("plays a choice that needs no cell", () => {
    walk.click(choice("end"));
    expect(played).toEqual(["end"]);
  });

  it("picks the same again for another try after a miss", () => {
    for (const times of [1, 2, 3]) {
      walk.click(cell("a1"));
      walk.click(cell("h8"));
      expect(missed.length).toBe(times);
      expect(missed.at(-1)).toEqual(["a1", "h8"]);
    }
    walk.click(cell("a1"));
    expect(ids()).toEqual(["a1"]);
    walk.click(cell("a1"));
    expect(ids()).toEqual([]);
  });

  it("cancels by a click on the same again", () => {
    walk.click(cell("a1"));
    walk.click(cell("a1"));
    expect(ids()).toEqual([]);
    expect(missed).toEqual([]);
  });

  it("keeps its place and reports a click that leads nowhere", () => {
    walk.click(cell("h8"));
    walk.click(cell("a1"));
    walk.click(cell("h8"));
    expect(ids()).toEqual(["a1"]);
    walk.miss(cell("g7"));
    expect(missed).toEqual([["h8"], ["a1", "h8"], ["a1", "g7"]]);
    expect(played).toEqual([]);
  });

  it("leaves a menu by a click elsewhere", () => {
    walk.click(cell("a1"));
    walk.click(cell("c1"));
    walk.click(cell("h8"));
    expect(ids()).toEqual([]);
    expect(missed).toEqual([["a1", "c1", "h8"]]);
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

  it("goes back one click after the other", () => {
    walk.click(cell("a1"));
    walk.click(cell("c1"));
    expect(walk.back()).toBe(true);
    expect(ids()).toEqual(["a1"]);
    expect(walk.back()).toBe(true);
    expect(ids()).toEqual([]);
    expect(walk.back()).toBe(false);
  });

  it("says what all actions behind a choice lose", () => {
    const lost = (warning: string) => ({ incomplete: false, warning });
    offered = [
      ["throw", [cell("a1"), choice("throw")], lost("a Pawn.")],
      ["push b1", [cell("a1"), choice("push"), cell("b1")], lost("all.")],
      ["push c1", [cell("a1"), choice("push"), cell("c1")], lost("")],
    ];
    walk.click(cell("a1"));
    expect(walk.warningOf(choice("throw"))).toBe("a Pawn.");
    expect(walk.warningOf(choice("push"))).toBe("");
    expect(walk.warningOf(choice("other"))).toBe("");
  });
});

describe("an action of several parts", () => {
  const SCENE: SceneState = { stacks: {}, zones: [], marks: [], status: ["which kind?"] };
  const part = { incomplete: true, warning: "" };
  const first: Offer[] = [
    ["morph", [cell("a1"), choice("morph")], part],
    ["a1b1", [cell("a1"), cell("b1")]],
  ];
  const second: Offer[] = [
    ["kind:R", [choice("R")]],
    ["kind:Q", [choice("Q")], part],
  ];
  const third: Offer[] = [["facing", [cell("c1")]]];
  let version = $state(1);
  let played: (readonly string[])[];
  let failed: string[];
  let walk: Walk;

  beforeEach(() => {
    version = 1;
    played = [];
    failed = [];
    walk = new Walk(
      () => first,
      (action) => played.push([action]),
      {
        player: {
          version: () => version,
          ahead: async (actions) => {
            if (actions.at(-1) === "kind:Q") return { offers: third, scene: SCENE };
            if (version > 8) throw new Error("no answer");
            return { offers: second, scene: SCENE };
          },
          play: (actions) => played.push(actions),
          fail: (error) => failed.push(error.message),
        },
      },
    );
  });

  const ids = () => walk.path.map(({ id }) => id);
  const answered = () => new Promise((resolve) => setTimeout(resolve));

  it("is played whole or not at all", async () => {
    walk.click(cell("a1"));
    walk.click(choice("morph"));
    expect(ids()).toEqual(["a1", "morph"]);
    expect(walk.lit.choices).toEqual([]);
    expect(walk.scene).toBeNull();
    await answered();
    expect(walk.lit.choices.map(({ id }) => id)).toEqual(["R", "Q"]);
    expect(walk.scene).toBe(SCENE);
    expect(walk.anchor?.id).toBe("a1");
    walk.click(choice("Q"));
    await answered();
    walk.click(cell("c1"));
    expect(played).toEqual([["morph", "kind:Q", "facing"]]);
    expect(ids()).toEqual([]);
  });

  it("can be left step by step before it is complete", async () => {
    walk.click(cell("a1"));
    walk.click(choice("morph"));
    await answered();
    walk.click(choice("Q"));
    await answered();
    walk.back();
    expect(walk.lit.choices.map(({ id }) => id)).toEqual(["R", "Q"]);
    walk.back();
    expect(ids()).toEqual(["a1"]);
    expect(walk.scene).toBeNull();
    walk.click(cell("b1"));
    expect(played).toEqual([["a1b1"]]);
  });

  it("is dropped when the table changes, when it is cancelled and when nobody answers", async () => {
    walk.click(cell("a1"));
    walk.click(choice("morph"));
    await answered();
    version = 2;
    expect(ids()).toEqual([]);
    walk.click(cell("a1"));
    walk.click(choice("morph"));
    walk.cancel();
    await answered();
    expect(ids()).toEqual([]);
    version = 9;
    walk.click(cell("a1"));
    walk.click(choice("morph"));
    await answered();
    expect(ids()).toEqual([]);
    expect(failed).toEqual(["no answer"]);
    expect(played).toEqual([]);
  });
});
