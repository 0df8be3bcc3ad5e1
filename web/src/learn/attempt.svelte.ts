/** A lesson while it is learnt: what was played, what was wrong, and how far the hints have come. */
import type { LessonInfo, LessonState, LessonStep, Token, TryLesson } from "../protocol";

/** After so many attempts that were refused a way is shown. */
export const MOST_WRONG = 3;

type Ask = (tried: TryLesson) => Promise<LessonState>;

export class Attempt {
  state = $state.raw<LessonState | null>(null);
  finished = $state(false);
  /** An answer is on its way. */
  pending = $state(false);
  /** How many hints of the step are shown. */
  hints = $state(0);
  /** How many attempts at the step were refused. */
  wrong = $state(0);
  problem = $state("");

  readonly lesson: LessonInfo;
  readonly #ask: Ask;

  constructor(lesson: LessonInfo, ask: Ask) {
    this.lesson = lesson;
    this.#ask = ask;
  }

  get step(): LessonStep | null {
    return this.lesson.steps[this.state?.step ?? 0] ?? null;
  }

  get hasMoreHints(): boolean {
    return !this.finished && this.hints < (this.step?.hints.length ?? 0);
  }

  /** The clicks of a way, once it is shown. */
  get way(): readonly Token[] {
    return this.wrong >= MOST_WRONG ? (this.state?.way ?? []) : [];
  }

  async begin(): Promise<void> {
    this.finished = false;
    this.#beginStep();
    await this.#answer({ actions: [] });
  }

  /** Whether something was played that can be taken back. */
  get mayRestart(): boolean {
    return !this.pending && !this.finished && Boolean(this.state?.actions.length);
  }

  /** Takes back what was played since the step began; where that is nothing, the whole lesson. */
  async restart(): Promise<void> {
    const { actions, begun } = this.state ?? { actions: [], begun: 0 };
    if (actions.length === begun) return this.begin();
    await this.#answer({ actions: actions.slice(0, begun), way: this.wrong >= MOST_WRONG });
  }

  async play(action: string): Promise<void> {
    const before = this.state;
    const way = this.wrong + 1 >= MOST_WRONG;
    await this.#answer({ actions: before?.actions ?? [], action, way });
    const after = this.state;
    if (!after || after === before) return;
    if (after.verdict === "refused" || after.verdict === "illegal") this.wrong += 1;
    if (after.verdict === "finished") this.finished = true;
    if (after.verdict === "finished" || after.verdict === "next") this.#beginStep();
  }

  /** Counts clicks that led nowhere; a way is shown after too many, with all else as it is. */
  async miss(): Promise<void> {
    this.wrong += 1;
    const before = this.state;
    if (!before || this.wrong < MOST_WRONG || before.way.length) return;
    // Without a way nothing is lost: the next miss asks again.
    const found = await this.#ask({ actions: before.actions, way: true }).catch(() => null);
    if (found && this.state === before) this.state = { ...before, way: found.way };
  }

  hint(): void {
    if (this.hasMoreHints) this.hints += 1;
  }

  #beginStep(): void {
    this.hints = 0;
    this.wrong = 0;
  }

  async #answer(tried: TryLesson): Promise<void> {
    this.pending = true;
    this.problem = "";
    try {
      this.state = await this.#ask(tried);
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.pending = false;
    }
  }
}
