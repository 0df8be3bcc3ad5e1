/** A game looked at again: its frames, fetched as they are needed, and which one is shown. */
import { FrameStore } from "../frameStore";
import type { Frame } from "../protocol";

const CHUNK = 50;

export class Playback {
  number = $state(0);
  /** The frame that is shown; the one before stays until the wanted one has come. */
  frame = $state.raw<Frame | null>(null);
  problem = $state("");
  playing = $state(false);
  secondsEach = $state(1);

  readonly #frames: FrameStore;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    id: string,
    /** The number of the last frame. */
    readonly last: number,
    readonly shown: (number: number) => void,
    frames: FrameStore = new FrameStore(id, CHUNK),
  ) {
    this.#frames = frames;
  }

  /** Shows a frame; one beyond the ends is the end. */
  show(number: number): void {
    this.number = Math.max(0, Math.min(number, this.last));
    this.frame = this.#frames.get(this.number) ?? this.frame;
    this.shown(this.number);
    void this.#load(this.number);
    void this.#load(Math.min(this.number + CHUNK / 2, this.last));
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

  async #load(number: number): Promise<void> {
    try {
      await this.#frames.load(number);
      this.problem = "";
      this.frame = this.#frames.get(this.number) ?? this.frame;
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }
}
