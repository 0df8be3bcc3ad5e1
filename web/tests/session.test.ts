import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  Changed,
  Layer,
  Move,
  SceneChange,
  SceneState,
  Sentence,
  TableInfo,
  TableState,
} from "../src/protocol";
import { Session } from "../src/session.svelte";

const MOVES: Move[] = [
  ["first", "a", 1],
  ["second", "b", 2],
];
const said = (text: string): Sentence[] => [{ text: `${text}.`, cells: [] }];
const state = (version: number) => ({ version }) as TableState;
const layer = (symbol: string): Layer => ({ symbol, owner: "first", badges: [], turn: null });
const SCENE: SceneState = {
  stacks: { a1: [layer("king")], b1: [layer("pawn")] },
  zones: [],
  marks: [],
  status: ["one"],
};
const table = (version: number) =>
  ({
    moves: MOVES,
    tellings: [said("b")],
    scene: SCENE,
    state: state(version),
  }) as unknown as TableInfo;
const SAME: SceneChange = { stacks: {}, zones: null, marks: [], status: [] };
const changed = (
  version: number,
  keep: number,
  moves: Move[],
  scene: SceneChange = SAME,
): Changed => ({
  type: "changed",
  keep,
  moves,
  tellings: moves.map(([, action]) => said(action)),
  scene,
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
  afterEach(() => void vi.unstubAllGlobals());

  it("says something without a version, and waits on for what was asked before", () => {
    session.ask({ type: "arrange", pieces: { a1: "king" } });
    expect(session.pending).toBe(true);
    session.say("hello");
    session.receive({ type: "said", seat: "first", phrase: "hello" });
    expect(session.pending).toBe(true);
    expect(sent.slice(-2)).toEqual([
      { type: "arrange", pieces: { a1: "king" }, version: 5 },
      { type: "say", phrase: "hello" },
    ]);
  });

  it("appends moves, and cuts what was taken back", () => {
    session.receive(changed(6, 2, [["first", "c", 3]]));
    expect(session.table?.moves.map(([, action]) => action)).toEqual(["a", "b", "c"]);
    session.receive(changed(7, 1, []));
    expect(session.table?.moves.map(([, action]) => action)).toEqual(["a"]);
  });

  it("keeps the tellings of the last moves", () => {
    const texts = () => session.table?.tellings.map(([sentence]) => sentence?.text);
    session.receive(changed(6, 2, [["first", "c", 3]]));
    expect(texts()).toEqual(["b.", "c."]);
    session.receive(changed(7, 1, [["second", "d", 2]]));
    expect(texts()).toEqual(["d."]);
    session.receive({ ...changed(8, 0, []), tellings: [] });
    expect(texts()).toEqual([]);
    const added: Move[] = ["e", "f"].map((action) => ["first", action, 1]);
    session.receive({ ...changed(10, 0, added), tellings: [said("f")] });
    expect(texts()).toEqual(["f."]);
  });

  it("lays what is new over the scene", () => {
    const stacks = { a1: [], c1: [layer("king")] };
    session.receive(changed(6, 2, [], { stacks, zones: null, marks: [], status: ["two"] }));
    expect(session.table?.scene).toEqual({
      stacks: { b1: [layer("pawn")], c1: [layer("king")] },
      zones: [],
      marks: [],
      status: ["two"],
    });
  });

  it("ignores what it knows and asks again where something is missing", () => {
    session.receive(changed(5, 0, []));
    expect(session.table?.moves).toHaveLength(2);
    session.receive(changed(8, 2, [["first", "c", 3]]));
    expect(session.table?.moves).toHaveLength(2);
    expect(sent).toEqual([{ type: "resync" }]);
  });

  it("takes several actions at once as so many versions", () => {
    const added: Move[] = ["c", "d", "e"].map((action) => ["first", action, 3]);
    session.receive(changed(8, 2, added));
    expect(session.table?.moves).toHaveLength(5);
    expect(sent).toEqual([]);
  });

  it("says that an action came too late", () => {
    session.ask({ type: "play", action: "c" });
    session.receive({ type: "refused", code: "stale", detail: "version 6, not 5", version: 6 });
    expect(session.notice).toBe("");
    session.receive({ type: "welcome", table: table(6) });
    expect(session.notice).toContain("not played");
    session.receive(changed(7, 2, [["first", "c", 3]]));
    expect(session.notice).toBe("");
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

  it("says that another device has joined the seat, also while an action is pending", () => {
    session.ask({ type: "play", action: "c" });
    session.receive({ type: "device-joined", seat: "first" });
    expect(session.notice).toContain("Another device has joined your seat");
    expect(session.pending).toBe(true);
  });

  it("shows why something was refused, but not `stale`", () => {
    session.receive({ type: "refused", code: "too-fast", detail: "slower", version: 5 });
    expect(session.notice).toBe("slower");
    session.receive({ type: "refused", code: "stale", detail: "old", version: 5 });
    expect(session.notice).toBe("");
  });
});
