import { describe, expect, it } from "vitest";
import {
  clockWords,
  formatClock,
  formatDeadline,
  formatLeft,
  formatLong,
  remainingMs,
} from "../src/clock";
import { levelWords, newTable, type Setup } from "../src/home/setup";
import { groupByTurn } from "../src/moves";
import type { Layer, Symbol } from "../src/protocol";
import {
  creditWords,
  describeStack,
  glanceWords,
  optionLines,
  optionWords,
  scoreWords,
  seatTitle,
  stackRuns,
  turnWords,
  verdict,
} from "../src/words";

const symbol = (name: string, form: Symbol["form"]): Symbol => ({
  name,
  form,
  svg: "",
  glyphs: ["X", "x"],
});
const SYMBOLS = {
  king: symbol("King", "piece"),
  tile: symbol("tile", "tile"),
  shield: symbol("shield", "chip"),
};
const layer = (
  name: string,
  owner: Layer["owner"],
  ...badges: NonNullable<Layer["badges"]>
): Layer => ({
  symbol: name,
  owner,
  badges,
  turn: null,
});

describe("words", () => {
  it("say a game at a glance", () => {
    const length = { turns: 50, minutes: 15, measured: "" };
    expect(glanceWords({ difficulty: "easy", length })).toBe("Easy · about 50 turns · 15 minutes");
    expect(glanceWords({ difficulty: null, length: null })).toBe("");
  });

  it("say whose a layer is to who holds a seat", () => {
    const stack = [layer("tile", "second"), layer("shield", null), layer("king", "first")];
    const said = (reader: "first" | "second" | null) =>
      stackRuns(stack, SYMBOLS, reader).map(({ name }) => name);
    expect(said("first")).toEqual(["your King", "shield", "your opponent's tile"]);
    expect(said("second")).toEqual(["your opponent's King", "shield", "your tile"]);
    expect(said(null)).toEqual(["first's King", "shield", "second's tile"]);
  });

  it("say what badges mean to who reads", () => {
    const ship = layer("king", "first", ["••", "carries {second's} Pawn, as {first likes/like}"]);
    expect(stackRuns([ship], SYMBOLS, "first")).toEqual([
      {
        layer: ship,
        name: "your King",
        notes: ["carries your opponent's Pawn, as you like"],
        count: 1,
      },
    ]);
    expect(describeStack([ship, ship], SYMBOLS)).toBe(
      "2 × first's King (carries second's Pawn, as first likes)",
    );
    const other = layer("king", "first", ["", "alone"]);
    expect(stackRuns([ship, other], SYMBOLS)).toHaveLength(2);
  });

  it("say whose turn it is", () => {
    expect(turnWords("first", "first")).toBe("Your turn");
    expect(turnWords("second", "first")).toBe("Your opponent's turn");
    expect(turnWords("second", "first", true)).toBe("Your opponent's turn continues");
    expect(turnWords("second", null)).toBe("Second to act");
    expect(turnWords("second", null, true)).toBe("Second's turn continues");
  });

  it("say the options of a table", () => {
    expect(optionWords({ ply_limit: 1000, mechanics: "full" })).toBe(
      "Ply limit: 1000 · Mechanics: full",
    );
    const known = [{ name: "ply_limit", meaning: "the game is drawn after so many turns" }];
    expect(optionLines({ ply_limit: 1000, mechanics: "full" }, known)).toEqual([
      {
        name: "Ply limit",
        value: "1000",
        meaning: "The game is drawn after so many turns.",
      },
      { name: "Mechanics", value: "full", meaning: "" },
    ]);
  });

  it("give credit", () => {
    expect(creditWords({ author: "Somebody", origin: "A magazine." })).toBe(
      "By Somebody. A magazine.",
    );
    expect(creditWords({ author: "", origin: "A text without a name." })).toBe(
      "A text without a name.",
    );
  });

  it("describe a stack from the top down", () => {
    const stack = [layer("tile", "first"), layer("king", "first")];
    expect(describeStack(stack, SYMBOLS)).toBe("first's King on first's tile");
    expect(describeStack([], SYMBOLS)).toBe("empty");
  });

  it("count equal neighbours and name badges", () => {
    const stack = [
      layer("shield", null),
      layer("shield", null),
      layer("king", "second", ["3", "held by {first}"]),
    ];
    expect(describeStack(stack, SYMBOLS)).toBe("second's King (held by first) on 2 × shield");
    const facing = { ...layer("king", "first"), turn: 90 };
    expect(describeStack([facing], SYMBOLS)).toBe("first's King facing 90°");
  });

  it("name seats and outcomes as the viewer sees them", () => {
    const info = { kind: "link", name: "Second", level: null, present: true, taken: true } as const;
    const seats = { first: { ...info, name: "Ada" }, second: info };
    expect(seatTitle({ mine: [], seats }, "first")).toBe("First (Ada)");
    expect(seatTitle({ mine: ["second"], seats }, "second")).toBe("Second (you)");
    expect(seatTitle({ mine: ["first"], seats }, "first")).toBe("First (Ada, you)");
    const strong = { ...seats, second: { ...info, kind: "computer", level: 7 } as const };
    expect(seatTitle({ mine: ["first"], seats: strong }, "second")).toBe(
      "Second (computer, level 7)",
    );
    const random = { ...seats, second: { ...info, kind: "computer" } as const };
    expect(seatTitle({ mine: [], seats: random }, "second")).toBe("Second (random mover)");
    expect(seatTitle({ mine: ["first", "second"], seats }, "second")).toBe("Second");
    expect(verdict({ winner: "first", reason: "x" }, ["second"])).toBe("You lose");
    expect(verdict({ winner: "first", reason: "x" })).toBe("First wins");
    expect(verdict({ winner: null, reason: "x" }, ["first"])).toBe("Draw");
  });
});

