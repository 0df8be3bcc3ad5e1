/** Where a person stands in the gesture tree: what was clicked, what is lit, what gets played. */
import { descend, gestureTree, litAt, tokenKey, type GestureNode, type Lit } from "./gesture";
import type { Choice, Token } from "./protocol";

export class Walk {
  #clicked = $state.raw<readonly Token[]>([]);
  readonly #choices: () => readonly Choice[];
  readonly #play: (action: string) => void;

  readonly #root: GestureNode = $derived.by(() => gestureTree(this.#choices()));
  /** What was clicked; empty as soon as it leads nowhere any more. */
  readonly path: readonly Token[] = $derived(
    descend(this.#root, this.#clicked) === null ? [] : this.#clicked,
  );
  readonly node: GestureNode = $derived(descend(this.#root, this.path) ?? this.#root);
  readonly lit: Lit = $derived(litAt(this.node));
  /** The cell or item that was clicked last: menus open there. */
  readonly anchor: Token | null = $derived(
    this.path.findLast((token) => token.kind !== "choice") ?? null,
  );

  /** `choices` is asked again whenever what it reads changes; `play` gets a complete action. */
  constructor(choices: () => readonly Choice[], play: (action: string) => void) {
    this.#choices = choices;
    this.#play = play;
  }

  isLit(token: Pick<Token, "kind" | "id">): boolean {
    return this.node.children.has(tokenKey(token));
  }

  isPicked(kind: Token["kind"], id: string): boolean {
    return this.path.some((token) => token.kind === kind && token.id === id);
  }

  /**
   * A click. A lit token goes on, and plays at a leaf; one that could begin a gesture begins it
   * anew; the last one again, or anything else, cancels.
   */
  click(token: Pick<Token, "kind" | "id">): void {
    const key = tokenKey(token);
    const last = this.path.at(-1);
    const next = this.node.children.get(key);
    if (next) this.#advance(next);
    else if (last && tokenKey(last) === key) this.cancel();
    else {
      this.cancel();
      const begin = this.#root.children.get(key);
      if (begin) this.#advance(begin);
    }
  }

  /** Takes hold of a token for a drag; false if nothing can begin there. */
  grab(token: Pick<Token, "kind" | "id">): boolean {
    const last = this.path.at(-1);
    if (last && tokenKey(last) === tokenKey(token)) return true;
    const begin = this.#root.children.get(tokenKey(token));
    if (!begin?.token || begin.action !== null) return false;
    this.#clicked = [begin.token];
    return true;
  }

  cancel(): void {
    this.#clicked = [];
  }

  #advance(node: GestureNode): void {
    if (node.action !== null) {
      this.#clicked = [];
      this.#play(node.action);
    } else if (node.token) this.#clicked = [...this.path, node.token];
  }
}
