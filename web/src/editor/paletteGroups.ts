/** The items of a palette in groups, as they are shown: by owner, and by level where it is large. */
import type { Palette, PaletteItem } from "../protocol";
import { capital } from "../words";

/** A level with more items of one owner is a group by itself. */
const MOST_SHARED = 6;

export interface ItemGroup {
  legend: string;
  items: readonly PaletteItem[];
}

export function groupItems({ items, levels }: Palette): ItemGroup[] {
  const isAlike = (one: PaletteItem, other: PaletteItem) =>
    one.owner === other.owner && (one.level ?? 0) === (other.level ?? 0);
  const isLarge = (item: PaletteItem) =>
    items.filter((other) => isAlike(item, other)).length > MOST_SHARED;
  const keyOf = (item: PaletteItem) => `${item.owner} ${isLarge(item) ? (item.level ?? 0) : ""}`;
  const keys = [...new Set(items.map(keyOf))];
  return keys.map((key) => {
    const own = items.filter((item) => keyOf(item) === key);
    const names = [...new Set(own.map(({ level = 0 }) => levels[level]?.name ?? ""))];
    const owner = own[0]?.owner;
    const named = levels.length > 1 ? names.join(", ") : "";
    const parts = [owner ? capital(owner) : "", owner ? named : capital(named)];
    return { legend: parts.filter(Boolean).join(" · ") || "Pieces", items: own };
  });
}
