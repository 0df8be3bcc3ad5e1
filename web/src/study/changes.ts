/** Changes of a study on their way to the server: one at a time, in order, none lost unsaid. */
import { Refusal } from "../api";
import type { StudyChange, StudyChanged } from "../protocol";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

export type Saving = "saved" | "saving" | "waiting";

export interface ChangeHandlers {
  /** Stores a change of the version that is known. */
  send: (change: StudyChange) => Promise<StudyChanged>;
  /** A change was stored. */
  stored: (change: StudyChange, changed: StudyChanged) => void;
  /** A change was refused for good; `dropped` are those that waited behind it. */
  refused: (change: StudyChange, error: Error, dropped: readonly StudyChange[]) => Promise<void>;
  /** How things stand; `trouble` says why it waits. */
  saving: (saving: Saving, trouble: string) => void;
}

export class Changes {
  #waiting: StudyChange[] = [];
  #isSending = false;
  #hurry: (() => void) | null = null;
  #ended = false;
  readonly #handlers: ChangeHandlers;

  constructor(handlers: ChangeHandlers) {
    this.#handlers = handlers;
  }

  get isEmpty(): boolean {
    return !this.#isSending && !this.#waiting.length;
  }

  /** Sends a change after those before it. Notes at one position replace notes that still wait. */
  add(change: StudyChange): void {
    const last = this.#waiting.at(-1);
    if (last?.type === "annotate" && change.type === "annotate" && last.node === change.node) {
      this.#waiting.pop();
    }
    this.#waiting.push(change);
    void this.#run();
  }

  /** Tries again at once what waits for the server. */
  hurry(): void {
    this.#hurry?.();
  }

  /** The page is left: nothing is tried again. */
  end(): void {
    this.#ended = true;
    this.hurry();
  }

  async #run(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let change = this.#waiting.shift(); change; change = this.#waiting.shift()) {
      this.#handlers.saving("saving", "");
      await this.#store(change);
    }
    this.#isSending = false;
    this.#handlers.saving("saved", "");
  }

  async #store(change: StudyChange): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        const changed = await this.#handlers.send(change);
        this.#handlers.stored(change, changed);
        return;
      } catch (error) {
        const mayPass = error instanceof Refusal && (error.mayPass || error.retryAfter !== null);
        if (!mayPass || this.#ended) {
          const dropped = this.#waiting;
          this.#waiting = [];
          await this.#handlers.refused(change, error as Error, dropped);
          return;
        }
        this.#handlers.saving("waiting", error.message);
        await this.#pause(error.retryAfter, tries);
      }
    }
  }

  #pause(retryAfter: number | null, tries: number): Promise<void> {
    const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, retryAfter === null ? growing : 1000 * retryAfter);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
