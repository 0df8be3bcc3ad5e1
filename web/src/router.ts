/** Addresses of pages: what a path means, and the path of a page. */

export type Route =
  | { page: "home" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string | null }
  | { page: "rules"; game: string | null }
  | { page: "about" }
  | { page: "missing" };

export function parseRoute(path: string): Route {
  const [page = "", argument, ...rest] = path
    .replace(/^\/|\/$/g, "")
    .split("/")
    .map(decode);
  if (rest.length) return { page: "missing" };
  if (page === "" && argument === undefined) return { page: "home" };
  if (page === "table" && argument) return { page: "table", id: argument };
  if (page === "replay") return { page: "replay", id: argument ?? null };
  if (page === "rules") return { page: "rules", game: argument ?? null };
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

/** The number of a frame in the hash of an address; the start if there is none. */
export function frameInHash(hash: string, last: number): number {
  const text = hash.replace(/^#/, "");
  return /^\d+$/.test(text) ? Math.min(Number(text), last) : 0;
}

export function rulesPath(game: string): string {
  return `/rules/${encodeURIComponent(game)}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
