/** The computer that thinks along: it follows the position that is shown, over a socket of its own. */
import type { StudyCommand, StudyMessage, Thought } from "../protocol";
import { closeWords, isFinal, pauseMs } from "../reconnecting";

export const MOST_LINES = 5;
/** The study belongs to somebody else. */
const NOT_MINE = 4403;

export class Engine {
  isOn = $state(false);
  lines = $state(1);
  /** Whether it looks for what the seat that does not act would do. */
  threat = $state(false);
  isConnected = $state(false);
  /** Why it does not think, in words. */
  problem = $state("");
  #thought = $state.raw<Thought | null>(null);
  #node = $state(0);
  #socket: WebSocket | null = null;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #url: string;
  readonly #random: () => number;

  /** What it thinks of the position that it follows; null: nothing yet. */
  readonly thought: Thought | null = $derived.by(() => {
    const thought = this.#thought;
    if (!this.isOn || thought?.node !== this.#node) return null;
    return thought.threat === this.threat ? thought : null;
  });

  constructor(url: string, random: () => number = Math.random) {
    this.#url = url;
    this.#random = random;
  }

  toggle(): void {
    if (this.isOn) this.close();
    else {
      this.isOn = true;
      this.#tries = 0;
      this.#connect();
    }
  }

  /** Thinks about another position from now on. */
  follow(node: number): void {
    if (node === this.#node) return;
    this.#node = node;
    this.#think();
  }

  setLines(lines: number): void {
    this.lines = Math.max(1, Math.min(MOST_LINES, lines));
    this.#think();
  }

  toggleThreat(): void {
    this.threat = !this.threat;
    this.#think();
  }

  close(): void {
    this.isOn = false;
    this.problem = "";
    this.#send({ type: "stop" });
    this.#drop();
  }

  #think(): void {
    if (!this.isOn) return;
    this.problem = "";
    if (!this.#socket && !this.#retry) this.#connect();
    this.#send({ type: "think", node: this.#node, lines: this.lines, threat: this.threat });
  }

  #send(command: StudyCommand): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  #connect(): void {
    this.#drop();
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.isConnected = true;
      this.#think();
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as StudyMessage);
    socket.onclose = (event) => this.#lost(event.code, event.reason);
  }

  #hear(message: StudyMessage): void {
    this.#tries = 0;
    // What comes late is of a position that was left.
    if (message.node !== this.#node) return;
    if (message.type === "thought") this.#thought = message;
    else this.problem = message.detail;
  }

  #lost(code: number, reason: string): void {
    this.#drop();
    if (!this.isOn) return;
    // Who has thought to the end is asked again when there is more to think about.
    if (this.thought?.done) return;
    this.problem = closeWords(code, reason);
    if (isFinal(code) || code === NOT_MINE) {
      this.isOn = false;
      this.problem ||= "The server closed the connection.";
      return;
    }
    this.#retry = setTimeout(() => this.#connect(), pauseMs(code, this.#tries, this.#random()));
    this.#tries += 1;
  }

  #drop(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.isConnected = false;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
