/** The reach of what stands on a cell, or waits beside the board: as core/explaining/reach.py finds it, from the choices of a state. */
import { tokenKey, type Offer } from "./gesture";
import type { Layer, Reach, SceneState, Seat, Token } from "./protocol";

export const NOWHERE: Reach = { moves: [], attacks: [] };

export function topLayer(scene: Pick<SceneState, "stacks">, cell: string): Layer | null {
  return scene.stacks[cell]?.at(-1) ?? null;
}

/** The other cells of the gestures that begin with `token`; those with an enemy on top are attacks. */
export function reachOf(
  offers: readonly Offer[],
  token: Pick<Token, "kind" | "id">,
  scene: Pick<SceneState, "stacks">,
  seat: Seat,
): Reach {
  const key = tokenKey(token);
  const cells = new Set<string>();
  for (const [, [first, ...rest]] of offers) {
    if (!first || tokenKey(first) !== key) continue;
    for (const next of rest) if (next.kind === "cell" && tokenKey(next) !== key) cells.add(next.id);
  }
  const isAttack = (name: string) => {
    const owner = topLayer(scene, name)?.owner ?? null;
    return owner !== null && owner !== seat;
  };
  return {
    moves: [...cells].filter((name) => !isAttack(name)),
    attacks: [...cells].filter(isAttack),
  };
}
