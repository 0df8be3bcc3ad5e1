/** Lengths of time in words: `just now`, `5 minutes`, `3 days`. */

const UNITS: readonly (readonly [number, string])[] = [
  [24 * 3600, "day"],
  [3600, "hour"],
  [60, "minute"],
];

/** A length of time in its largest unit; empty below a minute. */
export function lengthWords(ms: number): string {
  const seconds = ms / 1000;
  for (const [size, name] of UNITS) {
    const count = Math.floor(seconds / size);
    if (count) return `${count} ${name}${count === 1 ? "" : "s"}`;
  }
  return "";
}

export function agoWords(ms: number): string {
  const length = lengthWords(ms);
  return length ? `${length} ago` : "just now";
}
