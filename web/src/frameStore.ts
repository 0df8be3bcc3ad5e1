/** The positions of a game, fetched in chunks as they are needed, and kept. */
import * as api from "./api";
import type { Frame } from "./protocol";

type Fetch = (first: number, count: number) => Promise<readonly Frame[]>;

export class FrameStore {
  readonly #frames = new Map<number, Frame>();
  /** What is on its way, by chunk. */
  readonly #asked = new Map<number, Promise<void>>();
  /** Counts how often everything was dropped: what was asked before is not kept. */
  #drops = 0;

  constructor(
    id: string,
    /** How many are fetched at once; the server gives at most 100. */
    readonly chunk: number,
    readonly fetch: Fetch = (first, count) => api.frames(id, first, count),
  ) {}

  get(number: number): Frame | undefined {
    return this.#frames.get(number);
  }

  /** Makes a frame known if the game has it. Rejects if the server cannot be asked. */
  async load(number: number): Promise<void> {
    const chunk = Math.floor(number / this.chunk);
    // What is on its way may have been asked for before the game got as far as this frame.
    if (!this.#frames.has(number)) await this.#asked.get(chunk)?.catch(() => undefined);
    if (!this.#frames.has(number)) await (this.#asked.get(chunk) ?? this.#ask(chunk));
  }

  /** Forgets everything: the past may look otherwise now. */
  drop(): void {
    this.#drops += 1;
    this.#frames.clear();
    this.#asked.clear();
  }

  #ask(chunk: number): Promise<void> {
    const drops = this.#drops;
    const asked = this.fetch(chunk * this.chunk, this.chunk)
      .then((frames) => {
        if (drops === this.#drops) frames.forEach((frame) => this.#frames.set(frame.number, frame));
      })
      .finally(() => {
        if (this.#asked.get(chunk) === asked) this.#asked.delete(chunk);
      });
    this.#asked.set(chunk, asked);
    return asked;
  }
}
