/** The graph of a review: first's expected result after so many actions. */
import type { ReviewedTurn } from "../protocol";
import type { Thought } from "../replay/curve";

export function chancesOf(turns: readonly ReviewedTurn[]): ReadonlyMap<number, Thought> {
  const found = new Map<number, Thought>();
  for (const turn of turns) {
    if (turn.before !== null && !found.has(turn.start)) {
      found.set(turn.start, forFirst(turn, turn.before));
    }
    if (turn.after !== null) {
      found.set(turn.start + turn.actions.length, forFirst(turn, turn.after));
    }
  }
  return found;
}

function forFirst({ seat }: ReviewedTurn, chance: number): Thought {
  return { expected: seat === "first" ? chance : 1 - chance, words: "" };
}
