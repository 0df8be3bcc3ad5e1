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

export type Verdict = "judged" | "forced" | "secret" | "unclear";

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
 * A rule that refuses actions. Its index in `Rules.restrictions` is its bit in a waiver.
 *
 * `rule` is its number in the rulebook. `text` is one plain sentence for people; `{mover's}` and
 * `{other's}` in it stand for the seat that acts and the one that waits, as the placeholders of
 * telling.py do for seats.
 */
export interface Restriction {
  readonly key: string;
  readonly rule: string;
  readonly text: string;
}

/**
 * The cells that the piece on a cell can go to or act on, in the order of the board.
 */
export interface Reach {
  readonly moves: readonly string[];
  readonly attacks: readonly string[];
}

/**
 * The answer to an attempt. Its `kind` is one of these:
 *
 * - `legal`: the attempt is an action, or the beginning of one;
 * - `restricted`: `restrictions` refuse it;
 * - `unfinished`: something else must be clicked first;
 * - `no-move`: the piece can act, but not like that; `reach` is where it can;
 * - `idle`, `empty`, `not-yours`: the first click is on a piece that cannot act, on nothing, on a
 * piece of the other seat;
 * - `no-action`: there is no action with that text.
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
 * `svg` is a drawing in a box of 100 × 100 with the origin at its centre; a chip is 100 wide and
 * 20 high. Classes give its parts the owner's colours: `tile` and `grain` lie flat, `body` stands
 * out, `line` is drawn over it, `detail` is filled like the line, `dark` and `light` are two faces
 * of one owner. `glyphs` are the letters in a terminal: first's, second's.
 */
export interface Symbol {
  readonly name: string;
  readonly form: Form;
  readonly svg: string;
  readonly glyphs: readonly [string, string];
}

/**
 * The author and the origin of a game.
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
 * A game at a glance, for people. A game without a guide has only a goal.
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
 * A definition that ships with a game, or one that the client sent.
 */
export interface DefinitionInfo {
  readonly name: string;
  readonly title: string;
  readonly plain: boolean;
  readonly options: readonly OptionInfo[];
  readonly text: string;
}

/**
 * A level of the computer: a word for people, and the most time that it takes for an action.
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
 * The parts of a game's scenes that never change, fetched once.
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
 * Clicks that make no action: a request for the reason.
 *
 * `version` is that of the table at which they were made.
 */
export interface Attempt {
  readonly clicks: readonly AttemptedClick[];
  readonly version: number;
}

/**
 * A heading of a page. `id` is its anchor, `level` is 2 for a section, 3 for a part of one.
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
 * How a game ended. `winner` is None for a draw; `reason` is a word such as `no-actions`.
 */
export interface Outcome {
  readonly winner: Seat | null;
  readonly reason: string;
}

/**
 * Something about a layer that its symbol does not show.
 *
 * `sign`, a number or a small sign, is drawn in the corner of the cell; empty if nothing is.
 * `words` say what it means, as a part of a sentence about the layer.
 */
export type Badge = readonly [sign: string, words: string];

/**
 * One thing in a stack or in a hand. `symbol` is a key of the game's symbols.
 *
 * `turn` is the direction it faces, in degrees clockwise from up as first sees it; None if it has
 * no direction. In JSON, values equal to their default are left out.
 */
export interface Layer {
  readonly symbol: string;
  readonly owner: Seat | null;
  readonly badges?: readonly Badge[];
  readonly turn?: number | null;
}

/**
 * Cells to point out: those of the last action, of a check, of the stack that is moving.
 */
export interface Mark {
  readonly kind: MarkKind;
  readonly cells: readonly string[];
  readonly label: string;
}

/**
 * Something off the board that can be seen and perhaps clicked. `id` is its token's id.
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
 * A command to lay out `pieces` in place of the whole arrangement; none of them starts anew.
 */
export interface Arrange {
  readonly type: "arrange";
  readonly version: number;
  readonly pieces: Readonly<Record<string, string>>;
}

/**
 * A command to lay out a ready-made arrangement in place of the whole arrangement.
 */
export interface ArrangePreset {
  readonly type: "arrange-preset";
  readonly version: number;
  readonly name: string;
}

/**
 * The arrangement of the viewer, who is to act: one piece to a cell, in any order.
 */
export interface ArrangingState {
  readonly cells: readonly string[];
  readonly zone: string;
  readonly pieces: Readonly<Record<string, string>>;
  readonly next: string | null;
}

/**
 * A command to play the arrangement, which must be complete.
 */
export interface FinishArrangement {
  readonly type: "finish-arrangement";
  readonly version: number;
}

