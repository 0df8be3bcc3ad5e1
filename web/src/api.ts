/** The server's HTTP paths. Every failure is a `Refusal` with words for people. */
import type {
  Analyse,
  Analysis,
  DefinitionInfo,
  Frame,
  GameInfo,
  LevelInfo,
  Look,
  NewTable,
  Problem,
  RulesPage,
  Seat,
  SeatLink,
  TableInfo,
  TableMade,
} from "./protocol";

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    /** After how many seconds it may be asked again, if the server says so. */
    readonly retryAfter: number | null = null,
    /** What of the request it is about, such as `options.tiles`, if the server says so. */
    readonly field: string | null = null,
  ) {
    super(detail);
  }
}

async function call<Answer>(path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      signal: signal ?? null,
      ...(body !== undefined && {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(0, "offline", "The server cannot be reached. Please try again.");
  }
  if (response.ok) return (await response.json()) as Answer;
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  throw new Refusal(
    response.status,
    problem.code ?? "failed",
    problem.detail ?? `The server answered ${response.status}.`,
    Number(response.headers.get("Retry-After")) || null,
    problem.field ?? null,
  );
}

/** Fetched once: what never changes while the page is open. A failure is forgotten. */
function once<Answer>(fetchIt: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (key) => {
    const asked = known.get(key) ?? fetchIt(key);
    known.set(key, asked);
    asked.catch(() => known.delete(key));
    return asked;
  };
}

const part = encodeURIComponent;

const gamesOnce = once(() => call<GameInfo[]>("/games"));
export const games = () => gamesOnce("");
const levelsOnce = once(() => call<LevelInfo[]>("/levels"));
export const levels = () => levelsOnce("");
export const definitions = once((game) =>
  call<DefinitionInfo[]>(`/games/${part(game)}/definitions`),
);
export const readDefinition = (game: string, text: string, signal?: AbortSignal) =>
  call<DefinitionInfo>(`/games/${part(game)}/definition`, { text }, signal);
const gameLook = once((game) => call<Look>(`/games/${part(game)}/look`));
const tableLook = once((id) => call<Look>(`/tables/${part(id)}/look`));
/** How a table's game looks; most look as their game always does. */
export const look = (table: Pick<TableInfo, "id" | "game" | "own_look">) =>
  table.own_look ? tableLook(table.id) : gameLook(table.game);
export const rules = once((game) => call<RulesPage>(`/games/${part(game)}/rules`));
export const pictureUrl = (game: string) => `/api/games/${part(game)}/picture.svg`;

export const makeTable = (table: NewTable) => call<TableMade>("/tables", table);
export const table = (id: string) => call<TableInfo>(`/tables/${part(id)}`);
export const joinTable = (id: string, key: string) =>
  call<unknown>(`/tables/${part(id)}/join`, { key });
/** A link that works once, to one's own seat or to an empty one. */
export const newLink = (id: string, seat: Seat) =>
  call<SeatLink>(`/tables/${part(id)}/links`, { seat });
export const importRecord = (text: string) => call<TableMade>("/records", { text });
export const recordUrl = (id: string) => `/api/tables/${part(id)}/record`;
export const frames = (id: string, first: number, count: number) =>
  call<Frame[]>(`/tables/${part(id)}/frames?first=${first}&count=${count}`);

export const analyse = (id: string, wanted: Analyse, signal: AbortSignal) =>
  call<Analysis>(`/tables/${part(id)}/analysis`, wanted, signal);

export function liveUrl(id: string, at: { protocol: string; host: string }): string {
  return `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}/api/tables/${part(id)}/live`;
}
