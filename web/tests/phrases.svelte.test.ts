import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TableInfo } from "../src/protocol";
import { Conversation, hasListener } from "../src/table/phrases.svelte";

const seat = (kind: string, taken = true) => ({ kind, taken, name: "", level: 1, present: true });
const table = (mine: string[], second = seat("link"), imported = false) =>
  ({ mine, imported, seats: { first: seat("me"), second } }) as unknown as TableInfo;

describe("ready-made words", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("are for another person at the other seat", () => {
    expect(hasListener(table(["first"]))).toBe(true);
    expect(hasListener(table(["first"], seat("computer")))).toBe(false);
    expect(hasListener(table(["first"], seat("link", false)))).toBe(false);
    expect(hasListener(table(["first", "second"]))).toBe(false);
    expect(hasListener(table([]))).toBe(false);
    expect(hasListener(table(["first"], seat("link"), true))).toBe(false);
  });

  it("are shown for a while, and spoken if another says them", () => {
    const talk = new Conversation(() => false);
    const said = { type: "said", seat: "second", phrase: "good-game" } as const;
    expect(talk.hear(said, table(["first"]))).toBe("Second says: Good game!");
    expect(talk.of("second")).toBe("Good game!");
    expect(talk.of("first")).toBe("");
    vi.runAllTimers();
    expect(talk.of("second")).toBe("");
    expect(talk.hear({ ...said, seat: "first" }, table(["first"]))).toBe("");
    expect(talk.of("first")).toBe("Good game!");
  });

  it("are left out when the other is muted", () => {
    const talk = new Conversation(() => true);
    expect(talk.hear({ type: "said", seat: "second", phrase: "hello" }, table(["first"]))).toBe("");
    expect(talk.of("second")).toBe("");
    talk.hear({ type: "said", seat: "first", phrase: "hello" }, table(["first"]));
    expect(talk.of("first")).toBe("Hello!");
  });
});
