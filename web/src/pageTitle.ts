/** The title of a page in the tab. */
export function pageTitle(page: string): string {
  return `${page} · Strata`;
}
