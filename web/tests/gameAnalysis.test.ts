import { describe, expect, it, vi } from "vitest";
import { Refusal } from "../src/api";
import type { Analysis } from "../src/protocol";
import { area, frameAt, HEIGHT, path, pieces, WIDTH } from "../src/replay/curve";
import { order, GameAnalysis } from "../src/replay/gameAnalysis.svelte";

const found = (number: number, expected: number | null = 0.5): Analysis => ({
  number,
  expected,
  words: "+0.00",
  lines: [],
  gesture: [],
  depth: 1,
  nodes: 1,
  elapsed_ms: 1,
});

describe("the analysis of a game", () => {
  it("begins with the position that is shown", () => {
    expect(order(2, 4)).toEqual([2, 3, 4, 0, 1]);
    expect(order(0, 0)).toEqual([0]);
  });

  it("asks for every position once", async () => {
    const ask = vi.fn((number: number) => Promise.resolve(found(number)));
    const analysis = new GameAnalysis("t", 3, { ask });
    await analysis.run(1);
    expect(ask.mock.calls.map(([number]) => number)).toEqual([1, 2, 3, 0]);
    expect(analysis.isComplete).toBe(true);
    await analysis.run(0);
    expect(ask).toHaveBeenCalledTimes(4);
  });

  it("waits when the server says so, and gives up otherwise", async () => {
    const busy = new Refusal(429, "too-many-requests", "wait", 2);
    const ask = vi.fn((number: number) => Promise.resolve(found(number)));
    ask.mockRejectedValueOnce(busy).mockRejectedValueOnce(busy);
    const pause = vi.fn(() => Promise.resolve());
    const analysis = new GameAnalysis("t", 1, { ask, pause });
    await analysis.run(0);
    expect(pause.mock.calls.length).toBe(2);
    expect(analysis.isComplete).toBe(true);
    const refused = new GameAnalysis("t", 1, {
      ask: () => Promise.reject(new Refusal(409, "conflict", "no")),
    });
    await refused.run(0);
    expect([refused.problem, refused.running]).toEqual(["no", false]);
  });

  it("stops when it is cancelled, and keeps what it has", async () => {
    const analysis: GameAnalysis = new GameAnalysis("t", 5, {
      ask: (number) => {
        if (number === 2) analysis.cancel();
        return Promise.resolve(found(number));
      },
    });
    await analysis.run(0);
    expect([...analysis.found.keys()]).toEqual([0, 1]);
    expect([analysis.running, analysis.problem]).toEqual([false, ""]);
  });
});

describe("the score graph", () => {
  const byNumber = new Map([0, 1, 3].map((number) => [number, found(number, number / 4)]));

  it("is broken where nothing is known", () => {
    const all = pieces(byNumber, 4);
    expect(all.map((piece) => piece.length)).toEqual([2, 1]);
    expect(all[0]?.[0]).toEqual([0, HEIGHT]);
    expect(all[1]?.[0]).toEqual([(WIDTH * 3) / 4, HEIGHT / 4]);
    expect(path(all[0] ?? [])).toBe("M0.0 90.0L75.0 67.5");
    expect(area(all[0] ?? [])).toBe("M0.0 90.0L75.0 67.5L75.0 45L0.0 45Z");
    expect(area([])).toBe("");
    expect(pieces(new Map(), 4)).toEqual([]);
  });

  it("finds the move under a click", () => {
    expect([-1, 0, 0.49, 0.51, 2].map((share) => frameAt(share, 10))).toEqual([0, 0, 5, 5, 10]);
    expect(frameAt(0.5, 0)).toBe(0);
  });

  it("draws nothing where too little is known", () => {
    const known = new Map([0, 2].map((number) => [number, found(number)]));
    expect(pieces(known.set(1, found(1, null)), 2).map((piece) => piece.length)).toEqual([1, 1]);
  });
});
