/** A game analysed: position after position, the one that is shown first. */
import { SvelteMap } from "svelte/reactivity";
import * as api from "../api";
import type { Analysis } from "../protocol";

/** What the server is asked to take for each position. */
const TIME_MS = 500;
const LINES = 2;
/** So often a position is asked for again when the server is busy. */
const MOST_TRIES = 20;
/** So many positions are found before they are kept, and the rest in the end. */
const KEPT_EVERY = 10;

export type Ask = (number: number, signal: AbortSignal) => Promise<Analysis>;
export type Pause = (seconds: number, signal: AbortSignal) => Promise<void>;

/** What keeps the analyses of games beyond the visit of a page. */
export interface Store {
  kept: (id: string) => readonly Analysis[];
  keep: (id: string, found: readonly Analysis[]) => void;
}

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

  readonly #ask: Ask;
  readonly #pause: Pause;
  readonly #store: Store | null;

  /** Begins with what `store` has kept of the game. */
  constructor(
    readonly id: string,
    readonly last: number,
    { ask, pause = wait, store = null }: { ask?: Ask; pause?: Pause; store?: Store | null } = {},
  ) {
    this.#ask =
      ask ??
      ((number, signal) => api.analyse(id, { number, time_ms: TIME_MS, lines: LINES }, signal));
    this.#pause = pause;
    this.#store = store;
    for (const analysis of store?.kept(id) ?? []) {
      if (analysis.number <= last) this.found.set(analysis.number, analysis);
    }
  }

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
    this.#keep();
    if (this.#stop === stop) this.running = false;
  }

  cancel(): void {
    this.#stop?.abort();
    this.running = false;
  }

  #keep(): void {
    if (this.found.size) this.#store?.keep(this.id, [...this.found.values()]);
  }

  async #one(number: number, signal: AbortSignal): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        const analysis = await this.#ask(number, signal);
        signal.throwIfAborted();
        this.found.set(number, analysis);
        if (this.found.size % KEPT_EVERY === 0) this.#keep();
        return;
      } catch (error) {
        const retryAfter = error instanceof api.Refusal ? error.retryAfter : null;
        if (signal.aborted || retryAfter === null || tries === MOST_TRIES) throw error;
        await this.#pause(retryAfter, signal);
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
