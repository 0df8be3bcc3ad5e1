/** The positions of a study that were fetched last: a position never changes under its number. */
import type { StudyPosition } from "../protocol";

const MOST_POSITIONS = 48;

export type FetchPosition = (number: number, signal: AbortSignal) => Promise<StudyPosition>;

export class PositionStore {
  readonly #known = new Map<number, StudyPosition>();
  readonly #fetch: FetchPosition;

  constructor(fetch: FetchPosition) {
    this.#fetch = fetch;
  }

  /** A position, from the server if it is not known. The oldest make room. */
  async get(number: number, signal: AbortSignal): Promise<StudyPosition> {
    const found = this.#known.get(number) ?? (await this.#fetch(number, signal));
    this.#known.delete(number); // the latest is the last
    this.#known.set(number, found);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_POSITIONS && oldest !== undefined) this.#known.delete(oldest);
    return found;
  }
}
