/** A puzzle while it is solved: what was played, what was wrong, and how far the hints have come. */
import type {
  AskInPuzzle,
  MissInPuzzle,
  PuzzleHint,
  PuzzleInfo,
  PuzzleResultInfo,
  PuzzleState,
  SceneState,
  StreakState,
  TryPuzzle,
} from "../protocol";
import { ShownLine } from "./shownLine.svelte";

export interface PuzzleSource {
  attempt: (tried: TryPuzzle) => Promise<PuzzleState>;
  hint: (asked: AskInPuzzle) => Promise<PuzzleHint>;
  solution: (asked: AskInPuzzle) => Promise<PuzzleState>;
}

export class Solving {
  state = $state.raw<PuzzleState | null>(null);
  /** What is played out on the board, in place of the position. */
  line = $state.raw<ShownLine | null>(null);
  hints = $state.raw<readonly PuzzleHint[]>([]);
  pending = $state(false);
  problem = $state("");
  /** What became of the puzzle, before or now. */
  mine = $state.raw<PuzzleResultInfo | null>(null);
  streak = $state.raw<StreakState | null>(null);
  /** By how much the rating changed; null if there was none before. */
  change = $state<number | null>(0);

  readonly puzzle: PuzzleInfo;
  readonly #source: PuzzleSource;
  readonly #inStreak: boolean;
  readonly #pace: () => number;
  #start: SceneState | null = null;

  constructor(
    puzzle: PuzzleInfo,
    source: PuzzleSource,
    {
      inStreak = false,
      pace = () => 0,
    }: {
      inStreak?: boolean;
      /** Milliseconds between two actions that are played out. */
      pace?: () => number;
    } = {},
  ) {
    this.puzzle = puzzle;
    this.mine = puzzle.mine;
    this.#source = source;
    this.#inStreak = inStreak;
    this.#pace = pace;
  }

  /** Whether the solution is known: all is found, or it is shown. */
  get isOver(): boolean {
    return this.state?.solution != null;
  }

  get isWrong(): boolean {
    return this.state?.verdict === "wrong";
  }

  /** The board as it is to be seen. */
  get scene(): SceneState | null {
    return this.line?.scene ?? this.state?.scene ?? null;
  }

  /** Whether something can be played. */
  get isOpen(): boolean {
    return this.state !== null && !this.pending && !this.isOver && this.line === null;
  }

  get hasMoreHints(): boolean {
    return this.isOpen && (this.hints.at(-1)?.more ?? true);
  }

  /** The cells of the last hint, unless a line is played out. */
  get hintCells(): readonly string[] {
    return this.line ? [] : (this.hints.at(-1)?.sentence.cells ?? []);
  }

  async begin(): Promise<void> {
    await this.#ask(() => this.#source.attempt({ actions: [] }));
    this.#start = this.state?.scene ?? null;
  }

  async play(action: string): Promise<void> {
    const before = this.state;
    if (!before || !this.isOpen) return;
    await this.#ask(() => this.#source.attempt({ ...this.#asked(), action }));
    const after = this.state;
    if (after === before || !after) return;
    if (after.verdict === "next") this.hints = [];
    if (after.verdict === "on" || this.isOver) return;
    const goesOn = after.verdict === "next";
    this.#show(new ShownLine(before.scene, after.frames, () => goesOn && this.again()));
  }

  /** Back to the position in which the turn is to be found. */
  again(): void {
    this.line?.stop();
    this.line = null;
  }

  /** Takes back what was played of the turn. */
  async restartTurn(): Promise<void> {
    this.again();
    await this.#ask(() => this.#source.attempt({ proof: this.state?.proof ?? "" }));
  }

  async hint(): Promise<void> {
    const { state } = this;
    if (!state || !this.hasMoreHints) return;
    this.pending = true;
    this.problem = "";
    try {
      const found = await this.#source.hint({ ...this.#asked(), step: this.hints.length });
      this.hints = [...this.hints, found];
      this.mine = found.mine ?? this.mine;
      this.#add(found.change);
      this.streak = found.streak ?? this.streak;
    } catch (error) {
      this.problem = (error as Error).message;
    }
    this.pending = false;
  }

  /** Gives the puzzle up: the solution is played out. */
  async reveal(): Promise<void> {
    const { state } = this;
    if (!state) return;
    this.again();
    await this.#ask(() => this.#source.solution(this.#asked()));
    if (this.isOver) this.showSolution();
  }

  /** Plays the solution out from the beginning. */
  showSolution(): void {
    const frames = this.state?.solution?.frames;
    if (frames && this.#start) this.#show(new ShownLine(this.#start, frames));
  }

  leave(): void {
    this.line?.stop();
  }

  /** The actions of the turn that is to be found, and the proof of the turns before it. */
  get place(): Pick<MissInPuzzle, "actions" | "proof"> {
    const { actions, begun, proof } = this.state ?? { actions: [], begun: 0, proof: "" };
    return { actions: actions.slice(begun), proof };
  }

  #asked(): AskInPuzzle {
    return { ...this.place, streak: this.#inStreak };
  }

  #add(change: number | null): void {
    this.change = change === null || this.change === null ? null : this.change + change;
  }

  #show(line: ShownLine): void {
    this.line?.stop();
    this.line = line;
    line.play(this.#pace());
  }

  async #ask(ask: () => Promise<PuzzleState>): Promise<void> {
    this.pending = true;
    this.problem = "";
    try {
      const state = await ask();
      this.state = state;
      this.mine = state.mine ?? this.mine;
      this.streak = state.streak ?? this.streak;
      this.#add(state.change);
    } catch (error) {
      this.problem = (error as Error).message;
    }
    this.pending = false;
  }
}
