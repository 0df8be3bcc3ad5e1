/** The server's paths of puzzles. */
import { call } from "../api";
import type {
  AskInPuzzle,
  Explanation,
  MissInPuzzle,
  PuzzleChoice,
  PuzzleCollection,
  PuzzleGameInfo,
  PuzzleHint,
  PuzzleInfo,
  PuzzleState,
  StreakState,
  TryPuzzle,
} from "../protocol";

const of = (game: string) => `/puzzles/${encodeURIComponent(game)}`;
const at = (game: string, id: string) => `${of(game)}/${encodeURIComponent(id)}`;

/** What a puzzle is chosen by; what is left out does not matter. */
export interface Wish {
  theme?: string;
  difficulty?: string;
  /** The puzzle that was solved last: another one is wanted. */
  after?: string;
}

/** The games that have puzzles, each with the puzzle of the day. */
export const puzzleGames = () => call<PuzzleGameInfo[]>("/puzzles");
export const puzzles = (game: string) => call<PuzzleCollection>(of(game));
export const nextPuzzle = (game: string, wish: Wish) =>
  call<PuzzleChoice>(`${of(game)}/next?${new URLSearchParams({ ...wish }).toString()}`);
export const beginStreak = (game: string) => call<StreakState>(`${of(game)}/streak`, {});
export const puzzle = (game: string, id: string) => call<PuzzleInfo>(at(game, id));
export const tryPuzzle = (game: string, id: string, tried: TryPuzzle) =>
  call<PuzzleState>(`${at(game, id)}/try`, tried);
export const hintInPuzzle = (game: string, id: string, asked: AskInPuzzle) =>
  call<PuzzleHint>(`${at(game, id)}/hint`, asked);
export const solutionOf = (game: string, id: string, asked: AskInPuzzle) =>
  call<PuzzleState>(`${at(game, id)}/solution`, asked);
/** Why clicks in a puzzle lead nowhere. */
export const whyNotInPuzzle = (
  game: string,
  id: string,
  missed: MissInPuzzle,
  signal: AbortSignal,
) => call<Explanation>(`${at(game, id)}/why-not`, missed, signal);
