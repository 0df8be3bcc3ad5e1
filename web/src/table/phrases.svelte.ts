/** What the players say to each other: ready-made words, shown for a while and kept nowhere. */
import type { Phrase, Said, Seat, TableInfo } from "../protocol";
import { capital, otherSeat, seatTitle } from "../words";

export const PHRASES: readonly (readonly [Phrase, string])[] = [
  ["hello", "Hello!"],
  ["good-luck", "Good luck!"],
  ["one-moment", "One moment, please."],
  ["nice-move", "Nice move!"],
  ["thank-you", "Thank you."],
  ["sorry", "Sorry!"],
  ["good-game", "Good game!"],
];
const WORDS: ReadonlyMap<Phrase, string> = new Map(PHRASES);
/** How long something that was said is shown. */
const SHOWN_MS = 12_000;

/** Whether there is somebody to say something to: another person at the other seat. */
export function hasListener({ mine, seats, imported }: TableInfo): boolean {
  const [own, ...more] = mine;
  if (!own || more.length || imported) return false;
  const other = seats[otherSeat(own)];
  return other.kind !== "computer" && other.taken;
}

export class Conversation {
  #said = $state.raw<Partial<Record<Seat, string>>>({});
  readonly #timers: Partial<Record<Seat, ReturnType<typeof setTimeout>>> = {};
  readonly #isMuted: () => boolean;

  /** `isMuted` says whether what the other player says is left out. */
  constructor(isMuted: () => boolean) {
    this.#isMuted = isMuted;
  }

  /** What somebody said a while ago; nothing where that is over. */
  of(seat: Seat): string {
    return this.#said[seat] ?? "";
  }

  /** Takes a message up; the words for a screen reader, empty for one's own and what is muted. */
  hear({ seat, phrase }: Said, table: TableInfo): string {
    const isOwn = table.mine.includes(seat);
    const words = WORDS.get(phrase);
    if (!words || (!isOwn && this.#isMuted())) return "";
    this.#said = { ...this.#said, [seat]: words };
    clearTimeout(this.#timers[seat]);
    this.#timers[seat] = setTimeout(() => {
      this.#said = { ...this.#said, [seat]: "" };
    }, SHOWN_MS);
    return isOwn ? "" : `${capital(seatTitle(table, seat))} says: ${words}`;
  }
}
