/** Words for what a review says. */
import type { ReviewedTurn, ReviewMark, SideReview } from "../protocol";

export const MARK_WORDS: Record<ReviewMark, string> = {
  "": "",
  "?!": "inaccuracy",
  "?": "mistake",
  "??": "blunder",
};

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** `2 inaccuracies, 1 mistake, 0 blunders`. */
export function countMarks(side: SideReview): string {
  return [
    counted(side.inaccuracies, "inaccuracy", "inaccuracies"),
    counted(side.mistakes, "mistake"),
    counted(side.blunders, "blunder"),
  ].join(", ");
}

/** `87.4 %`, or a dash where no turn was judged. */
export function accuracyWords(side: SideReview): string {
  return side.accuracy === null ? "–" : `${side.accuracy.toFixed(1)} %`;
}

const percent = (chance: number) => `${Math.round(100 * chance)} %`;

/** `chances 71 % → 40 %`, of whoever played the turn. */
export function chanceWords({ before, after }: ReviewedTurn): string {
  if (before === null || after === null) return "";
  return `chances ${percent(before)} → ${percent(after)}`;
}

/** Each mark with its word, by the number of actions after which its turn was over. */
export function marksOf(
  turns: readonly ReviewedTurn[],
): ReadonlyMap<number, readonly [string, string]> {
  const marked = turns.filter((turn) => turn.mark);
  return new Map(
    marked.map(({ start, actions, mark }) => [start + actions.length, [mark, MARK_WORDS[mark]]]),
  );
}
