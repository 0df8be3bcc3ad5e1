/** What is said in words: stacks, seats, outcomes. The same for the eye and the screen reader. */
import type { Layer, Outcome, Seat, TableInfo } from "./protocol";
import type { Symbols } from "./stacking";

export const SEATS: readonly Seat[] = ["first", "second"];

export function otherSeat(seat: Seat): Seat {
  return seat === "first" ? "second" : "first";
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `first's King`, `shield`, `second's Tower (3)`. */
export function describeLayer(layer: Layer, symbols: Symbols): string {
  const owner = layer.owner ? `${layer.owner}'s ` : "";
  const badges = layer.badges.length ? ` (${layer.badges.join(", ")})` : "";
  const facing = layer.turn === null ? "" : ` facing ${layer.turn}°`;
  return `${owner}${symbols[layer.symbol]?.name ?? layer.symbol}${facing}${badges}`;
}

/** Layers that follow one another and look alike. */
export interface Run {
  layer: Layer;
  words: string;
  count: number;
}

/** A stack from the top down, with equal neighbours counted together. */
export function stackRuns(layers: readonly Layer[], symbols: Symbols): Run[] {
  const runs: Run[] = [];
  for (const layer of layers.toReversed()) {
    const words = describeLayer(layer, symbols);
    const last = runs.at(-1);
    if (last?.words === words) last.count += 1;
    else runs.push({ layer, words, count: 1 });
  }
  return runs;
}

/** `first's King on 2 × first's dark mana`, or `empty`. */
export function describeStack(layers: readonly Layer[], symbols: Symbols): string {
  const runs = stackRuns(layers, symbols);
  if (!runs.length) return "empty";
  return runs.map(({ words, count }) => (count > 1 ? `${count} × ${words}` : words)).join(" on ");
}

/** How a seat is called here: `First`, `Second (you)`, `First (computer, level 4)`. */
export function seatTitle(table: Pick<TableInfo, "mine" | "seats">, seat: Seat): string {
  const { kind, level, name } = table.seats[seat];
  if (table.mine.length === 1 && table.mine[0] === seat) return `${capital(seat)} (you)`;
  if (kind === "computer") {
    return `${capital(seat)} (${level === null ? "random mover" : `computer, level ${level}`})`;
  }
  return name && name.toLowerCase() !== seat ? `${capital(seat)} (${name})` : capital(seat);
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
