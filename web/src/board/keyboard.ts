/** The keyboard on the board: which cell it goes to, or what it does. */
import { rows, stepCell, type Direction } from "../geometry";
import type { Look } from "../protocol";
import type { ZoomChange } from "./zoom.svelte";

export type KeyCommand = { go: string } | { do: "click" | "inspect" | "remove" | ZoomChange };

const ARROWS: Record<string, Direction> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};
const COMMANDS: Record<string, KeyCommand> = {
  Enter: { do: "click" },
  " ": { do: "click" },
  i: { do: "inspect" },
  Delete: { do: "remove" },
  Backspace: { do: "remove" },
  "+": { do: "larger" },
  "-": { do: "smaller" },
  "0": { do: "fit" },
};

interface Place {
  look: Look;
  flipped: boolean;
  current: string;
  lit: ReadonlySet<string>;
}

/** What a key means at the current cell; null if it is not ours. */
export function keyCommand(key: string, { look, flipped, current, lit }: Place): KeyCommand | null {
  const direction = ARROWS[key];
  const from = look.cells.find((cell) => cell.name === current);
  if (direction && from) return { go: stepCell(look, from, direction, flipped).name };
  if (key === "n" || key === "N") {
    const order = rows(look.cells, flipped).flat();
    if (key === "N") order.reverse();
    const here = order.findIndex((cell) => cell.name === current);
    const next = [...order.slice(here + 1), ...order.slice(0, here)].find(({ name }) =>
      lit.has(name),
    );
    return { go: next?.name ?? current };
  }
  return COMMANDS[key] ?? null;
}
