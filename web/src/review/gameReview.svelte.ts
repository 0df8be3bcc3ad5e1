/** The review of a game: asked for while it is made, and kept by the server. */
import type { ReviewedTurn, ReviewState, SideReview } from "../protocol";
import type { Thought } from "../replay/curve";
import { chancesOf } from "./chances";
import * as reviewApi from "./reviewApi";
import { marksOf } from "./reviewWords";

const POLL_MS = 1500;

export interface Ask {
  state: (first: number) => Promise<ReviewState>;
  begin: () => Promise<ReviewState>;
  stop: () => Promise<ReviewState>;
}

const NOBODY: SideReview = {
  judged: 0,
  accuracy: null,
  inaccuracies: 0,
  mistakes: 0,
  blunders: 0,
};

export class GameReview {
  turns = $state.raw<readonly ReviewedTurn[]>([]);
  total = $state(0);
  running = $state(false);
  stoppable = $state(false);
  first = $state.raw<SideReview>(NOBODY);
  second = $state.raw<SideReview>(NOBODY);
  turningPoints = $state.raw<readonly number[]>([]);
  hurried = $state(0);
  problem = $state("");

  readonly #ask: Ask;
  readonly #wait: (ms: number) => Promise<void>;
  /** Counts the visits of the server: only the latest goes on asking. */
  #visit = 0;

  constructor(
    table: string,
    {
      ask = {
        state: (first) => reviewApi.review(table, first),
        begin: () => reviewApi.beginReview(table),
        stop: () => reviewApi.stopReview(table),
      },
      wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }: { ask?: Ask; wait?: (ms: number) => Promise<void> } = {},
  ) {
    this.#ask = ask;
    this.#wait = wait;
  }

  get isComplete(): boolean {
    return this.total > 0 && this.turns.length === this.total;
  }

  /** The marked turns, in the order of the game. */
  get marked(): readonly ReviewedTurn[] {
    return this.turns.filter((turn) => turn.mark);
  }

  /** The marks for the list of moves. */
  get marks(): ReadonlyMap<number, readonly [string, string]> {
    return marksOf(this.turns);
  }

  /** First's expected result after so many actions, where it is known. */
  get chances(): ReadonlyMap<number, Thought> {
    return chancesOf(this.turns);
  }

  /** Learns what the server has, and follows a review that is being made. */
  async load(): Promise<void> {
    await this.#follow(() => this.#ask.state(this.turns.length + 1));
  }

  /** As `load`, and begins a review that is neither complete nor being made. */
  async loadOrBegin(): Promise<void> {
    const visit = this.#visit + 1;
    await this.load();
    if (visit !== this.#visit) return;
    if (!this.isComplete && !this.running && !this.problem) await this.begin();
  }

  async begin(): Promise<void> {
    this.turns = [];
    await this.#follow(() => this.#ask.begin());
  }

  async stop(): Promise<void> {
    this.turns = [];
    await this.#follow(() => this.#ask.stop());
  }

  /** Asks no more; the review itself goes on. */
  leave(): void {
    this.#visit += 1;
  }

  async #follow(first: () => Promise<ReviewState>): Promise<void> {
    const visit = (this.#visit += 1);
    let next = first;
    try {
      for (;;) {
        const state = await next();
        if (visit !== this.#visit) return;
        this.#take(state);
        if (!state.running) return;
        await this.#wait(POLL_MS);
        if (visit !== this.#visit) return;
        next = () => this.#ask.state(this.turns.length + 1);
      }
    } catch (error) {
      if (visit !== this.#visit) return;
      this.running = false;
      this.problem = (error as Error).message;
    }
  }

  #take(state: ReviewState): void {
    const known = this.turns.length;
    this.turns = [...this.turns, ...state.turns.filter((turn) => turn.number > known)];
    this.total = state.total;
    this.running = state.running;
    this.stoppable = state.stoppable;
    this.first = state.first;
    this.second = state.second;
    this.turningPoints = state.turning_points;
    this.hurried = state.hurried;
    this.problem = state.problem;
  }
}
