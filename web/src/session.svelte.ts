/** A table as this viewer sees it, kept up to date by the socket. */
import type { ClientMessage, ServerMessage, TableInfo } from "./protocol";
import { Socket, type Connection } from "./socket";

/** A message without its version, which is added when it is sent. */
type Unversioned<M> = M extends { version: number } ? Omit<M, "version"> : M;
export type Request = Unversioned<ClientMessage>;

export class Session {
  table = $state.raw<TableInfo | null>(null);
  connection = $state<Connection>("connecting");
  /** Why the server closed for good. */
  ended = $state("");
  /** What was refused, in the server's words; shown until something else happens. */
  notice = $state("");
  /** An action was sent and has not been answered. */
  pending = $state(false);
  /** When the state came, for the clocks: `performance.now()`. */
  receivedAt = $state.raw(0);

  readonly #socket: Socket;
  readonly #heard: (message: ServerMessage) => void;
  readonly #check = () => this.#socket.check();
  readonly #seen = () => document.visibilityState === "visible" && this.#socket.check();

  /** `heard` is told each message after it took effect. */
  constructor(url: string, heard: (message: ServerMessage) => void = () => undefined) {
    this.#heard = heard;
    this.#socket = new Socket(url, {
      message: (message) => this.receive(message),
      connection: (connection, reason) => {
        this.connection = connection;
        this.pending = false;
        this.ended = reason;
      },
    });
  }

  open(): void {
    this.#socket.open();
    window.addEventListener("online", this.#check);
    window.addEventListener("offline", this.#check);
    document.addEventListener("visibilitychange", this.#seen);
  }

  close(): void {
    window.removeEventListener("online", this.#check);
    window.removeEventListener("offline", this.#check);
    document.removeEventListener("visibilitychange", this.#seen);
    this.#socket.close();
  }

  ask(request: Request): void {
    if (!this.table) return;
    this.notice = "";
    const message = { ...request, version: this.table.state.version } as ClientMessage;
    if (!this.#socket.send(message)) this.notice = "Not connected: nothing was sent.";
    else if (request.type === "play" || request.type === "play-preset") this.pending = true;
  }

  receive(message: ServerMessage): void {
    if (message.type !== "presence") this.pending = false;
    if (message.type === "welcome") this.#adopt(message.table);
    else if (message.type === "refused") {
      this.notice = message.code === "stale" ? "" : message.detail;
    } else if (this.table && message.type === "presence") {
      this.table = { ...this.table, seats: message.seats };
    } else if (this.table && message.type === "changed") {
      const { version } = this.table.state;
      if (message.state.version <= version) return;
      if (message.state.version > version + 1 || message.keep > this.table.moves.length) {
        this.#socket.send({ type: "resync" });
        return;
      }
      const moves = [...this.table.moves.slice(0, message.keep), ...message.moves];
      this.#adopt({ ...this.table, moves, state: message.state });
    }
    this.#heard(message);
  }

  #adopt(table: TableInfo): void {
    this.table = table;
    this.receivedAt = performance.now();
    this.notice = "";
  }
}
