/** A pointer over the board: drags, long presses, hovering, panning. Clicks are clicks; see Board. */
import type { BoardWalk } from "../walk.svelte";
import { tokenOf, zoneOf, type Click } from "./tokens";
import type { Zoom } from "./zoom.svelte";

const DRAG_PIXELS = 7;
const LONG_PRESS_MS = 450;
const HOVER_MS = 200;

export interface Drag {
  token: Click;
  x: number;
  y: number;
  /** The lit cell under the pointer. */
  over: string | null;
  /** What is lit under the pointer: a cell, or something beside the board. */
  onto: Click | null;
}

export class PointerInput {
  drag = $state.raw<Drag | null>(null);
  /** What is pointed at for a while, or pressed long: what it is is told. */
  inspected = $state.raw<Click | null>(null);
  /** Whether the mouse has left the board. */
  isAway = $state(false);
  /** Where the last drag ended, until the next touch. */
  dropped = $state<string | null>(null);

  /** Where the mouse is. */
  #mouse: { x: number; y: number } | null = null;
  /** Where the mouse was last while it moves what is seen of a board that is zoomed in. */
  #panned: { x: number; y: number } | null = null;
  #pressed: { token: Click; x: number; y: number; pointer: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #swallow = false;
  readonly #walk: BoardWalk;
  readonly #zoom: Zoom;

  constructor(walk: BoardWalk, zoom: Zoom) {
    this.#walk = walk;
    this.#zoom = zoom;
  }

  /** Whether the click that follows a drag or a long press is to be ignored. */
  takeSwallowed(): boolean {
    const swallow = this.#swallow;
    this.#swallow = false;
    return swallow;
  }

  down(event: PointerEvent): void {
    this.#swallow = false;
    this.dropped = null;
    if (event.pointerType === "mouse") clearTimeout(this.#timer);
    else this.hide();
    const token = tokenOf(event.target);
    if (!token || !event.isPrimary || event.button !== 0) return;
    this.#pressed = { token, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    if (event.pointerType === "mouse") return;
    this.#timer = setTimeout(() => {
      this.#swallow = true;
      this.#pressed = null;
      this.inspected = token;
    }, LONG_PRESS_MS);
  }

  move(event: PointerEvent): void {
    const { clientX, clientY } = event;
    this.#mouse = event.pointerType === "mouse" ? { x: clientX, y: clientY } : null;
    const pressed = this.#pressed;
    if (!pressed || pressed.pointer !== event.pointerId) return;
    const { clientX: x, clientY: y } = event;
    if (this.#panned) {
      this.#zoom.pan(x - this.#panned.x, y - this.#panned.y);
      this.#panned = { x, y };
      return;
    }
    if (!this.drag) {
      if (Math.hypot(x - pressed.x, y - pressed.y) < DRAG_PIXELS) return;
      clearTimeout(this.#timer);
      if (!this.#walk.grab(pressed.token)) {
        // Fingers scroll by themselves.
        if (event.pointerType === "mouse" && !this.#zoom.isLeast) this.#panned = { x, y };
        else this.#pressed = null;
        return;
      }
    }
    const onto = this.#litAt(x, y);
    this.drag = { token: pressed.token, x, y, over: onto?.kind === "cell" ? onto.id : null, onto };
  }

  up(event: PointerEvent): void {
    clearTimeout(this.#timer);
    if (this.#pressed?.pointer !== event.pointerId) return;
    this.#pressed = null;
    const drag = this.drag;
    if (drag || this.#panned) {
      this.#swallow = true;
      setTimeout(() => (this.#swallow = false));
    }
    this.#panned = null;
    if (!drag) return;
    this.drag = null;
    this.dropped = drag.over;
    if (drag.onto) this.#walk.click(drag.onto);
    else {
      const under = tokenOf(document.elementFromPoint(event.clientX, event.clientY));
      if (under?.kind === "cell" && under.id !== drag.token.id) this.#walk.miss(under);
      this.#walk.cancel();
    }
  }

  /** What can be dropped on there: a cell, or a hand whichever of its items is under the pointer. */
  #litAt(x: number, y: number): Click | null {
    const element = document.elementFromPoint(x, y);
    const found = [tokenOf(element), zoneOf(element)];
    return found.find((token) => token !== null && this.#walk.isLit(token)) ?? null;
  }

  /** The pointer was taken away, by scrolling or a second finger. */
  lose(): void {
    clearTimeout(this.#timer);
    this.#pressed = null;
    this.#panned = null;
    if (this.drag) this.#walk.cancel();
    this.drag = null;
  }

  hover(event: PointerEvent): void {
    if (event.pointerType !== "mouse" || this.drag) return;
    const token = tokenOf(event.target);
    clearTimeout(this.#timer);
    this.isAway = false;
    if (token) this.#timer = setTimeout(() => (this.inspected = token), HOVER_MS);
  }

  /** The mouse left the board: what was inspected is still told, but no longer marked. */
  leave(event: PointerEvent): void {
    clearTimeout(this.#timer);
    this.isAway = event.pointerType === "mouse";
  }

  /** Inspects a cell, or nothing if something was inspected; whether it does now. */
  toggle(cell: string): boolean {
    this.inspected = this.inspected ? null : { kind: "cell", id: cell };
    return this.inspected !== null;
  }

  /** A menu that lay over the board is gone: what is under the mouse now is told, or nothing. */
  uncover(): void {
    clearTimeout(this.#timer);
    const { x, y } = this.#mouse ?? { x: -1, y: -1 };
    this.inspected = tokenOf(document.elementFromPoint(x, y));
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.inspected = null;
  }
}
