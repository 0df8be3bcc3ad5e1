/** The score graph: where its points lie, and what they say. */
import type { Analysis } from "../protocol";

/** What is thought of a position: first's expected result, null if too little is known; words. */
export type Thought = Pick<Analysis, "words" | "expected">;

export const WIDTH = 300;
export const HEIGHT = 90;

export type At = readonly [x: number, y: number];

export function across(number: number, last: number): number {
  return last ? (WIDTH * number) / last : WIDTH / 2;
}

/** Up is good for first. */
export function height(expected: number): number {
  return HEIGHT * (1 - expected);
}

/** The curve in pieces: it is broken where nothing is known of a position. */
export function pieces(found: ReadonlyMap<number, Thought>, last: number): At[][] {
  const all: At[][] = [];
  let piece: At[] | null = null;
  for (let number = 0; number <= last; number += 1) {
    const analysis = found.get(number);
    if (!analysis || analysis.expected === null) piece = null;
    else {
      if (!piece) all.push((piece = []));
      piece.push([across(number, last), height(analysis.expected)]);
    }
  }
  return all;
}

export function path(points: readonly At[]): string {
  return points
    .map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join("");
}

/** The ground between a piece of the curve and the middle line. */
export function area(points: readonly At[]): string {
  const [first, end] = [points[0], points.at(-1)];
  if (!first || !end) return "";
  return `${path(points)}L${end[0].toFixed(1)} ${HEIGHT / 2}L${first[0].toFixed(1)} ${HEIGHT / 2}Z`;
}

/** The frame under a click at `share` of the width. */
export function frameAt(share: number, last: number): number {
  return Math.max(0, Math.min(last, Math.round(share * last)));
}
