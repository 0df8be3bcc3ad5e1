/** Addresses of embedded boards, and the text with which a page shows one. */
import { studyPath, tablePath } from "../router";

export const tableEmbed = (id: string, number: number) => `/embed${tablePath(id)}#${number}`;
export const studyEmbed = (id: string, number: number) => `/embed${studyPath(id, number)}`;

/** The text of an element that shows a board in another page. */
export function embedSnippet(address: string, title: string): string {
  const safe = (text: string) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll('"', "&quot;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;");
  return `<iframe src="${safe(address)}" title="${safe(title)}" width="480" height="620" loading="lazy" style="border: 0; max-width: 100%"></iframe>`;
}
