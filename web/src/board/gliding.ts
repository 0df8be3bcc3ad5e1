/**
 * What moved from one scene to the next, found by comparing them, and how it glides there. A layer
 * that is gone from one cell and new in another is taken for the same; no game is asked.
 */
import type { Layer } from "../protocol";

export type Stacks = Readonly<Record<string, readonly Layer[]>>;

export interface Glide {
  from: string;
  to: string;
  /** Of the layer, in the stack in which it is now. */
  index: number;
}

/** More ways than these at once are no move but a jump: nothing glides. */
const MOST_WAYS = 3;
const GLIDE_MS = 150;

interface Place {
  cell: string;
  layer: Layer;
  index: number;
}

const kind = (layer: Layer) => `${layer.symbol} ${layer.owner}`;

/** The layers that `stack` has more than `other`, the upper ones first. */
function surplus(cell: string, stack: readonly Layer[], other: readonly Layer[]): Place[] {
  const left = other.map(kind);
  const more: Place[] = [];
  stack.forEach((layer, index) => {
    const at = left.indexOf(kind(layer));
    if (at < 0) more.push({ cell, layer, index });
    else left.splice(at, 1);
  });
  return more;
}

export function glides(
  before: Stacks,
  after: Stacks,
  distance: (from: string, to: string) => number,
): Glide[] {
  const cells = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const gone = cells.flatMap((cell) => surplus(cell, before[cell] ?? [], after[cell] ?? []));
  const come = cells.flatMap((cell) => surplus(cell, after[cell] ?? [], before[cell] ?? []));
  const found: Glide[] = [];
  const pair = (same: (one: Layer, other: Layer) => boolean): void => {
    for (const { cell: to, layer, index } of come.splice(0)) {
      const nearest = gone
        .filter((place) => place.cell !== to && same(place.layer, layer))
        .sort((one, other) => distance(one.cell, to) - distance(other.cell, to))[0];
      if (nearest) {
        gone.splice(gone.indexOf(nearest), 1);
        found.push({ from: nearest.cell, to, index });
      } else come.push({ cell: to, layer, index });
    }
  };
  pair((one, other) => kind(one) === kind(other));
  // What changed on its way, as by a promotion: only where there is no doubt.
  if (
    come.length === 1 &&
    gone.filter((one) => one.layer.owner === come[0]?.layer.owner).length === 1
  ) {
    pair((one, other) => one.owner === other.owner);
  }
  return new Set(found.map(({ from, to }) => `${from} ${to}`)).size > MOST_WAYS ? [] : found;
}

/**
 * Lets the layers glide: copies of them over everything else, from where they were, while they
 * themselves are unseen. `stacks` holds elements with `data-stack` and in these `data-layer`.
 */
export function animate(
  list: readonly Glide[],
  stacks: Element,
  overlay: Element,
  way: (glide: Glide) => readonly [number, number],
): void {
  overlay.replaceChildren();
  for (const hidden of stacks.querySelectorAll<SVGElement>("[data-gliding]")) show(hidden);
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const glide of list) {
    const stack = stacks.querySelector(`[data-stack="${CSS.escape(glide.to)}"]`);
    const layer = stack?.querySelector<SVGElement>(`[data-layer="${glide.index}"]`);
    if (!stack || !layer) continue;
    const place = document.createElementNS("http://www.w3.org/2000/svg", "g");
    place.setAttribute("transform", stack.getAttribute("transform") ?? "");
    const moving = place.appendChild(place.cloneNode() as SVGGElement);
    moving.removeAttribute("transform");
    moving.append(layer.cloneNode(true));
    overlay.append(place);
    layer.dataset["gliding"] = "";
    layer.style.visibility = "hidden";
    const [x, y] = way(glide);
    const end = () => {
      place.remove();
      show(layer);
    };
    moving
      .animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
        duration: GLIDE_MS,
        easing: "ease-in-out",
      })
      .finished.then(end, end);
  }
}

function show(layer: SVGElement): void {
  delete layer.dataset["gliding"];
  layer.style.visibility = "";
}
