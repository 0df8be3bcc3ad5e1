import { describe, expect, test } from "vitest";
import type { ReviewedTurn, StudyPosition, TriedTurn } from "../src/protocol";
import { mistakesOf, Trainer, type TrainerSource } from "../src/review/trainer.svelte";

function turn(number: number, mark: ReviewedTurn["mark"] = "??"): ReviewedTurn {
  return {
    number,
    seat: number % 2 ? "first" : "second",
    start: number - 1,
    actions: ["bad"],
    verdict: "judged",
    before: 0.9,
    after: 0.2,
    score: null,
    loss: 0.7,
    mark,
    accuracy: 3,
    best: [],
    line: [],
    reply: [],
  };
}

const GOOD: TriedTurn = { loss: 0, mark: "", is_good: true, reply: [] };
const BAD: TriedTurn = { loss: 0.4, mark: "??", is_good: false, reply: [] };

/** A game in which a turn of first is over after two actions. */
function source(verdict: TriedTurn): TrainerSource & { tried: string[][] } {
  const tried: string[][] = [];
  return {
    tried,
    position: ({ turn: number, actions = [] }) =>
      actions.includes("impossible")
        ? Promise.reject(new Error("cannot be played"))
        : Promise.resolve({
            number,
            seat: actions.length < 2 ? "first" : "second",
          } as StudyPosition),
    attempt: ({ actions }) => {
      tried.push([...actions]);
      return Promise.resolve(verdict);
    },
  };
}

test("the mistakes of a side, without what is only inaccurate", () => {
  const turns = [turn(1), turn(2, "?"), turn(3, "?!"), turn(4, "")];
  expect(mistakesOf(turns, null).map((each) => each.number)).toEqual([1, 2]);
  expect(mistakesOf(turns, "second").map((each) => each.number)).toEqual([2]);
});

describe("a trainer", () => {
  test("judges a turn when it is complete", async () => {
    const asked = source(GOOD);
    const trainer = new Trainer([turn(1), turn(3)], asked);
    await trainer.begin();
    await trainer.play("a");
    expect(asked.tried).toEqual([]);
    await trainer.play("b");
    expect(asked.tried).toEqual([["a", "b"]]);
    expect(trainer.isDone).toBe(true);
    expect(trainer.solved).toEqual([1]);
    await trainer.play("c");
    expect(trainer.actions).toEqual(["a", "b"]);
    await trainer.next();
    expect(trainer.turn?.number).toBe(3);
    expect(trainer.actions).toEqual([]);
    expect(trainer.hasNext).toBe(false);
  });

  test("lets one try again, and counts nothing that was shown", async () => {
    const trainer = new Trainer([turn(1)], source(BAD));
    await trainer.begin();
    await trainer.play("a");
    await trainer.play("b");
    expect(trainer.verdict).toEqual(BAD);
    await trainer.begin();
    expect(trainer.verdict).toBeNull();
    await trainer.reveal();
    expect(trainer.revealed).toBe(true);
    expect(trainer.solved).toEqual([]);
  });

  test("keeps what was played if the next action cannot be", async () => {
    const trainer = new Trainer([turn(1)], source(GOOD));
    await trainer.begin();
    await trainer.play("a");
    await trainer.play("impossible");
    expect(trainer.problem).toBe("cannot be played");
    expect(trainer.actions).toEqual(["a"]);
    expect(trainer.pending).toBe(false);
  });
});
