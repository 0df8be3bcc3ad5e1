/** What a message of the server means for the ear: a sound, and words for a screen reader. */
import type { Seat, ServerMessage, TableInfo } from "../protocol";
import type { Sound } from "../sound";
import { capital, reasonWords, verdict } from "../words";

function isMine(table: TableInfo, seat: Seat | null): boolean {
  return table.mine.length === 1 && table.mine[0] === seat;
}

/** `table` is the one after the message. */
export function soundOf(message: ServerMessage, table: TableInfo): Sound | null {
  if (message.type === "refused") return message.code === "stale" ? null : "refused";
  if (message.type !== "changed") return null;
  if (message.state.outcome) return message.moves.length || table.mine.length ? "end" : null;
  const last = message.moves.at(-1);
  if (!last) return null;
  return isMine(table, message.state.seat) && !isMine(table, last[0]) ? "turn" : "move";
}

export function spokenOf(message: ServerMessage, table: TableInfo): string | null {
  if (message.type !== "changed") return null;
  const { outcome, seat, scene } = message.state;
  const parts = message.moves.map(([mover, action]) => `${capital(mover)}: ${action}.`);
  if (outcome) parts.push(`${verdict(outcome, table.mine)}, ${reasonWords(outcome.reason)}.`);
  else {
    parts.push(...scene.status.map((line) => `${capital(line)}.`));
    if (isMine(table, seat)) parts.push("Your turn.");
    else if (seat) parts.push(`${capital(seat)} to act.`);
  }
  return parts.join(" ");
}
