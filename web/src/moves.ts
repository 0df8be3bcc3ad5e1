/** The list of moves by turn. */
import type { Move, Seat } from "./protocol";

export interface Turn {
  number: number;
  seat: Seat;
  /** The actions, each with the number of the frame that shows it played. */
  actions: { text: string; frame: number }[];
}

export function groupByTurn(moves: readonly Move[]): Turn[] {
  const turns: Turn[] = [];
  moves.forEach(([seat, text, number], index) => {
    const last = turns.at(-1);
    const action = { text, frame: index + 1 };
    if (last?.number === number) last.actions.push(action);
    else turns.push({ number, seat, actions: [action] });
  });
  return turns;
}
