/** Drafts of positions and what people do to them. Nothing here knows a rule. */
import type {
  Draft,
  EditorInfo,
  Layer,
  Palette,
  PaletteItem,
  Placed,
  Property,
  SceneState,
  Seat,
} from "../protocol";

/** `PaletteItem.joins` of an item that shares its level of a cell with no other. */
const ALONE = "-";

export type Stack = readonly Placed[];

const known = new WeakMap<Palette, ReadonlyMap<string, PaletteItem>>();

export function itemOf(palette: Palette, key: string): PaletteItem | undefined {
  const items = known.get(palette) ?? new Map(palette.items.map((item) => [item.key, item]));
  known.set(palette, items);
  return items.get(key);
}

export function stackOn(draft: Draft, cell: string): Stack {
  return draft.cells[cell] ?? [];
}

/** An item as it is laid: with the values that it begins with. */
export function fresh(item: PaletteItem): Placed {
  const values = item.values ?? {};
  return Object.keys(values).length ? { item: item.key, values } : { item: item.key };
}

/**
 * Lays something on a cell, above what lies there of its level. What cannot share the level with it
 * is replaced; where the level is full, its top is.
 */
export function put(draft: Draft, palette: Palette, cell: string, placed: Placed): Draft {
  const level = levelOf(palette, placed);
  const stack = stackOn(draft, cell);
  const of = (wanted: (found: number) => boolean) =>
    stack.filter((one) => wanted(levelOf(palette, one)));
  const own = of((found) => found === level);
  return withStack(draft, cell, [
    ...of((found) => found < level),
    ...beside(own, placed, palette),
    placed,
    ...of((found) => found > level),
  ]);
}

/** What stays of a level when something is laid on it. */
function beside(own: Stack, placed: Placed, palette: Palette): Stack {
  const joins = itemOf(palette, placed.item)?.joins ?? "";
  const isShared = own.every((one) => (itemOf(palette, one.item)?.joins ?? "") === joins);
  if (joins === ALONE || !isShared) return [];
  const most = palette.levels[levelOf(palette, placed)]?.most ?? 1;
  return own.slice(0, most - 1);
}

function levelOf(palette: Palette, placed: Placed): number {
  return itemOf(palette, placed.item)?.level ?? 0;
}

/** Takes a layer away, by default the top; a cell that is empty is not in the draft. */
export function remove(draft: Draft, cell: string, index = stackOn(draft, cell).length - 1): Draft {
  const stack = stackOn(draft, cell);
  if (!stack[index]) return draft;
  return withStack(draft, cell, stack.toSpliced(index, 1));
}

/** Lays what is on one cell onto another: all of it, or its top. */
export function move(
  draft: Draft,
  palette: Palette,
  from: string,
  to: string,
  whole: boolean,
): Draft {
  const stack = stackOn(draft, from);
  if (from === to || !stack.length) return draft;
  const carried = whole ? stack : stack.slice(-1);
  const rest = withStack(draft, from, stack.slice(0, stack.length - carried.length));
  return carried.reduce((made, placed) => put(made, palette, to, placed), rest);
}

/** Exchanges a layer with its neighbour above (1) or below (-1), if both are of one level. */
export function shift(
  draft: Draft,
  palette: Palette,
  cell: string,
  index: number,
  by: 1 | -1,
): Draft {
  if (!canShift(draft, palette, cell, index, by)) return draft;
  const stack = [...stackOn(draft, cell)];
  const [moved] = stack.splice(index, 1);
  if (moved) stack.splice(index + by, 0, moved);
  return withStack(draft, cell, stack);
}

export function canShift(
  draft: Draft,
  palette: Palette,
  cell: string,
  index: number,
  by: 1 | -1,
): boolean {
  const [one, other] = [stackOn(draft, cell)[index], stackOn(draft, cell)[index + by]];
  return !!one && !!other && levelOf(palette, one) === levelOf(palette, other);
}

