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

type Click = Pick<Token, "kind" | "id">;

/** What becomes of clicks besides playing an action. */
interface Answers {
  miss?: (clicks: readonly Click[]) => void;
  player?: PartsPlayer | null;
  /** Whether a turn goes on: the only cell that can begin an action is picked already then. */
  continues?: () => boolean;
}

export class Walk {
  #clicked = $state.raw<readonly Token[]>([]);
  #parts = $state.raw<readonly Part[]>([]);
  readonly #offers: () => readonly Offer[];
  readonly #play: (action: string) => void;
  readonly #miss: (clicks: readonly Click[]) => void;
  readonly #player: PartsPlayer | null;
  readonly #continues: () => boolean;
  /** The offers at which the only cell was put back. */
  #declined = $state("");

  readonly #begin: GestureNode = $derived.by(() => gestureTree(this.#offers()));
  /** What is held back, unless the table has changed. */
  readonly #held: readonly Part[] = $derived.by(() => {
    const version = this.#player?.version();
    const isValid = this.#parts.every((part) => part.version === version);
    return isValid && this.#begin.children.size > 0 ? this.#parts : NONE;
  });
  readonly #root: GestureNode = $derived(this.#held.at(-1)?.root ?? this.#begin);
  /** What was clicked of the part that is not complete; empty as soon as it leads nowhere. */
  readonly #own: readonly Token[] = $derived(
    descend(this.#root, this.#clicked) === null ? [] : this.#clicked,
  );
  readonly #presumed: readonly Token[] = $derived.by(() => {
    if (this.#own.length || this.#held.length || !this.#continues()) return [];
    return this.#declined === this.#offered() ? [] : onlyCell(this.#begin);
  });
  readonly #path: readonly Token[] = $derived(this.#presumed.length ? this.#presumed : this.#own);
  /** What was clicked, the parts that are held back included. */
  readonly path: readonly Token[] = $derived(
    this.#held.length ? [...this.#held.flatMap((part) => part.clicks), ...this.#path] : this.#path,
  );
  readonly node: GestureNode = $derived(descend(this.#root, this.#path) ?? this.#root);
  /** What can be clicked next; beside what was picked by itself also the end of the turn and such. */
  readonly lit: Lit = $derived.by(() => {
    const lit = litAt(this.node);
    if (!this.#presumed.length) return lit;
    return { ...lit, choices: [...lit.choices, ...litAt(this.#begin).choices] };
  });
  /** What there is to see after the parts that are held back; null if there are none. */
  readonly scene: SceneState | null = $derived(
    this.#held.findLast((part) => part.scene !== null)?.scene ?? null,
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
    { miss = () => undefined, player = null, continues = () => false }: Answers = {},
  ) {
    this.#offers = offers;
    this.#play = play;
    this.#miss = miss;
    this.#player = player;
    this.#continues = continues;
  }

  isLit(token: Pick<Token, "kind" | "id">): boolean {
    return this.node.children.has(tokenKey(token));
  }

  isPicked(kind: Token["kind"], id: string): boolean {
    return this.path.some((token) => token.kind === kind && token.id === id);
  }

  /** What of one's own is lost by a lit choice, with placeholders for seats. */
  warningOf(token: Pick<Token, "kind" | "id">): string {
    const key = tokenKey(token);
    const next = this.node.children.get(key) ?? this.#begin.children.get(key);
    return next ? warningAt(next) : "";
  }

  /**
   * A click. A lit token goes on, and plays at a leaf; one that could begin a gesture begins it
   * anew; the last one again cancels. Anything else is missed: what was clicked before stays, unless
   * only choices can follow it.
   */
  click(token: Click): void {
    const key = tokenKey(token);
    const last = this.path.at(-1);
    const next = this.node.children.get(key);
    if (next) this.#advance(next);
    else if (last && tokenKey(last) === key && this.#presumed.length) this.#clicked = [last];
    else if (last && tokenKey(last) === key) this.cancel();
    else {
      const begin = this.#begin.children.get(key);
      if (!begin) this.miss(token);
      if (begin || !(this.lit.cells.size || this.lit.items.size)) this.cancel();
      if (begin) this.#advance(begin, []);
    }
  }

  /** Reports a click that leads nowhere from here, unless something is held back. */
  miss(token: Click): void {
    if (!this.#held.length) this.#miss([...this.#path, token]);
  }

  /** Takes hold of a token for a drag; false if nothing can begin there. */
  grab(token: Pick<Token, "kind" | "id">): boolean {
    const last = this.path.at(-1);
    if (last && tokenKey(last) === tokenKey(token)) return true;
    const begin = this.#begin.children.get(tokenKey(token));
    if (!begin?.token || begin.action !== null) return false;
    this.#parts = [];
    this.#clicked = [begin.token];
    return true;
  }

  /** Takes the last click back; false if there was none. */
  back(): boolean {
    const part = this.#held.at(-1);
    if (this.#presumed.length) this.#declined = this.#offered();
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

  /** The actions that are offered, as one text. */
  #offered(): string {
    return this.#offers()
      .map(([action]) => action)
      .join(" ");
  }

  cancel(): void {
    this.#parts = [];
    this.#clicked = [];
  }

  #advance(node: GestureNode, path = this.#path): void {
    if (!node.token) return;
    const clicks = [...path, node.token];
    if (node.action === null) this.#clicked = clicks;
    else if (node.note.incomplete && this.#player) this.#holdBack(node.action, clicks);
    else {
      const actions = [...this.#held.map((part) => part.action), node.action];
      this.cancel();
      if (actions.length > 1) this.#player?.play(actions);
      else this.#play(node.action);
    }
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

/** Where a walk has come to, for a screen reader. */
export function walkWords({ path, lit }: Walk): string {
  const last = path.at(-1);
  if (!last) return "";
  const cells = [...lit.cells].join(", ");
  const choices = lit.choices.map((choice) => choice.label).join(", ");
  const next = [cells && `available: ${cells}`, choices && `choices: ${choices}`].filter(Boolean);
  return `${last.label || last.id} picked; ${next.join("; ")}`;
}
