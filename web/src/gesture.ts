/** The tree of clicks that lead to actions: the port of core/gesture.py. */
import type { OfferedToken, Offers, Token } from "./protocol";

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

const known = new WeakMap<Offers, readonly Offer[]>();

/** The choices of a state, sorted by action, with their tokens in full; a state is read once. */
export function offersOf(state: Offers): readonly Offer[] {
  const offers = known.get(state) ?? readOffers(state);
  known.set(state, offers);
  return offers;
}

function readOffers({ choices, tokens, warnings }: Offers): readonly Offer[] {
  const called = new Map(
    Object.entries(tokens).map(([word, sent]) => [word, wholeToken(word, sent)]),
  );
  const tokenOf = (word: string): Token => {
    const token = called.get(word) ?? { kind: "cell", id: word, label: word, topic: "" };
    called.set(word, token);
    return token;
  };
  const warned = new Map(
    Object.entries(warnings).flatMap(([words, actions]) => actions.map((one) => [one, words])),
  );
  const offers: Offer[] = [];
  for (const { form, clicks, incomplete = false } of choices) {
    const write = writer(form);
    const usual = { incomplete, warning: "" };
    for (const row of clicks) {
      for (const gesture of combinations(row.map((words) => words.split(" ").map(tokenOf)))) {
        const action = write(gesture);
        const warning = warned.get(action);
        offers.push([action, gesture, warning ? { incomplete, warning } : usual]);
      }
    }
  }
  return offers.sort(([one], [other]) => (one < other ? -1 : 1));
}

function wholeToken(word: string, sent: OfferedToken): Token {
  const { kind = "choice", id = word, label = id, topic = "" } = sent;
  return { kind, id, label, topic };
}

/** Every sequence that takes one of each list. */
function combinations<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  let found: (readonly T[])[] = [[]];
  for (const list of lists) {
    const longer: (readonly T[])[] = [];
    for (const begun of found) for (const next of list) longer.push(begun.concat(next));
    found = longer;
  }
  return found;
}

/** Fills a form in, as Python's `str.format` does: `{0}` is the id of the first click. */
function writer(form: string): (gesture: readonly Token[]) => string {
  const parts = [...form.matchAll(/\{(\d+)\}|\{\{|\}\}|[^{}]+/g)].map(([text, place]) =>
    place === undefined ? text.replace(/^(\{|\}).$/, "$1") : Number(place),
  );
  return (gesture) => {
    let action = "";
    for (const part of parts) {
      action += typeof part === "number" ? (gesture[part]?.id ?? "") : part;
    }
    return action;
  };
}

export function gestureTree(offers: readonly Offer[]): GestureNode {
  const root = newNode(null);
  for (const [action, gesture, note = NO_NOTE] of offers) {
    let node = root;
    for (const token of gesture) {
      if (node.action !== null) {
        throw new AmbiguousGesture(
          `the gesture of ${node.action} is the beginning of that of ${action}`,
        );
      }
      const key = tokenKey(token);
      const next = node.children.get(key) ?? newNode(token);
      node.children.set(key, next);
      node = next;
    }
    if (node === root || node.action !== null || node.children.size > 0) {
      throw new AmbiguousGesture(`the gesture of ${action} is not unique`);
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
