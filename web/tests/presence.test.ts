import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepSaying, noteGame } from "../src/presence";
import type { SeatInfo } from "../src/protocol";

const person: SeatInfo = { kind: "link", name: "", level: null, present: true, taken: true };
const seats = { first: person, second: person };
const OVER = { winner: "first", reason: "resignation" } as const;

describe("a player on another page", () => {
  let said: string[];
  let playing: boolean;
  const say = async (table: string) => {
    said.push(table);
    return { playing };
  };
  const going = { id: "t", mine: ["first"] as const, seats, state: { outcome: null } };

  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    vi.useFakeTimers();
    [said, playing] = [[], true];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("says so at once and from time to time, until it is back", async () => {
    noteGame(going);
    const stop = keepSaying(say);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(said).toEqual(["t", "t", "t"]);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said).toHaveLength(3);
  });

  it("stops when the game is over", async () => {
    noteGame(going);
    playing = false;
    keepSaying(say);
    await vi.advanceTimersByTimeAsync(60_000);
    keepSaying(say);
    expect(said).toEqual(["t"]);
  });

  it("says nothing where nobody waits", async () => {
    noteGame({ ...going, mine: [] });
    noteGame({ ...going, mine: ["first", "second"] });
    noteGame({ ...going, seats: { ...seats, second: { ...person, kind: "computer" } } });
    keepSaying(say);
    noteGame(going);
    noteGame({ ...going, state: { outcome: OVER } });
    keepSaying(say);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said).toEqual([]);
  });
});