/**
 * Legal actions with the same notation, and the clicks that make them.
 */
export interface ChoiceGroup {
  readonly form: string;
  readonly clicks: readonly (readonly string[])[];
  readonly incomplete?: boolean;
}

/**
 * The token behind a word of `ChoiceGroup.clicks`. Fields with default values are left out.
 */
export interface OfferedToken {
  readonly kind?: TokenKind;
  readonly id?: string;
  readonly label?: string;
  readonly topic?: string;
}

/**
 * The legal actions of the acting seat.
 */
export interface Offers {
  readonly choices: readonly ChoiceGroup[];
  readonly tokens: Readonly<Record<string, OfferedToken>>;
  readonly warnings: Readonly<Record<string, readonly string[]>>;
}

/**
 * A phrase that a player has said, sent to the holders of both seats.
 */
export interface Said {
  readonly type: "said";
  readonly seat: Seat;
  readonly phrase: Phrase;
}

/**
 * A phrase for the other player. It is not part of the game and has no version.
 */
export interface SayPhrase {
  readonly type: "say";
  readonly phrase: Phrase;
}

/**
 * A command to claim the game, because the other seat is to act and has been away for long.
 *
 * The other player is warned. After a grace period the game is won by `abandonment`.
 */
export interface ClaimAbandoned {
  readonly type: "claim-abandoned";
  readonly version: number;
}

/**
 * A claim on the game.
 *
 * `by` wins after `left_ms`, counted from this message, unless the other seat, which is to act,
 * gives a sign of presence before.
 */
export interface ClaimState {
  readonly by: Seat;
  readonly left_ms: number;
}

/**
 * Another client has taken a seat as well by a link; sent to those that hold it already.
 */
export interface DeviceJoined {
  readonly type: "device-joined";
  readonly seat: Seat;
}

/**
 * A time control: main time and increment, or a time for each turn; the others are 0.
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
 * A new table. `keys` holds the key of the link to each `link` seat, which works once.
 */
export interface TableMade {
  readonly id: string;
  readonly keys: Partial<Readonly<Record<Seat, string>>>;
}

/**
 * A request for the seat that `key` opens.
 *
 * If the seat already has a holder, it is given only with `share`: both clients then see and do
 * the same.
 */
export interface JoinTable {
  readonly key: string;
  readonly share?: boolean;
  readonly name?: string;
}

/**
 * The name of the holder of a seat; empty for none.
 */
export interface NameSeat {
  readonly name: string;
}

/**
 * A request for a link to `seat`.
 *
 * For a seat that the client holds, the link adds another device; otherwise it is an invitation.
 */
export interface NewLink {
  readonly seat: Seat;
}

/**
 * A link to `seat`: its `key` works once and replaces all earlier links of its kind.
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
 * The body of every HTTP error: `code` is for programs, `detail` for people.
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
 * The time left to each seat when this message was sent; only the clock of `running` runs.
 */
export interface ClockState {
  readonly first_ms: number;
  readonly second_ms: number;
  readonly running: Seat | null;
}

/**
 * The parts of a scene that change during a game. `Look` has the fixed parts.
 */
export interface SceneState {
  readonly stacks: Readonly<Record<string, readonly Layer[]>>;
  readonly zones: readonly Zone[];
  readonly marks: readonly Mark[];
  readonly status: readonly string[];
}

/**
 * The changes to a scene since the last message. `marks` and `status` are always complete.
 */
export interface SceneChange {
  readonly stacks: Readonly<Record<string, readonly Layer[]>>;
  readonly zones: readonly Zone[] | null;
  readonly marks: readonly Mark[];
  readonly status: readonly string[];
}

/**
 * A ready-made sequence of actions that can be played by its name.
 */
export interface PresetInfo {
  readonly name: string;
  readonly meaning: string;
}

/**
 * An action that was played. `action` has `?` in place of what is hidden from the viewer.
 */
export type Move = readonly [seat: Seat, action: string, turn: number];

/**
 * What can follow one or more incomplete actions. Nothing is played.
 */
export interface Ahead {
  readonly choices: readonly ChoiceGroup[];
  readonly tokens: Readonly<Record<string, OfferedToken>>;
  readonly warnings: Readonly<Record<string, readonly string[]>>;
  readonly scene: SceneState;
}

/**
 * What an action would lead to. Nothing is played.
 */
export interface Preview {
  readonly is_final: boolean;
  readonly scene: SceneState | null;
}

/**
 * The current state of a table. Every change at the table increases `version`.
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
 * A complete table, as `GET /api/tables/{id}` and the first message of a socket give it.
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
 * One position of a replay. Frame 0 is the start.
 */
