/** Where a person stands in the gesture tree: what was clicked, what is lit, what gets played. */
import {
  descend,
  gestureTree,
  litAt,
  tokenKey,
  warningAt,
  type GestureNode,
  type Lit,
  type Offer,
} from "./gesture";
import type { SceneState, Token } from "./protocol";

/** How an incomplete action goes on: what can be done, and what there would be to see. */
export interface Continuation {
  offers: readonly Offer[];
  scene: SceneState;
}

/** Holds incomplete actions back until they are complete. */
export interface PartsPlayer {
  /** What is held back is for one version of the table. */
  version: () => number;
  ahead: (actions: readonly string[]) => Promise<Continuation>;
  play: (actions: readonly string[]) => void;
  fail: (error: Error) => void;
}

/** What an action would lead to. */
export interface Outlook {
  /** Whoever plays it cannot undo it. */
  isFinal: boolean;
  /** What there would be to see; null where that is not known before. */
  scene: SceneState | null;
}

/** An action, with the parts it completes, that is played only when it is confirmed. */
interface Proposal {
  actions: readonly string[];
  parts: readonly Part[];
  /** What was clicked of the last part. */
  clicks: readonly Token[];
  version: number | undefined;
  /** Null until it is known whether it has to be confirmed. */
  outlook: Outlook | null;
}

/** An incomplete action that was clicked and is not played yet. */
interface Part {
  action: string;
  clicks: readonly Token[];
  version: number;
  root: GestureNode;
  /** Null until it is known how the action goes on. */
  scene: SceneState | null;
}

const NONE: readonly Part[] = [];
const NOTHING = gestureTree([]);

type Click = Pick<Token, "kind" | "id">;

/** Callbacks for clicks that do not play an action. */
interface Answers {
  miss?: (clicks: readonly Click[]) => void;
  player?: PartsPlayer | null;
  /** Asks what actions lead to, so that final ones are confirmed; null: they are played at once. */
  preview?: (actions: readonly string[]) => Promise<Outlook> | null;
  /** Whether a turn goes on: the only cell that can begin an action is picked already then. */
  continues?: () => boolean;
}

export class Walk {
  #clicked = $state.raw<readonly Token[]>([]);
  #parts = $state.raw<readonly Part[]>([]);
  #proposal = $state.raw<Proposal | null>(null);
  readonly #offers: () => readonly Offer[];
  readonly #play: (action: string) => void;
  readonly #miss: (clicks: readonly Click[]) => void;
  readonly #player: PartsPlayer | null;
  readonly #preview: NonNullable<Answers["preview"]>;
  readonly #continues: () => boolean;
  /** The last click led nowhere. */
  #wasMissed = false;
  /** The offers at which the only cell was put back. */
  #declined = $state("");

