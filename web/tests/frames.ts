/** Positions of a game that is looked at again. */
import type { Frame } from "../src/protocol";

export const frame = (number: number, position = `p${number}`): Frame => ({
  number,
  move: number ? [number % 2 ? "first" : "second", `m${number}`, number] : null,
  position,
  seat: number % 2 ? "second" : "first",
  scene: { stacks: {}, zones: [], marks: [], status: [] },
  outcome: null,
  end: null,
  telling: [],
});
