/** Between elements of the page and tokens: what was clicked, and where a token is shown. */
import { tokenKey } from "../gesture";
import type { Token } from "../protocol";

export type Click = Pick<Token, "kind" | "id">;

/** The token an element stands for: `data-token` holds its key. */
export function tokenOf(target: EventTarget | null): Click | null {
  const element = target instanceof Element ? target.closest("[data-token]") : null;
  const key = element?.getAttribute("data-token");
  if (!key) return null;
  const blank = key.indexOf(" ");
  return { kind: key.slice(0, blank) as Token["kind"], id: key.slice(blank + 1) };
}

/** The hand or stock that an element belongs to, as something to drop on. */
export function zoneOf(target: Element | null): Click | null {
  const id = target?.closest("[data-place]")?.getAttribute("data-place");
  return id ? { kind: "item", id } : null;
}

/** Where a token is shown on the board `frame`. */
export function elementOf(token: Click, frame: Element | null | undefined): Element | null {
  return frame?.querySelector(`[data-token="${CSS.escape(tokenKey(token))}"]`) ?? null;
}

/** Where a hand or a stock is shown. */
export function zoneElement(id: string, frame: Element | null): Element | null {
  return frame?.querySelector(`[data-zone="${CSS.escape(id)}"]`) ?? null;
}

export function bringIntoSight(element: Element | null | undefined): void {
  element?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
