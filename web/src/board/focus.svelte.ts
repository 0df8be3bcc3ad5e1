import type { Click } from "./tokens";

/** Where the keyboard is on a board, and what is therefore told. */
export class Focus {
  /** The cell that the tab key reaches. */
  current = $state("");
  /** The cell that visibly has the focus. */
  cell = $state<string | null>(null);
  /** The item beside the board that has the focus. */
  item = $state<string | null>(null);
  /** The cell of which no more is to be told. */
  dismissed = $state<string | null>(null);

  /** What is told of: an item, or the cell unless it was dismissed. */
  get shown(): Click | null {
    if (this.item !== null) return { kind: "item", id: this.item };
    if (this.cell === null || this.cell === this.dismissed) return null;
    return { kind: "cell", id: this.cell };
  }

  enter(cell: string, visibly: boolean): void {
    this.current = cell;
    this.cell = visibly ? cell : null;
    this.dismissed = null;
  }

  dismiss(): void {
    this.dismissed = this.cell;
    this.item = null;
  }
}
