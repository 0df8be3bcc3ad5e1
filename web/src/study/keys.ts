/** The keys of the analysis board: what each does, wherever the focus is on the page. */

export type DeskCommand =
  | "back"
  | "forward"
  | "start"
  | "end"
  | "variation-before"
  | "variation-after"
  | "delete"
  | "promote"
  | "main"
  | "comment"
  | "draw"
  | "engine"
  | "threat"
  | "flip"
  | `mark-${1 | 2 | 3 | 4 | 5 | 6}`;

const COMMANDS: Readonly<Record<string, DeskCommand>> = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  ",": "back",
  ".": "forward",
  ArrowUp: "variation-before",
  ArrowDown: "variation-after",
  Home: "start",
  End: "end",
  Delete: "delete",
  p: "promote",
  m: "main",
  c: "comment",
  d: "draw",
  e: "engine",
  t: "threat",
  f: "flip",
  "1": "mark-1",
  "2": "mark-2",
  "3": "mark-3",
  "4": "mark-4",
  "5": "mark-5",
  "6": "mark-6",
};

/** For people: the keys and what they do. */
export const LEGEND: readonly (readonly [string, string])[] = [
  ["← →", "back and forward; also , and ."],
  ["↑ ↓", "previous and next variation"],
  ["Home End", "to the start, to the end of the line"],
  ["1 … 6", "mark with !! ! !? ?! ? ??; the same key removes it"],
  ["c", "write a comment; Escape ends it"],
  ["d", "draw; Enter on one or two cells, with the board in focus"],
  ["p m", "move the variation up, make it the main line"],
  ["Delete", "delete from here on"],
  ["e t", "computer on or off, threat on or off"],
  ["f", "flip the board"],
];

const WRITING =
  "textarea, [contenteditable], input:not([type=range], [type=radio], [type=checkbox])";
const OWN_KEYS = `${WRITING}, input, select, [role=slider], [role=menu]`;

type Pressed = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "target"
>;

/**
 * What a key means; null: nothing. On the board the arrow keys go between cells, unless
 * `isFreeBoard`: then the board was reached by the pointer.
 */
export function commandOf(event: Pressed, isFreeBoard: boolean): DeskCommand | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const command = COMMANDS[event.key] ?? null;
  const isIn = (places: string) => (event.target as Element | null)?.closest?.(places) != null;
  if (!command || isIn(OWN_KEYS)) return null;
  const isArrow = event.key.startsWith("Arrow");
  return isArrow && isIn("[role=grid]") && !isFreeBoard ? null : command;
}
