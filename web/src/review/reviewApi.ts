/** The server's paths of reviews. */
import { call } from "../api";
import type {
  Explanation,
  MissInTurn,
  ReviewState,
  StudyPosition,
  TriedTurn,
  TryTurn,
  TurnSoFar,
} from "../protocol";

const at = (table: string) => `/tables/${encodeURIComponent(table)}/review`;

/** How far a review has come, with its turns from number `first` on. */
export const review = (table: string, first: number) =>
  call<ReviewState>(`${at(table)}?first=${first}`);
export const beginReview = (table: string) => call<ReviewState>(at(table), {});
export const stopReview = (table: string) => call<ReviewState>(`${at(table)}/stop`, {});
/** What a turn would have been worth that was not played. */
export const tryTurn = (table: string, tried: TryTurn) =>
  call<TriedTurn>(`${at(table)}/try`, tried);
/** Where a turn began, after what was tried in its place. */
export const turnPosition = (table: string, soFar: TurnSoFar) =>
  call<StudyPosition>(`${at(table)}/position`, soFar);
/** Why clicks in a turn that is tried lead nowhere. */
export const whyNotInTurn = (table: string, missed: MissInTurn, signal: AbortSignal) =>
  call<Explanation>(`${at(table)}/why-not`, missed, signal);
