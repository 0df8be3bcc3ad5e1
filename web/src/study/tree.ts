/** The tree of variations of a study: the port of core/study/study.py, fed by what the server says. */
import type { ActionMark, Seat, Shape, StudyNode } from "../protocol";

/** A position, by the action that led to it; the start has none. */
export interface TreeNode {
  readonly number: number;
  readonly parent: TreeNode | null;
  /** What follows; the first is the main continuation. */
  readonly children: TreeNode[];
  readonly action: string;
  readonly seat: Seat | null;
  /** Which turn it belongs to: 1 is the first, the start has 0. */
  readonly turn: number;
  /** Whether it begins that turn. */
  readonly beginsTurn: boolean;
  /** Whether it belongs to the game that is studied. */
  readonly played: boolean;
  comment: string;
  mark: ActionMark | null;
  shapes: readonly Shape[];
}

/** What is noted at a position. */
export type Notes = Pick<TreeNode, "comment" | "mark" | "shapes">;

export class Tree {
  readonly root: TreeNode;
  readonly #nodes = new Map<number, TreeNode>();

  /** Each of `nodes` comes before those that follow it. */
  constructor(nodes: readonly StudyNode[]) {
    this.root = this.#append({ number: 0 }, null);
    this.adopt(nodes);
  }

  /** How many positions there are, the start included. */
  get size(): number {
    return this.#nodes.size;
  }

  node(number: number): TreeNode | null {
    return this.#nodes.get(number) ?? null;
  }

  /** Takes positions over that are new or noted anew; a new one comes after its siblings. */
  adopt(nodes: readonly StudyNode[]): void {
    for (const sent of nodes) {
      const known = this.#nodes.get(sent.number);
      if (known) Object.assign(known, notesOf(sent));
      else this.#append(sent, this.#nodes.get(sent.parent ?? 0) ?? null);
    }
  }

  #append(sent: StudyNode, parent: TreeNode | null): TreeNode {
    const beginsTurn = sent.turn ?? false;
    const node: TreeNode = {
      number: sent.number,
      parent,
      children: [],
      action: sent.action ?? "",
      seat: sent.seat ?? null,
      turn: (parent?.turn ?? 0) + (beginsTurn ? 1 : 0),
      beginsTurn,
      played: sent.played ?? false,
      ...notesOf(sent),
    };
    this.#nodes.set(node.number, node);
    parent?.children.push(node);
    return node;
  }

  /** Takes a position out, with everything after it. */
  delete(number: number): void {
    const node = this.node(number);
    if (!node?.parent) return;
    remove(node.parent.children, node);
    for (const gone of below(node)) this.#nodes.delete(gone.number);
  }

  /**
   * Moves the variation that contains a position one place up among its siblings; with `toMain`,
   * the whole path from the start to the position becomes the main line.
   */
  promote(number: number, toMain = false): void {
    const turned = turnsOff(this.node(number));
    for (const branch of toMain ? turned : turned.slice(0, 1)) {
      const siblings = branch.parent?.children ?? [];
      const place = toMain ? 0 : siblings.indexOf(branch) - 1;
      remove(siblings, branch);
      siblings.splice(place, 0, branch);
    }
  }

  /** Whether the server would let the variation come earlier, or become the main line. */
  canPromote(number: number, toMain = false): boolean {
    const turned = turnsOff(this.node(number));
    const asked = toMain ? turned : turned.slice(0, 1);
    return (
      asked.length > 0 &&
      asked.every((branch) => {
        const siblings = branch.parent?.children ?? [];
        return !siblings[toMain ? 0 : siblings.indexOf(branch) - 1]?.played;
      })
    );
  }

  /** Whether a position can be deleted. */
  canDelete(number: number): boolean {
    const node = this.node(number);
    return node?.parent != null && !node.played;
  }

  /** How many positions would go with a position. */
  sizeBelow(number: number): number {
    const node = this.node(number);
    return node ? [...below(node)].length : 0;
  }
}

/** What is noted at a position and after it, in words for a list: comments, marks, drawings. */
export function notedBelow(node: TreeNode): string[] {
  const nodes = [...below(node)];
  return [
    ...(nodes.some(({ comment }) => comment) ? ["comments"] : []),
    ...(nodes.some(({ mark }) => mark) ? ["marks"] : []),
    ...(nodes.some(({ shapes }) => shapes.length) ? ["drawings"] : []),
  ];
}

function notesOf({ comment = "", mark = null, shapes = [] }: StudyNode): Notes {
  return { comment, mark, shapes };
}

function remove(nodes: TreeNode[], node: TreeNode): void {
  nodes.splice(nodes.indexOf(node), 1);
}

/** A position and all after it, each before those that follow it, the main continuation first. */
export function* below(node: TreeNode): Generator<TreeNode> {
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    waiting.push(...next.children.toReversed());
  }
}

/** The positions on the way to `node` that are not first children, the nearest first. */
function turnsOff(node: TreeNode | null): TreeNode[] {
  const turned: TreeNode[] = [];
  for (let at = node; at?.parent; at = at.parent) {
    if (at.parent.children[0] !== at) turned.push(at);
  }
  return turned;
}

/** The positions from the start to `node`, both included. */
export function wayTo(node: TreeNode): TreeNode[] {
  const way: TreeNode[] = [];
  for (let at: TreeNode | null = node; at; at = at.parent) way.push(at);
  return way.reverse();
}

/** The last position of the line that goes on from `node`. */
export function endOf(node: TreeNode): TreeNode {
  let end = node;
  for (let next: TreeNode | undefined = end; next; next = next.children[0]) end = next;
  return end;
}

/** The next variation in a direction, at the nearest fork on the way here that has one. */
export function siblingOf(node: TreeNode, by: 1 | -1): TreeNode | null {
  for (let at: TreeNode | null = node; at?.parent; at = at.parent) {
    const { children }: TreeNode = at.parent;
    const sibling = children[children.indexOf(at) + by];
    if (sibling) return sibling;
  }
  return null;
}
