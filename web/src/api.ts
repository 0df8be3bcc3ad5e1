/** The server's HTTP paths. Every failure is a `Refusal` with words for people. */
import type {
  Advice,
  AdviceKind,
  Ahead,
  Analyse,
  Analysis,
  Attempt,
  CardInfo,
  DefinitionInfo,
  Explanation,
  Frame,
  GameInfo,
  JoinTable,
  LessonInfo,
  LessonState,
  LevelInfo,
  Look,
  MissInLesson,
  MyGameInfo,
  NewStudy,
  NewTable,
  NotificationInfo,
  Preview,
  Problem,
  Reach,
  RulesPage,
  Seat,
  SeatDevices,
  SeatLink,
  StillPlaying,
  StudyMade,
  SubscribePush,
  TableInfo,
  TableMade,
  TryLesson,
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

  /** Whether the server is away, or cannot store anything at present. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 503;
  }
}

/** A request: with a body it is a POST, unless another method is named. */
export async function call<Answer>(
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  base = "/api",
  method = body === undefined ? "GET" : "POST",
): Promise<Answer> {
  const response = await answered(path, body, signal, base, method);
  return response.status === 204 ? (undefined as Answer) : ((await response.json()) as Answer);
}

/** A file that the server makes. */
export async function download(path: string, signal: AbortSignal): Promise<Blob> {
  return (await answered(path, undefined, signal, "/api", "GET")).blob();
}

async function answered(
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
  base: string,
  method: string,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${base}${path}`, {
      method,
      signal: signal ?? null,
      ...(body !== undefined && {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(0, "offline", "The server cannot be reached. Please try again.");
  }
  if (response.ok) return response;
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
export const lessons = once((game) => call<LessonInfo[]>(`/games/${part(game)}/lessons`));
export const tryLesson = (game: string, lesson: string, tried: TryLesson) =>
  call<LessonState>(`/games/${part(game)}/lessons/${part(lesson)}`, tried);
export const gameLook = once((game) => call<Look>(`/games/${part(game)}/look`));
const ownLook = once((path) => call<Look>(`${path}/look`));
/** How a table or a study looks; most look as their game always does. */
export const look = (
  { id, game, own_look }: Pick<TableInfo, "id" | "game" | "own_look">,
  kind: "tables" | "studies" = "tables",
) => (own_look ? ownLook(`/${kind}/${part(id)}`) : gameLook(game));
export const gameCards = once((game) => call<CardInfo[]>(`/games/${part(game)}/cards`));
const ownCards = once((path) => call<CardInfo[]>(`${path}/cards`));
/** What each symbol of the game at a table or in a study is and does. */
export const cards = (
  { id, game, own_look }: Pick<TableInfo, "id" | "game" | "own_look">,
  kind: "tables" | "studies" = "tables",
) => (own_look ? ownCards(`/${kind}/${part(id)}`) : gameCards(game));
/** Where what stands on a cell can go, after so many actions; null: now. */
export const reach = (id: string, cell: string, number: number | null, signal: AbortSignal) =>
  call<Reach>(
    `/tables/${part(id)}/reach?cell=${part(cell)}${number === null ? "" : `&number=${number}`}`,
    undefined,
    signal,
  );
/** Why clicks in a lesson lead nowhere. */
export const whyNotInLesson = (
  game: string,
  lesson: string,
  missed: MissInLesson,
  signal: AbortSignal,
) => call<Explanation>(`/games/${part(game)}/lessons/${part(lesson)}/why-not`, missed, signal);
/** Why clicks at a table lead nowhere, for who is to act there. */
export const whyNot = (id: string, attempt: Attempt, signal: AbortSignal) =>
  call<Explanation>(`/tables/${part(id)}/why-not`, attempt, signal);
/** How actions that are not complete go on; nothing is played. */
export const ahead = (id: string, actions: readonly string[]) =>
  call<Ahead>(`/tables/${part(id)}/ahead?${actions.map((one) => `action=${part(one)}`).join("&")}`);
/** What an action would lead to; nothing is played. */
export const preview = (id: string, actions: readonly string[]) =>
  call<Preview>(
    `/tables/${part(id)}/preview?${actions.map((one) => `action=${part(one)}`).join("&")}`,
  );
/** Says that this browser has not left its game, though it shows another page. */
export const sayHere = (table: string) => call<StillPlaying>("/here", { table });
/** A position and the actions from it; `query` is `position`, `action` and `option`. */
export const line = (game: string, query: URLSearchParams) =>
  call<Frame[]>(`/games/${part(game)}/line?${query.toString()}`);
export const rules = once((game) => call<RulesPage>(`/games/${part(game)}/rules`));
export const specification = once((game) => call<RulesPage>(`/games/${part(game)}/specification`));
/** A drawing for a light or a dark page; as an image it cannot take over the page's colours. */
export const pictureUrl = (game: string, dark: boolean) =>
  `/api/games/${part(game)}/picture.svg${dark ? "?dark=true" : ""}`;

/** The games at which this browser holds a seat. */
export const myGames = () => call<MyGameInfo[]>("/tables");
export const makeTable = (table: NewTable) => call<TableMade>("/tables", table);
export const table = (id: string) => call<TableInfo>(`/tables/${part(id)}`);
/** With a cookie from before, joining can be repeated if its answer gets lost. */
export async function joinTable(id: string, join: JoinTable): Promise<void> {
  await call<undefined>("/identity", {});
  await call<unknown>(`/tables/${part(id)}/join`, join);
}
/** What this person is called at the table from now on; empty: nothing. */
export const nameSeat = (id: string, name: string) =>
  call<undefined>(`/tables/${part(id)}/name`, { name });
export const devices = (id: string) => call<SeatDevices[]>(`/tables/${part(id)}/devices`);
/** From now on this browser alone holds its seats at the table. */
export const dropDevices = (id: string) => call<undefined>(`/tables/${part(id)}/devices/drop`, {});
/** A link that works once, to one's own seat or to an empty one. */
export const newLink = (id: string, seat: Seat) =>
  call<SeatLink>(`/tables/${part(id)}/links`, { seat });
export const importRecord = (text: string) => call<TableMade>("/records", { text });
export const recordUrl = (id: string) => `/api/tables/${part(id)}/record`;
export const frames = (id: string, first: number, count: number) =>
  call<Frame[]>(`/tables/${part(id)}/frames?first=${first}&count=${count}`);

export const analyse = (id: string, wanted: Analyse, signal: AbortSignal) =>
  call<Analysis>(`/tables/${part(id)}/analysis`, wanted, signal);

/** A study of one's own: of a game that is over, a text or a position. */
export const makeStudy = (study: NewStudy) => call<StudyMade>("/studies", study);

/** Help for who is to act; the record counts it. */
export const help = (id: string, kind: AdviceKind) =>
  call<Advice>(`/tables/${part(id)}/help`, { kind });

/** How this browser is told of its games while nobody is at the table. */
export const notifications = () => call<NotificationInfo>("/notifications");
export const subscribePush = (subscription: SubscribePush) =>
  call<undefined>("/notifications/push", subscription);
export const endPush = () => call<undefined>("/notifications/push/end", {});
/** A mail is sent there, with a link that confirms the address. */
export const giveAddress = (address: string) => call<undefined>("/notifications/mail", { address });
export const dropAddress = () => call<undefined>("/notifications/mail/drop", {});
export const confirmAddress = (token: string) =>
  call<undefined>("/notifications/mail/confirm", { token });
/** By the link in a mail: no more of them go to its address. */
export const endMail = (token: string) =>
  call<undefined>(`/mail/end?token=${part(token)}`, {}, undefined, "");

export function liveUrl(id: string, at: { protocol: string; host: string }): string {
  return `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}/api/tables/${part(id)}/live`;
}
/** Gives up every seat of this browser. */
export const forget = () => call<undefined>("/forget", {});
