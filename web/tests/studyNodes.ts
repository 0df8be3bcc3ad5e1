/** Trees of variations for the tests. */
import type { Seat, StudyNode } from "../src/protocol";
import { below, Tree, type TreeNode } from "../src/study/tree";

/**
 * A position after `parent`. Capitals are first's actions, others second's; each begins a turn
 * unless `continues`.
 */
export function node(
  number: number,
  parent: number,
  action: string,
  more: Partial<StudyNode> & { continues?: boolean } = {},
): StudyNode {
  const { continues = false, ...rest } = more;
  const seat: Seat = action === action.toUpperCase() ? "first" : "second";
  return { number, parent, action, seat, turn: !continues, ...rest };
}

/** The tree as text: `A1 b2 (c3 D4) E5`. */
export function written(tree: Tree): string {
  const line = (head: TreeNode | undefined, isAlone: boolean): string => {
    const words: string[] = [];
    for (let at = head; at; at = at.children[0]) {
      words.push(`${at.action}${at.number}`);
      const others = at === head && !isAlone ? [] : (at.parent?.children.slice(1) ?? []);
      words.push(...others.map((other) => `(${line(other, false)})`));
    }
    return words.join(" ");
  };
  return line(tree.root.children[0], true);
}

export const numbersOf = (tree: Tree): number[] => [...below(tree.root)].map((one) => one.number);
