/** Time left, as it is now and as it is written. */
import type { ClockState, Seat } from "./protocol";

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
