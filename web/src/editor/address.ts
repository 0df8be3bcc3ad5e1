/** What an editor shows, in the hash of its address: the position, the options, the definition. */

export interface EditorAddress {
  /** The text of the position; empty: the start. */
  position: string;
  options: Readonly<Record<string, string>>;
  /** The name of a definition that ships, or the text of one; empty: the game as it is. */
  definition: string;
}

const OPTION = "option.";

export function readAddress(hash: string): EditorAddress {
  const found = new URLSearchParams(hash.replace(/^#/, ""));
  const options = [...found].flatMap(([key, value]): [string, string][] =>
    key.startsWith(OPTION) ? [[key.slice(OPTION.length), value]] : [],
  );
  return {
    position: found.get("position") ?? "",
    options: Object.fromEntries(options),
    definition: found.get("definition") ?? "",
  };
}

export function writeAddress({ position, options, definition }: EditorAddress): string {
  const written = new URLSearchParams();
  if (position) written.set("position", position);
  for (const [name, value] of Object.entries(options)) written.set(OPTION + name, value);
  if (definition) written.set("definition", definition);
  return written.toString();
}

/** Options as text, without those that are as the game has them. */
export function chosenOptions(
  settings: Readonly<Record<string, string>>,
  offered: readonly { name: string; default: unknown }[],
): Record<string, string> {
  const defaults = new Map(offered.map((one) => [one.name, String(one.default)]));
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => defaults.get(name) !== value),
  );
}
