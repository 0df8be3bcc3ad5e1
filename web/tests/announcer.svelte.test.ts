import { expect, test } from "vitest";
import { Announcer } from "../src/table/announcer.svelte";

test("the same words are told each time, and silence tells nothing", () => {
  const announcer = new Announcer();
  const told = new Set<string>();
  announcer.say("Second says: Hello!");
  told.add(announcer.spoken);
  announcer.say("Second says: Hello!");
  told.add(announcer.spoken);
  expect(told.size).toBe(2);
  expect([...told].map((words) => words.trim())).toEqual(Array(2).fill("Second says: Hello!"));
  const before = announcer.spoken;
  announcer.say("Second says: Hello!");
  expect(announcer.spoken).not.toBe(before);
  announcer.say("");
  expect(announcer.spoken).toBe("Second says: Hello!");
});
