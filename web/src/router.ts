/** Addresses of pages: what a path means, and the path of a page. */
import type { Seat } from "./protocol";

export type Route =
  | { page: "home" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string | null }
  | { page: "learn"; game: string | null; lesson: string | null }
  | { page: "rules"; game: string | null; specification: boolean }
  | { page: "study"; id: string }
  | { page: "studies" }
  | { page: "editor"; game: string | null }
  | { page: "mistakes"; id: string }
  | { page: "puzzles"; game: string | null }
  | { page: "puzzle"; game: string; id: string }
  | { page: "about" }
  | { page: "mail"; ends: boolean }
  | { page: "missing" };

export function parseRoute(path: string): Route {
  const [page = "", argument, ...rest] = path
    .replace(/^\/|\/$/g, "")
    .split("/")
    .map(decode);
  if (page === "rules" && argument && rest.length === 1 && rest[0] === "specification") {
    return { page: "rules", game: argument, specification: true };
  }
  if (page === "learn" && argument !== "" && rest.length <= 1 && rest[0] !== "") {
    return { page: "learn", game: argument ?? null, lesson: rest[0] ?? null };
  }
  if (page === "puzzle" && argument && rest.length === 1 && rest[0]) {
    return { page: "puzzle", game: argument, id: rest[0] };
  }
  if (rest.length) return { page: "missing" };
  if (page === "" && argument === undefined) return { page: "home" };
  if (page === "table" && argument) return { page: "table", id: argument };
  if (page === "replay") return { page: "replay", id: argument ?? null };
  if (page === "rules") return { page: "rules", game: argument ?? null, specification: false };
  if (page === "study" && argument) return { page: "study", id: argument };
  if (page === "editor") return { page: "editor", game: argument || null };
  if (page === "mistakes" && argument) return { page: "mistakes", id: argument };
  if (page === "puzzles") return { page: "puzzles", game: argument ?? null };
  if (page === "studies" && argument === undefined) return { page: "studies" };
  if (page === "mail" && (argument === "end" || argument === "confirm")) {
    return { page: "mail", ends: argument === "end" };
  }
  if (page === "about" && argument === undefined) return { page: "about" };
  return { page: "missing" };
}

export function tablePath(id: string): string {
  return `/table/${encodeURIComponent(id)}`;
}

/** The address that gives whoever opens it a seat. */
export function seatLink(origin: string, id: string, key: string): string {
  return `${origin}${tablePath(id)}#key=${encodeURIComponent(key)}`;
}

/** The key of a seat in the hash of an address. */
export function keyInHash(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("key");
}

export function replayPath(id: string, number?: number): string {
  return `/replay/${encodeURIComponent(id)}${number === undefined ? "" : `#${number}`}`;
}

/** The replay of a game that is over, which is reviewed at once. */
export function reviewPath(id: string): string {
  return `/replay/${encodeURIComponent(id)}?review`;
}

/** The mistakes of a game that was reviewed, to find better turns; of one side, or of both. */
export function mistakesPath(id: string, side?: Seat): string {
  return `/mistakes/${encodeURIComponent(id)}${side ? `?side=${side}` : ""}`;
}

/** A study, or one of its positions. */
export function studyPath(id: string, number?: number): string {
  return `/study/${encodeURIComponent(id)}${number === undefined ? "" : `#${number}`}`;
}

/** The editor of a game; `address` is what it shows (editor/address.ts). */
export function editorPath(game: string, address = ""): string {
  return `/editor/${encodeURIComponent(game)}${address && `#${address}`}`;
}

/** The same to be passed on: the server is told the position, for the picture of the address. */
export function sharedStudyPath(id: string, number: number): string {
  return `${studyPath(id)}?at=${number}#${number}`;
}

/** The number of a frame or a position in the hash of an address; null if there is none. */
export function frameInHash(hash: string): number | null {
  const text = hash.replace(/^#/, "");
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** All lessons, those of a game, or one of them. */
export function learnPath(game?: string, lesson?: string): string {
  const parts = [game, lesson].filter((part) => part !== undefined);
  return ["/learn", ...parts.map(encodeURIComponent)].join("/");
}

/** The puzzles of all games, or of one. */
export function puzzlesPath(game?: string): string {
  return game === undefined ? "/puzzles" : `/puzzles/${encodeURIComponent(game)}`;
}

/** A puzzle; `query` says how it was chosen, such as `theme=quiet`. */
export function puzzlePath(game: string, id: string, query = ""): string {
  const path = `/puzzle/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;
  return query ? `${path}?${query}` : path;
}

export function rulesPath(game: string): string {
  return `/rules/${encodeURIComponent(game)}`;
}

export function specificationPath(game: string): string {
  return `${rulesPath(game)}/specification`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
