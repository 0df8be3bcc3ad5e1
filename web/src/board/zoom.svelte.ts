/** How large the board is drawn in its window, and which part is seen. */
import { tick } from "svelte";

const LARGEST = 4;
const STEP = 1.4;

export type ZoomChange = "larger" | "smaller" | "fit";

/** The scrolling element in which the board is drawn. */
export type View = Pick<
  HTMLElement,
  "scrollLeft" | "scrollTop" | "clientWidth" | "clientHeight" | "getBoundingClientRect"
>;

export class Zoom {
  level = $state(1);
  /** Set while the board is shown. */
  view: View | null = null;

  get isLeast(): boolean {
    return this.level <= 1;
  }

  get isMost(): boolean {
    return this.level >= LARGEST;
  }

  /** By a step, about the centre of what is seen. */
  change(how: ZoomChange): void {
    if (how === "fit") this.set(1);
    else this.set(how === "larger" ? this.level * STEP : this.level / STEP);
  }

  /** What is at `x`, `y` of the view stays there; by default its centre. */
  set(
    level: number,
    x = (this.view?.clientWidth ?? 0) / 2,
    y = (this.view?.clientHeight ?? 0) / 2,
  ): void {
    const before = this.level;
    this.level = level < 1.05 ? 1 : Math.min(level, LARGEST);
    const { view } = this;
    if (!view || this.level === before) return;
    const ratio = this.level / before;
    const left = (view.scrollLeft + x) * ratio - x;
    const top = (view.scrollTop + y) * ratio - y;
    void tick().then(() => {
      view.scrollLeft = left;
      view.scrollTop = top;
    });
  }

  /** Moves what is seen by so many pixels. */
  pan(x: number, y: number): void {
    if (!this.view) return;
    this.view.scrollLeft -= x;
    this.view.scrollTop -= y;
  }
}

interface Pinch {
  level: number;
  distance: number;
}

/**
 * Two fingers on `window`, a scrolling element, zoom about the point between them. One that drags
 * something, as `isDragging` says, does not scroll.
 */
export function pinching(
  zoom: Zoom,
  begins: () => void,
  isDragging: () => boolean,
): (window: HTMLElement) => () => void {
  return (window) => {
    let pinch: Pinch | null = null;
    zoom.view = window;

    const start = (event: TouchEvent) => {
      const gap = span(event);
      if (!gap) return;
      event.preventDefault();
      begins();
      pinch = { level: zoom.level, distance: gap.distance };
    };
    const move = (event: TouchEvent) => {
      const gap = span(event);
      if (isDragging() && event.cancelable) event.preventDefault();
      if (!pinch || !gap) return;
      event.preventDefault();
      const box = window.getBoundingClientRect();
      zoom.set(pinch.level * (gap.distance / pinch.distance), gap.x - box.x, gap.y - box.y);
    };
    const end = () => (pinch = null);

    window.addEventListener("touchstart", start, { passive: false });
    window.addEventListener("touchmove", move, { passive: false });
    window.addEventListener("touchend", end);
    return () => {
      zoom.view = null;
      window.removeEventListener("touchstart", start);
      window.removeEventListener("touchmove", move);
      window.removeEventListener("touchend", end);
    };
  };
}

function span(event: TouchEvent): { x: number; y: number; distance: number } | null {
  const [a, b] = [event.touches[0], event.touches[1]];
  if (!a || !b) return null;
  return {
    x: (a.clientX + b.clientX) / 2,
    y: (a.clientY + b.clientY) / 2,
    distance: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
  };
}
