// Made from src/strata/server/protocol/ by `python -m strata.server.protocol.typescript`. Do not edit.

export type Seat = "first" | "second";

export type Value = string | number;

export type Difficulty = "easy" | "medium" | "hard" | "extreme";

export type TokenKind = "cell" | "item" | "choice";

export type Form = "tile" | "chip" | "piece";

export type Hue = "sand" | "blue" | "red";

export type MarkKind = "last" | "check" | "turn" | "effect";

export type ExplanationKind = "legal" | "restricted" | "unfinished" | "no-move" | "idle" | "empty" | "not-yours" | "no-action";

export type SeatKind = "me" | "link" | "computer";

export type RefusalCode = "stale" | "illegal-action" | "not-your-turn" | "not-allowed" | "game-over" | "bad-message" | "too-fast";

export type LessonVerdict = "begun" | "finished" | "next" | "on" | "refused" | "illegal";

export type PuzzleVerdict = "begun" | "on" | "next" | "solved" | "wrong" | "shown";

export type AdviceKind = "hint" | "threats";

export type Phrase = "hello" | "good-luck" | "one-moment" | "nice-move" | "thank-you" | "sorry" | "good-game";

export type ActionMark = "!!" | "!" | "!?" | "?!" | "?" | "??";

export type ReviewMark = "" | "?!" | "?" | "??";

export type Verdict = "judged" | "forced" | "secret";

export type Colour = "green" | "red" | "blue" | "yellow";

export type PropertyKind = "flag" | "number" | "choice" | "letters" | "cells" | "text";

/**
 * One sentence with placeholders for seats, and the cells that it is about.
 */
export interface Sentence {
  readonly text: string;
  readonly cells: readonly string[];
}

/**
 * A rule that refuses actions. Its place in `Rules.restrictions` is its bit in a waiver.
 *
 * `rule` is its number in the rulebook. `text` is one plain sentence for a person, in which
 * `{mover's}` and `{other's}` stand for the seat that acts and the one that waits, as the
 * placeholders of telling.py do for seats.
 */
export interface Restriction {
  readonly key: string;
  readonly rule: string;
  readonly text: string;
}

/**
 * The cells that what stands on a cell can go to or act on, in the order of the board.
 */
export interface Reach {
  readonly moves: readonly string[];
  readonly attacks: readonly string[];
}

/**
 * The answer to an attempt. `kind` says what is the matter:
 *
 * - `legal`: nothing; the attempt is an action, or the beginning of one;
 * - `restricted`: `restrictions` refuse it;
 * - `unfinished`: something else must be clicked first;
 * - `no-move`: the piece can act, but not so; `reach` is where it can;
 * - `idle`, `empty`, `not-yours`: what was clicked first cannot act, is nothing, is the other's;
 * - `no-action`: nothing is written like that.
 */
export interface Explanation {
  readonly kind: ExplanationKind;
  readonly sentences: readonly Sentence[];
  readonly restrictions: readonly Restriction[];
  readonly reach: Reach;
}

/**
 * What a labelled choice does, in sentences for people.
 */
