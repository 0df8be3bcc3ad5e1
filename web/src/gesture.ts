/** The tree of clicks that lead to actions: the port of core/gesture.py. */
import type { Offers, Token } from "./protocol";

/** What else is known of an action. */
export interface OfferNote {
  /** The next action must complete it. */
  incomplete: boolean;
  /** What of one's own it loses, with placeholders for seats; may be empty. */
  warning: string;
}

/** A legal action and the clicks that make it. */
export type Offer = readonly [action: string, gesture: readonly Token[], note?: OfferNote];

const NO_NOTE: OfferNote = { incomplete: false, warning: "" };

/** A leaf has an action; every other node has children, by `tokenKey`, in the order they came. */
export interface GestureNode {
  token: Token | null;
  action: string | null;
  note: OfferNote;
  children: Map<string, GestureNode>;
}

export class AmbiguousGesture extends Error {}

/** Two tokens of one kind and id are the same click, whatever their labels. */
export function tokenKey(token: Pick<Token, "kind" | "id">): string {
  return `${token.kind} ${token.id}`;
}

/** The choices of a state, with their tokens in full. */
export function offersOf(state: Offers): readonly Offer[] {
  const tokens = state.tokens.map((token): Token =>
    typeof token === "string" ? { kind: "cell", id: token, label: token, topic: "" } : token,
  );
  const incomplete = new Set(state.incomplete);
  const warnings = new Map(state.warnings);
  return state.choices.map(([action, clicks], place) => [
    action,
    clicks.flatMap((click) => tokens[click] ?? []),
    { incomplete: incomplete.has(place), warning: warnings.get(place) ?? "" },
  ]);
}

export function gestureTree(offers: readonly Offer[]): GestureNode {
  const root = newNode(null);
  for (const [action, gesture, note = NO_NOTE] of offers) {
    let node = root;
    for (const token of gesture) {
      if (node.action !== null) {
        throw new AmbiguousGesture(`the gesture of ${node.action} begins that of ${action}`);
      }
      const key = tokenKey(token);
      const next = node.children.get(key) ?? newNode(token);
      node.children.set(key, next);
      node = next;
    }
    if (node === root || node.action !== null || node.children.size > 0) {
      throw new AmbiguousGesture(`the gesture of ${action} is not its own`);
    }
    node.action = action;
    node.note = note;
  }
  return root;
}

function newNode(token: Token | null): GestureNode {
  return { token, action: null, note: NO_NOTE, children: new Map() };
}

/** The node that `path` leads to, or null when it leaves the tree. */
export function descend(root: GestureNode, path: readonly Token[]): GestureNode | null {
  let node: GestureNode | undefined = root;
  for (const token of path) node = node?.children.get(tokenKey(token));
  return node ?? null;
}

/** What all actions that can still be reached from `node` lose; empty if they differ. */
export function warningAt(node: GestureNode): string {
  if (node.action !== null) return node.note.warning;
  const [first = "", ...rest] = [...node.children.values()].map(warningAt);
  return rest.every((other) => other === first) ? first : "";
}

/** What can be clicked next at `node`, by kind. */
export interface Lit {
  cells: ReadonlySet<string>;
  items: ReadonlySet<string>;
  choices: readonly Token[];
}

export function litAt(node: GestureNode): Lit {
  const cells = new Set<string>();
  const items = new Set<string>();
  const choices: Token[] = [];
  for (const { token } of node.children.values()) {
    if (token?.kind === "cell") cells.add(token.id);
    else if (token?.kind === "item") items.add(token.id);
    else if (token) choices.push(token);
  }
  return { cells, items, choices };
}
