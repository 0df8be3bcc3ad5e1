/** A position that is edited: its draft with what can be undone, its text, what the server says. */
import type {
  Draft,
  EditedDraft,
  EditorInfo,
  EditPosition,
  OpenEditor,
  Palette,
  SceneState,
} from "../protocol";
import { pruned, sketch } from "./draft";

const PAUSE_MS = 300;
const MOST_UNDONE = 500;

interface Source {
  open: (wanted: OpenEditor) => Promise<EditorInfo>;
  edit: (wanted: EditPosition) => Promise<EditedDraft>;
}

/** The game that is edited. */
export interface EditedGame {
  game: string;
  options: Readonly<Record<string, string>>;
  definition: string | null;
}

export class PositionEditor {
  #info = $state.raw() as EditorInfo;
  #game = $state.raw() as EditedGame;
  #draft = $state.raw() as Draft;
  #answer = $state.raw() as EditedDraft;
  /** What the answer is about. */
  #answered = $state.raw() as Draft;
  #past = $state.raw<readonly Draft[]>([]);
  #future = $state.raw<readonly Draft[]>([]);
  /** What stands in the field of the text. */
  text = $state("");
  /** Why the server could not be asked. */
  trouble = $state("");
  /** The field's text is not on the board: it is being written, or breaks the grammar. */
  isTextAhead = $state(false);

  readonly #source: Source;
  #isAsking = $state(false);
  #isStale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(source: Source, game: EditedGame, info: EditorInfo) {
    this.#source = source;
    this.#take(game, info);
  }

  /** Opens at `text`; where it breaks the grammar, at the start with the text in its field. */
  static async open(source: Source, game: EditedGame, text: string): Promise<PositionEditor> {
    const info = await openInfo(source, game, text);
    const editor = new PositionEditor(source, game, info);
    if (text && info.first.text !== text) editor.write(text);
    return editor;
  }

  get info(): EditorInfo {
    return this.#info;
  }

  get game(): EditedGame {
    return this.#game;
  }

  get draft(): Draft {
    return this.#draft;
  }

  get palette(): Palette {
    return this.#info.palette;
  }

  get answer(): EditedDraft {
    return this.#answer;
  }

  /** Whether the answer is about what is shown. */
  readonly isSettled: boolean = $derived(
    this.#answered === this.#draft && !this.isTextAhead && !this.trouble,
  );
  /** The text, if what is shown is a position. */
  readonly position: string | null = $derived(
    this.isSettled && !this.#answer.problems.length ? this.#answer.text : null,
  );
  readonly scene: SceneState = $derived.by(() => {
    if (this.#answered === this.#draft && this.#answer.draft) return this.#answer.scene;
    const stacks = sketch(this.#draft, this.palette);
    return { stacks, zones: [], marks: [], status: [] };
  });
  readonly canUndo: boolean = $derived(this.#past.length > 0);
  readonly canRedo: boolean = $derived(this.#future.length > 0);

  /** Whether something is being asked: for tests, and to say so. */
  get isBusy(): boolean {
    return this.#isAsking || this.isTextAhead;
  }

  change(draft: Draft): void {
    if (draft === this.#draft) return;
    this.#note();
    this.#show(draft);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [this.#draft, ...this.#future];
    this.#show(before);
  }

  redo(): void {
    const [after, ...rest] = this.#future;
    if (!after) return;
    this.#past = [...this.#past, this.#draft];
    this.#future = rest;
    this.#show(after);
  }

  /** What is written in the field: the board follows after a pause. */
  write(text: string): void {
    this.text = text;
    this.isTextAhead = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE_MS);
  }

  /** The same board under other options; by another definition, its start. */
  async choose(game: EditedGame): Promise<void> {
    try {
      const info = await this.#source.open({ ...game, text: "" });
      const draft = game.definition === this.#game.definition ? pruned(this.#draft, info) : null;
      this.#take(game, info);
      this.trouble = "";
      if (draft) this.#show(draft);
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  /** The position in which the game begins; it can be undone. */
  async restart(): Promise<void> {
    try {
      const { first } = await this.#source.open({ ...this.#game, text: "" });
      if (first.draft) this.change(first.draft);
      this.trouble = "";
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  /** Asks again what could not be asked. */
  retry(): void {
    this.trouble = "";
    this.#ask();
  }

  leave(): void {
    clearTimeout(this.#timer);
  }

  #take(game: EditedGame, info: EditorInfo): void {
    this.#info = info;
    this.#game = game;
    this.#past = [];
    this.#future = [];
    this.#draft = info.first.draft ?? { cells: {}, seat: "first" };
    this.#answer = info.first;
    this.#answered = this.#draft;
    this.text = info.first.text ?? "";
    this.isTextAhead = false;
  }

  #note(): void {
    this.#past = [...this.#past, this.#draft].slice(-MOST_UNDONE);
    this.#future = [];
  }

  #show(draft: Draft): void {
    clearTimeout(this.#timer);
    this.isTextAhead = false;
    this.#draft = draft;
    this.#ask();
  }

  /** One question at a time: what changes meanwhile is asked next. */
  #ask(): void {
    if (this.#isAsking) this.#isStale = true;
    else void this.#converse();
  }

  async #converse(): Promise<void> {
    this.#isAsking = true;
    do {
      this.#isStale = false;
      const [draft, text] = [this.#draft, this.isTextAhead ? this.text : null];
      try {
        const asked = text === null ? { draft } : { text: text.trim() };
        const answer = await this.#source.edit({ ...this.#game, ...asked });
        this.trouble = "";
        if (!this.#isStale) this.#hear(answer, draft, text);
      } catch (error) {
        this.trouble = (error as Error).message;
      }
    } while (this.#isStale);
    this.#isAsking = false;
  }

  #hear(answer: EditedDraft, draft: Draft, text: string | null): void {
    if (text === null) {
      this.#answer = answer;
      this.#answered = draft;
      this.text = answer.text ?? this.text;
      return;
    }
    if (text !== this.text) return; // more was written
    this.#answer = answer;
    if (!answer.draft) return; // the board stays as it was
    this.#note();
    this.#draft = this.#answered = answer.draft;
    this.isTextAhead = false;
  }
}

async function openInfo(source: Source, game: EditedGame, text: string): Promise<EditorInfo> {
  const info = await source.open({ ...game, text });
  return info.first.draft ? info : source.open({ ...game, text: "" });
}