  readonly #begin: GestureNode = $derived.by(() => gestureTree(this.#offers()));
  /** What is held back, unless the table has changed. */
  readonly #held: readonly Part[] = $derived.by(() => {
    const version = this.#player?.version();
    const isValid = this.#parts.every((part) => part.version === version);
    return isValid && this.#begin.children.size > 0 ? this.#parts : NONE;
  });
  /** What is proposed, unless the table has changed. */
  readonly #proposed: Proposal | null = $derived.by(() => {
    const isValid = this.#proposal?.version === this.#player?.version();
    return isValid && this.#begin.children.size > 0 ? this.#proposal : null;
  });
  /** Whether an action is shown that waits for `confirm`. */
  readonly isProposed: boolean = $derived(this.#proposed?.outlook != null);
  readonly #root: GestureNode = $derived(
    this.#proposed ? NOTHING : (this.#held.at(-1)?.root ?? this.#begin),
  );
  /** What was clicked of the part that is not complete; empty as soon as it leads nowhere. */
  readonly #own: readonly Token[] = $derived(
    descend(this.#root, this.#clicked) === null ? [] : this.#clicked,
  );
  readonly #presumed: readonly Token[] = $derived.by(() => {
    if (this.#own.length || this.#held.length || this.#proposed || !this.#continues()) return [];
    return this.#declined === this.#offered() ? [] : onlyCell(this.#begin);
  });
  readonly #path: readonly Token[] = $derived(this.#presumed.length ? this.#presumed : this.#own);
  /** What was clicked, the parts that are held back included. */
  readonly path: readonly Token[] = $derived.by(() => {
    const { parts, clicks } = this.#proposed ?? { parts: this.#held, clicks: this.#path };
    return parts.length ? [...parts.flatMap((part) => part.clicks), ...clicks] : clicks;
  });
  readonly node: GestureNode = $derived(descend(this.#root, this.#path) ?? this.#root);
  /** What can be clicked next; beside what was picked by itself also the end of the turn and such. */
  readonly lit: Lit = $derived.by(() => {
    const lit = litAt(this.node);
    if (!this.#presumed.length) return lit;
    return { ...lit, choices: [...lit.choices, ...litAt(this.#begin).choices] };
  });
  /** What there is to see after what is held back or proposed; null if there is none. */
  readonly scene: SceneState | null = $derived(
    this.#proposed?.outlook?.scene ??
      (this.#proposed?.parts ?? this.#held).findLast((part) => part.scene !== null)?.scene ??
      null,
  );
  /** The cell or item that was clicked last: menus open there. None where nothing was clicked. */
  readonly anchor: Token | null = $derived(
    this.#presumed.length ? null : (this.path.findLast((token) => token.kind !== "choice") ?? null),
  );
  /** Whether something was clicked that is not complete. */
  readonly isBegun: boolean = $derived(this.path.length > this.#presumed.length);

  /**
   * `offers` is asked again whenever what it reads changes; `play` gets an action, `miss` the clicks
   * that lead nowhere. With `player` an incomplete action is held back, and played with those that
   * complete it.
   */
  constructor(
    offers: () => readonly Offer[],
    play: (action: string) => void,
    {
      miss = () => undefined,
      player = null,
      preview = () => null,
      continues = () => false,
    }: Answers = {},
  ) {
    this.#offers = offers;
    this.#play = play;
    this.#miss = miss;
    this.#player = player;
    this.#preview = preview;
    this.#continues = continues;
  }

  isLit(token: Pick<Token, "kind" | "id">): boolean {
    return this.node.children.has(tokenKey(token));
  }

  isPicked(kind: Token["kind"], id: string): boolean {
    return this.path.some((token) => token.kind === kind && token.id === id);
  }

  /** The warning for a choice: what its player loses. Seats are placeholders. */
  warningOf(token: Pick<Token, "kind" | "id">): string {
    const key = tokenKey(token);
    const next = this.node.children.get(key) ?? this.#begin.children.get(key);
    return next ? warningAt(next) : "";
  }

  /**
   * A click. A lit token goes on, and plays at a leaf; one that could begin a gesture begins it
   * anew; the last one again cancels, but not after a miss: then it is picked for another try.
   * Anything else is missed: what was clicked before stays, unless only choices can follow it.
   */
  click(token: Click): void {
    const key = tokenKey(token);
    const last = this.path.at(-1);
    const next = this.node.children.get(key);
    const wasMissed = this.#wasMissed;
    this.#wasMissed = false;
    if (next) this.#advance(next);
    else if (last && tokenKey(last) === key && this.#presumed.length) this.#clicked = [last];
    else if (last && tokenKey(last) === key) {
      if (!wasMissed) this.cancel();
    } else {
      const begin = this.#begin.children.get(key);
      if (!begin) this.miss(token);
      if (begin || !(this.lit.cells.size || this.lit.items.size)) this.cancel();
      if (begin) this.#advance(begin, []);
    }
  }

  /** Reports a click that leads nowhere from here, unless something is held back. */
  miss(token: Click): void {
    this.#wasMissed = true;
    if (!this.#held.length && !this.#proposed) this.#miss([...this.#path, token]);
  }

  /** Takes hold of a token for a drag; false if nothing can begin there. */
  grab(token: Pick<Token, "kind" | "id">): boolean {
    const last = this.path.at(-1);
    if (last && tokenKey(last) === tokenKey(token)) return true;
    const begin = this.#begin.children.get(tokenKey(token));
    if (!begin?.token || begin.action !== null) return false;
    this.cancel();
    this.#clicked = [begin.token];
    return true;
  }

  /** Takes the last click back; false if there was none. */
  back(): boolean {
    const proposed = this.#proposed;
    const part = this.#held.at(-1);
    if (proposed) {
      this.#proposal = null;
      this.#parts = proposed.parts;
      this.#clicked = proposed.clicks.slice(0, -1);
    } else if (this.#presumed.length) this.#declined = this.#offered();
    else if (this.#path.length === 1 && this.#continues()) {
      this.cancel();
      this.#declined = this.#offered();
    } else if (this.#path.length) this.#clicked = this.#path.slice(0, -1);
    else if (part) {
      this.#parts = this.#held.slice(0, -1);
      this.#clicked = part.clicks.slice(0, -1);
    } else return false;
    return true;
  }

  /** Plays what is proposed. */
  confirm(): void {
    const proposed = this.#proposed;
    if (!proposed?.outlook) return;
    this.cancel();
    this.#send(proposed.actions);
  }

  /** The actions that are offered, as one text. */
  #offered(): string {
    return this.#offers()
      .map(([action]) => action)
      .join(" ");
  }

  cancel(): void {
    this.#proposal = null;
    this.#parts = [];
    this.#clicked = [];
  }

  #advance(node: GestureNode, path = this.#path): void {
    if (!node.token) return;
    const clicks = [...path, node.token];
    if (node.action === null) this.#clicked = clicks;
    else if (node.note.incomplete && this.#player) this.#holdBack(node.action, clicks);
    else {
      const parts = this.#held;
      const actions = [...parts.map((part) => part.action), node.action];
      this.cancel();
      const asked = this.#preview(actions);
      if (asked) this.#propose({ actions, parts, clicks }, asked);
      else this.#send(actions);
    }
  }

  #send(actions: readonly string[]): void {
    const [action] = actions;
    if (actions.length > 1) this.#player?.play(actions);
    else if (action !== undefined) this.#play(action);
  }

  /** Shows an action that is final until it is confirmed; any other is played. */
  #propose(wanted: Pick<Proposal, "actions" | "parts" | "clicks">, asked: Promise<Outlook>): void {
    const proposal = { ...wanted, version: this.#player?.version(), outlook: null };
    this.#proposal = proposal;
    asked.then(
      (outlook) => {
        if (this.#proposed !== proposal) return;
        if (outlook.isFinal) this.#proposal = { ...proposal, outlook };
        else {
          this.cancel();
          this.#send(proposal.actions);
        }
      },
      (error: Error) => {
        if (this.#proposal !== proposal) return;
        this.cancel();
        this.#player?.fail(error);
      },
    );
  }

  /** Holds an action back and finds out how it goes on. */
  #holdBack(action: string, clicks: readonly Token[]): void {
    const player = this.#player;
    if (!player) return;
    const version = player.version();
    const part: Part = { action, clicks, version, root: gestureTree([]), scene: null };
    this.#parts = [...this.#held, part];
    this.#clicked = [];
    const replace = (...by: Part[]) => {
      this.#parts = this.#parts.flatMap((one) => (one === part ? by : [one]));
    };
    player.ahead(this.#parts.map((one) => one.action)).then(
      ({ offers, scene }) => replace({ ...part, root: gestureTree(offers), scene }),
      (error: Error) => {
        if (!this.#parts.includes(part)) return;
        replace();
        player.fail(error);
      },
    );
  }
}

/** The one cell with which every action begins that begins with no choice; else nothing. */
function onlyCell({ children }: GestureNode): readonly Token[] {
  const [only, ...others] = [...children.values()].filter(({ token }) => token?.kind !== "choice");
  if (only?.token?.kind !== "cell" || only.action !== null || others.length) return [];
  const isClear = [...only.children.keys()].every((key) => !children.has(key));
  return isClear ? [only.token] : [];
}

/** What a board asks of a walk, whatever its clicks are for. */
export type BoardWalk = Pick<Walk, keyof Walk>;

/** Where a walk has come to, for a screen reader. */
export function walkWords({ path, lit, isProposed }: BoardWalk): string {
  if (isProposed) return "This is a preview. Enter confirms it, Escape takes it back.";
  const last = path.at(-1);
  if (!last) return "";
  const cells = [...lit.cells].join(", ");
  const choices = lit.choices.map((choice) => choice.label).join(", ");
  const next = [cells && `available: ${cells}`, choices && `choices: ${choices}`].filter(Boolean);
  return `${last.label || last.id} picked; ${next.join("; ")}`;
}
