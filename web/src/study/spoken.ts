/** What is said of a position when it is gone to. */
import type { StudyPosition } from "../protocol";
import { readSentence, readTelling } from "../telling";
import { capital, counted, sentence, verdict } from "../words";
import { markWords } from "./marks";
import { shapeWords } from "./shapes";
import type { TreeNode } from "./tree";

/** Nothing until the position has come: what it tells belongs to it. */
export function spokenAt(node: TreeNode, position: StudyPosition | null): string {
  if (position?.number !== node.number) return "";
  const { action, seat, turn, mark, comment, shapes, children } = node;
  const played = seat ? `Turn ${turn}, ${capital(seat)}: ${action}` : "The start";
  const said = [
    sentence(mark ? `${played}, ${markWords(mark)}` : played),
    readTelling(position.telling, null),
    position.end ? readSentence(position.end, null) : "",
    position.outcome ? sentence(verdict(position.outcome)) : "",
    comment && sentence(`Comment: ${comment}`),
    shapes.length ? sentence(`drawn: ${shapes.map(shapeWords).join(", ")}`) : "",
    children.length > 1 ? sentence(counted(children.length, "continuation")) : "",
  ];
  return said.filter(Boolean).join(" ");
}
