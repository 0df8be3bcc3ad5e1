import { expect, test } from "vitest";
import { agoWords, lengthWords } from "../src/age";
import { dottedIcon } from "../src/dottedIcon";
import { groupOf, isYours, sorted } from "../src/myGames.svelte";
import type { MyGameInfo } from "../src/protocol";

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
