import { describe, expect, it, vi } from "vitest";
import { FrameStore } from "../src/frameStore";
import type { Frame } from "../src/protocol";
import { frame } from "./frames";

describe("the positions of a game", () => {
  const give = (first: number, count: number, last: number): Frame[] =>
    Array.from({ length: Math.max(0, Math.min(count, last + 1 - first)) }, (_, index) =>
      frame(first + index),
    );

  it("are fetched in chunks, once", async () => {
    const fetch = vi.fn((first: number, count: number) => Promise.resolve(give(first, count, 25)));
    const store = new FrameStore("t", 10, fetch);
    await Promise.all([store.load(12), store.load(14), store.load(3)]);
    expect(fetch.mock.calls.toSorted()).toEqual([
      [0, 10],
      [10, 10],
    ]);
    await store.load(19);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect([store.get(12)?.number, store.get(20)]).toEqual([12, undefined]);
  });

  it("are asked for again where the game has gone on", async () => {
    let last = 4;
    const fetch = vi.fn((first: number, count: number) =>
      Promise.resolve(give(first, count, last)),
    );
    const store = new FrameStore("t", 10, fetch);
    const early = store.load(4);
    const asked = store.load(5); // while the chunk is on its way
    await early;
    last = 5;
    await asked;
    await store.load(5);
    expect(store.get(5)?.number).toBe(5);
  });

  it("are not kept if they were asked for before all was dropped", async () => {
    let answer: (frames: Frame[]) => void = () => undefined;
    const store = new FrameStore("t", 10, () => new Promise((resolve) => (answer = resolve)));
    const asked = store.load(1);
    await Promise.resolve();
    store.drop();
    answer(give(0, 10, 9));
    await asked;
    expect(store.get(1)).toBeUndefined();
  });

  it("are asked for again after a failure, which is told", async () => {
    const fetch = vi.fn((first: number, count: number) => Promise.resolve(give(first, count, 9)));
    fetch.mockRejectedValueOnce(new Error("away"));
    const store = new FrameStore("t", 10, fetch);
    await expect(store.load(1)).rejects.toThrow("away");
    await store.load(1);
    expect(store.get(1)?.number).toBe(1);
  });
});
