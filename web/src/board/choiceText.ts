/** What choices say of themselves: for a menu, a bar and a screen reader. */
import type { Look, Seat, Token } from "../protocol";
import { capital, fillSeats } from "../words";

export interface ChoiceText {
  token: Token;
  label: string;
  /** What it does and costs; may be empty. */
  help: string;
  /** What of one's own is lost; may be empty. */
  warning: string;
}

export function choiceText(
  token: Token,
  look: Pick<Look, "choices">,
  warning: string,
  reader: Seat | null,
): ChoiceText {
  const known = look.choices[token.topic || token.id];
  const cost = known?.cost ? ` Cost: ${known.cost}.` : "";
  const lost = capital(fillSeats(warning, reader));
  return {
    token,
    label: capital(token.label || token.id),
    help: known ? known.help + cost : "",
    warning: [known?.warning, lost].filter(Boolean).join(" "),
  };
}

/** Choices with the same help, which is said once. */
export interface ChoiceGroup {
  /** The help that several choices share; empty where one has its own. */
  shared: string;
  choices: readonly ChoiceText[];
}

/** Choices whose help is the same stand together, where the first of them stood. */
export function groupChoices(choices: readonly ChoiceText[]): ChoiceGroup[] {
  const alike = new Map<string, ChoiceText[]>();
  for (const choice of choices) {
    const key = choice.help || `choice ${choice.token.id}`;
    alike.set(key, [...(alike.get(key) ?? []), choice]);
  }
  return [...alike.values()].map((group) => ({
    shared: group.length > 1 ? (group[0]?.help ?? "") : "",
    choices: group,
  }));
}
