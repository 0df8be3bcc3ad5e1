/** A game against the beginner, with everything else as the game has it. */
import * as api from "../api";
import { myGames } from "../myGames.svelte";
import { place } from "../place.svelte";
import type { NewTable } from "../protocol";
import { tablePath } from "../router";
import { keepKeys } from "../seatKeys";
import { settings } from "../settings.svelte";

/** The lowest level of the computer. */
export const BEGINNER = 1;

/** Makes the table and goes there. */
export async function enterTable(table: NewTable): Promise<void> {
  const made = await api.makeTable({ ...table, name: settings.name });
  keepKeys(made);
  void myGames.look();
  settings.change({ played: true });
  place.go(tablePath(made.id));
}

export const playBeginner = (game: string) =>
  enterTable({ game, first: "me", second: "computer", level: BEGINNER });
