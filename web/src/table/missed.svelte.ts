/** What was tried and cannot be done: asks why, and keeps the answer until something else is done. */
import { tick } from "svelte";
import type { Click } from "../board/tokens";
import type { AttemptedClick, Explanation, SceneState } from "../protocol";

type Ask = (clicks: AttemptedClick[], signal: AbortSignal) => Promise<Explanation>;

export class Missed {
  /** Why the last attempt cannot be done. */
  found = $state.raw<Explanation | null>(null);
  /** The cells at fault. */
  readonly cells: readonly string[] = $derived(
    (this.found?.sentences ?? [])
      .flatMap((sentence) => sentence.cells)
      .filter((cell, index, all) => all.indexOf(cell) === index),
  );
  #asking = new AbortController();

  /** Asks why `clicks` cannot be made; false for an empty cell alone, which is no attempt. */
  ask(clicks: readonly Click[], scene: Pick<SceneState, "stacks">, ask: Ask): boolean {
    const [first] = clicks;
    const isVoid = first?.kind === "cell" && !scene.stacks[first.id]?.length;
    if (clicks.length === 1 && isVoid) return false;
    const attempted = clicks.map(({ kind, id }) => ({ kind, id }));
    // What was picked may be cancelled now, which forgets: so the question comes after that.
    void tick().then(() => this.#ask(attempted, ask));
    return true;
  }

  async #ask(clicks: AttemptedClick[], ask: Ask): Promise<void> {
    this.forget();
    const { signal } = this.#asking;
    // Nothing is lost without an answer.
    const found = await ask(clicks, signal).catch(() => null);
    if (!signal.aborted && found?.kind !== "legal") this.found = found;
  }

  forget(): void {
    this.#asking.abort();
    this.#asking = new AbortController();
    this.found = null;
  }
}
