/**
 * What asks for this person's attention at a table: their turn, questions of the other player, and
 * answers to their own. For the ear, the title of the tab, its icon and the screen reader.
 */
import { myGames } from "../myGames.svelte";
import type { Seat, ServerMessage, TableInfo, TableState } from "../protocol";
import type { Sound } from "../sound";
import { otherSeat } from "../words";
import { soundOf } from "./announcements";

type Asked = "draw" | "take-back" | "claim";

const ASKED: Record<Asked, string> = {
  draw: "Draw offered",
  "take-back": "Take back?",
  claim: "Game claimed",
};

/** Who asks what; a claim is a question too, which coming back answers. */
function askers({ draw_offer, take_back, claim }: TableState): Record<Asked, Seat | null> {
  return { draw: draw_offer, "take-back": take_back, claim: claim?.by ?? null };
}

/** What the other player asks the holder of the seat. */
function questionsTo(own: Seat | undefined, state: TableState): Asked[] {
  if (!own || state.outcome) return [];
  const found = Object.entries(askers(state)) as [Asked, Seat | null][];
  return found.filter(([, seat]) => seat === otherSeat(own)).map(([asked]) => asked);
}

/** The answer of the other player to a question. */
interface Answer {
  words: string;
  isDeclined: boolean;
}

const DRAW_DECLINED: Answer = { words: "Your opponent declined the draw.", isDeclined: true };
const TAKEN_BACK: Answer = {
  words: "Your opponent agreed: the turn is taken back.",
  isDeclined: false,
};
const NOT_TAKEN_BACK: Answer = {
  words: "Your opponent declined the take-back.",
  isDeclined: true,
};

export class Attention {
  /** How the other player answered a question, until something else happens. */
  answer = $state("");
  #before: TableState | null = null;
  #moves = 0;

  /** `hasWithdrawn` says whether the person themselves took the question back. */
  constructor(
    private readonly hasWithdrawn: () => boolean,
    private readonly sound: (sound: Sound) => void,
  ) {}

  /** Takes a message in, after it took effect on `table`. */
  hear(message: ServerMessage, table: TableInfo): void {
    if (message.type === "presence") return;
    const [before, moves] = [this.#before, this.#moves];
    [this.#before, this.#moves] = [table.state, table.moves.length];
    const own = table.mine.length === 1 ? table.mine[0] : undefined;
    const asked = questionsTo(own, table.state);
    myGames.isAsked = asked.length > 0;
    let sound = soundOf(message, table);
    if (message.type === "changed") {
      const known = before ? questionsTo(own, before) : [];
      if (asked.some((one) => !known.includes(one))) sound ??= "question";
      const answer = before && own ? this.#answered(own, before, table, moves) : null;
      this.answer = answer?.words ?? "";
      if (answer) sound ??= answer.isDeclined ? "refused" : "question";
    }
    if (sound) this.sound(sound);
  }

  #answered(own: Seat, before: TableState, table: TableInfo, moves: number): Answer | null {
    const { state } = table;
    if (state.outcome || this.hasWithdrawn() || table.moves.length > moves) return null;
    if (before.draw_offer === own && !state.draw_offer) return DRAW_DECLINED;
    if (before.take_back !== own || state.take_back) return null;
    return table.moves.length < moves ? TAKEN_BACK : NOT_TAKEN_BACK;
  }

  /** What stands in the title of the tab, before the name of the game. */
  titled({ title, mine, state }: TableInfo): string {
    const own = mine.length === 1 ? mine[0] : undefined;
    const [asked] = questionsTo(own, state);
    const isTurn = own !== undefined && own === state.seat;
    const news = asked ? ASKED[asked] : isTurn ? "Your turn" : "";
    return news ? `● ${news} · ${title}` : title;
  }

  /** The person has left the table. */
  leave(): void {
    myGames.isAsked = false;
  }
}
