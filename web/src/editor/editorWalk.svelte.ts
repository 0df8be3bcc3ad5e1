/** Clicks and drags on a board that is edited: they lay, take away and move what is there. */
import { gestureTree, type Lit } from "../gesture";
import type { Token } from "../protocol";
import type { BoardWalk } from "../walk.svelte";
import { fresh, itemOf, move, put, remove, stackOn } from "./draft";
import type { PositionEditor } from "./positionEditor.svelte";

/** What a click on a cell does: moves, takes away, or lays an item of the palette. */
export type Tool = { kind: "move" } | { kind: "erase" } | { kind: "put"; item: string };

type Click = Pick<Token, "kind" | "id">;

const NOTHING_LIT: Lit = { cells: new Set(), items: new Set(), choices: [] };

export class EditorWalk implements BoardWalk {
  chosen = $state.raw<Tool>({ kind: "move" });
  /** The chosen tool. A palette of other options may lack its item: then clicks move. */
  readonly tool: Tool = $derived.by(() => {
    const { chosen } = this;
    if (chosen.kind !== "put") return chosen;
    const isThere = this.#editor.palette.items.some(({ key }) => key === chosen.item);
    return isThere ? chosen : { kind: "move" };
  });
  /** Whether a whole stack moves, or what is on top. */
  whole = $state(true);
  /** The cell that was clicked last: its layers are shown. */
  selected = $state<string | null>(null);
  #from = $state<string | null>(null);
  readonly #editor: PositionEditor;

  readonly node = gestureTree([]);
  readonly lit = NOTHING_LIT;
  readonly scene = null;
  readonly anchor = null;
  readonly isProposed = false;
  readonly path: readonly Token[] = $derived(
    this.#from === null ? [] : [{ kind: "cell", id: this.#from, label: this.#from, topic: "" }],
  );
  readonly isBegun: boolean = $derived(this.#from !== null);

  constructor(editor: PositionEditor) {
    this.#editor = editor;
  }

  isLit({ kind, id }: Click): boolean {
    return kind === "cell" && id !== this.#from;
  }

  isPicked(kind: Token["kind"], id: string): boolean {
    return kind === "cell" && id === this.#from;
  }

  click({ kind, id: cell }: Click): void {
    if (kind !== "cell") return;
    this.selected = cell;
    const { tool } = this;
    if (this.#from !== null) this.#drop(cell);
    else if (tool.kind === "erase") this.remove(cell);
    else if (tool.kind === "put") this.#put(tool.item, cell);
    else this.grab({ kind, id: cell });
  }

  grab({ kind, id }: Click): boolean {
    if (kind !== "cell" || !stackOn(this.#editor.draft, id).length) return false;
    this.#from = id;
    return true;
  }

  /** Takes the top of a cell away. */
  remove(cell: string): void {
    this.selected = cell;
    this.#editor.change(remove(this.#editor.draft, cell));
  }

  back(): boolean {
    const isBegun = this.#from !== null;
    this.#from = null;
    return isBegun;
  }

  cancel(): void {
    this.#from = null;
  }

  confirm(): void {}
  miss(): void {}

  warningOf(): string {
    return "";
  }

  #put(key: string, cell: string): void {
    const { draft, palette } = this.#editor;
    const item = itemOf(palette, key);
    if (item) this.#editor.change(put(draft, palette, cell, fresh(item)));
  }

  #drop(cell: string): void {
    const from = this.#from;
    this.#from = null;
    if (from === null || from === cell) return;
    const { draft, palette } = this.#editor;
    this.#editor.change(move(draft, palette, from, cell, this.whole));
  }
}
