/** Drawing on a board: by the right mouse button, or by any pointer and Enter in the draw mode. */
import { tokenOf } from "../board/tokens";
import type { Colour, Shape } from "../protocol";
import { shapeOf } from "./shapes";

const RIGHT_BUTTON = 2;

/** The cell under an element. */
function cellOf(target: EventTarget | null): string | null {
  const token = tokenOf(target);
  return token?.kind === "cell" ? token.id : null;
}

export class DrawPad {
  /** Whether the main button and Enter draw, too. */
  isOn = $state(false);
  colour = $state<Colour>("green");
  /** What is being drawn. */
  draft = $state.raw<Shape | null>(null);
  #begin: string | null = null;
  #pointer: number | null = null;
  readonly #mayDraw: () => boolean;
  readonly #drawn: (shape: Shape) => void;

  constructor(mayDraw: () => boolean, drawn: (shape: Shape) => void) {
    this.#mayDraw = mayDraw;
    this.#drawn = drawn;
  }

  toggle(): void {
    this.isOn = !this.isOn;
    this.#leave();
  }

  /** Takes a pointer on a board over before the board does. */
  down(event: PointerEvent): void {
    const draws = event.button === RIGHT_BUTTON || (this.isOn && event.button === 0);
    const cell = cellOf(event.target);
    if (!draws || !cell || !event.isPrimary || !this.#mayDraw()) return;
    event.stopPropagation();
    this.#pointer = event.pointerId;
    this.#beginAt(cell);
  }

  move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer || this.#begin === null) return;
    const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (cell) this.draft = shapeOf(this.#begin, cell, this.colour);
  }

  up(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (cell) this.#endAt(cell);
    else this.#leave();
  }

  lose(): void {
    if (this.#pointer !== null) this.#leave();
  }

  /** In the draw mode a click plays nothing. */
  click(event: MouseEvent): void {
    if (this.isOn && cellOf(event.target)) event.stopPropagation();
  }

  /** In the draw mode Enter on a cell begins or ends an arrow; twice on one it is a circle. */
  key(event: KeyboardEvent): void {
    if (!this.isOn || !this.#mayDraw()) return;
    const cell = cellOf(event.target);
    if (event.key === "Escape" && this.#begin !== null) this.#leave();
    else if ((event.key === "Enter" || event.key === " ") && cell) {
      if (this.#begin === null) this.#beginAt(cell);
      else this.#endAt(cell);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** What is going on, for a screen reader. */
  get words(): string {
    return this.#begin !== null && this.#pointer === null
      ? `Drawing from ${this.draft?.begin}. Enter on a cell finishes it, Escape cancels it.`
      : "";
  }

  #beginAt(cell: string): void {
    this.#begin = cell;
    this.draft = shapeOf(cell, cell, this.colour);
  }

  #endAt(cell: string): void {
    const begin = this.#begin;
    this.#leave();
    if (begin !== null) this.#drawn(shapeOf(begin, cell, this.colour));
  }

  #leave(): void {
    this.#begin = null;
    this.#pointer = null;
    this.draft = null;
  }
}