function withStack(draft: Draft, cell: string, stack: Stack): Draft {
  const others = without(draft.cells, cell);
  return { ...draft, cells: stack.length ? { ...others, [cell]: stack } : others };
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

/** What is particular about a layer; a default is left out. */
export function setValue(
  draft: Draft,
  cell: string,
  index: number,
  property: Property,
  value: string,
): Draft {
  const stack = stackOn(draft, cell);
  const placed = stack[index];
  if (!placed) return draft;
  const values = withValue(placed.values ?? {}, property, value);
  const { item } = placed;
  const changed: Placed = Object.keys(values).length ? { item, values } : { item };
  return withStack(draft, cell, stack.with(index, changed));
}

export function setFact(draft: Draft, fact: Property, value: string): Draft {
  return { ...draft, facts: withValue(draft.facts ?? {}, fact, value) };
}

function withValue(
  values: Readonly<Record<string, string>>,
  property: Property,
  value: string,
): Record<string, string> {
  const others = without(values, property.key);
  return value === (property.default ?? "") ? others : { ...others, [property.key]: value };
}

export function factOf(draft: Draft, fact: Property): string {
  return draft.facts?.[fact.key] ?? fact.default ?? "";
}

/** Whether a fact is asked for, as the others are. */
export function isAsked(draft: Draft, palette: Palette, { when }: Property): boolean {
  if (!when) return true;
  const other = palette.facts.find((one) => one.key === when.fact);
  return !!other && when.values.includes(factOf(draft, other));
}

export function setCount(draft: Draft, key: string, count: number, most: number): Draft {
  const bounded = Math.max(0, Math.min(most, Math.round(count) || 0));
  return { ...draft, counts: { ...draft.counts, [key]: bounded } };
}

export function countOf(draft: Draft, key: string): number {
  return draft.counts?.[key] ?? 0;
}

export function setSeat(draft: Draft, seat: Seat): Draft {
  return { ...draft, seat };
}

/** An empty board with nothing beside it; who acts stays. */
export function cleared(draft: Draft): Draft {
  return { cells: {}, seat: draft.seat };
}

/** `draft` without what another palette or board does not have. */
export function pruned(
  draft: Draft,
  { palette, look }: Pick<EditorInfo, "palette" | "look">,
): Draft {
  const cells = look.cells.flatMap(({ name }): [string, Stack][] => {
    const stack = stackOn(draft, name).flatMap((placed) => prunedItem(placed, palette));
    return stack.length ? [[name, stack]] : [];
  });
  const counters = palette.zones.flatMap((zone) => zone.counters.map((counter) => counter.key));
  const facts = palette.facts.map((fact) => fact.key);
  return {
    cells: Object.fromEntries(cells),
    seat: draft.seat,
    counts: only(draft.counts ?? {}, counters),
    facts: only(draft.facts ?? {}, facts),
  };
}

function prunedItem({ item, values = {} }: Placed, palette: Palette): Placed[] {
  const known = itemOf(palette, item);
  if (!known) return [];
  const kept = only(values, known.properties ?? []);
  return [Object.keys(kept).length ? { item, values: kept } : { item }];
}

function only<Value>(
  record: Readonly<Record<string, Value>>,
  keys: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key)));
}

/** What lies on the cells as far as the palette knows how it looks. */
export function sketch(draft: Draft, palette: Palette): SceneState["stacks"] {
  const stacks: Record<string, Layer[]> = namedLayers(draft, palette);
  for (const [cell, stack] of Object.entries(draft.cells)) {
    stacks[cell] = [...(stacks[cell] ?? []), ...layersOf(stack, palette)];
  }
  return stacks;
}

/** What values of items elsewhere put on cells: walls of a piece. */
function namedLayers(draft: Draft, palette: Palette): Record<string, Layer[]> {
  const found: Record<string, Layer[]> = {};
  for (const placed of Object.values(draft.cells).flat()) {
    for (const [key, value] of Object.entries(placed.values ?? {})) {
      const symbol = palette.properties[key]?.symbol;
      if (!symbol || !value) continue;
      const owner = itemOf(palette, placed.item)?.owner ?? null;
      for (const cell of value.split(".")) (found[cell] ??= []).push({ symbol, owner });
    }
  }
  return found;
}

function layersOf(stack: Stack, palette: Palette): Layer[] {
  return stack.flatMap((placed, index) => {
    const item = itemOf(palette, placed.item);
    if (!item) return [];
    const above = stack[index + 1];
    const isBelow = above && levelOf(palette, above) === (item.level ?? 0);
    return isBelow && item.below?.length ? item.below : item.layers;
  });
}
