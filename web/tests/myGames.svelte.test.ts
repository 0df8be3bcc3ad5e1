import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import * as api from "../src/api";
import { agoWords, lengthWords } from "../src/age";
import { dottedIcon } from "../src/dottedIcon";
import { groupOf, isYours, MyGames, sorted } from "../src/myGames.svelte";
import type { MyGameInfo, ServerMessage, TableInfo } from "../src/protocol";

const seat = { kind: "link", name: "First", level: null, taken: true } as const;

function game(id: string, changes: Partial<MyGameInfo> = {}): MyGameInfo {
  return {
    id,
    game: "stones",
    title: "Stones",
    mine: ["first"],
    seats: { first: seat, second: seat },
    acting: "first",
    since_ms: 1000,
    left_ms: null,
    outcome: null,
    reason: null,
    ...changes,
  };
}

const OVER = { winner: "first", reason: "goal" } as const;

test("whose turn it is", () => {
  expect(isYours(game("a"))).toBe(true);
  expect(isYours(game("a", { acting: "second" }))).toBe(false);
  expect(isYours(game("a", { mine: ["first", "second"] }))).toBe(false);
  expect(isYours(game("a", { acting: null, outcome: OVER }))).toBe(false);
  expect(groupOf(game("a", { mine: ["first", "second"] }))).toBe("yours");
  expect(groupOf(game("a", { acting: null, outcome: OVER }))).toBe("over");
});

test("what waits comes first, the most urgent at the top, what is over last", () => {
  const list = [
    game("over", { acting: null, outcome: OVER, since_ms: 5 }),
    game("theirs", { acting: "second" }),
    game("waits", { since_ms: 100 }),
    game("waits longer", { since_ms: 9000 }),
    game("hurries", { left_ms: 60_000 }),
  ];
  expect(sorted(list).map(({ id }) => id)).toEqual([
    "hurries",
    "waits longer",
    "waits",
    "theirs",
    "over",
  ]);
});

test("lengths of time in their largest unit", () => {
  expect(lengthWords(59_999)).toBe("");
  expect(lengthWords(60_000)).toBe("1 minute");
  expect(lengthWords(7_300_000)).toBe("2 hours");
  expect(lengthWords(3 * 86_400_000)).toBe("3 days");
  expect(agoWords(10)).toBe("just now");
  expect(agoWords(86_400_000)).toBe("1 day ago");
});

test("the dot is drawn over the icon", () => {
  const drawn = decodeURIComponent(dottedIcon("<svg><path/></svg>\n"));
  expect(drawn).toMatch(/^data:image\/svg\+xml,<svg><path\/><circle .*<\/svg>$/);
});

describe("the list while a table is open", () => {
  let there: MyGameInfo[];
  const asked = vi.spyOn(api, "myGames");
  const message = (type: string) => ({ type }) as ServerMessage;
  const table = (name = "Ann", mine = ["first"]) =>
    ({
      id: "here",
      mine,
      seats: { first: seat, second: { ...seat, name } },
    }) as unknown as TableInfo;

  beforeEach(() => {
    vi.useFakeTimers();
    there = [game("here")];
    asked.mockReset();
    asked.mockImplementation(() => Promise.resolve(there));
  });
  afterEach(() => void vi.useRealTimers());

  it("is asked for once when a table is opened", async () => {
    const list = new MyGames();
    const first = list.look();
    list.hear(message("welcome"), table());
    list.hear(message("presence"), table());
    await first;
    list.hear(message("presence"), table());
    await vi.runAllTimersAsync();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("is asked for again where the game is not in it, once", async () => {
    const list = new MyGames();
    there = [];
    const first = list.look();
    list.hear(message("welcome"), table());
    await first;
    await vi.runAllTimersAsync();
    expect(asked).toHaveBeenCalledTimes(2);
    list.hear(message("welcome"), table("Ann", []));
    await vi.runAllTimersAsync();
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it("is asked for again when something is played or somebody comes", async () => {
    const list = new MyGames();
    await list.look();
    list.hear(message("welcome"), table());
    for (const [one, count] of [
      ["changed", 2],
      ["presence", 2],
    ] as const) {
      list.hear(message(one), table());
      await vi.runAllTimersAsync();
      expect(asked).toHaveBeenCalledTimes(count);
    }
    list.hear(message("presence"), table("Bea"));
    await vi.runAllTimersAsync();
    expect(asked).toHaveBeenCalledTimes(3);
  });
});
