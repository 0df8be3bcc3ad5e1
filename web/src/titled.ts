/** The title of a page in the tab. */
export function titled(page: string): string {
  return `${page} · Strata`;
}
