/** A tree of variations as it is written: lines of turns, with the variations after what they replace. */
import { below, type TreeNode } from "./tree";

/** What is written of an action: as it is now, for the tree changes in its place. */
export type WrittenAction = Pick<TreeNode, "number" | "action" | "mark">;

/** Actions of one turn that stand together. */
export interface Passage {
  /** The turn's number. */
  turn: number;
  seat: TreeNode["seat"];
  /** Whether the turn began before. */
  isContinued: boolean;
  actions: readonly WrittenAction[];
  /** What is written below: the comment of the last action. */
  comment: string;
  /** What could be played instead of the last action. */
  variations: readonly Line[];
}

export interface Line {
  /** The first position of it. */
  head: TreeNode;
  /** How deep it is indented: 0 is the main line. */
  depth: number;
  passages: readonly Passage[];
}

/** The main line, with all variations. */
export function mainLine(root: TreeNode): Line | null {
  const [head] = root.children;
  return head ? lineFrom(head, 0, root.children.slice(1)) : null;
}

/** `others` are written after the head; those of a variation stand beside it already. */
function lineFrom(head: TreeNode, depth: number, others: readonly TreeNode[]): Line {
  const passages: Passage[] = [];
  let actions: WrittenAction[] = [];
  let begins = true;
  for (let at: TreeNode | undefined = head; at; at = at.children[0]) {
    if (!actions.length) begins = at.beginsTurn;
    actions.push({ number: at.number, action: at.action, mark: at.mark });
    const instead = at === head ? others : (at.parent?.children.slice(1) ?? []);
    const next: TreeNode | undefined = at.children[0];
    if (next && !next.beginsTurn && !at.comment && !instead.length) continue;
    passages.push({
      turn: at.turn,
      seat: at.seat,
      isContinued: !begins,
      actions,
      comment: at.comment,
      variations: instead.map((other) => lineFrom(other, depth + 1, [])),
    });
    actions = [];
  }
  return { head, depth, passages };
}

/** How many positions a line has, its variations included. */
export function sizeOf(line: Line): number {
  return [...below(line.head)].length;
}

/** The variations that must be open for a position to be in sight. */
export function headsOn(node: TreeNode): number[] {
  const heads: number[] = [];
  for (let at: TreeNode | null = node; at?.parent; at = at.parent) {
    if (at.parent.children[0] !== at) heads.push(at.number);
  }
  return heads;
}

/** The heads of all variations. */
export function allHeads(root: TreeNode): number[] {
  return [...below(root)].flatMap(({ children }) => children.slice(1).map(({ number }) => number));
}
