/** What a screen reader is told: the same words are told again, too. */

/** Makes a text another one, and is not heard. */
const SILENT = "\u00a0";

export class Announcer {
  spoken = $state("");

  say(words: string): void {
    if (words) this.spoken = words === this.spoken ? words + SILENT : words;
  }
}
