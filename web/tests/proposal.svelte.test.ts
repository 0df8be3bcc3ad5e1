import { beforeEach, describe, expect, it } from "vitest";
import type { Offer } from "../src/gesture";
import type { SceneState } from "../src/protocol";
import { Walk, walkWords, type Outlook } from "../src/walk.svelte";
import { cell, choice } from "./tokens";

const SCENE: SceneState = { stacks: {}, zones: [], marks: [], status: ["after"] };
const MORPH: Offer = ["morph", [cell("a1"), choice("morph")], { incomplete: true, warning: "" }];
const FIRST: Offer[] = [
  ["a1b1", [cell("a1"), cell("b1")]],
  ["a2b2", [cell("a2"), cell("b2")]],
  MORPH,
];
const THEN: Offer[] = [["kind:R", [choice("R")]]];

describe("a turn that is confirmed", () => {
  let version = $state(1);
  let isOn: boolean;
  let outlook: Outlook | Error;
  let asked: (readonly string[])[];
  let played: (readonly string[])[];
  let failed: string[];
  let walk: Walk;

  beforeEach(() => {
    version = 1;
    isOn = true;
    outlook = { isFinal: true, scene: SCENE };
    [asked, played, failed] = [[], [], []];
    walk = new Walk(
      () => FIRST,
      (action) => played.push([action]),
      {
        player: {
          version: () => version,
          ahead: async () => ({ offers: THEN, scene: SCENE }),
          play: (actions) => played.push(actions),
          fail: (error) => failed.push(error.message),
        },
        preview: (actions) => {
          if (!isOn) return null;
          asked.push(actions);
          return outlook instanceof Error ? Promise.reject(outlook) : Promise.resolve(outlook);
        },
      },
    );
  });

  const ids = () => walk.path.map(({ id }) => id);
  const answered = () => new Promise((resolve) => setTimeout(resolve));
  const move = async () => {
    walk.click(cell("a1"));
    walk.click(cell("b1"));
    await answered();
  };

  it("is shown and played when it is confirmed", async () => {
    await move();
    expect([asked, played]).toEqual([[["a1b1"]], []]);
    expect([walk.isProposed, walk.scene]).toEqual([true, SCENE]);
    expect(walk.lit.cells.size).toBe(0);
    expect(walkWords(walk)).toContain("Enter confirms");
    walk.confirm();
    walk.confirm();
    expect(played).toEqual([["a1b1"]]);
    expect([walk.isProposed, walk.scene, ids()]).toEqual([false, null, []]);
  });

  it("is taken back by a step, before anything is sent", async () => {
    await move();
    expect(walk.back()).toBe(true);
    expect([walk.isProposed, walk.scene, ids()]).toEqual([false, null, ["a1"]]);
    walk.confirm();
    expect(played).toEqual([]);
  });

  it("gives way to another beginning", async () => {
    await move();
    walk.click(cell("a2"));
    expect([walk.isProposed, ids()]).toEqual([false, ["a2"]]);
    await move();
    expect(walk.grab(cell("a2"))).toBe(true);
    expect([walk.isProposed, ids()]).toEqual([false, ["a2"]]);
  });

  it("asks for no confirmation in the midst of a turn", async () => {
    outlook = { isFinal: false, scene: SCENE };
    await move();
    expect([walk.isProposed, played]).toEqual([false, [["a1b1"]]]);
  });

  it("is confirmed without a picture where something would become known", async () => {
    outlook = { isFinal: true, scene: null };
    await move();
    expect([walk.isProposed, walk.scene]).toEqual([true, null]);
    walk.confirm();
    expect(played).toEqual([["a1b1"]]);
  });

  it("is confirmed once for all parts of an action", async () => {
    walk.click(cell("a1"));
    walk.click(choice("morph"));
    await answered();
    walk.click(choice("R"));
    await answered();
    expect([walk.isProposed, asked]).toEqual([true, [["morph", "kind:R"]]]);
    expect(ids()).toEqual(["a1", "morph", "R"]);
    walk.back();
    expect(ids()).toEqual(["a1", "morph"]);
    walk.click(choice("R"));
    await answered();
    walk.confirm();
    expect(played).toEqual([["morph", "kind:R"]]);
  });

  it("is dropped when the table has changed, or the server says no", async () => {
    await move();
    version = 2;
    expect([walk.isProposed, walk.scene, ids()]).toEqual([false, null, []]);
    walk.confirm();
    outlook = new Error("no answer");
    await move();
    expect([walk.isProposed, failed, played]).toEqual([false, ["no answer"], []]);
  });

  it("is played at once where nobody wants to confirm", () => {
    isOn = false;
    walk.click(cell("a1"));
    walk.click(cell("b1"));
    expect([asked, played]).toEqual([[], [["a1b1"]]]);
  });
});
