import { describe, expect, it } from "vitest";
import { commandOf, LEGEND } from "../src/study/keys";

/** An element that lies in `places`, such as `textarea`. */
const inside = (...places: string[]) =>
  ({
    closest: (selector: string) =>
      selector.split(", ").some((one) => places.includes(one)) ? {} : null,
  }) as unknown as Element;

function press(key: string, target: Element | null = null, more = {}, isFreeBoard = false) {
  const event = { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, target };
  return commandOf({ ...event, ...more }, isFreeBoard);
}

describe("the keys of the analysis board", () => {
  it("mean what the list says", () => {
    expect(["ArrowLeft", "ArrowRight", "Home", "End"].map((key) => press(key))).toEqual([
      "back",
      "forward",
      "start",
      "end",
    ]);
    expect(press("6")).toBe("mark-6");
    expect(press("7")).toBeNull();
    for (const [keys] of LEGEND) {
      const letters = keys.split(" ").filter((key) => /^[a-z0-9]$/.test(key));
      expect(letters.map((key) => press(key))).not.toContain(null);
    }
  });

  it("leave fields and menus alone, and keys of the system", () => {
    for (const place of ["textarea", "input", "select", "[role=menu]"]) {
      expect(press("c", inside(place))).toBeNull();
      expect(press("ArrowLeft", inside(place))).toBeNull();
    }
    expect(press("c", null, { ctrlKey: true })).toBeNull();
    expect(press("ArrowLeft", null, { altKey: true })).toBeNull();
  });

  it("leave the arrow keys to a board that has the focus", () => {
    expect(press("ArrowLeft", inside("[role=grid]"))).toBeNull();
    expect(press("ArrowLeft", inside("[role=grid]"), {}, true)).toBe("back");
    expect(press(",", inside("[role=grid]"))).toBe("back");
    expect(press("Delete", inside("[role=grid]"))).toBe("delete");
  });
});
