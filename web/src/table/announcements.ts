/** What a message of the server means for the ear: a sound, and words for a screen reader. */
import type { Seat, ServerMessage, TableInfo } from "../protocol";
import type { Sound } from "../sound";
import { readSentence, readTelling, readerOf } from "../telling";
import { capital, fillSeats, reasonWords, turnWords, verdict } from "../words";

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
  const { outcome, seat } = message.state;
  const reader = readerOf(table.mine);
  const untold = message.moves.length - message.tellings.length;
  const parts = message.moves.map(([mover, action], index) => {
    const telling = message.tellings[index - untold];
    return telling ? readTelling(telling, reader) : `${capital(mover)}: ${action}.`;
  });
  if (outcome) {
    const why = message.state.end ? readSentence(message.state.end, reader) : "";
    parts.push(`${verdict(outcome, table.mine)}.`, why || `${reasonWords(outcome.reason)}.`);
  } else {
    parts.push(...table.scene.status.map((line) => `${capital(fillSeats(line, reader))}.`));
    if (seat) parts.push(`${turnWords(seat, reader)}.`);
  }
  return parts.join(" ");
}
