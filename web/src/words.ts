/** What is said in words: stacks, seats, outcomes. The same for the eye and the screen reader. */
import type {
  Analysis,
  Credits,
  GuideInfo,
  Layer,
  OptionInfo,
  Outcome,
  Seat,
  TableInfo,
} from "./protocol";
import type { Symbols } from "./stacking";

export const SEATS: readonly Seat[] = ["first", "second"];

export function otherSeat(seat: Seat): Seat {
  return seat === "first" ? "second" : "first";
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** With a capital and a full stop. */
export function sentence(text: string): string {
  return capital(text) + (/[.!?…]$/.test(text) ? "" : ".");
}

/** Whose it is, before a noun: `your`, `your opponent's` to who holds one seat; else `first's`. */
export function whose(owner: Seat, reader: Seat | null): string {
  if (reader === null) return `${owner}'s`;
  return owner === reader ? "your" : "your opponent's";
}

const PLACEHOLDER = /\{(first|second)(?:('s)| ([^{}/]+)\/([^{}/]+))?\}/g;

/**
 * A text of a scene or a telling with words for its seats: `{first's}`, `{first}`, `{first wins/win}`
 * become `your`, `you`, `you win` for who holds that seat.
 */
export function fillSeats(text: string, reader: Seat | null): string {
  return text.replace(
    PLACEHOLDER,
    (_, seat: Seat, possessive?: string, third?: string, second?: string) => {
      if (possessive) return whose(seat, reader);
      const mine = seat === reader;
      const name = reader === null ? seat : mine ? "you" : "your opponent";
      return third ? `${name} ${mine ? second : third}` : name;
    },
  );
}

/** `first's King`, `shield`; for a reader who holds a seat `your King`. */
export function nameLayer(layer: Layer, symbols: Symbols, reader: Seat | null = null): string {
  const owner = layer.owner ? `${whose(layer.owner, reader)} ` : "";
  const facing = layer.turn == null ? "" : ` facing ${layer.turn}°`;
  return `${owner}${symbols[layer.symbol]?.name ?? layer.symbol}${facing}`;
}

/** What is to say of a layer beyond its name. */
export function layerNotes(layer: Layer, reader: Seat | null = null): string[] {
  return (layer.badges ?? []).map(([, words]) => fillSeats(words, reader));
}

/** A layer with its notes: `second's Tower (held for 3 turns)`. */
export function describeLayer(layer: Layer, symbols: Symbols, reader: Seat | null = null): string {
  const notes = layerNotes(layer, reader);
  const name = nameLayer(layer, symbols, reader);
  return notes.length ? `${name} (${notes.join(", ")})` : name;
}

/** Layers that follow one another and look alike. */
export interface Run {
  layer: Layer;
  name: string;
  notes: readonly string[];
  count: number;
}

/** A stack from the top down, with equal neighbours counted together. */
export function stackRuns(
  layers: readonly Layer[],
  symbols: Symbols,
  reader: Seat | null = null,
): Run[] {
  const runs: Run[] = [];
  for (const layer of layers.toReversed()) {
    const last = runs.at(-1);
    const words = describeLayer(layer, symbols, reader);
    if (last && describeLayer(last.layer, symbols, reader) === words) last.count += 1;
    else {
      const name = nameLayer(layer, symbols, reader);
      runs.push({ layer, name, notes: layerNotes(layer, reader), count: 1 });
    }
  }
  return runs;
}

/** `first's King on 2 × first's dark mana`, or `empty`. */
export function describeStack(
  layers: readonly Layer[],
  symbols: Symbols,
  reader: Seat | null = null,
): string {
  const runs = stackRuns(layers, symbols, reader).map(({ layer, count }) => {
    const words = describeLayer(layer, symbols, reader);
    return count > 1 ? `${count} × ${words}` : words;
  });
  return runs.join(" on ") || "empty";
}

/** How an option is called in the form and at the table: `ply_limit` is `Ply limit`. */
export function optionTitle(name: string): string {
  return capital(name.replaceAll("_", " "));
}

/** The options of a table: `Ply limit: 1000 · Mechanics: full`. */
export function optionWords(options: TableInfo["options"]): string {
  return Object.entries(options)
    .map(([name, value]) => `${optionTitle(name)}: ${value}`)
    .join(" · ");
}

/** One option of a table, with what it means as the form says it. */
export interface OptionLine {
  name: string;
  value: string;
  meaning: string;
}

export function optionLines(
  options: TableInfo["options"],
  known: readonly Pick<OptionInfo, "name" | "meaning">[],
): OptionLine[] {
  return Object.entries(options).map(([name, value]) => {
    const meaning = known.find((one) => one.name === name)?.meaning ?? "";
    return { name: optionTitle(name), value: String(value), meaning: meaning && sentence(meaning) };
  });
}

/** Whose turn it is, or goes on. */
export function turnWords(seat: Seat, reader: Seat | null, inTurn = false): string {
  const mine = capital(whose(seat, reader));
  if (inTurn) return `${mine} turn continues`;
  return reader === null ? `${capital(seat)} to act` : `${mine} turn`;
}

/** Who holds a seat: the name that a person chose, and what else is to say; either may be empty. */
export function seatHolder(
  table: Pick<TableInfo, "mine" | "seats">,
  seat: Seat,
): { name: string; note: string } {
  const { kind, level, name } = table.seats[seat];
  const chosen = name.toLowerCase() === seat ? "" : name;
  if (table.mine.length === 1 && table.mine[0] === seat) return { name: chosen, note: "you" };
  if (kind === "computer") {
    return { name: "", note: level === null ? "random mover" : `computer, level ${level}` };
  }
  return { name: chosen, note: "" };
}

/** How a seat is called here: `First`, `Second (Ann, you)`, `First (computer, level 4)`. */
export function seatTitle(table: Pick<TableInfo, "mine" | "seats">, seat: Seat): string {
  const { name, note } = seatHolder(table, seat);
  const holder = [name, note].filter(Boolean).join(", ");
  return holder ? `${capital(seat)} (${holder})` : capital(seat);
}

/** A reason of a rulebook, for people: `king-captured` is `king captured`. */
export function reasonWords(reason: string): string {
  return reason.replaceAll("-", " ");
}

export function verdict(outcome: Outcome, mine: readonly Seat[] = []): string {
  if (outcome.winner === null) return "Draw";
  if (mine.length === 1) return mine[0] === outcome.winner ? "You win" : "You lose";
  return `${capital(outcome.winner)} wins`;
}

/** A game at a glance: `Easy · about 50 turns · 17 minutes`; empty where nothing is known. */
export function glanceWords({
  difficulty,
  length,
}: Pick<GuideInfo, "difficulty" | "length">): string {
  const parts = difficulty ? [capital(difficulty)] : [];
  if (length) parts.push(`about ${length.turns} turns`, `${length.minutes} minutes`);
  return parts.join(" · ");
}

/** `1 new move`, `2 new moves`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `comments, marks and drawings`. */
export function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
}

/** `By Somebody. A magazine of 1999.` Where the author is unknown, the origin says so. */
export function creditWords({ author, origin }: Credits): string {
  return `${author && `By ${author}. `}${origin}`;
}

/** Whole percents; only a proof is 0 or 100. */
function percentOf(expected: number): string {
  const percent = Math.round(100 * expected);
  if (percent === 100 && expected < 1) return "> 99";
  return percent === 0 && expected > 0 ? "< 1" : `${percent}`;
}

/** A score: `+1.25, first 65 %`; where too little is known, only the words, which say why. */
export function scoreWords({ words, expected }: Pick<Analysis, "words" | "expected">): string {
  if (expected === null) return words;
  const share = `first ${percentOf(expected)} %`;
  return words ? `${words}, ${share}` : share;
}
