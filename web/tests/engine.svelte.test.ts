import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StudyMessage, Thought } from "../src/protocol";
import { Engine } from "../src/study/engine.svelte";

class FakeWebSocket {
  static readonly OPEN = 1;
  static made: FakeWebSocket[] = [];
  readyState = 0;
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeWebSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = FakeWebSocket.OPEN;
    this.onopen?.();
  }
  hear(message: StudyMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  break(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}

const latest = () => FakeWebSocket.made.at(-1) as FakeWebSocket;
const thought = (node: number, depth = 1, threat = false): Thought => ({
  type: "thought",
  node,
  threat,
  done: false,
  expected: 0.5,
  words: "even",
  lines: [],
  gesture: [],
  depth,
  nodes: 10,
  elapsed_ms: 5,
});

describe("the computer that thinks along", () => {
  let engine: Engine;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeWebSocket);
    FakeWebSocket.made = [];
    engine = new Engine("ws://here/engine", () => 0.5);
    engine.follow(4);
    engine.toggle();
    latest().open();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("follows the position, the lines and the threat", () => {
    engine.follow(5);
    engine.follow(5);
    engine.setLines(9);
    engine.toggleThreat();
    expect(latest().sent).toEqual([
      { type: "think", node: 4, lines: 1, threat: false },
      { type: "think", node: 5, lines: 1, threat: false },
      { type: "think", node: 5, lines: 5, threat: false },
      { type: "think", node: 5, lines: 5, threat: true },
    ]);
  });

  it("tells only what it thinks of the position that is shown", () => {
    latest().hear(thought(4, 3));
    expect(engine.thought?.depth).toBe(3);
    engine.follow(5);
    expect(engine.thought).toBeNull();
    latest().hear(thought(4, 9));
    expect(engine.thought).toBeNull();
    latest().hear(thought(5, 2));
    expect(engine.thought?.depth).toBe(2);
    engine.toggleThreat();
    expect(engine.thought).toBeNull();
  });

  it("says why it does not think", () => {
    latest().hear({ type: "refused", node: 4, detail: "Too much is asked." });
    expect(engine.problem).toBe("Too much is asked.");
    engine.follow(5);
    expect(engine.problem).toBe("");
  });

  it("comes back after the line broke, with growing pauses", () => {
    latest().break();
    expect(engine.isConnected).toBe(false);
    vi.advanceTimersByTime(400);
    expect(FakeWebSocket.made).toHaveLength(2);
    latest().break();
    vi.advanceTimersByTime(400);
    expect(FakeWebSocket.made).toHaveLength(2);
    vi.advanceTimersByTime(400);
    latest().open();
    expect(latest().sent).toEqual([{ type: "think", node: 4, lines: 1, threat: false }]);
  });

  it("does not come back for what is thought to the end", () => {
    latest().hear({ ...thought(4, 9), done: true });
    latest().break(1001, "idle for too long");
    vi.advanceTimersByTime(60_000);
    expect(FakeWebSocket.made).toHaveLength(1);
    expect([engine.thought?.depth, engine.problem]).toEqual([9, ""]);
    engine.follow(5);
    latest().open();
    expect(latest().sent).toEqual([{ type: "think", node: 5, lines: 1, threat: false }]);
    expect(FakeWebSocket.made).toHaveLength(2);
  });

  it("gives up where the server says so", () => {
    latest().break(4404, "no such study");
    vi.advanceTimersByTime(60_000);
    expect(FakeWebSocket.made).toHaveLength(1);
    expect([engine.isOn, engine.problem]).toEqual([false, "no such study"]);
  });

  it("stops, and stays stopped", () => {
    const socket = latest();
    engine.toggle();
    expect(socket.sent.at(-1)).toEqual({ type: "stop" });
    engine.follow(8);
    vi.advanceTimersByTime(60_000);
    expect(FakeWebSocket.made).toHaveLength(1);
    expect(engine.isOn).toBe(false);
  });
});
