/** Keys of invitations that were made in this tab, to show their links again after a reload. */
import type { Seat, TableMade } from "./protocol";

const place = (id: string) => `strata-keys-${id}`;

export function keepKeys({ id, keys }: Pick<TableMade, "id" | "keys">): void {
  if (!Object.keys(keys).length) return;
  try {
    sessionStorage.setItem(place(id), JSON.stringify(keys));
  } catch {
    // A private window: the link is lost with a reload.
  }
}

export function keptKeys(id: string): Partial<Record<Seat, string>> {
  try {
    return JSON.parse(sessionStorage.getItem(place(id)) ?? "{}") as Partial<Record<Seat, string>>;
  } catch {
    return {};
  }
}
