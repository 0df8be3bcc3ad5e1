import { beforeEach, describe, expect, it } from "vitest";
import { myGames } from "../src/myGames.svelte";
import type { Changed, Move, ServerMessage, TableInfo, TableState } from "../src/protocol";
import { Attention } from "../src/table/attention.svelte";

const STATE = {
  version: 1,
  seat: "second",
  outcome: null,
  draw_offer: null,
  take_back: null,
  claim: null,
} as unknown as TableState;
const MOVE = ["second", "b4"] as unknown as Move;

describe("what asks for attention", () => {
  let sounds: string[];
  let hasWithdrawn: boolean;
  let attention: Attention;
  let table: TableInfo;

  function change(state: Partial<TableState>, moves: readonly Move[] = table.moves): void {
    const added = moves.slice(table.moves.length);
    const keep = Math.min(moves.length, table.moves.length);
    table = { ...table, moves, state: { ...table.state, ...state } };
    const message = { type: "changed", keep, moves: added, tellings: [], state: table.state };
    attention.hear(message as unknown as Changed, table);
  }

  beforeEach(() => {
    [sounds, hasWithdrawn] = [[], false];
    attention = new Attention(
      () => hasWithdrawn,
      (sound) => sounds.push(sound),
    );
    table = { title: "Kyo", mine: ["first"], moves: [MOVE], state: STATE } as unknown as TableInfo;
    attention.hear({ type: "welcome", table } as ServerMessage, table);
  });

  it("is a question, by a sound, in the title and by the icon, until it is answered", () => {
    expect(attention.titled(table)).toBe("Kyo");
    change({ draw_offer: "second" });
    expect(sounds).toEqual(["question"]);
    expect(attention.titled(table)).toBe("● Draw offered · Kyo");
    expect(myGames.isAsked).toBe(true);
    change({ version: 3 });
    expect(sounds).toHaveLength(1);
    change({ draw_offer: null });
    expect(sounds).toHaveLength(1);
    expect(attention.answer).toBe("");
    expect(attention.titled(table)).toBe("Kyo");
    expect(myGames.isAsked).toBe(false);
  });

  it("is a request to take back, and a claim", () => {
    change({ take_back: "second" });
    expect(attention.titled(table)).toBe("● Take back? · Kyo");
    change({ take_back: null, claim: { by: "second", left_ms: 1000 } });
    expect(attention.titled(table)).toBe("● Game claimed · Kyo");
    expect(sounds).toEqual(["question", "question"]);
    attention.leave();
    expect(myGames.isAsked).toBe(false);
  });

  it("is how one's own question was answered", () => {
    change({ draw_offer: "first" });
    expect(sounds).toEqual([]);
    change({ draw_offer: null });
    expect(attention.answer).toBe("Your opponent declined the draw.");
    change({ take_back: "first" });
    expect(attention.answer).toBe("");
    change({ take_back: null });
    expect(attention.answer).toBe("Your opponent declined the take-back.");
    change({ take_back: "first" });
    change({ take_back: null }, []);
    expect(attention.answer).toBe("Your opponent agreed: the turn is taken back.");
    expect(sounds).toEqual(["refused", "refused", "question"]);
  });

  it("is not what one withdrew, nor what the other passed over by a move", () => {
    change({ draw_offer: "first" });
    hasWithdrawn = true;
    change({ draw_offer: null });
    expect(attention.answer).toBe("");
    hasWithdrawn = false;
    change({ draw_offer: "first" });
    change({ draw_offer: null, seat: "first" }, [MOVE, MOVE]);
    expect(attention.answer).toBe("");
    expect(sounds).toEqual(["turn"]);
    expect(attention.titled(table)).toBe("● Your turn · Kyo");
  });

  it("is nothing for who holds both seats or only watches", () => {
    for (const mine of [["first", "second"], []] as const) {
      table = { ...table, mine };
      change({ draw_offer: "second" });
      change({ draw_offer: null });
    }
    expect(sounds).toEqual([]);
  });
});
