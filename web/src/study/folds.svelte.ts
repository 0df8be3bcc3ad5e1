/** Which variations are folded. */
import { SvelteSet } from "svelte/reactivity";
import { allHeads, headsOn, type Line } from "./lines";
import type { TreeNode } from "./tree";

/** Lines that are deeper than this are folded until they are opened. */
const DEEP = 12;

export class Folds {
  /** Changes whenever something was folded or opened. */
  changes = $state(0);
  readonly #folded = new SvelteSet<number>();
  readonly #opened = new SvelteSet<number>();

  isFolded({ head, depth }: Pick<Line, "head" | "depth">): boolean {
    return depth > DEEP ? !this.#opened.has(head.number) : this.#folded.has(head.number);
  }

  fold(head: number): void {
    this.changes += 1;
    this.#folded.add(head);
    this.#opened.delete(head);
  }

  open(head: number): void {
    this.changes += 1;
    this.#folded.delete(head);
    this.#opened.add(head);
  }

  /** Opens what hides a position. */
  reveal(node: TreeNode): void {
    headsOn(node).forEach((head) => this.open(head));
  }

  foldAll(root: TreeNode): void {
    allHeads(root).forEach((head) => this.fold(head));
  }

  openAll(root: TreeNode): void {
    allHeads(root).forEach((head) => this.open(head));
  }
}
