import { describe, expect, it } from "vitest";
import {
  frameInHash,
  keyInHash,
  parseRoute,
  replayPath,
  rulesPath,
  seatLink,
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
    ["/rules", { page: "rules", game: null }],
    ["/rules/some%20game", { page: "rules", game: "some game" }],
    ["/about", { page: "about" }],
    ["/about/us", { page: "missing" }],
    ["/%E0%A4%A", { page: "missing" }],
  ])("%s", (path, route) => {
    expect(parseRoute(path)).toEqual(route);
  });

  it("are read back as they are written", () => {
    expect(parseRoute(tablePath("a/b ü"))).toEqual({ page: "table", id: "a/b ü" });
    expect(parseRoute(rulesPath("g"))).toEqual({ page: "rules", game: "g" });
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

  it("name a frame, which is never beyond the end", () => {
    expect(frameInHash("#12", 40)).toBe(12);
    expect(frameInHash("#99", 40)).toBe(40);
    expect(frameInHash("#key=1", 40)).toBe(0);
    expect(frameInHash("", 40)).toBe(0);
  });
});
