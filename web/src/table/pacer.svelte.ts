/** Shows what others did one step at a time, at a pace that one can follow. */
import type { SceneState, ServerMessage, TableInfo } from "../protocol";

/** The board after so many moves of the game. */
export interface Step {
  readonly scene: SceneState;
  readonly frame: number;
}

export class Pacer {
  /** What is shown instead of the table as it is; null: the table. */
  shown = $state.raw<Step | null>(null);

  readonly #pace: () => number;
  readonly #queue: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The step before the next one, and when the next one may be shown. */
  #latest: Step | null = null;
  #free = 0;

  /** `pace` are the milliseconds between two steps; 0: none. */
  constructor(pace: () => number) {
    this.#pace = pace;
  }

  get isBusy(): boolean {
    return this.shown !== null;
  }

  /**
   * What others do is shown step by step; what one does oneself, what is taken back, and all that
   * happens while one looks back, at once.
   */
  follow(message: ServerMessage, { scene, moves, mine }: TableInfo, isBack: boolean): void {
    if (message.type !== "changed" && message.type !== "welcome") return;
    const step = { scene, frame: moves.length };
    const mover = message.type === "changed" ? message.moves.at(-1)?.[0] : undefined;
    if (mover && !mine.includes(mover) && !isBack) this.push(step);
    else this.skip(step);
  }

  /** Something was done, and the table is as `step` says: show it when those before were seen. */
  push(step: Step): void {
    const before = this.#latest;
    this.#latest = step;
    const now = performance.now();
    if (!this.#pace() || !before || (!this.isBusy && now >= this.#free)) {
      this.#free = now + this.#pace();
      return;
    }
    this.shown ??= before;
    this.#queue.push(step);
    this.#wait();
  }

  /** Show these steps, the first of them now. */
  replay(steps: readonly Step[], pace: number): void {
    this.skip();
    this.shown = steps[0] ?? null;
    this.#queue.push(...steps.slice(1));
    this.#free = performance.now() + pace;
    if (this.shown) this.#wait(pace);
  }

  /** Show the table as it is; `latest` is what it shows, if that is known. */
  skip(latest: Step | null = this.#latest): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue.length = 0;
    this.#latest = latest;
    this.shown = null;
  }

  #wait(pace: number = this.#pace()): void {
    this.#timer ??= setTimeout(() => this.#next(pace), Math.max(0, this.#free - performance.now()));
  }

  #next(pace: number): void {
    this.#timer = undefined;
    this.#free = performance.now() + pace;
    const step = this.#queue.shift() ?? null;
    this.shown = this.#queue.length ? step : null;
    if (this.shown) this.#wait(pace);
  }
}
