import { describe, expect, it } from "vitest";
import { groupLessons } from "../src/learn/lessonGroups";
import type { LessonInfo } from "../src/protocol";

function lesson(name: string, group: string): LessonInfo {
  return { name, title: name, group, steps: [], learnt: "", rules: [] };
}

describe("lessons in groups", () => {
  it("are numbered through", () => {
    const groups = groupLessons([lesson("a", "One"), lesson("b", "One"), lesson("c", "Two")]);
    expect(groups.map(({ title }) => title)).toEqual(["One", "Two"]);
    expect(groups.flatMap(({ lessons }) => lessons.map(({ number }) => number))).toEqual([1, 2, 3]);
  });

  it("need none", () => {
    expect(groupLessons([lesson("a", ""), lesson("b", "")])).toHaveLength(1);
    expect(groupLessons([])).toEqual([]);
  });
});
