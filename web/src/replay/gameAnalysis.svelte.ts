/** A game analysed: position after position, the one that is shown first. */
import { SvelteMap } from "svelte/reactivity";
import * as api from "../api";
import type { Analysis } from "../protocol";

/** What the server is asked to take for each position. */
const TIME_MS = 500;
const LINES = 2;
/** So often a position is asked for again when the server is busy. */
const MOST_TRIES = 20;

export type Ask = (number: number, signal: AbortSignal) => Promise<Analysis>;
export type Pause = (seconds: number, signal: AbortSignal) => Promise<void>;

/** The numbers from 0 to `last`: `first`, then those after it, then those before. */
export function order(first: number, last: number): number[] {
  const all = Array.from({ length: last + 1 }, (_, number) => number);
  return [...all.slice(first), ...all.slice(0, first)];
}

export class GameAnalysis {
  /** By the number of the frame. */
  readonly found = new SvelteMap<number, Analysis>();
  running = $state(false);
  problem = $state("");
  #stop: AbortController | undefined;

  constructor(
    id: string,
    readonly last: number,
    readonly ask: Ask = (number, signal) =>
      api.analyse(id, { number, time_ms: TIME_MS, lines: LINES }, signal),
    readonly pause: Pause = wait,
  ) {}

  get isComplete(): boolean {
    return this.found.size > this.last;
  }

  /** Analyses what is missing, from the frame `first` on. */
  async run(first: number): Promise<void> {
    this.cancel();
    const stop = (this.#stop = new AbortController());
    this.running = true;
    this.problem = "";
    try {
      for (const number of order(first, this.last)) {
        if (!this.found.has(number)) await this.#one(number, stop.signal);
      }
    } catch (error) {
      if (!stop.signal.aborted) this.problem = (error as Error).message;
    }
    if (this.#stop === stop) this.running = false;
  }

  cancel(): void {
    this.#stop?.abort();
    this.running = false;
  }

  async #one(number: number, signal: AbortSignal): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        const analysis = await this.ask(number, signal);
        signal.throwIfAborted();
        this.found.set(number, analysis);
        return;
      } catch (error) {
        const retryAfter = error instanceof api.Refusal ? error.retryAfter : null;
        if (signal.aborted || retryAfter === null || tries === MOST_TRIES) throw error;
        await this.pause(retryAfter, signal);
      }
    }
  }
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 1000 * seconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Error("cancelled"));
    });
  });
}
