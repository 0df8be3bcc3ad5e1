/** The ways to rearrange pieces that are laid out, as offers of clicks, and what each leads to. */
import type { Offer } from "../gesture";
import type { ArrangingState, Token } from "../protocol";

export type Pieces = ArrangingState["pieces"];

/** What a click on an empty cell lays there comes from nowhere else. */
const NEXT = "";

/** An offer to lay a piece out: where it comes from and where it goes, a cell, an item or the zone. */
export const laying = (from: string, to: string) => JSON.stringify([from, to]);

/**
 * What can be clicked: an empty cell for the next piece, an item and its cell, a piece and the cell
 * it goes to, or the zone it goes back to. `label` names an item.
 */
export function arrangingOffers(
  { cells, zone, pieces, next }: ArrangingState,
  items: readonly string[],
  label: (item: string) => string,
): Offer[] {
  const cell = (id: string): Token => ({ kind: "cell", id, label: id, topic: "" });
  const item = (id: string): Token => ({ kind: "item", id, label: label(id), topic: "" });
  const offers: Offer[] = [];
  for (const from of cells) {
    if (!(from in pieces)) {
      if (next !== null) offers.push([laying(NEXT, from), [cell(from)]]);
      continue;
    }
    for (const to of cells) {
      if (to !== from) offers.push([laying(from, to), [cell(from), cell(to)]]);
    }
    offers.push([laying(from, zone), [cell(from), item(zone)]]);
  }
  for (const id of items) {
    for (const to of cells) offers.push([laying(id, to), [item(id), cell(to)]]);
  }
  return offers;
}

/** What is laid out after one of `arrangingOffers`: what stands on the target changes places. */
export function rearranged({ pieces, zone, next }: ArrangingState, made: string): Pieces {
  const [from, to] = JSON.parse(made) as [string, string];
  const after = new Map(Object.entries(pieces));
  const moved = after.get(from) ?? (from === NEXT ? next : from);
  const other = after.get(to);
  after.delete(from);
  if (to !== zone && moved) after.set(to, moved);
  if (other && from in pieces) after.set(from, other);
  return Object.fromEntries(after);
}
