import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Changed, Move, TableInfo, TableState } from "../src/protocol";
import { Session } from "../src/session.svelte";

const MOVES: Move[] = [
  ["first", "a", 1],
  ["second", "b", 2],
];
const state = (version: number) => ({ version }) as TableState;
const table = (version: number) =>
  ({ moves: MOVES, state: state(version) }) as unknown as TableInfo;
const changed = (version: number, keep: number, moves: Move[]): Changed => ({
  type: "changed",
  keep,
  moves,
  state: state(version),
});

describe("a session", () => {
  let session: Session;
  let sent: unknown[];

  beforeEach(() => {
    sent = [];
    class OpenSocket {
      static readonly OPEN = 1;
      readyState = 1;
      send = (text: string) => sent.push(JSON.parse(text));
      close = () => undefined;
    }
    vi.stubGlobal("WebSocket", OpenSocket);
    vi.stubGlobal("window", new EventTarget());
    vi.stubGlobal("document", new EventTarget());
    session = new Session("ws://here");
    session.open();
    session.receive({ type: "welcome", table: table(5) });
  });

  it("appends moves, and cuts what was taken back", () => {
    session.receive(changed(6, 2, [["first", "c", 3]]));
    expect(session.table?.moves.map(([, action]) => action)).toEqual(["a", "b", "c"]);
    session.receive(changed(7, 1, []));
    expect(session.table?.moves.map(([, action]) => action)).toEqual(["a"]);
  });

  it("ignores what it knows and asks again where something is missing", () => {
    session.receive(changed(5, 0, []));
    expect(session.table?.moves).toHaveLength(2);
    session.receive(changed(8, 2, [["first", "c", 3]]));
    expect(session.table?.moves).toHaveLength(2);
    expect(sent).toEqual([{ type: "resync" }]);
  });

  it("speaks of the version it knows", () => {
    session.ask({ type: "play", action: "c" });
    expect(sent).toEqual([{ type: "play", action: "c", version: 5 }]);
  });

  it("has an action pending until it is answered", () => {
    session.ask({ type: "offer-draw" });
    expect(session.pending).toBe(false);
    session.ask({ type: "play", action: "c" });
    expect(session.pending).toBe(true);
    session.receive({ type: "presence", seats: table(5).seats });
    expect(session.pending).toBe(true);
    session.receive(changed(6, 2, [["first", "c", 3]]));
    expect(session.pending).toBe(false);
    session.ask({ type: "play-preset", name: "line" });
    session.receive({ type: "refused", code: "not-your-turn", detail: "no", version: 6 });
    expect(session.pending).toBe(false);
  });

  it("shows why something was refused, but not `stale`", () => {
    session.receive({ type: "refused", code: "too-fast", detail: "slower", version: 5 });
    expect(session.notice).toBe("slower");
    session.receive({ type: "refused", code: "stale", detail: "old", version: 5 });
    expect(session.notice).toBe("");
  });
});