describe("clocks", () => {
  it("run for the seat that is to act, and never below nothing", () => {
    const clock = { first_ms: 5000, second_ms: 7000, running: "first" } as const;
    expect(remainingMs(clock, "first", 1500)).toBe(3500);
    expect(remainingMs(clock, "first", 9999)).toBe(0);
    expect(remainingMs(clock, "second", 1500)).toBe(7000);
  });

  it.each([
    [3_909_000, "1:05:09"],
    [299_999, "4:59"],
    [60_000, "1:00"],
    [9_340, "0:09.3"],
    [0, "0:00.0"],
  ])("%d ms are written %s", (ms, text) => {
    expect(formatClock(ms)).toBe(text);
  });
});

describe("moves", () => {
  it("are grouped by turn and numbered by frame", () => {
    const turns = groupByTurn([
      ["first", "a", 1],
      ["first", "b", 1],
      ["second", "c", 2],
    ]);
    expect(turns.map(({ seat, actions }) => [seat, actions.map(({ text }) => text)])).toEqual([
      ["first", ["a", "b"]],
      ["second", ["c"]],
    ]);
    expect(turns[1]?.actions[0]?.frame).toBe(3);
  });
});

describe("long times", () => {
  const HOUR = 3_600_000;

  it("are written in days and hours", () => {
    expect(formatLong(53 * HOUR)).toBe("2 days 5 h");
    expect(formatLong(24 * HOUR)).toBe("1 day");
    expect(formatLong(5.2 * HOUR)).toBe("5 h 12 min");
    expect(formatLong(30_000)).toBe("1 min");
    expect(formatLeft(30 * HOUR, false)).toBe("1 day 6 h");
    expect(formatLeft(2 * HOUR, false)).toBe("2:00:00");
    expect(formatLeft(2 * HOUR, true)).toBe("2 h 0 min");
    expect(formatLeft(59 * 60_000, true)).toBe("59:00");
  });

  it("have an end that is told", () => {
    expect(formatDeadline(new Date(2026, 10, 20, 14, 5), "en-GB")).toMatch(/20 Nov.*14:05/);
  });

  it("say what clock a table has", () => {
    expect(clockWords({ turn_ms: 72 * HOUR })).toBe("3 days a turn");
    expect(clockWords({ main_ms: 900_000, increment_ms: 10_000 })).toBe("15 min + 10 s a turn");
  });
});

describe("a new table", () => {
  const setup: Setup = {
    game: "g",
    options: { tiles: "16" },
    opponent: "friend",
    side: "second",
    level: 6,
    definition: null,
    clock: true,
    minutes: 1.5,
    days: 0,
    increment: 10,
  };

  it("has the seats, the options and the clock that were chosen", () => {
    expect(newTable(setup)).toEqual({
      game: "g",
      first: "link",
      second: "me",
      options: { tiles: "16" },
      clock: { main_ms: 90_000, increment_ms: 10_000 },
    });
  });

  it("has days for every turn with a friend", () => {
    const days = { ...setup, clock: false, days: 3 };
    expect(newTable(days).clock).toEqual({ turn_ms: 259_200_000 });
    expect(newTable({ ...days, opponent: "computer" }).clock).toBeNull();
  });

  it("gives both seats to one device, and draws lots", () => {
    const both = newTable({ ...setup, opponent: "device", clock: false });
    expect([both.first, both.second, both.clock]).toEqual(["me", "me", null]);
    const drawn = newTable({ ...setup, opponent: "computer", side: "random" }, () => 0.2);
    expect([drawn.first, drawn.second]).toEqual(["me", "computer"]);
  });

  it("has a level and a definition where they are wanted", () => {
    const wanted = newTable({ ...setup, opponent: "computer", definition: "radius = 2\n" });
    expect([wanted.level, wanted.definition]).toEqual([6, "radius = 2\n"]);
    expect(newTable({ ...setup, opponent: "computer", level: 0 })).not.toHaveProperty("level");
  });

  it("says in words what is chosen", () => {
    const level = { level: 4, word: "steady", time_ms: 300, default: true };
    expect(levelWords(level)).toBe("4 · steady · 0.3 s");
  });
});

describe("a score", () => {
  it("is told with the share of the result that first can expect", () => {
    expect(scoreWords({ words: "+1.25", expected: 0.651 })).toBe("+1.25, first 65 %");
    expect(scoreWords({ words: "", expected: 0.651 })).toBe("first 65 %");
    expect(scoreWords({ words: "+10.61", expected: 0.9975 })).toBe("+10.61, first > 99 %");
    expect(scoreWords({ words: "first has won", expected: 1 })).toBe("first has won, first 100 %");
  });

  it("that is unclear says why", () => {
    const words = "unclear: 52 random games are not enough to say";
    expect(scoreWords({ words, expected: null })).toBe(words);
  });
});
