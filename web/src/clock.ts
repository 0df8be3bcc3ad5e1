/** Time left, as it is now and as it is written. */
import type { ClockSetting, ClockState, Seat } from "./protocol";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What is left to `seat`, `elapsedMs` after the state came. */
export function remainingMs(clock: ClockState, seat: Seat, elapsedMs: number): number {
  const left = seat === "first" ? clock.first_ms : clock.second_ms;
  return Math.max(0, clock.running === seat ? left - elapsedMs : left);
}

/** `1:05:09`, `4:59`, and below twenty seconds with tenths: `0:09.3`. */
export function formatClock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  const tenths = ms < 20_000 ? `.${Math.floor(ms / 100) % 10}` : "";
  return `${minutes}:${two(seconds % 60)}${tenths}`;
}

/** `2 days 5 h`, `5 h 12 min`, `12 min`: for what takes long. */
export function formatLong(ms: number): string {
  const days = Math.floor(ms / DAY);
  const hours = Math.floor(ms / HOUR) % 24;
  const minutes = Math.floor(ms / MINUTE) % 60;
  if (days) return `${dayWords(days)}${hours ? ` ${hours} h` : ""}`;
  return hours ? `${hours} h ${minutes} min` : `${Math.max(1, minutes)} min`;
}

/** What is left: in days and hours on a clock of days, until it gets short. */
export function formatLeft(ms: number, isLong: boolean): string {
  return ms >= DAY || (isLong && ms >= HOUR) ? formatLong(ms) : formatClock(ms);
}

/** When something ends, in the reader's time: `20 Nov, 14:05`. */
export function formatDeadline(at: Date, locale?: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(at);
}

export function dayWords(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

/** The clock of a table: `3 days a turn`, `15 min + 10 s a turn`. */
export function clockWords({ main_ms = 0, increment_ms = 0, turn_ms = 0 }: ClockSetting): string {
  if (turn_ms) return `${formatLong(turn_ms)} a turn`;
  const increment = increment_ms ? ` + ${increment_ms / 1000} s a turn` : "";
  return `${main_ms / MINUTE} min${increment}`;
}
