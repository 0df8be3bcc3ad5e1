import { expect, test } from "vitest";
import type { AnalysisLine } from "../src/protocol";
import { lineTurns } from "../src/study/engineLines";

const LINE: AnalysisLine = {
  actions: ["a", "b", "c", "d"],
  seats: ["first", "second", "second", "first"],
  turns: [0, 1, 1, 2],
  points: 0,
  wins_in: null,
  expected: 0.5,
  words: "0",
};

test("actions of one turn stand together", () => {
  expect(lineTurns(LINE, 3, 12)).toEqual([
    { turn: 3, seat: "first", isContinued: true, actions: ["a"], begin: 0 },
    { turn: 4, seat: "second", isContinued: false, actions: ["b", "c"], begin: 1 },
    { turn: 5, seat: "first", isContinued: false, actions: ["d"], begin: 3 },
  ]);
});

test("a line is cut off in mid-turn", () => {
  expect(lineTurns(LINE, 0, 2).map(({ actions }) => actions)).toEqual([["a"], ["b"]]);
});
