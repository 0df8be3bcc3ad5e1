/** The games at which this browser holds a seat, and how many of them wait for this person. */
import * as api from "./api";
import type { MyGameInfo, ServerMessage, TableInfo } from "./protocol";
import { SEATS } from "./words";

const SECONDS = 20;
const SOON_MS = 1500;

export type Group = "yours" | "theirs" | "over";

/** Whether the game waits for this person: not where both seats are theirs, or nobody has come. */
export function isYours({ acting, mine }: MyGameInfo): boolean {
  return acting !== null && mine.length === 1 && mine[0] === acting;
}

export function groupOf(game: MyGameInfo): Group {
  if (game.outcome) return "over";
  return isYours(game) || game.mine.length === SEATS.length ? "yours" : "theirs";
}

/** Those that wait for this person first, the most urgent at the top; what is over last. */
export function sorted(games: readonly MyGameInfo[]): MyGameInfo[] {
  const order: Group[] = ["yours", "theirs", "over"];
  const rank = (game: MyGameInfo) => order.indexOf(groupOf(game));
  const urgent = (game: MyGameInfo) => game.left_ms ?? Number.MAX_SAFE_INTEGER;
  return games.toSorted((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    if (urgent(a) !== urgent(b)) return urgent(a) - urgent(b);
    return groupOf(a) === "yours" ? b.since_ms - a.since_ms : a.since_ms - b.since_ms;
  });
}

export class MyGames {
  list = $state.raw<readonly MyGameInfo[]>([]);
  isKnown = $state(false);
  /** Whether somebody at the table that is open waits for an answer. */
  isAsked = $state(false);
  #asking = false;
  #asksAgain = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Who sits at the table that is open. */
  #people = "";
  /** A game that must be in the list. */
  #expected: string | null = null;

  /** How many games wait for this person. */
  get waiting(): number {
    return this.list.filter(isYours).length;
  }

  /** Asks the server. Of several questions at a time, one more is asked when the first is answered. */
  async look(): Promise<void> {
    if (this.#asking) {
      this.#asksAgain = true;
      return;
    }
    this.#asking = true;
    try {
      this.list = sorted(await api.myGames());
      this.isKnown = true;
      this.#findExpected();
    } catch {
      // The list stays as it was; it is asked for again soon.
    } finally {
      this.#asking = false;
    }
    if (this.#asksAgain) {
      this.#asksAgain = false;
      await this.look();
    }
  }

  /** Looks in a moment, once, however often it is called until then. */
  lookSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), SOON_MS);
  }

  /** Takes a message of a table in, after it took effect: looks if the list may be another now. */
  hear(message: ServerMessage, { id, mine, seats }: TableInfo): void {
    const people = SEATS.map((seat) => [seats[seat].name, seats[seat].taken]).join();
    const hasCome = message.type === "presence" && people !== this.#people;
    this.#people = people;
    if (message.type === "changed" || hasCome) this.lookSoon();
    if (message.type !== "welcome" || !mine.length) return;
    this.#expected = id;
    if (this.isKnown) this.#findExpected();
  }

  #findExpected(): void {
    const isMissing = this.list.every(({ id }) => id !== this.#expected);
    if (this.#expected !== null && isMissing) this.lookSoon();
    this.#expected = null;
  }

  /** Looks now, when the page is looked at again, and from time to time while it is. */
  follow(): () => void {
    const seen = () => {
      if (document.visibilityState === "visible") void this.look();
    };
    seen();
    const timer = setInterval(seen, SECONDS * 1000);
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }
}

export const myGames = new MyGames();
