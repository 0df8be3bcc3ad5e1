/** The items of a palette in groups, as they are shown: by owner, and by level where there are some. */
import type { Palette, PaletteItem } from "../protocol";
import { capital } from "../words";

export interface ItemGroup {
  legend: string;
  items: readonly PaletteItem[];
}

export function groupItems({ items, levels }: Palette): ItemGroup[] {
  const legendOf = ({ owner, level = 0 }: PaletteItem) => {
    const name = levels.length > 1 ? levels[level]?.name : "";
    return [owner && capital(owner), name].filter(Boolean).join(" · ") || "Pieces";
  };
  const legends = [...new Set(items.map(legendOf))];
  return legends.map((legend) => ({
    legend,
    items: items.filter((item) => legendOf(item) === legend),
  }));
}
