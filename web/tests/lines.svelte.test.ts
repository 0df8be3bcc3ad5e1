import { describe, expect, it } from "vitest";
import { Folds } from "../src/study/folds.svelte";
import { headsOn, mainLine, sizeOf, type Line } from "../src/study/lines";
import { Tree } from "../src/study/tree";
import { node } from "./studyNodes";

const TREE = new Tree([
  node(1, 0, "A"),
  node(2, 1, "B", { continues: true }),
  node(3, 2, "c", { comment: "Why?" }),
  node(4, 3, "d", { continues: true }),
  node(5, 1, "E", { continues: true }),
  node(6, 5, "f"),
  node(7, 5, "g"),
  node(8, 0, "H"),
]);

/** `1 A B | 2 c` and so on, variations in brackets. */
function shown(line: Line | null): string {
  return (line?.passages ?? [])
    .map(({ turn, isContinued, actions, comment, variations }) => {
      const words = actions.map((one) => one.action).join(" ");
      const others = variations.map((one) => ` (${shown(one)})`).join("");
      return `${turn}${isContinued ? "…" : ""} ${words}${comment && ` {${comment}}`}${others}`;
    })
    .join(" | ");
}

describe("the lines of a tree", () => {
  it("are turns, broken by comments and variations", () => {
    expect(shown(mainLine(TREE.root))).toBe(
      "1 A (1 H) | 1… B (1… E | 2 f (2 g)) | 2 c {Why?} | 2… d",
    );
    expect(mainLine(new Tree([]).root)).toBeNull();
  });

  it("say how deep and how large they are", () => {
    const variation = mainLine(TREE.root)?.passages[1]?.variations[0];
    expect(variation?.depth).toBe(1);
    expect(variation?.passages[1]?.variations[0]?.depth).toBe(2);
    expect(variation && sizeOf(variation)).toBe(3);
  });
});

describe("folds", () => {
  const at = (number: number) => TREE.node(number) ?? TREE.root;

  it("hide variations, and open for a position that is gone to", () => {
    const folds = new Folds();
    const isFolded = (number: number) => folds.isFolded({ head: at(number), depth: 1 });
    folds.foldAll(TREE.root);
    expect([5, 7, 8].map(isFolded)).toEqual([true, true, true]);
    expect(headsOn(at(7))).toEqual([7, 5]);
    folds.reveal(at(7));
    expect([5, 7, 8].map(isFolded)).toEqual([false, false, true]);
    folds.openAll(TREE.root);
    expect([5, 7, 8].map(isFolded)).toEqual([false, false, false]);
    folds.fold(5);
    expect([5, 7, 8].map(isFolded)).toEqual([true, false, false]);
  });

  it("close what is very deep until it is opened", () => {
    const folds = new Folds();
    const deep = { head: at(7), depth: 100 };
    expect(folds.isFolded(deep)).toBe(true);
    folds.reveal(at(7));
    expect(folds.isFolded(deep)).toBe(false);
    folds.fold(7);
    expect(folds.isFolded(deep)).toBe(true);
  });
});
