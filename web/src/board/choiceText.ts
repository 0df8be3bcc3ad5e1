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

/** The help that all choices share, if there are several: it is said once. */
export function sharedHelp(choices: readonly ChoiceText[]): string {
  const [first, ...rest] = choices;
  return first && rest.length && rest.every((one) => one.help === first.help) ? first.help : "";
}
