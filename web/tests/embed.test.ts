import { describe, expect, it } from "vitest";
import { embedSnippet, studyEmbed, tableEmbed } from "../src/embed/addresses";
import { lineThrough } from "../src/embed/source";
import type { StudyNode } from "../src/protocol";

const node = (number: number, parent: number): StudyNode => ({
  number,
  parent,
  action: `a${number}`,
});

describe("the text for another page", () => {
  it("lets no title or address become markup", () => {
    const text = embedSnippet(
      'https://a.example/embed/"><script>',
      `"><img src=x onerror=alert(1)> & 'more'`,
    );
    // Outside its quotes nothing is left but the element itself.
    const bare = text.replaceAll(/"[^"]*"/g, '""');
    expect(bare).toMatch(/^<iframe( [a-z]+="")+><\/iframe>$/);
    expect(text).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; 'more'");
  });

  it("leads to a position", () => {
    expect(tableEmbed("abc", 4)).toBe("/embed/table/abc#4");
    expect(studyEmbed("abc", 0)).toBe("/embed/study/abc#0");
  });
});

describe("a variation", () => {
  const nodes = [node(0, 0), node(1, 0), node(2, 1), node(3, 0), node(4, 3), node(5, 3)];

  it("goes from the start through a position and on along the main continuation", () => {
    const numbers = (at: number) => lineThrough(nodes, at).map((each) => each.number);
    expect(numbers(0)).toEqual([0, 1, 2]);
    expect(numbers(3)).toEqual([0, 3, 4]);
    expect(numbers(5)).toEqual([0, 3, 5]);
    expect(numbers(99)).toEqual([0, 1, 2]);
  });

  it("is a position alone where nothing follows", () => {
    expect(lineThrough([node(0, 0)], 0).length).toBe(1);
  });
});
