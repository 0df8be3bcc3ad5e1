/** Learning from mistakes: the turns of a game that could have been better, found once more. */
import type { ReviewedTurn, Seat, StudyPosition, TriedTurn, TryTurn, TurnSoFar } from "../protocol";

export interface TrainerSource {
  position: (soFar: TurnSoFar) => Promise<StudyPosition>;
  attempt: (tried: TryTurn) => Promise<TriedTurn>;
}

/** The mistakes and blunders of one seat, or of both. */
export function mistakesOf(
  turns: readonly ReviewedTurn[],
  seat: Seat | null,
): readonly ReviewedTurn[] {
  return turns.filter(
    (turn) => (turn.mark === "?" || turn.mark === "??") && (seat === null || turn.seat === seat),
  );
}

export class Trainer {
  index = $state(0);
  /** What was played so far in place of the turn. */
  actions = $state.raw<readonly string[]>([]);
  position = $state.raw<StudyPosition | null>(null);
  /** What is thought of the turn that was tried; null while it is not complete. */
  verdict = $state.raw<TriedTurn | null>(null);
  revealed = $state(false);
  pending = $state(false);
  problem = $state("");
  /** The numbers of the turns for which a better one was found without being shown it. */
  solved = $state.raw<readonly number[]>([]);

  readonly turns: readonly ReviewedTurn[];
  readonly #source: TrainerSource;
  #asked = 0;

  constructor(turns: readonly ReviewedTurn[], source: TrainerSource) {
    this.turns = turns;
    this.#source = source;
  }

  get turn(): ReviewedTurn | null {
    return this.turns[this.index] ?? null;
  }

  get isDone(): boolean {
    return this.verdict?.is_good ?? false;
  }

  get hasNext(): boolean {
    return this.index + 1 < this.turns.length;
  }

  /** Shows the position in which a turn began. */
  async begin(index = this.index): Promise<void> {
    if (index !== this.index) this.revealed = false;
    this.index = index;
    await this.#show([]);
  }

  async next(): Promise<void> {
    if (this.hasNext) await this.begin(this.index + 1);
  }

  /** Plays an action; a turn that is complete by it is judged. */
  async play(action: string): Promise<void> {
    const { turn } = this;
    if (!turn || this.verdict) return;
    await this.#show([...this.actions, action]);
    if (this.problem || this.position?.seat === turn.seat) return;
    const asked = (this.#asked += 1);
    this.pending = true;
    try {
      const verdict = await this.#source.attempt({ turn: turn.number, actions: this.actions });
      if (asked !== this.#asked) return;
      this.verdict = verdict;
      const isNew = !this.revealed && !this.solved.includes(turn.number);
      if (verdict.is_good && isNew) this.solved = [...this.solved, turn.number];
    } catch (error) {
      if (asked === this.#asked) this.problem = (error as Error).message;
    }
    if (asked === this.#asked) this.pending = false;
  }

  /** Shows the better turn that the review found. */
  async reveal(): Promise<void> {
    this.revealed = true;
    await this.#show([]);
  }

  async #show(actions: readonly string[]): Promise<void> {
    const { turn } = this;
    if (!turn) return;
    const asked = (this.#asked += 1);
    this.pending = true;
    this.problem = "";
    try {
      const position = await this.#source.position({ turn: turn.number, actions });
      if (asked !== this.#asked) return;
      this.position = position;
      this.actions = actions;
      this.verdict = null;
    } catch (error) {
      if (asked === this.#asked) this.problem = (error as Error).message;
    }
    if (asked === this.#asked) this.pending = false;
  }
}
