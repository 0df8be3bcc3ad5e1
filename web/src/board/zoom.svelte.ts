/** How large the board is drawn in its window: by buttons, keys or two fingers. */

const LARGEST = 4;
const STEP = 1.4;

export type ZoomChange = "larger" | "smaller" | "fit";

export class Zoom {
  level = $state(1);

  get isLeast(): boolean {
    return this.level <= 1;
  }

  get isMost(): boolean {
    return this.level >= LARGEST;
  }

  change(how: ZoomChange): void {
    if (how === "fit") this.set(1);
    else this.set(how === "larger" ? this.level * STEP : this.level / STEP);
  }

  set(level: number): void {
    this.level = level < 1.05 ? 1 : Math.min(level, LARGEST);
  }
}

interface Pinch {
  level: number;
  distance: number;
}

/** Two fingers on `window`, a scrolling element, zoom about the point between them. */
export function pinching(zoom: Zoom, begins: () => void): (window: HTMLElement) => () => void {
  return (window) => {
    let pinch: Pinch | null = null;

    const start = (event: TouchEvent) => {
      const gap = span(event);
      if (!gap) return;
      event.preventDefault();
      begins();
      pinch = { level: zoom.level, distance: gap.distance };
    };
    const move = (event: TouchEvent) => {
      const gap = span(event);
      if (!pinch || !gap) return;
      event.preventDefault();
      const box = window.getBoundingClientRect();
      const [x, y] = [gap.x - box.x, gap.y - box.y];
      const before = zoom.level;
      zoom.set(pinch.level * (gap.distance / pinch.distance));
      const ratio = zoom.level / before;
      requestAnimationFrame(() => {
        window.scrollLeft = (window.scrollLeft + x) * ratio - x;
        window.scrollTop = (window.scrollTop + y) * ratio - y;
      });
    };
    const end = () => (pinch = null);

    window.addEventListener("touchstart", start, { passive: false });
    window.addEventListener("touchmove", move, { passive: false });
    window.addEventListener("touchend", end);
    return () => {
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
