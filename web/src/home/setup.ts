/** What the form of a new game says, as the server wants it. */
import { DAY } from "../clock";
import type { ClockSetting, LevelInfo, NewTable, OptionInfo, Seat, SeatKind } from "../protocol";

export type Opponent = "device" | "friend" | "computer";
export type Side = Seat | "random";

/** What is chosen for a game whichever it is: it stays when another one is picked. */
export interface Wishes {
  opponent: Opponent;
  side: Side;
  /** Of the computer. */
  level: number;
  clock: boolean;
  minutes: number;
  increment: number;
  /** How many days every turn has, with a friend and without a clock; 0: any time. */
  days: number;
}

export interface Setup extends Wishes {
  game: string;
  options: Record<string, string>;
  /** The text of a definition; null: the game as it is. */
  definition: string | null;
}

const KINDS: Record<Opponent, SeatKind> = { device: "me", friend: "link", computer: "computer" };

export function newTable(setup: Setup, random: () => number = Math.random): NewTable {
  const other = KINDS[setup.opponent];
  const side = setup.side === "random" ? (random() < 0.5 ? "first" : "second") : setup.side;
  const clock: ClockSetting | null = setup.clock
    ? {
        main_ms: Math.round(setup.minutes * 60_000),
        increment_ms: Math.round(setup.increment * 1000),
      }
    : setup.opponent === "friend" && setup.days
      ? { turn_ms: setup.days * DAY }
      : null;
  return {
    game: setup.game,
    first: side === "first" ? "me" : other,
    second: side === "second" ? "me" : other,
    options: setup.options,
    clock,
    ...(setup.opponent === "computer" && setup.level > 0 && { level: setup.level }),
    ...(setup.definition !== null && { definition: setup.definition }),
  };
}

export function defaults(options: readonly OptionInfo[]): Record<string, string> {
  return Object.fromEntries(options.map((one) => [one.name, String(one.default)]));
}

/** `4 · steady · 0.3 s`. */
export function levelWords({ level, word, time_ms }: LevelInfo): string {
  return `${level} · ${word} · ${time_ms / 1000} s`;
}
