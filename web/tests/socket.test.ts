import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerMessage } from "../src/protocol";
import { Socket, type Connection } from "../src/socket";

class FakeWebSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static made: FakeWebSocket[] = [];

  readyState = FakeWebSocket.CONNECTING;
  sent: unknown[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeWebSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = FakeWebSocket.CLOSED;
  }

  hear(message: Partial<ServerMessage>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  welcome(): void {
    this.readyState = FakeWebSocket.OPEN;
    this.hear({ type: "welcome" });
  }

  break(code = 1006, reason = ""): void {
    this.readyState = FakeWebSocket.CLOSED;
    this.onclose?.({ code, reason });
  }
}

const latest = () => FakeWebSocket.made.at(-1) as FakeWebSocket;
const refusal = (code: string) => ({ type: "refused", code }) as Partial<ServerMessage>;

describe("the socket", () => {
  let connections: Connection[];
  let reasons: string[];
  let messages: string[];
  let socket: Socket;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeWebSocket);
    FakeWebSocket.made = [];
    [connections, reasons, messages] = [[], [], []];
    const handlers = {
      message: (message: ServerMessage) => messages.push(message.type),
      connection: (connection: Connection, reason: string) => {
        connections.push(connection);
        reasons.push(reason);
      },
    };
    socket = new Socket("ws://here/live", handlers, () => 0.5);
    socket.open();
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is live when it is welcome", () => {
    expect(connections).toEqual(["connecting"]);
    latest().welcome();
    expect(connections).toEqual(["connecting", "live"]);
    expect(messages).toEqual(["welcome"]);
    expect(latest().url).toBe("ws://here/live");
  });

  it("sends when it is live and queues nothing otherwise", () => {
    expect(socket.send({ type: "resign", version: 1 })).toBe(false);
    latest().welcome();
    expect(socket.send({ type: "resign", version: 1 })).toBe(true);
    expect(latest().sent).toEqual([{ type: "resign", version: 1 }]);
    latest().break();
    expect(socket.send({ type: "resign", version: 2 })).toBe(false);
    vi.advanceTimersByTime(400);
    latest().welcome();
    expect(latest().sent).toEqual([]);
  });

  it("connects again with pauses that grow to ten seconds", () => {
    latest().welcome();
    for (const pause of [400, 800, 1600, 3200, 6400, 10_000, 10_000]) {
      const before = FakeWebSocket.made.length;
      latest().break();
      expect(connections.at(-1)).toBe("reconnecting");
      vi.advanceTimersByTime(pause - 1);
      expect(FakeWebSocket.made).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeWebSocket.made).toHaveLength(before + 1);
    }
  });

  it.each([1001, 1006, 1011, 1012, 1013])("comes back by itself after %i", (code) => {
    latest().welcome();
    latest().break(code);
    expect(connections.at(-1)).toBe("reconnecting");
    vi.advanceTimersByTime(400);
    latest().welcome();
    expect(FakeWebSocket.made).toHaveLength(2);
    expect(connections.at(-1)).toBe("live");
  });

  it("says why it was closed until it is welcome again", () => {
    latest().welcome();
    latest().break(1012);
    expect(reasons.at(-1)).toBe("the server restarts");
    vi.advanceTimersByTime(400);
    latest().break(1011, "the database is full");
    vi.advanceTimersByTime(800);
    latest().break(1006);
    expect(reasons.at(-1)).toBe("the database is full");
    vi.advanceTimersByTime(1600);
    latest().welcome();
    expect(reasons.at(-1)).toBe("");
    latest().break(1006);
    expect(reasons.at(-1)).toBe("");
  });

  it("begins with a short pause again after a welcome", () => {
    latest().welcome();
    latest().break();
    vi.advanceTimersByTime(400);
    latest().break();
    vi.advanceTimersByTime(800);
    latest().welcome();
    latest().break();
    vi.advanceTimersByTime(400);
    expect(FakeWebSocket.made).toHaveLength(4);
  });

  it("asks for a fresh welcome after `stale` only", () => {
    latest().welcome();
    latest().hear(refusal("illegal-action"));
    expect(latest().sent).toEqual([]);
    latest().hear(refusal("stale"));
    expect(latest().sent).toEqual([{ type: "resync" }]);
    expect(messages).toEqual(["welcome", "refused", "refused"]);
  });

  it.each([
    [4404, "no such table"],
    [4500, "this table cannot be read"],
  ])("does not try again where the server refuses for good, with %i", (code, reason) => {
    latest().break(code, reason);
    expect(connections.at(-1)).toBe("closed");
    expect(reasons.at(-1)).toBe(reason);
    vi.advanceTimersByTime(60_000);
    expect(FakeWebSocket.made).toHaveLength(1);
  });

  it("waits long where it was too fast", () => {
    latest().welcome();
    latest().break(4429, "too-fast");
    expect(connections.at(-1)).toBe("reconnecting");
    vi.advanceTimersByTime(7_000);
    expect(FakeWebSocket.made).toHaveLength(1);
    vi.advanceTimersByTime(6_000);
    expect(FakeWebSocket.made).toHaveLength(2);
  });

  it("is quiet after it was closed here", () => {
    latest().welcome();
    const last = latest();
    socket.close();
    last.hear({ type: "presence" });
    last.break();
    vi.advanceTimersByTime(60_000);
    expect(messages).toEqual(["welcome"]);
    expect(FakeWebSocket.made).toHaveLength(1);
  });

  it("checks a line that may be dead, and gives it up when nothing comes", () => {
    latest().welcome();
    socket.check();
    expect(latest().sent).toEqual([{ type: "resync" }]);
    latest().welcome();
    vi.advanceTimersByTime(10_000);
    expect(FakeWebSocket.made).toHaveLength(1);
    socket.check();
    vi.advanceTimersByTime(4_000);
    expect(FakeWebSocket.made).toHaveLength(2);
    expect(connections.at(-1)).toBe("reconnecting");
  });

  it("connects at once when the network comes back", () => {
    latest().welcome();
    latest().break();
    socket.check();
    expect(FakeWebSocket.made).toHaveLength(2);
    socket.check();
    vi.advanceTimersByTime(10_000);
    expect(FakeWebSocket.made).toHaveLength(2);
  });
});
