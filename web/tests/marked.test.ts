import { describe, expect, it } from "vitest";
import type { Mark, TableInfo } from "../src/protocol";
import { marked } from "../src/table/marked";

const LAST: Mark = { kind: "last", cells: ["c1"], label: "" };
const said = (...cells: string[]) => [{ text: "something.", cells }];
const table = (mine: string[], end: string[] = []) =>
  ({
    mine,
    moves: [
      ["first", "a", 1],
      ["second", "b", 2],
      ["second", "c", 2],
    ],
    tellings: [said("a1"), said("b1", "b2"), said("b2", "c1")],
    scene: { stacks: {}, zones: [], status: [], marks: [LAST] },
    state: { end: end.length ? { text: "it ends.", cells: end } : null },
  }) as unknown as TableInfo;
const marks = (of: TableInfo) => marked(of).marks.map(({ kind, cells }) => [kind, ...cells]);

describe("the last turn", () => {
  it("is marked whole if others took it", () => {
    for (const mine of [["first"], []]) {
      expect(marks(table(mine))).toEqual([
        ["last", "c1"],
        ["last", "b1", "b2"],
      ]);
    }
  });

  it("is left as it is if it is one's own", () => {
    const own = table(["second"]);
    expect(marked(own)).toBe(own.scene);
  });

  it("shows why the game ended", () => {
    expect(marks(table(["second"], ["d4", "c1"]))).toEqual([
      ["last", "c1"],
      ["effect", "d4"],
    ]);
  });
});
