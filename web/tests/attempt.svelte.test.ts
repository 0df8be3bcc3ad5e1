import { beforeEach, describe, expect, it } from "vitest";
import { Attempt } from "../src/learn/attempt.svelte";
import type { LessonInfo, LessonState, TryLesson } from "../src/protocol";
import { cell } from "./tokens";

const LESSON: LessonInfo = {
  name: "one",
  title: "One",
  group: "",
  steps: [
    { task: "Go.", hints: ["Look.", "Step."], against: 0 },
    { task: "Go on.", hints: ["Look again."], against: 0 },
  ],
  learnt: "Gone.",
  rules: [],
};
const BEGUN: LessonState = {
  warnings: {},
  verdict: "begun",
  sentences: [],
  replies: [],
  actions: [],
  step: 0,
  begun: 0,
  learner: "first",
  seat: "first",
  choices: [],
  tokens: {},
  scene: { stacks: {}, zones: [], marks: [], status: [] },
  reaches: {},
  way: [],
};

describe("an attempt at a lesson", () => {
  let asked: TryLesson[];
  let answers: (LessonState | Error)[];
  let attempt: Attempt;

  beforeEach(async () => {
    asked = [];
    answers = [BEGUN];
    attempt = new Attempt(LESSON, async (tried) => {
      asked.push(tried);
      const answer = answers.shift() ?? BEGUN;
      if (answer instanceof Error) throw answer;
      return {
        ...answer,
        way: tried.way ? [cell("a1"), cell("a2")] : [],
      };
    });
    await attempt.begin();
  });

  it("shows hints one by one", () => {
    expect(attempt.hints).toBe(0);
    attempt.hint();
    attempt.hint();
    expect(attempt.hasMoreHints).toBe(false);
    attempt.hint();
    expect(attempt.hints).toBe(2);
  });

  it("shows a way after three wrong attempts, and not before", async () => {
    for (const times of [1, 2, 3]) {
      answers = [{ ...BEGUN, verdict: "refused" }];
      await attempt.play("wrong");
      expect(attempt.wrong).toBe(times);
      expect(attempt.way.length).toBe(times === 3 ? 2 : 0);
    }
    answers = [{ ...BEGUN, verdict: "on", actions: ["x"] }];
    await attempt.play("x");
    expect(attempt.way.length).toBe(2);
  });

  it("does not show a way that was asked for in vain", async () => {
    for (const verdict of ["refused", "illegal", "on"] as const) {
      answers = [{ ...BEGUN, verdict }];
      await attempt.play("x");
    }
    expect(asked.at(-1)?.way).toBe(true);
    expect(attempt.way).toEqual([]);
  });

  it("counts clicks that lead nowhere, and shows a way with all else as it was", async () => {
    answers = [{ ...BEGUN, verdict: "on", actions: ["x"] }];
    await attempt.play("x");
    const before = attempt.state;
    await attempt.miss();
    await attempt.miss();
    expect(attempt.state).toBe(before);
    const third = attempt.miss();
    expect(attempt.pending).toBe(false);
    await third;
    expect(asked.at(-1)).toEqual({ actions: ["x"], way: true });
    expect(attempt.way.length).toBe(2);
    expect(attempt.state).toMatchObject({ verdict: "on", actions: ["x"] });
    const count = asked.length;
    await attempt.miss();
    expect(asked.length).toBe(count);
  });

  it("asks for the way again where nobody answered", async () => {
    await attempt.miss();
    await attempt.miss();
    answers = [new Error("too often")];
    await attempt.miss();
    expect(attempt.way).toEqual([]);
    await attempt.miss();
    expect(attempt.way.length).toBe(2);
  });

  it("goes from step to step with what was played", async () => {
    attempt.hint();
    answers = [{ ...BEGUN, verdict: "next", actions: ["x", "reply"], step: 1, begun: 2 }];
    await attempt.play("x");
    expect(attempt.step?.task).toBe("Go on.");
    expect(attempt.hints).toBe(0);
    expect(attempt.finished).toBe(false);
    answers = [{ ...BEGUN, verdict: "on", actions: ["x", "reply", "y"], step: 1, begun: 2 }];
    await attempt.play("y");
    expect(asked.at(-1)?.actions).toEqual(["x", "reply"]);
    await attempt.restart();
    expect(asked.at(-1)).toEqual({ actions: ["x", "reply"], way: false });
    answers = [{ ...BEGUN, verdict: "finished", step: 1 }];
    await attempt.play("z");
    expect(attempt.finished).toBe(true);
    expect(attempt.hasMoreHints).toBe(false);
    await attempt.begin();
    expect(attempt.finished).toBe(false);
  });

  it("starts again with the step, and at its beginning with the lesson", async () => {
    expect(attempt.mayRestart).toBe(false);
    answers = [{ ...BEGUN, verdict: "next", actions: ["x", "reply"], step: 1, begun: 2 }];
    await attempt.play("x");
    expect(attempt.mayRestart).toBe(true);
    await attempt.restart();
    expect(asked.at(-1)).toEqual({ actions: [] });
    expect(attempt.state?.step).toBe(0);
    expect(attempt.mayRestart).toBe(false);
  });

  it("keeps its state where the server cannot answer", async () => {
    answers = [new Error("too often")];
    await attempt.play("x");
    expect(attempt.problem).toBe("too often");
    expect(attempt.state?.verdict).toBe("begun");
    expect(attempt.wrong).toBe(0);
    expect(attempt.pending).toBe(false);
  });
});
