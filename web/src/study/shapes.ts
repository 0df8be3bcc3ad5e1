/** Arrows and circles that are drawn on a board. */
import type { Colour, Shape } from "../protocol";

export const COLOURS: readonly Colour[] = ["green", "red", "blue", "yellow"];

/** A circle on one cell, an arrow between two. */
export function shapeOf(begin: string, end: string, colour: Colour): Shape {
  return { begin, end: end === begin ? "" : end, colour };
}

const placeOf = ({ begin, end = "" }: Shape) => `${begin}>${end}`;

/** With `drawn` added: the same again removes it, in another colour it is drawn over. */
export function withShape(shapes: readonly Shape[], drawn: Shape): readonly Shape[] {
  const old = shapes.find((shape) => placeOf(shape) === placeOf(drawn));
  const others = shapes.filter((shape) => shape !== old);
  return old && (old.colour ?? "green") === (drawn.colour ?? "green") ? others : [...others, drawn];
}

/** `a green circle on a1`, `a red arrow from a1 to b2`. */
export function shapeWords({ begin, end = "", colour = "green" }: Shape): string {
  return end ? `${colour} arrow from ${begin} to ${end}` : `${colour} circle on ${begin}`;
}
