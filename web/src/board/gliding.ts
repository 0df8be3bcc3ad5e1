/**
 * What moved from one scene to the next, found by comparing them, and how it glides there. A layer
 * that is gone from one cell, or from a hand, and new in another is taken for the same; no game is
 * asked.
 */
import type { Layer, Zone } from "../protocol";

export type Stacks = Readonly<Record<string, readonly Layer[]>>;

/** What a board shows, as far as it can move. */
export interface Shown {
  stacks: Stacks;
  zones: readonly Zone[];
}

/** A place in a hand or a stock. */
export interface Held {
  zone: string;
  item: string;
}

export interface Glide {
  /** A cell, or what it was taken from beside the board. */
  from: string | Held;
  to: string;
  /** Of the layer, in the stack in which it is now. */
  index: number;
}

/** With more simultaneous moves than this, nothing is animated. */
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

/** What hands have less of than before. */
function spent(before: readonly Zone[], after: readonly Zone[]): { from: Held; layer: Layer }[] {
  return before.flatMap((zone) =>
    zone.items.flatMap(({ id, layer, count }) => {
      const left = after.find((one) => one.id === zone.id)?.items.find((item) => item.id === id);
      const taken = Math.max(0, count - (left?.count ?? 0));
      return Array.from({ length: taken }, () => ({ from: { zone: zone.id, item: id }, layer }));
    }),
  );
}

export function glides(
  before: Shown,
  after: Shown,
  distance: (from: string, to: string) => number,
): Glide[] {
  const [old, now] = [before.stacks, after.stacks];
  const cells = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const gone = cells.flatMap((cell) => surplus(cell, old[cell] ?? [], now[cell] ?? []));
  const come = cells.flatMap((cell) => surplus(cell, now[cell] ?? [], old[cell] ?? []));
  const held = spent(before.zones, after.zones);
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
  for (const { cell: to, layer, index } of come.splice(0)) {
    const at = held.findIndex((place) => kind(place.layer) === kind(layer));
    const taken = at < 0 ? undefined : held.splice(at, 1)[0];
    if (taken) found.push({ from: taken.from, to, index });
    else come.push({ cell: to, layer, index });
  }
  // What changed on its way, as by a promotion: only where there is no doubt.
  if (
    come.length === 1 &&
    gone.filter((one) => one.layer.owner === come[0]?.layer.owner).length === 1
  ) {
    pair((one, other) => one.owner === other.owner);
  }
  const ways = found.map(({ from, to }) => JSON.stringify([from, to]));
  return new Set(ways).size > MOST_WAYS ? [] : found;
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
