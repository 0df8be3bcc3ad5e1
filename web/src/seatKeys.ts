/** Keys of invitations made in this browser, to show their links again until they are used. */
import type { Seat, TableMade } from "./protocol";

const place = (id: string) => `strata-keys-${id}`;

export function keepKeys({ id, keys }: Pick<TableMade, "id" | "keys">): void {
  if (!Object.keys(keys).length) return;
  try {
    localStorage.setItem(place(id), JSON.stringify(keys));
  } catch {
    // Nothing can be kept: a lost link is replaced by a new one.
  }
}

export function keptKeys(id: string): Partial<Record<Seat, string>> {
  try {
    return JSON.parse(localStorage.getItem(place(id)) ?? "{}") as Partial<Record<Seat, string>>;
  } catch {
    return {};
  }
}

export function forgetKeys(id: string): void {
  try {
    localStorage.removeItem(place(id));
  } catch {
    // Nothing was kept.
  }
}
