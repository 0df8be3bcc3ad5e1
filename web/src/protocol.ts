// Made from src/strata/server/protocol/messages.py by `python -m strata.server.protocol.typescript`. Do not edit.

export type Seat = "first" | "second";

export type Value = string | number;

export type TokenKind = "cell" | "item" | "choice";

export type Form = "tile" | "chip" | "piece";

export type Hue = "sand" | "blue" | "red";

export type MarkKind = "last" | "check" | "turn" | "effect";

export type SeatKind = "me" | "link" | "computer";

export type RefusalCode = "stale" | "illegal-action" | "not-your-turn" | "not-allowed" | "game-over" | "bad-message" | "too-fast";

/**
 * One click. `id` is a cell's name, an item's id or a choice's; `label` is for people.
 *
 * The label is no part of what the token is: two tokens of one kind and id are the same click.
 */
export interface Token {
  readonly kind: TokenKind;
  readonly id: string;
  readonly label: string;
}

/**
 * How a game ended. `winner` is None for a draw; `reason` is a name of the rulebook.
 */
export interface Outcome {
  readonly winner: Seat | null;
  readonly reason: string;
}

/**
 * A place on the board. `column` and `line` are its place in a text drawing.
 */
export interface Cell {
  readonly name: string;
  readonly centre: readonly [number, number];
  readonly polygon: readonly (readonly [number, number])[];
  readonly shade: number;
  readonly column: number;
  readonly line: number;
}

/**
 * One thing in a stack or in a hand. `symbol` is a key of the game's symbols.
 *
 * `turn` is where it faces, in degrees clockwise from up as first sees it; None: nowhere.
 */
export interface Layer {
  readonly symbol: string;
  readonly owner: Seat | null;
  readonly badges: readonly string[];
  readonly turn: number | null;
}

/**
 * Something to point out about cells: the last action, a check, the stack that is moving.
 */
export interface Mark {
  readonly kind: MarkKind;
  readonly cells: readonly string[];
  readonly label: string;
}

/**
 * How one kind of layer looks.
 *
 * `svg` is a drawing in a box of 100 × 100 with the origin in its middle; a chip is 100 wide and
 * 20 high. Its parts have a class, which gives them the owner's colours: `tile` and `grain` lie
 * flat, `body` stands out, `line` is drawn over it, `detail` is filled like the line, `dark` and
 * `light` are two faces of one owner. `glyphs` are the letters in a terminal: first's, second's.
 */
export interface Symbol {
  readonly name: string;
  readonly form: Form;
  readonly svg: string;
  readonly glyphs: readonly [string, string];
}

/**
 * Something off the board that can be looked at and perhaps clicked: `id` is its token.
 */
export interface Item {
  readonly id: string;
  readonly layer: Layer;
  readonly count: number;
}

/**
 * A place off the board: a hand, a stock, a graveyard.
 */
export interface Zone {
  readonly id: string;
  readonly title: string;
  readonly seat: Seat | null;
  readonly items: readonly Item[];
}

export interface OptionInfo {
  readonly name: string;
  readonly values: readonly Value[];
  readonly default: Value;
  readonly meaning: string;
  readonly others: string;
  readonly pattern: string;
}

export interface GameInfo {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly options: readonly OptionInfo[];
  readonly definable: boolean;
}

/**
 * A definition that comes with a game, or one that was read: its game and its options.
 */
export interface DefinitionInfo {
  readonly name: string;
  readonly title: string;
  readonly plain: boolean;
  readonly options: readonly OptionInfo[];
  readonly text: string;
}

/**
 * How well a computer plays: a word for people, and the most time it takes for an action.
 */
export interface LevelInfo {
  readonly level: number;
  readonly word: string;
  readonly time_ms: number;
  readonly default: boolean;
}

/**
 * A coordinate beside the board.
 */
export interface LabelInfo {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/**
 * What never changes in a game's scenes: fetched once.
 */
export interface Look {
  readonly game: string;
  readonly size: readonly [number, number];
  readonly cells: readonly Cell[];
  readonly labels: readonly LabelInfo[];
  readonly symbols: Readonly<Record<string, Symbol>>;
  readonly hues: readonly [Hue, Hue];
}

/**
 * The rulebook as HTML, with diagrams of its positions.
 */
export interface RulesPage {
  readonly game: string;
  readonly title: string;
  readonly html: string;
}

export interface ClockSetting {
  readonly main_ms: number;
  readonly increment_ms?: number;
}

export interface NewTable {
  readonly game: string;
  readonly first: SeatKind;
  readonly second: SeatKind;
  readonly options?: Readonly<Record<string, string>>;
  readonly clock?: ClockSetting | null;
  readonly level?: number | null;
  readonly definition?: string | null;
}

/**
 * `keys` has, for each seat that waits for a friend, the key of its link, which works once.
 */
export interface TableMade {
  readonly id: string;
  readonly keys: Partial<Readonly<Record<Seat, string>>>;
}

export interface JoinTable {
  readonly key: string;
}

/**
 * Asks for a link that gives `seat` to the first client that opens it.
 */
export interface NewLink {
  readonly seat: Seat;
}

/**
 * `key` goes into the link. It replaces every earlier link to the seat, and works once.
 */
export interface SeatLink {
  readonly seat: Seat;
  readonly key: string;
}

export interface ImportRecord {
  readonly text: string;
}

export interface ReadDefinition {
  readonly text: string;
}

/**
 * Asks for an analysis of the position after `number` actions.
 */
export interface Analyse {
  readonly number: number;
  readonly time_ms?: number;
  readonly lines?: number;
}

/**
 * Every HTTP error: `code` is for programs, `detail` for people.
 */
export interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly field: string | null;
}

