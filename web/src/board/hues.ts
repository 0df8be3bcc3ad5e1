import type { Hue, Seat } from "../protocol";

/** The class that gives a symbol its owner's colours. */
export function hueClass(owner: Seat | null, hues: readonly [Hue, Hue]): string {
  if (owner === null) return "hue-none";
  return `hue-${hues[owner === "first" ? 0 : 1]}`;
}
