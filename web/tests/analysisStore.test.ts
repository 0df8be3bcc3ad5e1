import { beforeEach, describe, expect, it } from "vitest";
import type { Analysis } from "../src/protocol";
import { AnalysisStore } from "../src/replay/analysisStore";
import { GameAnalysis } from "../src/replay/gameAnalysis.svelte";

const found = (number: number, words = "+0.00"): Analysis => ({
  number,
  expected: 0.5,
  words,
  lines: [],
  gesture: [],
  depth: 1,
  nodes: 1,
  elapsed_ms: 1,
});

/** A browser's storage with room for so many characters. */
class Room {
  readonly items = new Map<string, string>();
  constructor(readonly most = Infinity) {}

  getItem(name: string): string | null {
    return this.items.get(name) ?? null;
  }

  setItem(name: string, text: string): void {
    const others = [...this.items].filter(([other]) => other !== name);
    const size = others.reduce((sum, [, each]) => sum + each.length, text.length);
    if (size > this.most) throw new Error("full");
    this.items.set(name, text);
  }

  removeItem(name: string): void {
    this.items.delete(name);
  }
}

describe("kept analyses", () => {
  let room: Room;
  let store: AnalysisStore;
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
  const keptOf = (count: number) => ids(count).filter((id) => store.kept(id).length);

  beforeEach(() => {
    room = new Room();
    store = new AnalysisStore(() => room);
  });

  it("are found again", () => {
    store.keep("t", [found(0), found(1)]);
    expect(store.kept("t")).toEqual([found(0), found(1)]);
    expect(store.kept("other")).toEqual([]);
    store.forget();
    expect(room.items.size).toBe(0);
  });

  it("are those of the latest games", () => {
    ids(12).forEach((id) => store.keep(id, [found(0)]));
    store.keep("t0", [found(0), found(1)]);
    ids(14)
      .slice(12)
      .forEach((id) => store.keep(id, [found(0)]));
    expect(keptOf(14)).toEqual(ids(14).filter((id) => id !== "t1" && id !== "t2"));
  });

  it("are not too large together, nor alone", () => {
    ids(4).forEach((id) => store.keep(id, [found(0, "x".repeat(600_000))]));
    expect(keptOf(4)).toEqual(["t2", "t3"]);
    store.keep("large", [found(0, "x".repeat(2_000_000))]);
    expect(store.kept("large")).toEqual([]);
    expect(keptOf(4)).toEqual(["t2", "t3"]);
  });

  it("make room where the browser has less", () => {
    room = new Room(1000);
    ids(3).forEach((id) => store.keep(id, [found(0, "x".repeat(300))]));
    expect(keptOf(3)).toEqual(["t1", "t2"]);
    store.keep("large", [found(0, "x".repeat(2000))]);
    expect(store.kept("large")).toEqual([]);
  });

  it("do no harm where nothing can be kept or read", () => {
    const closed = new AnalysisStore(() => {
      throw new Error("denied");
    });
    closed.keep("t", [found(0)]);
    closed.forget();
    expect(closed.kept("t")).toEqual([]);
    for (const text of ["{", "7", '[null, {"number": "1"}]']) {
      room.items.set("strata-analysis-t", text);
      room.items.set("strata-analyses", text);
      expect(store.kept("t")).toEqual([]);
      store.keep("u", [found(0)]);
      expect(store.kept("u")).toEqual([found(0)]);
    }
  });

  it("are what an analysis begins with, and goes on from", async () => {
    const asked: number[] = [];
    const ask = (number: number) => {
      asked.push(number);
      if (number === 2) return Promise.reject(new Error("away"));
      return Promise.resolve(found(number));
    };
    await new GameAnalysis("t", 4, { ask, store }).run(0);
    expect(store.kept("t")).toEqual([found(0), found(1)]);
    const again = new GameAnalysis("t", 4, {
      ask: (number) => Promise.resolve(found(number, "again")),
      store,
    });
    expect([...again.found.keys()]).toEqual([0, 1]);
    await again.run(0);
    expect(again.isComplete).toBe(true);
    expect(again.found.get(1)?.words).toBe("+0.00");
    expect(new GameAnalysis("t", 4, { store }).isComplete).toBe(true);
    expect([...new GameAnalysis("t", 1, { store }).found.keys()]).toEqual([0, 1]);
  });
});