export interface SeatInfo {
  readonly kind: SeatKind;
  readonly name: string;
  readonly level: number | null;
  readonly present: boolean;
  readonly taken: boolean;
}

/**
 * What is left to each seat as of this message; only the running seat's time goes down.
 */
export interface ClockState {
  readonly first_ms: number;
  readonly second_ms: number;
  readonly running: Seat | null;
}

/**
 * What changes in a scene; the rest is in Look.
 */
export interface SceneState {
  readonly stacks: Readonly<Record<string, readonly Layer[]>>;
  readonly zones: readonly Zone[];
  readonly marks: readonly Mark[];
  readonly status: readonly string[];
}

/**
 * A legal action and the clicks that make it.
 */
export type Choice = readonly [action: string, gesture: readonly Token[]];

/**
 * A ready-made sequence of actions, to be played by its name.
 */
export interface PresetInfo {
  readonly name: string;
  readonly meaning: string;
}

/**
 * An action that was played. `action` is `?` while it is hidden from the viewer.
 */
export type Move = readonly [seat: Seat, action: string, turn: number];

/**
 * The table now. `version` goes up by one with everything that happens at the table.
 */
export interface TableState {
  readonly version: number;
  readonly position: string;
  readonly seat: Seat | null;
  readonly in_turn: boolean;
  readonly scene: SceneState;
  readonly choices: readonly Choice[];
  readonly presets: readonly PresetInfo[];
  readonly clock: ClockState | null;
  readonly draw_offer: Seat | null;
  readonly take_back: Seat | null;
  readonly outcome: Outcome | null;
  readonly rematch: string | null;
  readonly rematch_wanted: readonly Seat[];
}

/**
 * A table whole: `GET /api/tables/{id}` and the first message of a socket.
 */
export interface TableInfo {
  readonly id: string;
  readonly game: string;
  readonly title: string;
  readonly own_look: boolean;
  readonly options: Readonly<Record<string, Value>>;
  readonly seats: Readonly<Record<Seat, SeatInfo>>;
  readonly clock: ClockSetting | null;
  readonly mine: readonly Seat[];
  readonly imported: boolean;
  readonly tags: Readonly<Record<string, string>>;
  readonly moves: readonly Move[];
  readonly state: TableState;
}

/**
 * One position of a game that is looked at again. Frame 0 is the start.
 */
export interface Frame {
  readonly number: number;
  readonly move: Move | null;
  readonly position: string;
  readonly seat: Seat | null;
  readonly scene: SceneState;
  readonly outcome: Outcome | null;
}

/**
 * A way the game may go on. Scores are seen from first: over 0 is good for first.
 */
export interface AnalysisLine {
  readonly actions: readonly string[];
  readonly points: number;
  readonly wins_in: number | null;
  readonly expected: number;
  readonly words: string;
}

/**
 * What the computer thinks of a position. `expected` and `words` are those of the best line,
 * or of the outcome where the game is over.
 */
export interface Analysis {
  readonly number: number;
  readonly expected: number;
  readonly words: string;
  readonly lines: readonly AnalysisLine[];
  readonly gesture: readonly Token[];
  readonly depth: number;
  readonly nodes: number;
  readonly elapsed_ms: number;
}

/**
 * First, and after every `resync`.
 */
export interface Welcome {
  readonly type: "welcome";
  readonly table: TableInfo;
}

/**
 * Something happened. The list of moves is cut to `keep` and `moves` are appended.
 */
export interface Changed {
  readonly type: "changed";
  readonly keep: number;
  readonly moves: readonly Move[];
  readonly state: TableState;
}

/**
 * Somebody came or went; no new version.
 */
export interface Presence {
  readonly type: "presence";
  readonly seats: Readonly<Record<Seat, SeatInfo>>;
}

/**
 * What was asked was not done. After `stale` the client resynchronises.
 */
export interface Refused {
  readonly type: "refused";
  readonly code: RefusalCode;
  readonly detail: string;
  readonly version: number;
}

export interface Play {
  readonly type: "play";
  readonly version: number;
  readonly action: string;
}

/**
 * Plays a ready-made sequence: all of its actions or none.
 */
export interface PlayPreset {
  readonly type: "play-preset";
  readonly version: number;
  readonly name: string;
}

export interface Resign {
  readonly type: "resign";
  readonly version: number;
}

export interface OfferDraw {
  readonly type: "offer-draw";
  readonly version: number;
}

export interface AnswerDraw {
  readonly type: "answer-draw";
  readonly version: number;
  readonly accept: boolean;
}

/**
 * Takes back whole turns, to the last one of the asking seat.
 */
export interface AskTakeBack {
  readonly type: "ask-take-back";
  readonly version: number;
}

export interface AnswerTakeBack {
  readonly type: "answer-take-back";
  readonly version: number;
  readonly accept: boolean;
}

/**
 * The other seat has been away for long: the game is won by `abandonment`.
 */
export interface ClaimAbandoned {
  readonly type: "claim-abandoned";
  readonly version: number;
}

export interface WantRematch {
  readonly type: "want-rematch";
  readonly version: number;
}

/**
 * Asks for a fresh `welcome`.
 */
export interface Resync {
  readonly type: "resync";
}

export type ServerMessage =
  | Welcome
  | Changed
  | Presence
  | Refused;

export type ClientMessage =
  | Play
  | PlayPreset
  | Resign
  | OfferDraw
  | AnswerDraw
  | AskTakeBack
  | AnswerTakeBack
  | ClaimAbandoned
  | WantRematch
  | Resync;
