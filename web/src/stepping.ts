/** Stepping through the positions of a game by keys and by the wheel. */

/** How many positions to go; `Infinity` is the newest or the last. */
const ANYWHERE: Record<string, number> = { ",": -1, ".": 1 };
const KEYS: Record<string, number> = {
  ...ANYWHERE,
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};
/** Where people write, and where the arrow keys have another meaning. */
const WRITING =
  "textarea, [contenteditable], input:not([type=range], [type=radio], [type=checkbox])";
const OWN_KEYS = `${WRITING}, input, select, [role=slider], [role=menu]`;

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "target">;

/**
 * What a key means for stepping; 0: nothing. On the board the arrow keys move between cells, unless
 * `isFreeBoard`: then the board was reached by the pointer, and they step.
 */
export function stepOfKey(event: Pressed, isFreeBoard: boolean): number {
  const step = KEYS[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return 0;
  const isIn = (places: string) => (event.target as Element | null)?.closest?.(places) != null;
  if (isIn(event.key in ANYWHERE ? WRITING : OWN_KEYS)) return 0;
  const isArrow = event.key.startsWith("Arrow");
  return isArrow && isIn("[role=grid]") && !isFreeBoard ? 0 : step;
}

/** Whether the pointer was used last to get somewhere, or the Tab key. */
export class LastMeans {
  isPointer = false;

  pointed(): void {
    this.isPointer = true;
  }

  pressed({ key }: Pick<KeyboardEvent, "key">): void {
    if (key === "Tab") this.isPointer = false;
  }
}

const PIXELS_EACH = 50;

type Turned = Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode">;

/** Turns of the wheel as steps: one for each notch, or for so many pixels on a touch pad. */
export class WheelSteps {
  #pixels = 0;

  /** -1, 0 or 1. With Shift some browsers turn the other axis. */
  turn({ deltaX, deltaY, deltaMode }: Turned): number {
    const delta = deltaY || deltaX;
    if (deltaMode !== 0) return Math.sign(delta);
    if (Math.sign(delta) !== Math.sign(this.#pixels)) this.#pixels = 0;
    this.#pixels += delta;
    if (Math.abs(this.#pixels) < PIXELS_EACH) return 0;
    this.#pixels = 0;
    return Math.sign(delta);
  }
}

/**
 * Shift and the wheel over a board step; the wheel alone scrolls the page, as everywhere. On a board
 * that is zoomed both scroll.
 */
export function wheeling(
  game: { step: (by: number) => void },
  zoom: { readonly isLeast: boolean },
): (board: HTMLElement) => () => void {
  return (board) => {
    const steps = new WheelSteps();
    const turn = (event: WheelEvent) => {
      if (!event.shiftKey || event.ctrlKey || !zoom.isLeast) return;
      event.preventDefault();
      const by = steps.turn(event);
      if (by) game.step(by);
    };
    board.addEventListener("wheel", turn, { passive: false });
    return () => board.removeEventListener("wheel", turn);
  };
}
