/**
 * The live connection to a table. It reconnects by itself with growing pauses, asks for a fresh
 * welcome after `stale`, and queues nothing: what cannot be sent now is not sent.
 */
import type { ClientMessage, ServerMessage } from "./protocol";
import { closeWords, isFinal, pauseMs } from "./reconnecting";

export type Connection = "connecting" | "live" | "reconnecting" | "closed";

export interface SocketHandlers {
  message(message: ServerMessage): void;
  /** `reason` is the server's: why it closed, for good or until it lets this client in again;
   * `code` is given where it closed for good. */
  connection(connection: Connection, reason: string, code?: number): void;
}

const PROBE_MS = 4_000;

export class Socket {
  #socket: WebSocket | null = null;
  #tries = 0;
  #reason = "";
  #retry: ReturnType<typeof setTimeout> | undefined;
  #probe: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(
    readonly url: string,
    readonly handlers: SocketHandlers,
    readonly random: () => number = Math.random,
  ) {}

  open(): void {
    this.#ended = false;
    this.#connect("connecting");
  }

  /** For good: no more messages, no more tries. */
  close(): void {
    this.#ended = true;
    this.#drop();
    this.handlers.connection("closed", "");
  }

  get isLive(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Whether it was sent. */
  send(message: ClientMessage): boolean {
    if (!this.#socket || !this.isLive) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** The network or the tab came back, or went: find out at once whether the line still holds. */
  check(): void {
    if (this.#ended) return;
    if (!this.send({ type: "resync" })) {
      if (this.#socket?.readyState !== WebSocket.CONNECTING) this.#connect("reconnecting");
      return;
    }
    clearTimeout(this.#probe);
    this.#probe = setTimeout(() => this.#connect("reconnecting"), PROBE_MS);
  }

  #connect(connection: Connection): void {
    this.#drop();
    this.handlers.connection(connection, this.#reason);
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = (event) => this.#lost(event.code, event.reason);
  }

  #receive(data: unknown): void {
    clearTimeout(this.#probe);
    const message = JSON.parse(String(data)) as ServerMessage;
    if (message.type === "welcome") {
      this.#tries = 0;
      this.#reason = "";
      this.handlers.connection("live", "");
    }
    this.handlers.message(message);
    if (message.type === "refused" && message.code === "stale") this.send({ type: "resync" });
  }

  #lost(code: number, reason: string): void {
    this.#drop();
    if (this.#ended) return;
    if (isFinal(code)) {
      this.#ended = true;
      this.handlers.connection("closed", reason || "The server closed the connection.", code);
      return;
    }
    // A server that is away says nothing: what it said before still holds.
    this.#reason = closeWords(code, reason) || this.#reason;
    this.handlers.connection("reconnecting", this.#reason);
    const pause = pauseMs(code, this.#tries, this.random());
    this.#tries += 1;
    this.#retry = setTimeout(() => this.#connect("reconnecting"), pause);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#probe);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
