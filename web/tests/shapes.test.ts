import { describe, expect, it } from "vitest";
import { shapeOf, shapeWords, withShape } from "../src/study/shapes";

describe("drawings", () => {
  const arrow = shapeOf("a1", "b2", "green");
  const circle = shapeOf("a1", "a1", "red");

  it("are circles on one cell and arrows between two", () => {
    expect(circle).toEqual({ begin: "a1", end: "", colour: "red" });
    expect([arrow, circle].map(shapeWords)).toEqual([
      "green arrow from a1 to b2",
      "red circle on a1",
    ]);
  });

  it("go when they are drawn again, and change their colour", () => {
    const both = withShape(withShape([], arrow), circle);
    expect(both).toEqual([arrow, circle]);
    expect(withShape(both, { begin: "a1", end: "b2" })).toEqual([circle]);
    const blue = shapeOf("a1", "b2", "blue");
    expect(withShape(both, blue)).toEqual([circle, blue]);
    expect(withShape(both, shapeOf("b2", "a1", "green"))).toHaveLength(3);
  });
});