export interface Frame {
  readonly number: number;
  readonly move: Move | null;
  readonly position: string;
  readonly seat: Seat | null;
  readonly scene: SceneState;
  readonly outcome: Outcome | null;
  readonly end: Sentence | null;
  readonly telling: readonly Sentence[];
}

/**
 * The complete table: the first message of a socket, and the answer to `resync`.
 */
export interface Welcome {
  readonly type: "welcome";
  readonly table: TableInfo;
}

/**
 * A change at the table.
 *
 * The list of moves is cut to `keep` and `moves` are appended, `scene` is applied to the scene of
 * the previous message, and `state` replaces the state.
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
 * The seats, without a version: sent when presence, a holder or a name changes.
 */
export interface Presence {
  readonly type: "presence";
  readonly seats: Readonly<Record<Seat, SeatInfo>>;
}

/**
 * The refusal of a message: nothing was done. After `stale` the client resynchronises.
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
 * A command to play a ready-made sequence: all of its actions or none.
 */
export interface PlayPreset {
  readonly type: "play-preset";
  readonly version: number;
  readonly name: string;
}

/**
 * A command to play incomplete actions and the one that completes them: all of them or none.
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
 * A request to take back whole turns, down to the start of the asking seat's last turn.
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
 * A command to undo the last step of the turn in progress; nobody is asked.
 */
export interface UndoStep {
  readonly type: "undo-step";
  readonly version: number;
}

/**
 * A command to withdraw an offer, a request or a claim of one's own.
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
 * A request for a fresh `welcome`.
 */
export interface Resync {
  readonly type: "resync";
}

/**
 * One click. `id` is a cell's name, or the id of an item or a choice; `label` is for people.
 *
 * `topic` is common to choices that share a help text (`Rules.choices`); if it is empty, the id is
 * the topic. Tokens are equal if kind and id are equal; label and topic do not count.
 */
export interface Token {
  readonly kind: TokenKind;
  readonly id: string;
  readonly label: string;
  readonly topic: string;
}

/**
 * A request to analyse the position after `number` actions.
 */
export interface Analyse {
  readonly number: number;
  readonly time_ms?: number;
  readonly lines?: number;
}

/**
 * A likely continuation. Scores are seen from first: above 0 is good for first.
 */
export interface AnalysisLine {
  readonly actions: readonly string[];
  readonly seats: readonly Seat[];
  readonly turns: readonly number[];
  readonly points: number | null;
  readonly wins_in: number | null;
  readonly expected: number | null;
  readonly words: string;
}

/**
 * The computer's assessment of a position.
 *
 * `expected` and `words` are those of the best line, or of the outcome if the game is over. If too
 * little is known, as after a few random games, `expected` is None and `words` say why.
 */
