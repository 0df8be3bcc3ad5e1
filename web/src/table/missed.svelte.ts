/** What was tried and cannot be done: asks why, and shows the answer until something else is done. */
import { tick } from "svelte";
import type { Click } from "../board/tokens";
import type { AttemptedClick, Explanation, SceneState } from "../protocol";

type Ask = (clicks: AttemptedClick[], signal: AbortSignal) => Promise<Explanation>;

interface Answer {
  explanation: Explanation;
  /** The moment of the attempt. */
  moment: readonly unknown[];
}

export class Missed {
  #answer = $state.raw<Answer | null>(null);
  #moment: () => readonly unknown[];
  /** Why the last attempt cannot be done. */
  readonly found: Explanation | null = $derived.by(() => {
    const answer = this.#answer;
    if (!answer) return null;
    const now = this.#moment();
    return answer.moment.every((part, index) => part === now[index]) ? answer.explanation : null;
  });
  /** The cells at fault. */
  readonly cells: readonly string[] = $derived(
    (this.found?.sentences ?? [])
      .flatMap((sentence) => sentence.cells)
      .filter((cell, index, all) => all.indexOf(cell) === index),
  );
  #asking = new AbortController();

  /** `moment` is what an attempt is made in, such as what is picked: an answer is for it alone. */
  constructor(moment: () => readonly unknown[]) {
    this.#moment = moment;
  }

  /** Asks why `clicks` cannot be made; false for an empty cell alone, which is no attempt. */
  ask(clicks: readonly Click[], scene: Pick<SceneState, "stacks">, ask: Ask): boolean {
    const [first] = clicks;
    const isVoid = first?.kind === "cell" && !scene.stacks[first.id]?.length;
    if (clicks.length === 1 && isVoid) return false;
    const attempted = clicks.map(({ kind, id }) => ({ kind, id }));
    // What was picked may be cancelled now: the answer is for the moment after that.
    void tick().then(() => this.#ask(attempted, ask));
    return true;
  }

  async #ask(clicks: AttemptedClick[], ask: Ask): Promise<void> {
    this.forget();
    const { signal } = this.#asking;
    const moment = this.#moment();
    // Nothing is lost without an answer.
    const explanation = await ask(clicks, signal).catch(() => null);
    if (!signal.aborted && explanation && explanation.kind !== "legal")
      this.#answer = { explanation, moment };
  }

  forget(): void {
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#answer = null;
  }
}
