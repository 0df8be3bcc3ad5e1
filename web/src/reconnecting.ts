/** When a WebSocket that was lost is opened again. */

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 10_000;
/** Close codes after which trying again is useless: another site's page, nonsense, not found, a
 * table that the server cannot read. */
const FINAL_CODES = new Set([1008, 4400, 4404, 4500]);
/** Too many messages: the next try comes late. */
const TOO_FAST = 4429;
const RESTART = 1012;

export const isFinal = (code: number): boolean => FINAL_CODES.has(code);

/** What the server means by closing; empty where it says nothing. */
export const closeWords = (code: number, reason: string): string =>
  code === RESTART ? "the server restarts" : reason;

/** How long to wait after so many tries; `random` is from 0 to 1 and spreads the clients. */
export function pauseMs(code: number, tries: number, random: number): number {
  const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
  return (code === TOO_FAST ? LONGEST_PAUSE_MS : growing) * (0.75 + 0.5 * random);
}
