/** Analyses of the games that were analysed last, kept in this browser. */
import type { Analysis } from "../protocol";

const PREFIX = "strata-analysis-";
/** The tables whose analyses are kept, the latest first. */
const ORDER = "strata-analyses";
const MOST_GAMES = 12;
const MOST_CHARACTERS = 1_500_000;

type Place = Pick<Storage, "getItem" | "setItem" | "removeItem">;

function isAnalysis(found: unknown): found is Analysis {
  if (typeof found !== "object" || found === null) return false;
  const { number, expected, lines, gesture } = found as Partial<Analysis>;
  const isJudged = expected === null || typeof expected === "number";
  return Number.isInteger(number) && isJudged && Array.isArray(lines) && Array.isArray(gesture);
}

/** What a place holds, as JSON; an empty list where it holds nothing that can be read. */
function readList(place: Place, name: string): unknown[] {
  try {
    const found: unknown = JSON.parse(place.getItem(name) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export class AnalysisStore {
  readonly #place: () => Place;

  /** `place` may throw: a browser need not let a page keep anything. */
  constructor(place: () => Place = () => localStorage) {
    this.#place = place;
  }

  kept(id: string): readonly Analysis[] {
    try {
      return readList(this.#place(), PREFIX + id).filter(isAnalysis);
    } catch {
      return [];
    }
  }

  /** Keeps what was found of a game. The oldest games make room; one that is too large is not kept. */
  keep(id: string, found: readonly Analysis[]): void {
    const text = JSON.stringify(found);
    if (text.length > MOST_CHARACTERS) return;
    try {
      const place = this.#place();
      const order = [id, ...this.#order(place).filter((other) => other !== id)];
      while (order.length > 1 && !this.#fits(place, order, text)) this.#dropLast(place, order);
      place.setItem(ORDER, JSON.stringify(order));
      while (!this.#write(place, id, text) && order.length) this.#dropLast(place, order);
    } catch {
      // A private window: the analysis holds until the page is closed.
    }
  }

  /** Forgets the analyses of all games. */
  forget(): void {
    try {
      const place = this.#place();
      this.#order(place).forEach((id) => place.removeItem(PREFIX + id));
      place.removeItem(ORDER);
    } catch {
      // Nothing was kept.
    }
  }

  #order(place: Place): string[] {
    return readList(place, ORDER).filter((id) => typeof id === "string");
  }

  #fits(place: Place, [, ...others]: readonly string[], text: string): boolean {
    const sizes = others.map((id) => place.getItem(PREFIX + id)?.length ?? 0);
    const size = sizes.reduce((sum, each) => sum + each, text.length);
    return others.length < MOST_GAMES && size <= MOST_CHARACTERS;
  }

  #dropLast(place: Place, order: string[]): void {
    const id = order.pop();
    if (id !== undefined) place.removeItem(PREFIX + id);
    place.setItem(ORDER, JSON.stringify(order));
  }

  /** Whether the browser had room. */
  #write(place: Place, id: string, text: string): boolean {
    try {
      place.setItem(PREFIX + id, text);
      return true;
    } catch {
      return false;
    }
  }
}
