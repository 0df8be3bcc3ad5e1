/** The scene of a table with what its last turn and its end were about marked. */
import type { Mark, SceneState, TableInfo } from "../protocol";

export function marked(table: TableInfo): SceneState {
  const { scene, moves, tellings, state } = table;
  const marks: Mark[] = [...scene.marks];
  const pointedOut = new Set(scene.marks.flatMap((mark) => mark.cells));
  const add = (kind: Mark["kind"], label: string, cells: Iterable<string>) => {
    const fresh = [...new Set(cells)].filter((cell) => !pointedOut.has(cell));
    fresh.forEach((cell) => pointedOut.add(cell));
    if (fresh.length) marks.push({ kind, cells: fresh, label });
  };
  const last = moves.at(-1);
  if (last && !table.mine.includes(last[0])) {
    const untold = moves.length - tellings.length;
    const turn = tellings.filter((_, index) => moves[untold + index]?.[2] === last[2]);
    add(
      "last",
      "last turn",
      turn.flat().flatMap((sentence) => sentence.cells),
    );
  }
  if (state.end) add("effect", "why it ended", state.end.cells);
  return marks.length === scene.marks.length ? scene : { ...scene, marks };
}
