import { myGames } from "./myGames.svelte";

/** The title of a page in the tab, with the number of games that wait for this person. */
export function pageTitle(page: string): string {
  return `${myGames.waiting ? `(${myGames.waiting}) ` : ""}${page} · Strata`;
}
