/** The tree of clicks that lead to actions: the port of core/gesture.py. */
import type { Choice, Token } from "./protocol";

/** A leaf has an action; every other node has children, by `tokenKey`, in the order they came. */
export interface GestureNode {
  token: Token | null;
  action: string | null;
  children: Map<string, GestureNode>;
}

export class AmbiguousGesture extends Error {}

/** Two tokens of one kind and id are the same click, whatever their labels. */
export function tokenKey(token: Pick<Token, "kind" | "id">): string {
  return `${token.kind} ${token.id}`;
}

export function gestureTree(choices: readonly Choice[]): GestureNode {
  const root = newNode(null);
  for (const [action, gesture] of choices) {
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
  }
  return root;
}

function newNode(token: Token | null): GestureNode {
  return { token, action: null, children: new Map() };
}

/** The node that `path` leads to, or null when it leaves the tree. */
export function descend(root: GestureNode, path: readonly Token[]): GestureNode | null {
  let node: GestureNode | undefined = root;
  for (const token of path) node = node?.children.get(tokenKey(token));
  return node ?? null;
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
