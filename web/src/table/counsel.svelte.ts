/** Help that was asked for at a table: kept while the position is the one it is about. */
import * as api from "../api";
import type { Advice, AdviceKind, AdvisedAction, Mark, SceneState, TableInfo } from "../protocol";

interface Given {
  kind: AdviceKind;
  advice: Advice;
  /** After how many moves it was asked. */
  length: number;
}

/** Whether help is given at a table at all: one plays against the computer there. */
export function offersHelp({ mine, seats, state }: TableInfo): boolean {
  const against = Object.values(seats).some(({ kind }) => kind === "computer");
  return mine.length === 1 && against && state.outcome === null;
}

export class Counsel {
  /** What was asked and is not answered yet. */
  asking = $state<AdviceKind | null>(null);
  problem = $state("");
  #given = $state.raw<Given | null>(null);
  readonly #table: () => TableInfo | null;

  /** How many of the advised actions were played since. */
  readonly #followed: number = $derived.by(() => {
    const table = this.#table();
    if (!table || !this.#given) return -1;
    const { advice, kind, length } = this.#given;
    const played = table.moves.slice(length).map(([, action]) => action);
    const isFollowed = played.every((action, index) => advice.actions[index]?.action === action);
    if (table.moves.length < length || !isFollowed) return -1;
    return played.length === 0 || (kind === "hint" && table.state.in_turn) ? played.length : -1;
  });
  /** The help for the position as it is; null: there is none. */
  readonly now: Given | null = $derived(this.#followed < 0 ? null : this.#given);
  /** What is left to play of what is advised, or what threatens. */
  readonly actions: readonly AdvisedAction[] = $derived(
    this.now ? this.now.advice.actions.slice(this.#followed) : [],
  );
  /** The clicks of the next of these. */
  readonly #clicks = $derived(this.actions[0]?.gesture ?? []);
  readonly cells: readonly string[] = $derived(
    this.#clicks.flatMap(({ kind, id }) => (kind === "cell" ? id : [])),
  );
  readonly items: readonly string[] = $derived(
    this.#clicks.flatMap(({ kind, id }) => (kind === "item" ? id : [])),
  );

  /** `table` is asked again whenever what it reads changes. */
  constructor(table: () => TableInfo | null) {
    this.#table = table;
  }

  /** What is known already is not asked again, for help is counted. */
  async ask(kind: AdviceKind): Promise<void> {
    const table = this.#table();
    if (!table || this.asking || this.now?.kind === kind) return;
    this.problem = "";
    this.asking = kind;
    const { length } = table.moves;
    try {
      this.#given = { kind, advice: await api.help(table.id, kind), length };
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.asking = null;
    }
  }

  /** The scene with what is threatened marked. */
  mark(scene: SceneState): SceneState {
    const cells = this.now?.kind === "threats" ? this.now.advice.summary.cells : [];
    if (!cells.length) return scene;
    const mark: Mark = { kind: "check", cells, label: "threatened" };
    return { ...scene, marks: [...scene.marks, mark] };
  }
}
