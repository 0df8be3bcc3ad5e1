import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "../src/api";
import type { Advice, Move, SceneState, TableInfo } from "../src/protocol";
import { Counsel, offersHelp } from "../src/table/counsel.svelte";

const cell = (id: string) => ({ kind: "cell" as const, id, label: id, topic: "" });
const item = (id: string) => ({ kind: "item" as const, id, label: id, topic: "" });
const HINT: Advice = {
  summary: { text: "{first can/can} play up, then down.", cells: ["a1"] },
  actions: [
    { action: "up", gesture: [cell("a1"), cell("a2")], telling: [] },
    { action: "down", gesture: [item("pawn"), cell("b1")], telling: [] },
  ],
  reason: null,
};
const THREAT: Advice = { summary: { text: "", cells: ["c3"] }, actions: [], reason: null };

function tableAfter(moves: readonly string[], in_turn = true): TableInfo {
  return {
    id: "one",
    moves: moves.map((action): Move => ["first", action, 1]),
    state: { in_turn, outcome: null },
  } as unknown as TableInfo;
}

describe("help", () => {
  let table = $state.raw<TableInfo>(tableAfter([]));
  let counsel: Counsel;
  const asked = vi.spyOn(api, "help");

  beforeEach(() => {
    asked.mockReset().mockImplementation((_, kind) => {
      return Promise.resolve(kind === "hint" ? HINT : THREAT);
    });
    table = tableAfter([]);
    counsel = new Counsel(() => table);
  });

  it("points at the next action, as long as it is followed", async () => {
    await counsel.ask("hint");
    expect(counsel.cells).toEqual(["a1", "a2"]);
    table = tableAfter(["up"]);
    expect(counsel.actions.map(({ action }) => action)).toEqual(["down"]);
    expect([counsel.cells, counsel.items]).toEqual([["b1"], ["pawn"]]);
    table = tableAfter(["left"]);
    expect(counsel.now).toBeNull();
    expect(counsel.cells).toEqual([]);
  });

  it("is over with the turn, and with what was taken back", async () => {
    table = tableAfter(["before"]);
    await counsel.ask("hint");
    table = tableAfter(["before", "up"], false);
    expect(counsel.now).toBeNull();
    table = tableAfter([]);
    expect(counsel.now).toBeNull();
  });

  it("is not asked for twice, for it is counted", async () => {
    await counsel.ask("hint");
    await counsel.ask("hint");
    expect(asked).toHaveBeenCalledTimes(1);
    await counsel.ask("threats");
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it("marks what is threatened", async () => {
    const scene = { marks: [] } as unknown as SceneState;
    expect(counsel.mark(scene)).toBe(scene);
    await counsel.ask("threats");
    expect(counsel.mark(scene).marks).toEqual([
      { kind: "check", cells: ["c3"], label: "threatened" },
    ]);
    table = tableAfter(["up"]);
    expect(counsel.mark(scene)).toBe(scene);
  });

  it("says why there is none", async () => {
    asked.mockRejectedValue(new api.Refusal(409, "conflict", "not now"));
    await counsel.ask("hint");
    expect([counsel.problem, counsel.asking, counsel.now]).toEqual(["not now", null, null]);
  });
});

describe("who is offered help", () => {
  const seats = (second: string) => ({ first: { kind: "me" }, second: { kind: second } });
  const at = (second: string, mine: string[], outcome: unknown = null) =>
    offersHelp({ mine, seats: seats(second), state: { outcome } } as unknown as TableInfo);

  it("plays against the computer", () => {
    expect(at("computer", ["first"])).toBe(true);
    expect(at("computer", [])).toBe(false);
    expect(at("computer", ["first"], {})).toBe(false);
    expect(at("link", ["first"])).toBe(false);
    expect(at("me", ["first", "second"])).toBe(false);
  });
});