export interface ChoiceHelp {
  readonly help: string;
  readonly cost: string;
  readonly warning: string;
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
 * Who made the game, and where it comes from.
 */
export interface Credits {
  readonly author: string;
  readonly origin: string;
}

/**
 * How long a game lasts.
 */
export interface Length {
  readonly turns: number;
  readonly minutes: number;
  readonly measured: string;
}

export interface OptionInfo {
  readonly name: string;
  readonly values: readonly Value[];
  readonly default: Value;
  readonly meaning: string;
  readonly others: string;
  readonly pattern: string;
}

/**
 * A game at a glance, for people. A game that brings no guide has only a goal.
 */
export interface GuideInfo {
  readonly goal: string;
  readonly special: string;
  readonly difficulty: Difficulty | null;
  readonly length: Length | null;
  readonly credits: Credits | null;
}

export interface GameInfo {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly guide: GuideInfo;
  readonly options: readonly OptionInfo[];
  readonly definable: boolean;
  readonly lessons: number;
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
  readonly choices: Readonly<Record<string, ChoiceHelp>>;
  readonly hues: readonly [Hue, Hue];
}

/**
 * What a symbol is and does.
 */
export interface CardInfo {
  readonly symbols: readonly string[];
  readonly name: string;
  readonly text: string;
  readonly picture: string;
}

/**
 * A click on a cell, an item or a choice.
 */
export interface AttemptedClick {
  readonly kind: TokenKind;
  readonly id: string;
}

/**
 * Clicks that make no action: asks why. `version` is that of the table they were made at.
 */
export interface Attempt {
  readonly clicks: readonly AttemptedClick[];
  readonly version: number;
}

/**
 * A heading of a page: `id` is its anchor, `level` is 2 for a section, 3 for a part of one.
 */
export interface Section {
  readonly id: string;
  readonly text: string;
  readonly level: number;
}

/**
 * The rules of a game as HTML without their title, with drawings of positions.
 */
export interface RulesPage {
  readonly game: string;
  readonly title: string;
  readonly html: string;
  readonly contents: readonly Section[];
  readonly guide: GuideInfo;
  readonly has_specification: boolean;
}

/**
 * How a game ended. `winner` is None for a draw; `reason` is a name of the rulebook.
 */
export interface Outcome {
  readonly winner: Seat | null;
  readonly reason: string;
}

/**
 * Something about a layer that its symbol does not show.
 *
 * `sign` is drawn in the corner of the cell: a number or a small sign; empty: nothing is drawn.
 * `words` say what it means, as a part of a sentence about the layer.
 */
export type Badge = readonly [sign: string, words: string];

/**
 * One thing in a stack or in a hand. `symbol` is a key of the game's symbols.
 *
 * `turn` is where it faces, in degrees clockwise from up as first sees it; None: nowhere. In
 * JSON what equals its default is left out.
 */
export interface Layer {
  readonly symbol: string;
  readonly owner: Seat | null;
  readonly badges?: readonly Badge[];
  readonly turn?: number | null;
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

/**
 * Lays these pieces out, instead of all that was laid out before; none: starts anew.
 */
export interface Arrange {
  readonly type: "arrange";
  readonly version: number;
  readonly pieces: Readonly<Record<string, string>>;
}

/**
 * Lays a ready-made arrangement out, instead of all that was laid out before.
 */
export interface ArrangePreset {
  readonly type: "arrange-preset";
  readonly version: number;
  readonly name: string;
}

/**
 * What the viewer, who is to act, lays out: one piece to a cell, in any way.
 */
export interface ArrangingState {
  readonly cells: readonly string[];
  readonly zone: string;
  readonly pieces: Readonly<Record<string, string>>;
  readonly next: string | null;
}

/**
 * Plays what is laid out, which must be all of it.
 */
export interface FinishArrangement {
  readonly type: "finish-arrangement";
  readonly version: number;
}

/**
 * Legal actions that are written alike, with the clicks that make them.
 */
export interface ChoiceGroup {
  readonly form: string;
  readonly clicks: readonly (readonly string[])[];
  readonly incomplete?: boolean;
}

/**
 * What a word in `ChoiceGroup.clicks` stands for. What equals its default is left out.
 */
export interface OfferedToken {
  readonly kind?: TokenKind;
  readonly id?: string;
  readonly label?: string;
  readonly topic?: string;
}

/**
 * What whoever acts can do.
 */
export interface Offers {
  readonly choices: readonly ChoiceGroup[];
  readonly tokens: Readonly<Record<string, OfferedToken>>;
  readonly warnings: Readonly<Record<string, readonly string[]>>;
}

/**
 * A player said something; sent to the holders of both seats.
 */
export interface Said {
  readonly type: "said";
  readonly seat: Seat;
  readonly phrase: Phrase;
}

/**
 * Says something to the other player. It is no part of the game and has no version.
 */
export interface SayPhrase {
  readonly type: "say";
  readonly phrase: Phrase;
}

/**
 * The other seat is to act and has been away for long: the game is won by `abandonment`, after
 * a time in which the other is warned.
 */
export interface ClaimAbandoned {
  readonly type: "claim-abandoned";
  readonly version: number;
}

/**
 * The game is claimed: `by` wins after `left_ms`, as of this message, unless the other seat,
 * which is to act, gives a sign of presence before.
 */
export interface ClaimState {
  readonly by: Seat;
  readonly left_ms: number;
}

/**
 * Main time and increment for each seat, or a time for each turn: then the others are 0.
 */
export interface ClockSetting {
  readonly main_ms?: number;
  readonly increment_ms?: number;
  readonly turn_ms?: number;
}

export interface NewTable {
  readonly game: string;
  readonly first: SeatKind;
  readonly second: SeatKind;
  readonly options?: Readonly<Record<string, string>>;
  readonly clock?: ClockSetting | null;
  readonly level?: number | null;
  readonly definition?: string | null;
  readonly name?: string;
  readonly position?: string;
}

/**
 * `keys` has, for each seat that waits for a friend, the key of its link, which works once.
 */
export interface TableMade {
  readonly id: string;
  readonly keys: Partial<Readonly<Record<Seat, string>>>;
}

/**
 * Takes the seat that `key` is for.
 *
 * Where somebody holds that seat already, only with `share`: both see and do the same then.
 */
export interface JoinTable {
  readonly key: string;
  readonly share?: boolean;
  readonly name?: string;
}

/**
 * Says what the holder of a seat is called; empty: nothing.
 */
export interface NameSeat {
  readonly name: string;
}

/**
 * Asks for a link to `seat`: for another device if it is one's own, else an invitation.
 */
export interface NewLink {
  readonly seat: Seat;
}

/**
 * `key` goes into the link. It replaces every earlier link of its kind, and works once.
 */
export interface SeatLink {
  readonly seat: Seat;
  readonly key: string;
}

/**
 * How many clients hold a seat.
 */
export interface SeatDevices {
  readonly seat: Seat;
  readonly devices: number;
  readonly link: boolean;
}

export interface ImportRecord {
  readonly text: string;
}

export interface ReadDefinition {
  readonly text: string;
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
 * What is new in a scene since the last message.
 */
export interface SceneChange {
  readonly stacks: Readonly<Record<string, readonly Layer[]>>;
  readonly zones: readonly Zone[] | null;
  readonly marks: readonly Mark[];
  readonly status: readonly string[];
}

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
 * How an action that is not complete goes on, before anything is played.
 */
export interface Ahead {
  readonly choices: readonly ChoiceGroup[];
  readonly tokens: Readonly<Record<string, OfferedToken>>;
  readonly warnings: Readonly<Record<string, readonly string[]>>;
  readonly scene: SceneState;
}

/**
 * What an action would lead to; nothing is played.
 */
export interface Preview {
  readonly is_final: boolean;
  readonly scene: SceneState | null;
}

/**
 * The table now. `version` goes up by one with everything that happens at the table.
 */
export interface TableState {
  readonly choices: readonly ChoiceGroup[];
  readonly tokens: Readonly<Record<string, OfferedToken>>;
  readonly warnings: Readonly<Record<string, readonly string[]>>;
  readonly version: number;
  readonly position: string;
  readonly seat: Seat | null;
  readonly in_turn: boolean;
  readonly presets: readonly PresetInfo[];
  readonly arranging: ArrangingState | null;
  readonly may_undo: boolean;
  readonly clock: ClockState | null;
  readonly claim: ClaimState | null;
  readonly claim_in_ms: number | null;
  readonly draw_offer: Seat | null;
  readonly take_back: Seat | null;
  readonly may_take_back: boolean;
  readonly hidden: boolean;
  readonly outcome: Outcome | null;
  readonly end: Sentence | null;
  readonly rematch: string | null;
  readonly rematch_wanted: readonly Seat[];
  readonly help: readonly Sentence[];
}

/**
 * A table whole: `GET /api/tables/{id}` and the first message of a socket.
 */
export interface TableInfo {
  readonly id: string;
  readonly game: string;
  readonly title: string;
  readonly goal: string;
  readonly draws: boolean;
  readonly own_look: boolean;
  readonly options: Readonly<Record<string, Value>>;
  readonly definition: string | null;
  readonly seats: Readonly<Record<Seat, SeatInfo>>;
  readonly clock: ClockSetting | null;
  readonly mine: readonly Seat[];
  readonly imported: boolean;
  readonly tags: Readonly<Record<string, string>>;
  readonly score: Readonly<Record<Seat, number>>;
  readonly moves: readonly Move[];
  readonly tellings: readonly (readonly Sentence[])[];
  readonly scene: SceneState;
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
  readonly telling: readonly Sentence[];
}

/**
 * First, and after every `resync`.
 */
export interface Welcome {
  readonly type: "welcome";
  readonly table: TableInfo;
}

/**
 * Something happened. The list of moves is cut to `keep` and `moves` are appended; `scene` is
 * laid over the scene of the message before; `state` replaces the state.
 */
export interface Changed {
  readonly type: "changed";
  readonly keep: number;
  readonly moves: readonly Move[];
  readonly tellings: readonly (readonly Sentence[])[];
  readonly scene: SceneChange;
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

/**
 * Plays an action with those that complete it: all of them or none.
 */
export interface PlayParts {
  readonly type: "play-parts";
  readonly version: number;
  readonly actions: readonly string[];
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
 * Undoes the last step of one's own turn, which goes on; nobody is asked.
 */
export interface UndoStep {
  readonly type: "undo-step";
  readonly version: number;
}

/**
 * Takes an offer, a request or a claim of one's own back.
 */
export interface Withdraw {
  readonly type: "withdraw";
  readonly version: number;
  readonly request: "draw" | "take-back" | "claim";
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

/**
 * One click. `id` is a cell's name, an item's id or a choice's; `label` is for people.
 *
 * `topic` is what the choice is one of, where several share a help text (`Rules.choices`); empty:
 * the id. Label and topic are no part of what the token is: two tokens of one kind and id are the
 * same click.
 */
export interface Token {
  readonly kind: TokenKind;
  readonly id: string;
  readonly label: string;
  readonly topic: string;
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
 * A way the game may go on. Scores are seen from first: over 0 is good for first.
 */
export interface AnalysisLine {
  readonly actions: readonly string[];
  readonly seats: readonly Seat[];
  readonly turns: readonly number[];
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
 * One task of a lesson.
 */
export interface LessonStep {
  readonly task: string;
  readonly hints: readonly string[];
  readonly against: number;
}

/**
 * Something to learn, by doing it.
 */
export interface LessonInfo {
  readonly name: string;
  readonly title: string;
  readonly group: string;
  readonly steps: readonly LessonStep[];
  readonly learnt: string;
  readonly rules: readonly string[];
}

/**
 * Tries an action in a lesson, or asks how things stand. The server keeps nothing of it.
 */
export interface TryLesson {
  readonly actions?: readonly string[];
  readonly action?: string | null;
  readonly way?: boolean;
}

/**
 * Clicks that make no action in a lesson: asks why.
 */
export interface MissInLesson {
  readonly actions: readonly string[];
  readonly clicks: readonly AttemptedClick[];
}

/**
 * A lesson after an action was tried, as the learner sees it.
 */
export interface LessonState {
  readonly choices: readonly ChoiceGroup[];
  readonly tokens: Readonly<Record<string, OfferedToken>>;
  readonly warnings: Readonly<Record<string, readonly string[]>>;
  readonly verdict: LessonVerdict;
  readonly sentences: readonly Sentence[];
  readonly replies: readonly (readonly Sentence[])[];
  readonly actions: readonly string[];
  readonly step: number;
  readonly begun: number;
  readonly learner: Seat;
  readonly seat: Seat | null;
  readonly scene: SceneState;
  readonly reaches: Readonly<Record<string, Reach>>;
  readonly way: readonly Token[];
}

/**
 * An action that advice points out: the clicks that make it, and what it does in words.
 */
export interface AdvisedAction {
  readonly action: string;
  readonly gesture: readonly Token[];
  readonly telling: readonly Sentence[];
}

/**
 * `summary` says what is advised, with the cells that matter; `actions` show it.
 */
export interface Advice {
  readonly summary: Sentence;
  readonly actions: readonly AdvisedAction[];
}

/**
 * Asks for a good turn (`hint`), or for what the other side would do now (`threats`).
 */
export interface AskHelp {
  readonly kind: AdviceKind;
}

/**
 * Who sits there. `taken` is false until somebody opens the link of the seat.
 */
export interface SeatSummary {
  readonly kind: SeatKind;
  readonly name: string;
  readonly level: number | null;
  readonly taken: boolean;
}

/**
 * A game at which this client holds a seat.
 */
export interface MyGameInfo {
  readonly id: string;
  readonly game: string;
  readonly title: string;
  readonly mine: readonly Seat[];
  readonly seats: Readonly<Record<Seat, SeatSummary>>;
  readonly acting: Seat | null;
  readonly since_ms: number;
  readonly left_ms: number | null;
  readonly outcome: Outcome | null;
}

/**
 * How this client can be told of its games, and how it has asked to be.
 */
export interface NotificationInfo {
  readonly push_key: string;
  readonly push: boolean;
  readonly mail: boolean;
  readonly address: string | null;
  readonly confirmed: boolean;
}

/**
 * A push subscription of a browser: where to send, and the keys to encrypt with.
 */
export interface SubscribePush {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * An e-mail address; a mail is sent there with a link that confirms it.
 */
export interface GiveAddress {
  readonly address: string;
}

/**
 * What the link in that mail says.
 */
export interface ConfirmAddress {
  readonly token: string;
}

/**
 * Says that the client is here, on another page, and has not left its game at `table`.
 */
export interface SayHere {
  readonly table: string;
}

/**
 * Whether the client holds a seat there and the game goes on: else it need not say so again.
 */
export interface StillPlaying {
  readonly playing: boolean;
}

/**
 * Whoever asks, as a solver of the puzzles of one game.
 */
export interface SolverInfo {
  readonly rating: number;
  readonly deviation: number;
  readonly tried: number;
  readonly solved: number;
  readonly best_streak: number;
}

/**
 * What became of a puzzle that was tried.
 */
export interface PuzzleResultInfo {
  readonly clean: boolean;
  readonly solved: boolean;
}

/**
 * The puzzle of a day; the same for everybody.
 */
export interface DailyPuzzle {
  readonly id: string;
  readonly day: string;
  readonly mine: PuzzleResultInfo | null;
}

/**
 * A game that has puzzles.
 */
export interface PuzzleGameInfo {
  readonly game: string;
  readonly title: string;
  readonly count: number;
  readonly daily: DailyPuzzle;
  readonly solver: SolverInfo;
}

/**
 * Puzzles that have a theme or a difficulty in common.
 */
export interface PuzzleGroup {
  readonly name: string;
  readonly words: string;
  readonly count: number;
  readonly solved: number;
}

/**
 * Puzzles solved one after the other, until the first mistake.
 */
export interface StreakState {
  readonly count: number;
  readonly best: number;
  readonly puzzle: string;
  readonly over: boolean;
}

/**
 * The puzzles of a game.
 */
export interface PuzzleCollection {
  readonly game: string;
  readonly title: string;
  readonly count: number;
  readonly daily: DailyPuzzle;
  readonly solver: SolverInfo;
  readonly next: string;
  readonly themes: readonly PuzzleGroup[];
  readonly difficulties: readonly PuzzleGroup[];
  readonly streak: StreakState;
}

/**
 * A puzzle that was chosen.
 */
export interface PuzzleChoice {
  readonly id: string;
}

/**
 * A puzzle, without its solution.
 */
export interface PuzzleInfo {
  readonly id: string;
  readonly game: string;
  readonly title: string;
  readonly options: Readonly<Record<string, string>>;
  readonly position: string;
  readonly rating: number;
  readonly solver: Seat;
  readonly daily: boolean;
  readonly mine: PuzzleResultInfo | null;
}

/**
 * Tries an action in a puzzle, or asks how things stand.
 */
export interface TryPuzzle {
  readonly actions?: readonly string[];
  readonly action?: string | null;
  readonly streak?: boolean;
}

/**
 * Asks for a hint or for the solution.
 */
export interface AskInPuzzle {
  readonly actions?: readonly string[];
  readonly step?: number;
  readonly streak?: boolean;
}

/**
 * Clicks that make no action in a puzzle: asks why.
 */
export interface MissInPuzzle {
  readonly actions: readonly string[];
  readonly clicks: readonly AttemptedClick[];
}

/**
 * A hint for the turn that is to be found.
 */
export interface PuzzleHint {
  readonly sentence: Sentence;
  readonly more: boolean;
  readonly change: number;
  readonly mine: PuzzleResultInfo | null;
  readonly streak: StreakState | null;
}

/**
 * An action of a line, and the board after it.
 */
export interface PuzzleFrame {
  readonly seat: Seat;
  readonly action: string;
  readonly telling: readonly Sentence[];
  readonly scene: SceneState;
}

/**
 * What a puzzle was about, once it is solved or shown.
 */
export interface PuzzleSolution {
  readonly frames: readonly PuzzleFrame[];
  readonly themes: readonly PuzzleGroup[];
}

/**
 * A puzzle after an action was tried, as the solver sees it.
 */
export interface PuzzleState {
  readonly choices: readonly ChoiceGroup[];
  readonly tokens: Readonly<Record<string, OfferedToken>>;
  readonly warnings: Readonly<Record<string, readonly string[]>>;
  readonly verdict: PuzzleVerdict;
  readonly task: string;
  readonly telling: readonly Sentence[];
  readonly frames: readonly PuzzleFrame[];
  readonly chance: number | null;
  readonly wanted: number | null;
  readonly actions: readonly string[];
  readonly begun: number;
  readonly seat: Seat | null;
  readonly position: string;
  readonly outcome: Outcome | null;
  readonly scene: SceneState;
  readonly reaches: Readonly<Record<string, Reach>>;
  readonly solution: PuzzleSolution | null;
  readonly solver: SolverInfo | null;
  readonly change: number;
  readonly mine: PuzzleResultInfo | null;
  readonly streak: StreakState | null;
}

/**
 * What a position is worth, seen from first: over 0 is good for first.
 */
export interface Score {
  readonly points: number;
  readonly wins_in: number | null;
}

/**
 * An action of a line: who plays it, its notation, and what it does in words.
 */
export interface ToldAction {
  readonly seat: Seat;
  readonly action: string;
  readonly telling: readonly Sentence[];
}

/**
 * A turn and what is thought of it. Chances are the mover's expected result, from 0 to 1.
 */
export interface ReviewedTurn {
  readonly number: number;
  readonly seat: Seat;
  readonly start: number;
  readonly actions: readonly string[];
  readonly verdict: Verdict;
  readonly before: number | null;
  readonly after: number | null;
  readonly score: Score | null;
  readonly loss: number;
  readonly mark: ReviewMark;
  readonly accuracy: number | null;
  readonly best: readonly ToldAction[];
  readonly line: readonly ToldAction[];
  readonly reply: readonly ToldAction[];
}

/**
 * What a review says of one seat.
 */
export interface SideReview {
  readonly judged: number;
  readonly accuracy: number | null;
  readonly inaccuracies: number;
  readonly mistakes: number;
  readonly blunders: number;
}

/**
 * How far the review of a game has come. A game that was never reviewed has no turns.
 */
export interface ReviewState {
  readonly running: boolean;
  readonly stoppable: boolean;
  readonly total: number;
  readonly done: number;
  readonly turns: readonly ReviewedTurn[];
  readonly first: SideReview;
  readonly second: SideReview;
  readonly turning_points: readonly number[];
  readonly hurried: number;
  readonly problem: string;
}

/**
 * A turn that somebody would rather have played than the one with this number.
 */
export interface TryTurn {
  readonly turn: number;
  readonly actions: readonly string[];
}

/**
 * What somebody has played so far in place of the turn with this number.
 */
export interface TurnSoFar {
  readonly turn: number;
  readonly actions?: readonly string[];
}

/**
 * Clicks that make no action in a turn that is tried: asks why.
 */
export interface MissInTurn {
  readonly turn: number;
  readonly clicks: readonly AttemptedClick[];
  readonly actions?: readonly string[];
}

/**
 * What is thought of a turn that was tried.
 */
export interface TriedTurn {
  readonly loss: number;
  readonly mark: ReviewMark;
  readonly is_good: boolean;
  readonly reply: readonly ToldAction[];
}

/**
 * A circle around the cell `begin`, or an arrow from it to `end`.
 */
export interface Shape {
  readonly begin: string;
  readonly end?: string;
  readonly colour?: Colour;
}

/**
 * Makes a study: of a finished game (`table`), of a record or an exported study (`text`), or of
 * a position of a game (`game`, with `options`, `definition` and `position`). One of the three.
 */
export interface NewStudy {
  readonly table?: string;
  readonly text?: string;
  readonly game?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly definition?: string | null;
  readonly position?: string;
  readonly name?: string;
}

/**
 * A study was made, and belongs to this client.
 */
export interface StudyMade {
  readonly id: string;
}

/**
 * A position of a study, by the action that led to it. What equals its default is left out.
 */
export interface StudyNode {
  readonly number: number;
  readonly parent?: number;
  readonly action?: string;
  readonly seat?: Seat | null;
  readonly turn?: boolean;
  readonly played?: boolean;
  readonly comment?: string;
  readonly mark?: ActionMark | null;
  readonly shapes?: readonly Shape[];
}

/**
 * A study as everybody may see it.
 */
export interface StudyInfo {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly title: string;
  readonly own_look: boolean;
  readonly options: Readonly<Record<string, Value>>;
  readonly definition: string | null;
  readonly tags: Readonly<Record<string, string>>;
  readonly outcome: Outcome | null;
  readonly mine: boolean;
  readonly version: number;
  readonly nodes: readonly StudyNode[];
}

/**
 * A study of one's own in a list of them.
 */
export interface StudySummary {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly changed_ms: number;
}

/**
 * A position of a study on the board. The choices are there only for who made the study.
 */
export interface StudyPosition {
  readonly choices: readonly ChoiceGroup[];
  readonly tokens: Readonly<Record<string, OfferedToken>>;
  readonly warnings: Readonly<Record<string, readonly string[]>>;
  readonly number: number;
  readonly position: string;
  readonly seat: Seat | null;
  readonly scene: SceneState;
  readonly outcome: Outcome | null;
  readonly telling: readonly Sentence[];
  readonly reaches: Readonly<Record<string, Reach>>;
}

/**
 * Plays actions one after the other from a position; those that are there are gone along.
 */
export interface PlayInStudy {
  readonly type: "play";
  readonly node: number;
  readonly actions: readonly string[];
}

/**
 * Takes a position out, with everything after it.
 */
export interface DeleteInStudy {
  readonly type: "delete";
  readonly node: number;
}

/**
 * Makes the variation with this position come one place earlier, or the main line.
 */
export interface PromoteInStudy {
  readonly type: "promote";
  readonly node: number;
  readonly to_main?: boolean;
}

/**
 * Says all that is noted at a position; what was noted before is replaced.
 */
export interface AnnotateInStudy {
  readonly type: "annotate";
  readonly node: number;
  readonly comment?: string;
  readonly mark?: ActionMark | null;
  readonly shapes?: readonly Shape[];
}

export interface RenameStudy {
  readonly type: "rename";
  readonly name: string;
}

/**
 * Changes a study of one's own.
 */
export interface ChangeStudy {
  readonly version: number;
  readonly change: PlayInStudy | DeleteInStudy | PromoteInStudy | AnnotateInStudy | RenameStudy;
}

/**
 * A change that was stored.
 */
export interface StudyChanged {
  readonly version: number;
  readonly at: number;
  readonly nodes: readonly StudyNode[];
}

/**
 * Clicks that make no action in a position of a study: asks why.
 */
export interface MissInStudy {
  readonly node: number;
  readonly clicks: readonly AttemptedClick[];
}

/**
 * Think about this position from now on, instead of what was thought about before.
 */
export interface ThinkInStudy {
  readonly type: "think";
  readonly node: number;
  readonly lines?: number;
  readonly threat?: boolean;
}

/**
 * Think no more, until the next `think`.
 */
export interface StopThinking {
  readonly type: "stop";
}

/**
 * What the computer thinks of a position so far; each is better than the one before.
 */
export interface Thought {
  readonly type: "thought";
  readonly node: number;
  readonly threat: boolean;
  readonly done: boolean;
  readonly expected: number;
  readonly words: string;
  readonly lines: readonly AnalysisLine[];
  readonly gesture: readonly Token[];
  readonly depth: number;
  readonly nodes: number;
  readonly elapsed_ms: number;
}

/**
 * The computer does not think about this position.
 */
export interface ThinkingRefused {
  readonly type: "refused";
  readonly node: number;
  readonly detail: string;
}

/**
 * Something on a cell: `item` is a key of the palette.
 *
 * `values` are what is particular about it, by the properties of the item; what has its default
 * is left out.
 */
export interface Placed {
  readonly item: string;
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * What lies on the cells, from bottom to top, what is counted beside the board, who acts.
 *
 * `facts` is whatever else a position says, by the facts of the palette. What has its default is
 * left out. A draft need not be a position: two kings are a draft.
 */
export interface Draft {
  readonly cells: Readonly<Record<string, readonly Placed[]>>;
  readonly seat: Seat;
  readonly counts?: Readonly<Record<string, number>>;
  readonly facts?: Readonly<Record<string, string>>;
}

/**
 * Something that can be laid on a cell.
 */
export interface PaletteItem {
  readonly key: string;
  readonly name: string;
  readonly owner: Seat | null;
  readonly layers: readonly Layer[];
  readonly below?: readonly Layer[];
  readonly level?: number;
  readonly joins?: string;
  readonly properties?: readonly string[];
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * The items of a level lie above those of the level before; no cell has more than `most`.
 */
export interface Level {
  readonly name: string;
  readonly most: number;
}

/**
 * A value that can be chosen, and what it means.
 */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/**
 * Something is asked only while the fact `fact` has one of these values.
 */
export interface Condition {
  readonly fact: string;
  readonly values: readonly string[];
}

/**
 * A value of an item or a fact of a position. What has its default is not in a draft.
 */
export interface Property {
  readonly key: string;
  readonly name: string;
  readonly kind: PropertyKind;
  readonly default?: string;
  readonly least?: number;
  readonly most?: number;
  readonly choices?: readonly Choice[];
  readonly hint?: string;
  readonly symbol?: string;
  readonly when?: Condition | null;
}

/**
 * A number of things off the board, 0 to `most`.
 */
export interface Counter {
  readonly key: string;
  readonly name: string;
  readonly layer: Layer | null;
  readonly most: number;
}

/**
 * A hand, a reserve, a graveyard.
 */
export interface CounterZone {
  readonly title: string;
  readonly seat: Seat | null;
  readonly counters: readonly Counter[];
}

/**
 * All that an editor of a game offers, under the game's options.
 */
export interface Palette {
  readonly items: readonly PaletteItem[];
  readonly levels: readonly Level[];
  readonly properties: Readonly<Record<string, Property>>;
  readonly zones: readonly CounterZone[];
  readonly facts: readonly Property[];
}

/**
 * One reason why something is no position: in words, and the cells that it is about.
 *
 * `rule` is the number in the rulebook, where the game gives one.
 */
export interface PositionProblem {
  readonly message: string;
  readonly cells: readonly string[];
  readonly rule: string;
}

/**
 * Asks what an editor of a game offers, under options that are chosen.
 */
export interface OpenEditor {
  readonly game: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly definition?: string | null;
  readonly text?: string;
}

/**
 * Asks about a draft, or about the text of a position. One of the two.
 */
export interface EditPosition {
  readonly game: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly definition?: string | null;
  readonly draft?: Draft | null;
  readonly text?: string | null;
}

/**
 * Asks for a picture of a position.
 */
export interface DrawPosition {
  readonly game: string;
  readonly text: string;
  readonly kind?: "svg" | "png";
  readonly options?: Readonly<Record<string, string>>;
  readonly definition?: string | null;
  readonly dark?: boolean;
}

/**
 * A draft with all that there is to say about it.
 */
export interface EditedDraft {
  readonly draft: Draft | null;
  readonly text: string | null;
  readonly seat: Seat | null;
  readonly scene: SceneState;
  readonly problems: readonly PositionProblem[];
  readonly notes: readonly Sentence[];
}

/**
 * What an editor of a game offers. `first` is where it begins.
 */
export interface EditorInfo {
  readonly game: string;
  readonly title: string;
  readonly look: Look;
  readonly palette: Palette;
  readonly options: readonly OptionInfo[];
  readonly settings: Readonly<Record<string, string>>;
  readonly first: EditedDraft;
}

export type ServerMessage =
  | Welcome
  | Changed
  | Presence
  | Said
  | Refused;

export type ClientMessage =
  | Play
  | PlayPreset
  | PlayParts
  | Arrange
  | ArrangePreset
  | FinishArrangement
  | Resign
  | OfferDraw
  | AnswerDraw
  | AskTakeBack
  | AnswerTakeBack
  | UndoStep
  | Withdraw
  | ClaimAbandoned
  | WantRematch
  | SayPhrase
  | Resync;

export type StudyChange =
  | PlayInStudy
  | DeleteInStudy
  | PromoteInStudy
  | AnnotateInStudy
  | RenameStudy;

export type StudyCommand =
  | ThinkInStudy
  | StopThinking;

export type StudyMessage =
  | Thought
  | ThinkingRefused;
