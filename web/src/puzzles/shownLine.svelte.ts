/** A line that is played out on the board, action by action: by itself, and by hand. */
import type { PuzzleFrame, SceneState } from "../protocol";

export class ShownLine {
  /** How many of the actions are shown. */
  number = $state(0);

  readonly #scenes: readonly SceneState[];
  readonly #ended: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** The board before the first action. */
    before: SceneState,
    readonly frames: readonly PuzzleFrame[],
    /** Is called when the last action was shown for the first time. */
    ended: () => void = () => undefined,
  ) {
    this.#scenes = [before, ...frames.map((frame) => frame.scene)];
    this.#ended = ended;
  }

  get last(): number {
    return this.frames.length;
  }

  get scene(): SceneState {
    return this.#scenes[this.number] as SceneState;
  }

  /** The action that led to what is shown; null before the first. */
  get frame(): PuzzleFrame | null {
    return this.frames[this.number - 1] ?? null;
  }

  /** Shows one action after the other; without a pace, the end at once. */
  play(paceMs: number): void {
    if (paceMs <= 0) {
      this.number = this.last;
      this.#ended();
      return;
    }
    this.#wind(paceMs);
  }

  step(by: number): void {
    this.stop();
    this.number = Math.max(0, Math.min(this.number + by, this.last));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wind(paceMs: number): void {
    this.number += 1;
    if (this.number < this.last) this.#timer = setTimeout(() => this.#wind(paceMs), paceMs);
    else this.#timer = setTimeout(() => this.#ended(), paceMs);
  }
}
