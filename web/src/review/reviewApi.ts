/** The server's paths of reviews. */
import { call } from "../api";
import type { ReviewState, TriedTurn, TryTurn } from "../protocol";

const at = (table: string) => `/tables/${encodeURIComponent(table)}/review`;

/** How far a review has come, with its turns from number `first` on. */
export const review = (table: string, first: number) =>
  call<ReviewState>(`${at(table)}?first=${first}`);
export const beginReview = (table: string) => call<ReviewState>(at(table), {});
export const stopReview = (table: string) => call<ReviewState>(`${at(table)}/stop`, {});
/** What a turn would have been worth that was not played. */
export const tryTurn = (table: string, tried: TryTurn) =>
  call<TriedTurn>(`${at(table)}/try`, tried);
