import { beforeEach, describe, expect, it } from "vitest";
import { endOf, siblingOf, Tree, wayTo } from "../src/study/tree";
import { node, numbersOf, written } from "./studyNodes";

/** A1 b2 C3, instead of b2: d4 E5 or f6, instead of E5: G7. */
const NODES = [
  node(1, 0, "A"),
  node(2, 1, "b"),
  node(3, 2, "C"),
  node(4, 1, "d"),
  node(5, 4, "E"),
  node(7, 4, "G"),
  node(6, 1, "f"),
];

describe("a tree of variations", () => {
  let tree: Tree;
  beforeEach(() => (tree = new Tree(NODES)));

  it("is read in the order in which it was sent", () => {
    expect(written(tree)).toBe("A1 b2 (d4 E5 (G7)) (f6) C3");
    expect(numbersOf(tree)).toEqual([0, 1, 2, 3, 4, 5, 7, 6]);
    expect(tree.size).toBe(8);
  });

  it("takes new positions over after their siblings, and notes of known ones", () => {
    tree.adopt([
      node(8, 3, "h"),
      node(9, 8, "I"),
      node(10, 2, "J"),
      node(2, 1, "b", { comment: "Hm.", mark: "?", shapes: [{ begin: "a1" }] }),
    ]);
    expect(written(tree)).toBe("A1 b2 (d4 E5 (G7)) (f6) C3 (J10) h8 I9");
    expect(tree.node(2)).toMatchObject({ comment: "Hm.", mark: "?", shapes: [{ begin: "a1" }] });
    tree.adopt([node(2, 1, "b")]);
    expect(tree.node(2)).toMatchObject({ comment: "", mark: null, shapes: [] });
  });

  it("deletes a position with all after it", () => {
    tree.delete(4);
    expect(written(tree)).toBe("A1 b2 (f6) C3");
    expect([4, 5, 7].map((gone) => tree.node(gone))).toEqual([null, null, null]);
    tree.delete(2);
    expect(written(tree)).toBe("A1 f6");
    tree.delete(0);
    expect(written(tree)).toBe("A1 f6");
  });

  it("promotes the nearest variation by one place", () => {
    tree.promote(6);
    expect(written(tree)).toBe("A1 b2 (f6) (d4 E5 (G7)) C3");
    tree.promote(6);
    expect(written(tree)).toBe("A1 f6 (b2 C3) (d4 E5 (G7))");
    tree.promote(7);
    expect(written(tree)).toBe("A1 f6 (b2 C3) (d4 G7 (E5))");
  });

  it("makes a variation the main line with all forks on the way", () => {
    tree.promote(7, true);
    expect(written(tree)).toBe("A1 d4 (b2 C3) (f6) G7 (E5)");
  });

  it("knows what the server would refuse", () => {
    const played = new Tree([
      node(1, 0, "A", { played: true }),
      node(2, 1, "b", { played: true }),
      node(3, 1, "c"),
      node(4, 1, "d"),
      node(5, 3, "E"),
      node(6, 3, "F"),
    ]);
    const may = (number: number) => [
      played.canPromote(number),
      played.canPromote(number, true),
      played.canDelete(number),
    ];
    expect(may(0)).toEqual([false, false, false]);
    expect(may(2)).toEqual([false, false, false]);
    expect(may(3)).toEqual([false, false, true]);
    expect(may(4)).toEqual([true, false, true]);
    expect(may(6)).toEqual([true, false, true]);
  });

  it("counts turns: those of many actions once", () => {
    const turns = new Tree([
      node(1, 0, "A"),
      node(2, 1, "B", { continues: true }),
      node(3, 2, "c"),
      node(4, 1, "d"),
    ]);
    expect([0, 1, 2, 3, 4].map((number) => turns.node(number)?.turn)).toEqual([0, 1, 1, 2, 2]);
  });

  it("finds its way", () => {
    const at = (number: number) => tree.node(number) ?? tree.root;
    expect(wayTo(at(7)).map((one) => one.number)).toEqual([0, 1, 4, 7]);
    expect(endOf(at(0)).number).toBe(3);
    expect(endOf(at(4)).number).toBe(5);
    expect(tree.sizeBelow(4)).toBe(3);
    // At the fork itself, and from beyond it.
    expect(siblingOf(at(2), 1)?.number).toBe(4);
    expect(siblingOf(at(3), 1)?.number).toBe(4);
    expect(siblingOf(at(5), 1)?.number).toBe(7);
    expect(siblingOf(at(7), 1)?.number).toBe(6);
    expect(siblingOf(at(5), -1)?.number).toBe(2);
    expect(siblingOf(at(2), -1)).toBeNull();
    expect(siblingOf(at(6), 1)).toBeNull();
  });
});
