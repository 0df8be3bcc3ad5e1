/** A table as this viewer sees it, kept up to date by the socket. */
import { Refusal } from "./api";
import type {
  Changed,
  ClientMessage,
  Phrase,
  SceneChange,
  SceneState,
  ServerMessage,
  TableInfo,
} from "./protocol";
import { Socket, type Connection } from "./socket";

/** A message without its version, which is added when it is sent. */
type Unversioned<M> = M extends { version: number } ? Omit<M, "version"> : M;
export type Request = Unversioned<ClientMessage>;

/** What is answered by a change of the table. */
const ACTING: ReadonlySet<Request["type"]> = new Set([
  "play",
  "play-preset",
  "play-parts",
  "arrange",
  "arrange-preset",
  "finish-arrangement",
  "undo-step",
]);

/** What answers nothing that was sent. */
const ASIDE: ReadonlySet<ServerMessage["type"]> = new Set(["presence", "said", "device-joined"]);

/** The protocol's own close codes are those of HTTP and this. */
const OWN_CODES = 4000;
const JOINED =
  "Another device has joined your seat. If it is not yours, see “Play on another device”.";
const TOO_LATE = "The game changed before your move arrived, so it was not played.";

export class Session {
  table = $state.raw<TableInfo | null>(null);
  connection = $state<Connection>("connecting");
  /** Why the server closed for good. */
  ended = $state.raw<Refusal | null>(null);
  /** Why there is no connection at present, as far as the server said. */
  trouble = $state("");
  /** What was refused, in the server's words; shown until something else happens. */
  notice = $state("");
  /** An action was sent and has not been answered. */
  pending = $state(false);
  /** What was asked of the server last. */
  asked: Request["type"] | null = null;
  /** When the state came, for the clocks: `performance.now()`. */
  receivedAt = $state.raw(0);

  /** What is said with the next state, which is on its way. */
  #lateNotice = "";
  readonly #socket: Socket;
  readonly #heard: (message: ServerMessage) => void;
  readonly #check = () => this.#socket.check();
  readonly #seen = () => document.visibilityState === "visible" && this.#socket.check();

  /** `heard` is told each message after it took effect. */
  constructor(url: string, heard: (message: ServerMessage) => void = () => undefined) {
    this.#heard = heard;
    this.#socket = new Socket(url, {
      message: (message) => this.receive(message),
      connection: (connection, reason, code) => {
        this.connection = connection;
        this.pending = false;
        this.ended = code ? new Refusal(code - OWN_CODES, "closed", reason) : null;
        this.trouble = connection === "closed" ? "" : reason;
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
    this.asked = request.type;
    const message = { ...request, version: this.table.state.version } as ClientMessage;
    if (!this.#socket.send(message)) this.notice = "Not connected: nothing was sent.";
    else if (ACTING.has(request.type)) this.pending = true;
  }

  /** Says something to the other player, which is no part of the game. */
  say(phrase: Phrase): void {
    this.notice = "";
    if (!this.#socket.send({ type: "say", phrase }))
      this.notice = "Not connected: nothing was sent.";
  }

  receive(message: ServerMessage): void {
    const wasPending = this.pending;
    if (!ASIDE.has(message.type)) this.pending = false;
    if (message.type === "welcome") this.#adopt(message.table);
    else if (message.type === "refused") {
      this.notice = message.code === "stale" ? "" : message.detail;
      if (message.code === "stale" && wasPending) this.#lateNotice = TOO_LATE;
    } else if (message.type === "device-joined") {
      this.notice = JOINED;
    } else if (this.table && message.type === "presence") {
      this.table = { ...this.table, seats: message.seats };
    } else if (this.table && message.type === "changed") {
      const { version } = this.table.state;
      if (message.state.version <= version) return;
      // Several actions at once, a ready-made set-up, count as many versions.
      const expected = version + Math.max(1, message.moves.length);
      if (message.state.version > expected || message.keep > this.table.moves.length) {
        this.#socket.send({ type: "resync" });
        return;
      }
      const moves = [...this.table.moves.slice(0, message.keep), ...message.moves];
      const tellings = toldAfter(this.table, message);
      const scene = laidOver(this.table.scene, message.scene);
      this.#adopt({ ...this.table, moves, tellings, scene, state: message.state });
    }
    this.#heard(message);
  }

  #adopt(table: TableInfo): void {
    this.table = table;
    this.receivedAt = performance.now();
    this.notice = this.#lateNotice;
    this.#lateNotice = "";
  }
}

/** The tellings of the last moves after a change: a gap between old and new drops the old. */
function toldAfter(table: TableInfo, change: Changed): TableInfo["tellings"] {
  if (change.tellings.length < change.moves.length) return change.tellings;
  const untold = table.moves.length - table.tellings.length;
  return [...table.tellings.slice(0, Math.max(0, change.keep - untold)), ...change.tellings];
}

/** The scene after a change of it. */
function laidOver(scene: SceneState, change: SceneChange): SceneState {
  const all = Object.entries({ ...scene.stacks, ...change.stacks });
  const stacks = Object.fromEntries(all.filter(([, layers]) => layers.length));
  return {
    stacks,
    zones: change.zones ?? scene.zones,
    marks: change.marks,
    status: change.status,
  };
}
