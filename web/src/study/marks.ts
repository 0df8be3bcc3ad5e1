/** The marks that an action can be given, and what they mean. */
import type { ActionMark } from "../protocol";

export const MARKS: readonly (readonly [ActionMark, string])[] = [
  ["!!", "brilliant"],
  ["!", "good"],
  ["!?", "interesting"],
  ["?!", "doubtful"],
  ["?", "a mistake"],
  ["??", "a blunder"],
];

const MEANINGS = new Map(MARKS);

export function markWords(mark: ActionMark): string {
  return MEANINGS.get(mark) ?? "";
}
