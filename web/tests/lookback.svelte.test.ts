import { beforeEach, describe, expect, it, vi } from "vitest";
import { FrameStore } from "../src/frameStore";
import type { Changed, Frame, Move, Seat, TableInfo } from "../src/protocol";
import { Lookback } from "../src/table/lookback.svelte";
import { frame } from "./frames";

const move = (number: number): Move => [number % 2 ? "first" : "second", `m${number}`, number];

describe("looking back at a table", () => {
  let table: TableInfo;
  let lookback: Lookback;
  let seen: string;
  const began = vi.fn();
  const fetch = vi.fn((first: number, count: number): Promise<Frame[]> => {
    const all = [0, ...table.moves.map(([, , number]) => number)].slice(first, first + count);
    return Promise.resolve(all.map((number) => frame(number, seen + number)));
  });
  const arrive = () => vi.waitFor(() => expect(lookback.frame?.number).toBe(lookback.number));

  function change(length: number, keep = table.moves.length, state: object = {}): void {
    const moves = Array.from({ length }, (_, index) => move(index + 1));
    table = { ...table, moves, state: { ...table.state, ...state } };
    lookback.follow({ type: "changed", keep, moves: moves.slice(keep) } as unknown as Changed);
  }

  function sit(mine: Seat[]): void {
    const state = { seat: "first", outcome: null };
    table = { moves: [], mine, state } as unknown as TableInfo;
    lookback = new Lookback("t", () => table, began, new FrameStore("t", 16, fetch));
    lookback.follow({ type: "welcome", table });
    change(40);
  }

  beforeEach(() => {
    vi.clearAllMocks();
    seen = "p";
    sit(["first"]);
  });

  it("begins and ends at the newest position", async () => {
    expect([lookback.isBack, lookback.mayStep(1), lookback.mayStep(-1)]).toEqual([
      false,
      false,
      true,
    ]);
    lookback.step(-1);
    expect([lookback.number, lookback.isBack]).toEqual([39, true]);
    await arrive();
    lookback.step(-Infinity);
    expect([lookback.number, lookback.mayStep(-1)]).toEqual([0, false]);
    lookback.step(-1);
    expect(lookback.number).toBe(0);
    lookback.step(1);
    expect(lookback.number).toBe(1);
    lookback.step(Infinity);
    expect([lookback.number, lookback.frame]).toEqual([null, null]);
    lookback.step(1);
    lookback.show(40);
    expect(lookback.isBack).toBe(false);
    expect(began).toHaveBeenCalledTimes(1);
  });

  it("fetches what is near, once", async () => {
    lookback.show(20);
    await arrive();
    [19, 18, 17].forEach((number) => lookback.show(number));
    await arrive();
    expect(fetch.mock.calls.map(([first]) => first).toSorted()).toEqual([0, 16]);
  });

  it("stays where it is while moves come, and counts them", async () => {
    lookback.show(12);
    await arrive();
    change(41);
    change(43, 41);
    expect([lookback.number, lookback.frame?.number, lookback.fresh]).toEqual([12, 12, 3]);
    expect(fetch).toHaveBeenCalledTimes(1);
    lookback.toNow();
    expect(lookback.fresh).toBe(0);
    change(44);
    expect(lookback.fresh).toBe(0);
  });

  it("returns when what it shows is taken back", async () => {
    lookback.show(38);
    await arrive();
    change(36, 36);
    expect([lookback.isBack, lookback.fresh]).toEqual([false, 0]);
  });

  it("forgets what it saw when moves are shown otherwise", async () => {
    lookback.show(12);
    await arrive();
    seen = "open";
    change(41, 5);
    expect(lookback.frame).toBeNull();
    await arrive();
    expect(lookback.frame?.position).toBe("open12");
    seen = "over";
    change(41, 41, { outcome: { winner: "first", reason: "king-captured" } });
    expect(lookback.frame).toBeNull();
    await arrive();
    expect(lookback.frame?.position).toBe("over12");
  });

  it("shows nothing of one seat to the other on the same device", async () => {
    sit(["first", "second"]);
    lookback.show(12);
    await arrive();
    seen = "second's";
    change(41, 40, { seat: "second" });
    expect(lookback.frame).toBeNull();
    await arrive();
    expect(lookback.frame?.position).toBe("second's12");
  });

  it("tells why there is nothing to see, until one returns", async () => {
    fetch.mockRejectedValue(new Error("away"));
    lookback.show(12);
    await vi.waitFor(() => expect(lookback.problem).toBe("away"));
    lookback.toNow();
    expect(lookback.problem).toBe("");
  });
});
