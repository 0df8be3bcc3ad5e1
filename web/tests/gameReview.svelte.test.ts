import { describe, expect, test } from "vitest";
import type { ReviewedTurn, ReviewState, SideReview } from "../src/protocol";
import { GameReview, type Ask } from "../src/review/gameReview.svelte";
import { accuracyWords, chanceWords, countMarks } from "../src/review/reviewWords";

const SIDE: SideReview = { judged: 1, accuracy: 87.44, inaccuracies: 2, mistakes: 1, blunders: 0 };

function turn(number: number, more: Partial<ReviewedTurn> = {}): ReviewedTurn {
  return {
    number,
    seat: number % 2 ? "first" : "second",
    start: 2 * (number - 1),
    actions: ["a", "b"],
    verdict: "judged",
    before: 0.7,
    after: 0.4,
    score: null,
    loss: 0.3,
    mark: "??",
    accuracy: 20,
    best: [],
    line: [],
    reply: [],
    ...more,
  };
}

function state(turns: readonly ReviewedTurn[], more: Partial<ReviewState> = {}): ReviewState {
  return {
    running: false,
    stoppable: true,
    total: 3,
    done: turns.length,
    turns,
    first: SIDE,
    second: SIDE,
    turning_points: [],
    hurried: 0,
    problem: "",
    ...more,
  };
}

function asking(...answers: readonly ReviewState[]): { ask: Ask; asked: string[] } {
  const asked: string[] = [];
  const left = [...answers];
  const next = (what: string) => {
    asked.push(what);
    const answer = left.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new Error("gone"));
  };
  return {
    asked,
    ask: {
      state: (first) => next(`state ${first}`),
      begin: () => next("begin"),
      stop: () => next("stop"),
    },
  };
}

const wait = () => Promise.resolve();

describe("a review", () => {
  test("is followed until it is done, and asks only for turns that are new", async () => {
    const { ask, asked } = asking(
      state([turn(1)], { running: true }),
      state([turn(2)], { running: true }),
      state([turn(3, { mark: "" })]),
    );
    const review = new GameReview("t", { ask, wait });
    await review.begin();
    expect(asked).toEqual(["begin", "state 2", "state 3"]);
    expect(review.turns.map((each) => each.number)).toEqual([1, 2, 3]);
    expect(review.isComplete).toBe(true);
    expect(review.marked.map((each) => each.number)).toEqual([1, 2]);
    expect([...review.marks]).toEqual([
      [2, ["??", "blunder"]],
      [4, ["??", "blunder"]],
    ]);
  });

  test("is left alone by who has gone", async () => {
    const { ask, asked } = asking(state([], { running: true }), state([turn(1)]));
    const review = new GameReview("t", {
      ask,
      wait: () => {
        review.leave();
        return Promise.resolve();
      },
    });
    await review.load();
    expect(asked).toEqual(["state 1"]);
  });

  test("is begun where there is none, and else only followed", async () => {
    const none = asking(state([]), state([turn(1), turn(2), turn(3)]));
    await new GameReview("t", { ...none, wait }).loadOrBegin();
    expect(none.asked).toEqual(["state 1", "begin"]);
    const whole = asking(state([turn(1), turn(2), turn(3)]));
    await new GameReview("t", { ...whole, wait }).loadOrBegin();
    expect(whole.asked).toEqual(["state 1"]);
  });

  test("is not begun for who has gone", async () => {
    const { ask, asked } = asking(state([], { running: true }), state([]));
    const review = new GameReview("t", {
      ask,
      wait: () => {
        review.leave();
        return Promise.resolve();
      },
    });
    await review.loadOrBegin();
    expect(asked).toEqual(["state 1"]);
  });

  test("says why it stopped, and goes on", async () => {
    const { ask } = asking(state([turn(1)], { problem: "too much" }), state([turn(1), turn(2)]));
    const review = new GameReview("t", { ask, wait });
    await review.load();
    expect(review.problem).toBe("too much");
    await review.begin();
    expect(review.problem).toBe("");
    expect(review.turns.length).toBe(2);
    await review.begin();
    expect(review.problem).toBe("gone");
    expect(review.running).toBe(false);
  });

  test("has first's chances after each turn", async () => {
    const { ask } = asking(state([turn(1), turn(2, { before: 0.6, after: 0.55 })]));
    const review = new GameReview("t", { ask, wait });
    await review.load();
    const points = [...review.chances].map(([at, { expected }]) => [at, expected?.toFixed(2)]);
    expect(points).toEqual([
      [0, "0.70"],
      [2, "0.40"],
      [4, "0.45"],
    ]);
  });
});

test("words", () => {
  expect(countMarks(SIDE)).toBe("2 inaccuracies, 1 mistake, 0 blunders");
  expect(accuracyWords(SIDE)).toBe("87.4 %");
  expect(accuracyWords({ ...SIDE, accuracy: null })).toBe("–");
  expect(chanceWords(turn(1))).toBe("chances 70 % → 40 %");
  expect(chanceWords(turn(1, { before: null }))).toBe("");
});
