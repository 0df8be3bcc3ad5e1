/** A line of the computer by turns. */
import type { AnalysisLine, Seat } from "../protocol";

/** Actions of one turn. */
export interface LineTurn {
  /** The number of the turn, as in the tree. */
  turn: number;
  seat: Seat;
  /** Whether it began before the position that is thought about. */
  isContinued: boolean;
  /** The texts of the actions, and the place in the line of the first. */
  actions: readonly string[];
  begin: number;
}

/** The first `most` actions of a line, from a position in the turn `from`. */
export function lineTurns(line: AnalysisLine, from: number, most: number): LineTurn[] {
  const places = line.actions.slice(0, most).map((_, place) => place);
  const begins = places.filter((place) => line.turns[place] !== line.turns[place - 1]);
  return begins.map((begin, index) => {
    const turn = line.turns[begin] ?? 0;
    return {
      turn: from + turn,
      seat: line.seats[begin] ?? "first",
      isContinued: turn === 0,
      actions: line.actions.slice(begin, begins[index + 1] ?? places.length),
      begin,
    };
  });
}
