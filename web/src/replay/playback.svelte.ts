/** A game looked at again: its frames, fetched as they are needed, and which one is shown. */
import * as api from "../api";
import type { Frame } from "../protocol";

/** The server gives at most so many at once. */
const CHUNK = 50;

export class Playback {
  number = $state(0);
  /** The frame that is shown; the one before stays until the wanted one has come. */
  frame = $state.raw<Frame | null>(null);
  problem = $state("");
  playing = $state(false);
  secondsEach = $state(1);

  // Not shown by themselves: `frame` is.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #frames = new Map<number, Frame>();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #asked = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    /** The number of the last frame. */
    readonly last: number,
    readonly shown: (number: number) => void,
  ) {}

  /** Shows a frame; one beyond the ends is the end. */
  show(number: number): void {
    this.number = Math.max(0, Math.min(number, this.last));
    this.frame = this.#frames.get(this.number) ?? this.frame;
    this.shown(this.number);
    const chunk = Math.floor(this.number / CHUNK);
    void this.#fetch(chunk);
    if (this.number % CHUNK > CHUNK / 2 && (chunk + 1) * CHUNK <= this.last) {
      void this.#fetch(chunk + 1);
    }
    if (this.playing) this.#wind();
  }

  step(by: number): void {
    this.pause();
    this.show(this.number + by);
  }

  play(): void {
    this.playing = true;
    this.show(this.number === this.last ? 0 : this.number);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #wind(): void {
    clearTimeout(this.#timer);
    if (this.number === this.last) this.playing = false;
    else this.#timer = setTimeout(() => this.show(this.number + 1), 1000 * this.secondsEach);
  }

  async #fetch(chunk: number): Promise<void> {
    if (this.#asked.has(chunk)) return;
    this.#asked.add(chunk);
    try {
      for (const frame of await api.frames(this.id, chunk * CHUNK, CHUNK)) {
        this.#frames.set(frame.number, frame);
      }
      this.problem = "";
      this.frame = this.#frames.get(this.number) ?? this.frame;
    } catch (error) {
      this.#asked.delete(chunk);
      this.problem = (error as Error).message;
    }
  }
}
