import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PuzzleFrame, PuzzleInfo, PuzzleState, SceneState } from "../src/protocol";
import { Solving, type PuzzleSource } from "../src/puzzles/solving.svelte";
import {
  changeWords,
  ratingWords,
  resultWords,
  themeTitle,
  wrongWords,
} from "../src/puzzles/puzzleWords";

const scene = (name: string): SceneState => ({ stacks: {}, zones: [], marks: [], status: [name] });
const frame = (action: string): PuzzleFrame => ({
  seat: "second",
  action,
  telling: [],
  scene: scene(action),
});
const PUZZLE: PuzzleInfo = {
  id: "a1",
  game: "stones",
  title: "Stones",
  options: {},
  position: "start",
  rating: 1300,
  solver: "first",
  daily: false,
  mine: null,
};

function state(changes: Partial<PuzzleState>): PuzzleState {
  return {
    verdict: "begun",
    task: "Find it.",
    telling: [],
    frames: [],
    chance: null,
    wanted: null,
    actions: [],
    begun: 0,
    seat: "first",
    position: "start",
    outcome: null,
    scene: scene("start"),
    reaches: {},
    solution: null,
    proof: "",
    solver: null,
    change: 0,
    mine: null,
    streak: null,
    choices: [],
    tokens: {},
    warnings: {},
    ...changes,
  } as PuzzleState;
}

function source(answers: PuzzleState[]): PuzzleSource & { tried: unknown[] } {
  const tried: unknown[] = [];
  return {
    tried,
    attempt: (asked) => {
      tried.push(asked);
      const next = answers.shift();
      return next ? Promise.resolve(next) : Promise.reject(new Error("no more"));
    },
    hint: ({ step }) =>
      Promise.resolve({
        sentence: { text: `hint ${step}.`, cells: ["b2"] },
        more: step === 0,
        change: step === 0 ? -20 : 0,
        mine: { clean: false, solved: false },
        streak: null,
      }),
    solution: () =>
      Promise.resolve(
        state({
          verdict: "shown",
          change: -12,
          mine: { clean: false, solved: false },
          solution: { frames: [frame("Kd4")], themes: [] },
        }),
      ),
  };
}

async function begun(answers: PuzzleState[], pace = 0) {
  const from = source([state({}), ...answers]);
  const solving = new Solving(PUZZLE, from, { pace: () => pace });
  await solving.begin();
  return { solving, from };
}

const shown = (solving: Solving) => solving.scene?.status[0];

describe("a puzzle", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("plays a refutation out at the chosen pace, and gives the turn back", async () => {
    const wrong = state({ verdict: "wrong", frames: [frame("Ka1"), frame("Qb2")], change: -9 });
    const { solving } = await begun([wrong], 500);
    await solving.play("Ka1");
    expect(shown(solving)).toBe("Ka1");
    expect(solving.isOpen).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(shown(solving)).toBe("Qb2");
    await vi.advanceTimersByTimeAsync(5000);
    expect(shown(solving)).toBe("Qb2");
    solving.line?.step(-1);
    expect(shown(solving)).toBe("Ka1");
    solving.again();
    expect(shown(solving)).toBe("start");
    expect(solving.isOpen).toBe(true);
  });

  it("goes on by itself after the answer to a right turn", async () => {
    const next = state({
      verdict: "next",
      frames: [frame("Kd4"), frame("Kg7")],
      actions: ["Kd4", "Kg7"],
      begun: 2,
      proof: "of Kd4",
      scene: scene("then"),
    });
    const { solving, from } = await begun([next, state({ verdict: "solved" })], 300);
    await solving.play("Kd4");
    expect(solving.isOpen).toBe(false);
    await vi.advanceTimersByTimeAsync(600);
    expect(shown(solving)).toBe("then");
    await solving.play("Qa1");
    const asked = { actions: [], proof: "of Kd4", action: "Qa1", streak: false };
    expect(from.tried.at(-1)).toEqual(asked);
  });

  it("shows everything at once without a pace", async () => {
    const wrong = state({ verdict: "wrong", frames: [frame("Ka1"), frame("Qb2")] });
    const { solving } = await begun([wrong]);
    await solving.play("Ka1");
    expect(shown(solving)).toBe("Qb2");
    solving.line?.step(-Infinity);
    expect(shown(solving)).toBe("start");
  });

  it("tells one hint after the other", async () => {
    const { solving } = await begun([]);
    expect(solving.hasMoreHints).toBe(true);
    await solving.hint();
    expect(solving.hintCells).toEqual(["b2"]);
    expect(solving.mine).toEqual({ clean: false, solved: false });
    await solving.hint();
    expect(solving.hints.map((hint) => hint.sentence.text)).toEqual(["hint 0.", "hint 1."]);
    expect(solving.hasMoreHints).toBe(false);
    expect(solving.change).toBe(-20);
  });

  it("plays the solution out for who gives up", async () => {
    const { solving } = await begun([]);
    await solving.reveal();
    expect(solving.isOver).toBe(true);
    expect(shown(solving)).toBe("Kd4");
    expect(solving.change).toBe(-12);
    expect(solving.isOpen).toBe(false);
  });

  it("begins the turn again after those that were found", async () => {
    const found = { actions: ["Kd4", "Kg7", "a"], begun: 2, proof: "of Kd4" };
    const { solving, from } = await begun([state({ verdict: "on", ...found }), state({})]);
    await solving.play("a");
    expect(solving.place).toEqual({ actions: ["a"], proof: "of Kd4" });
    await solving.restartTurn();
    expect(from.tried.at(-1)).toEqual({ proof: "of Kd4" });
  });

  it("has no change of the rating before there is one", async () => {
    const { solving } = await begun([state({ verdict: "wrong", change: null }), state({})]);
    await solving.play("Ka1");
    expect(solving.change).toBeNull();
  });

  it("says what went wrong and can be tried again", async () => {
    const { solving } = await begun([]);
    await solving.play("Kd4");
    expect(solving.problem).toBe("no more");
    expect(solving.isOpen).toBe(true);
  });
});

describe("words", () => {
  it("shows a rating after some puzzles", () => {
    const solver = { tried: 3, solved: 1, best_streak: 0 };
    expect(ratingWords({ ...solver, rating: null, deviation: null, until_rated: 2 })).toBe(
      "3 of 5 puzzles until you have a rating",
    );
    expect(ratingWords({ ...solver, rating: 1511.6, deviation: 60, until_rated: 0 })).toBe(
      "Your rating: 1512 ± 120",
    );
  });

  it("has a sign for every change of a rating", () => {
    expect([12.4, -7.6, 0.2].map(changeWords)).toEqual(["+12", "−8", "±0"]);
  });

  it("tells what a wrong turn costs", () => {
    expect(wrongWords({ chance: 0.254, wanted: 0.9 })).toBe(
      "Your chances are 25 % after it, 90 % after the right turn.",
    );
    expect(wrongWords({ chance: null, wanted: null })).toBe("");
  });

  it("tells results apart", () => {
    expect(themeTitle("wins-material")).toBe("Wins material");
    expect(resultWords(null)).toBe("not tried yet");
    expect(resultWords({ clean: false, solved: true })).toBe("solved, not on the first try");
  });
});
