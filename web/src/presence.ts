/**
 * A player who reads another page of the site has not left the game: this tab remembers the game it
 * was at, and says from time to time that somebody is here.
 */
import type { StillPlaying, TableInfo } from "./protocol";

const PLACE = "strata-playing";
const EVERY_MS = 20_000;

type Played = Pick<TableInfo, "id" | "mine" | "seats"> & {
  state: Pick<TableInfo["state"], "outcome">;
};

/** Remembers the game at a table while it goes on, if another person waits there. */
export function noteGame({ id, mine, seats, state }: Played): void {
  const isWaitedFor =
    mine.length === 1 && Object.values(seats).every((one) => one.kind !== "computer");
  if (!isWaitedFor) return;
  if (state.outcome === null) sessionStorage.setItem(PLACE, id);
  else if (sessionStorage.getItem(PLACE) === id) sessionStorage.removeItem(PLACE);
}

/**
 * Says now and from then on that this browser is here, until the game is over; what it returns ends
 * it. Nothing is said where no game is remembered.
 */
export function keepSaying(say: (table: string) => Promise<StillPlaying>): () => void {
  const id = sessionStorage.getItem(PLACE);
  if (id === null) return () => undefined;
  const beat = () => {
    say(id).then(
      ({ playing }) => {
        if (playing) return;
        clearInterval(timer);
        if (sessionStorage.getItem(PLACE) === id) sessionStorage.removeItem(PLACE);
      },
      () => undefined, // the server is away: the next one may arrive
    );
  };
  const timer = setInterval(beat, EVERY_MS);
  beat();
  return () => clearInterval(timer);
}
