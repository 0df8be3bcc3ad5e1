/** Words about puzzles and whoever solves them. */
import type { PuzzleResultInfo, PuzzleState, SolverInfo } from "../protocol";

/** `Your rating: 1512 ± 120` (a range that is 95 % sure), or how far away a rating is. */
export function ratingWords({ rating, deviation, tried, until_rated }: SolverInfo): string {
  if (rating === null || deviation === null)
    return `${tried} of ${tried + until_rated} puzzles until you have a rating`;
  return `Your rating: ${Math.round(rating)} ± ${Math.round(2 * deviation)}`;
}

/** `+12`, `−8`, `±0`. */
export function changeWords(change: number): string {
  const points = Math.round(change);
  if (points === 0) return "±0";
  return points > 0 ? `+${points}` : `−${-points}`;
}

/** `wins-material` is `Wins material`. */
export function themeTitle(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const percent = (chance: number) => `${Math.round(100 * chance)} %`;

/** What a wrong turn costs. */
export function wrongWords({ chance, wanted }: Pick<PuzzleState, "chance" | "wanted">): string {
  if (chance === null || wanted === null) return "";
  return `Your chances are ${percent(chance)} after it, ${percent(wanted)} after the right turn.`;
}

export function resultWords(mine: PuzzleResultInfo | null): string {
  if (!mine) return "not tried yet";
  if (mine.clean) return "solved";
  return mine.solved ? "solved, not on the first try" : "tried";
}
