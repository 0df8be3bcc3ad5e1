/** Tellings: sentences in which seats are placeholders, read for who looks at them. */
import type { Seat, Sentence } from "./protocol";
import { capital, fillSeats } from "./words";

/** The words of a sentence for who holds the seat `reader`; null: nobody's, or both. */
export function readSentence({ text }: Pick<Sentence, "text">, reader: Seat | null): string {
  return capital(fillSeats(text, reader));
}

/** All sentences about one action. */
export function readTelling(telling: readonly Sentence[], reader: Seat | null): string {
  return telling.map((sentence) => readSentence(sentence, reader)).join(" ");
}

/** The cells that sentences are about, each once. */
export function cellsOf(telling: readonly Sentence[]): readonly string[] {
  return [...new Set(telling.flatMap((sentence) => sentence.cells))];
}

/** Who reads: the holder of one seat; null for a spectator and for the holder of both. */
export function readerOf(mine: readonly Seat[]): Seat | null {
  return mine.length === 1 ? (mine[0] ?? null) : null;
}