export interface Analysis {
  readonly number: number;
  readonly expected: number | null;
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
 * A lesson: something to learn by doing it.
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
 * An action to try in a lesson, or a request for the current state.
 *
 * The server stores nothing of an attempt.
 */
export interface TryLesson {
  readonly actions?: readonly string[];
  readonly action?: string | null;
  readonly way?: boolean;
}

/**
 * Clicks that make no action in a lesson: a request for the reason.
 */
export interface MissInLesson {
  readonly actions: readonly string[];
  readonly clicks: readonly AttemptedClick[];
}

/**
 * A lesson after a try, as the learner sees it.
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
 * An action that advice points out: its gesture, and what it does in words.
 */
export interface AdvisedAction {
  readonly action: string;
  readonly gesture: readonly Token[];
  readonly telling: readonly Sentence[];
}

/**
 * A hint or a threat: `summary` says it and names the cells that matter, `actions` show it.
 */
export interface Advice {
  readonly summary: Sentence;
  readonly actions: readonly AdvisedAction[];
  readonly reason: Sentence | null;
}

/**
 * A request for a good turn (`hint`), or for what the other side threatens (`threats`).
 */
export interface AskHelp {
  readonly kind: AdviceKind;
}

/**
 * The player in a seat. `taken` is false for a `link` seat that no client holds.
 */
export interface SeatSummary {
  readonly kind: SeatKind;
  readonly name: string;
  readonly level: number | null;
  readonly taken: boolean;
}

/**
 * A game in which this client holds a seat.
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
  readonly reason: string | null;
}

/**
 * How this client can be notified of its games, and what it has asked for.
 */
export interface NotificationInfo {
  readonly push_key: string;
  readonly push: boolean;
  readonly mail: boolean;
  readonly address: string | null;
  readonly confirmed: boolean;
}

/**
 * A browser's push subscription: where to send messages, and the keys to encrypt them.
 */
export interface SubscribePush {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * An e-mail address, to which the server sends a link that confirms it.
 */
export interface GiveAddress {
  readonly address: string;
}

/**
 * The token in a confirmation link.
 */
export interface ConfirmAddress {
  readonly token: string;
}

/**
 * A sign that the client is on another page and has not left its game at `table`.
 */
export interface SayHere {
  readonly table: string;
}

/**
 * Whether the client holds a seat and the game goes on; if not, it need not report again.
 */
export interface StillPlaying {
  readonly playing: boolean;
}

/**
 * The number of clients that hold a seat.
 */
export interface SeatDevices {
  readonly seat: Seat;
  readonly devices: number;
  readonly link: boolean;
  readonly first: boolean;
}

/**
 * The client's rating and results in the puzzles of one game.
 */
export interface SolverInfo {
  readonly rating: number | null;
  readonly deviation: number | null;
  readonly until_rated: number;
  readonly tried: number;
  readonly solved: number;
  readonly best_streak: number;
}

/**
 * The client's result in a puzzle.
 */
export interface PuzzleResultInfo {
  readonly clean: boolean;
  readonly solved: boolean;
}

/**
 * The puzzle of the day, the same for everybody.
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
 * The puzzles of a theme or a difficulty.
 */
export interface PuzzleGroup {
  readonly name: string;
  readonly words: string;
  readonly count: number;
  readonly solved: number;
}

/**
 * A streak: puzzles solved one after the other, until the first mistake or hint.
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
 * The puzzle chosen for the client.
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
 * An action to try in a puzzle, or a request for the current state.
 */
export interface TryPuzzle {
  readonly actions?: readonly string[];
  readonly action?: string | null;
  readonly proof?: string;
  readonly streak?: boolean;
}

/**
 * A request for a hint or for the solution; `actions` and `proof` as in `TryPuzzle`.
 */
export interface AskInPuzzle {
  readonly actions?: readonly string[];
  readonly proof?: string;
  readonly step?: number;
  readonly streak?: boolean;
}

/**
 * Clicks that make no action in a puzzle: a request for the reason.
 *
 * `actions` and `proof` are as in `TryPuzzle`.
 */
export interface MissInPuzzle {
  readonly actions: readonly string[];
  readonly clicks: readonly AttemptedClick[];
  readonly proof?: string;
}

/**
 * A hint for the turn that is to be found.
 */
export interface PuzzleHint {
  readonly sentence: Sentence;
  readonly more: boolean;
  readonly change: number | null;
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
 * The solution of a puzzle that is solved or shown.
 */
export interface PuzzleSolution {
  readonly frames: readonly PuzzleFrame[];
  readonly themes: readonly PuzzleGroup[];
}

/**
 * A puzzle after a try, as the solver sees it.
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
  readonly proof: string;
  readonly solver: SolverInfo | null;
  readonly change: number | null;
  readonly mine: PuzzleResultInfo | null;
  readonly streak: StreakState | null;
}

/**
 * What a position is worth, seen from first: above 0 is good for first.
 *
 * `points` and `expected` are estimates, which only `is_clear` allows to be shown to people.
 */
export interface Score {
  readonly points: number;
  readonly wins_in: number | null;
  readonly doubt: number;
}

/**
 * An action of a line: its seat, its notation, and what it does in words.
 */
export interface ToldAction {
  readonly seat: Seat;
  readonly action: string;
  readonly telling: readonly Sentence[];
}

/**
 * A turn and its judgement. Chances are the mover's expected result, from 0 to 1.
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
 * The review of one seat.
 */
export interface SideReview {
  readonly judged: number;
  readonly accuracy: number | null;
  readonly inaccuracies: number;
  readonly mistakes: number;
  readonly blunders: number;
}

/**
 * The progress and the results of a review. A game without a review has no turns.
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
 * A turn to judge in place of the one with this number.
 */
export interface TryTurn {
  readonly turn: number;
  readonly actions: readonly string[];
}

/**
 * The actions tried so far in place of the turn with this number.
 */
export interface TurnSoFar {
  readonly turn: number;
  readonly actions?: readonly string[];
}

/**
 * Clicks that make no action in a turn being tried: a request for the reason.
 */
export interface MissInTurn {
  readonly turn: number;
  readonly clicks: readonly AttemptedClick[];
  readonly actions?: readonly string[];
}

/**
 * The judgement of a turn that was tried.
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
 * A request for a new study, from exactly one of three sources.
 *
 * `table` is the id of a finished game or an imported record, `text` is a record or an exported
 * study, and `game` (with `options`, `definition` and `position`) gives a position.
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
 * The id of a new study, which belongs to this client.
 */
export interface StudyMade {
  readonly id: string;
}

/**
 * A position of a study, by the action that led to it. Default values are left out.
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
 * A study in the list of this client's studies.
 */
export interface StudySummary {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly changed_ms: number;
}

/**
 * A position of a study or a review on the board.
 *
 * In a study, only the maker gets the choices. In a review, `number` is that of the turn.
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
  readonly end: Sentence | null;
  readonly telling: readonly Sentence[];
  readonly reaches: Readonly<Record<string, Reach>>;
}

/**
 * A change that plays actions in sequence from a position. Existing positions are reused.
 */
export interface PlayInStudy {
  readonly type: "play";
  readonly node: number;
  readonly actions: readonly string[];
}

/**
 * A change that deletes a position and everything after it.
 */
export interface DeleteInStudy {
  readonly type: "delete";
  readonly node: number;
}

/**
 * A change that moves the variation with this position up one place, or to the main line.
 */
export interface PromoteInStudy {
  readonly type: "promote";
  readonly node: number;
  readonly to_main?: boolean;
}

/**
 * A change that replaces all annotations of a position.
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
 * A change to one of this client's studies.
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
 * Clicks that make no action in a position of a study: a request for the reason.
 */
export interface MissInStudy {
  readonly node: number;
  readonly clicks: readonly AttemptedClick[];
}

/**
 * A command to think about this position, instead of the previous one.
 */
export interface ThinkInStudy {
  readonly type: "think";
  readonly node: number;
  readonly lines?: number;
  readonly threat?: boolean;
}

/**
 * A command to stop thinking until the next `think`.
 */
export interface StopThinking {
  readonly type: "stop";
}

/**
 * The computer's assessment of a position so far; it replaces the one before.
 */
export interface Thought {
  readonly type: "thought";
  readonly node: number;
  readonly threat: boolean;
  readonly done: boolean;
  readonly expected: number | null;
  readonly words: string;
  readonly lines: readonly AnalysisLine[];
  readonly gesture: readonly Token[];
  readonly depth: number;
  readonly nodes: number;
  readonly elapsed_ms: number;
}

/**
 * A refusal to think about a position. `node` is 0 for a message that could not be read.
 */
export interface ThinkingRefused {
  readonly type: "refused";
  readonly node: number;
  readonly detail: string;
}

/**
 * Something on a cell: `item` is a key of the palette.
 *
 * `values` are its values by the properties of the item; those equal to their default are left
 * out.
 */
export interface Placed {
  readonly item: string;
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * What lies on the cells, from bottom to top, the counts beside the board, and the seat to act.
 *
 * `facts` holds everything else that a position says, by the facts of the palette. Values equal to
 * their default are left out. A draft need not be a position: two kings are a valid draft.
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
 * Items that lie above those of the level before; no cell has more than `most` of them.
 */
export interface Level {
  readonly name: string;
  readonly most: number;
}

/**
 * A value that can be chosen, and its meaning in words.
 */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/**
 * A condition: the fact `fact` has one of these values.
 */
export interface Condition {
  readonly fact: string;
  readonly values: readonly string[];
}

/**
 * A value of an item, or a fact of a position. Drafts leave out values equal to the default.
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
 * A hand, a reserve or a graveyard.
 */
export interface CounterZone {
  readonly title: string;
  readonly seat: Seat | null;
  readonly counters: readonly Counter[];
}

/**
 * Everything that an editor of a game offers, under the game's options.
 */
export interface Palette {
  readonly items: readonly PaletteItem[];
  readonly levels: readonly Level[];
  readonly properties: Readonly<Record<string, Property>>;
  readonly zones: readonly CounterZone[];
  readonly facts: readonly Property[];
}

/**
 * A request for what the editor of a game offers under the chosen options.
 */
export interface OpenEditor {
  readonly game: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly definition?: string | null;
  readonly text?: string;
}

/**
 * A request to check a draft or the text of a position: exactly one of the two.
 */
export interface EditPosition {
  readonly game: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly definition?: string | null;
  readonly draft?: Draft | null;
  readonly text?: string | null;
}

/**
 * A request for a picture of a position.
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
 * One reason why a position is refused: a message, and the cells concerned.
 *
 * `rule` is the number of the rule in the rulebook, if the game gives one.
 */
export interface PositionProblem {
  readonly message: string;
  readonly cells: readonly string[];
  readonly rule: string;
}

/**
 * A draft with its board, its text and its problems.
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
 * What the editor of a game offers. `first` is the position with which it begins.
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
  | DeviceJoined
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
