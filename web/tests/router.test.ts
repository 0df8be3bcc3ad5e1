import { describe, expect, it } from "vitest";
import {
  frameInHash,
  keyInHash,
  learnPath,
  parseRoute,
  replayPath,
  rulesPath,
  specificationPath,
  seatLink,
  studyPath,
  tablePath,
  type Route,
} from "../src/router";

describe("addresses", () => {
  it.each<[string, Route]>([
    ["/", { page: "home" }],
    ["/table/abc", { page: "table", id: "abc" }],
    ["/table/abc/", { page: "table", id: "abc" }],
    ["/table", { page: "missing" }],
    ["/table/a/b", { page: "missing" }],
    ["/replay", { page: "replay", id: null }],
    ["/replay/abc", { page: "replay", id: "abc" }],
    ["/study/abc", { page: "study", id: "abc" }],
    ["/study", { page: "missing" }],
    ["/studies", { page: "studies" }],
    ["/editor", { page: "editor", game: null }],
    ["/editor/kyo", { page: "editor", game: "kyo" }],
    ["/editor/kyo/more", { page: "missing" }],
    ["/studies/abc", { page: "missing" }],
    ["/rules", { page: "rules", game: null, specification: false }],
    ["/rules/some%20game", { page: "rules", game: "some game", specification: false }],
    ["/rules/g/specification", { page: "rules", game: "g", specification: true }],
    ["/rules/g/other", { page: "missing" }],
    ["/rules//specification", { page: "missing" }],
    ["/mail/end", { page: "mail", ends: true }],
    ["/mail/confirm", { page: "mail", ends: false }],
    ["/mail", { page: "missing" }],
    ["/learn", { page: "learn", game: null, lesson: null }],
    ["/learn/g", { page: "learn", game: "g", lesson: null }],
    ["/learn/g/one", { page: "learn", game: "g", lesson: "one" }],
    ["/learn/g/one/two", { page: "missing" }],
    ["/learn//one", { page: "missing" }],
    ["/about", { page: "about" }],
    ["/about/us", { page: "missing" }],
    ["/%E0%A4%A", { page: "missing" }],
  ])("%s", (path, route) => {
    expect(parseRoute(path)).toEqual(route);
  });

  it("are read back as they are written", () => {
    expect(parseRoute(tablePath("a/b ü"))).toEqual({ page: "table", id: "a/b ü" });
    expect(parseRoute(rulesPath("g"))).toEqual({
      page: "rules",
      game: "g",
      specification: false,
    });
    expect(studyPath("x", 12)).toBe("/study/x#12");
    expect(parseRoute(studyPath("a/b"))).toEqual({ page: "study", id: "a/b" });
    expect(learnPath()).toBe("/learn");
    expect(parseRoute(learnPath("g"))).toEqual({ page: "learn", game: "g", lesson: null });
    expect(parseRoute(learnPath("g", "a/b"))).toEqual({ page: "learn", game: "g", lesson: "a/b" });
    expect(parseRoute(specificationPath("g"))).toEqual({
      page: "rules",
      game: "g",
      specification: true,
    });
    expect(parseRoute(new URL(replayPath("x", 12), "http://here").pathname)).toEqual({
      page: "replay",
      id: "x",
    });
  });

  it("carry the key of a seat in the hash, which no server sees", () => {
    const link = new URL(seatLink("http://here", "t", "a+b/c="));
    expect(link.pathname).toBe("/table/t");
    expect(keyInHash(link.hash)).toBe("a+b/c=");
    expect(keyInHash("")).toBeNull();
  });

  it("name a frame", () => {
    expect(frameInHash("#12")).toBe(12);
    expect(frameInHash("#0")).toBe(0);
    expect(frameInHash("#key=1")).toBeNull();
    expect(frameInHash("")).toBeNull();
  });
});
