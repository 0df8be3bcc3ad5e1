import { describe, expect, it, vi } from "vitest";
import { LastMeans, stepOfKey, wheeling, WheelSteps } from "../src/stepping";

/** A key on an element that lies in one of these places. */
const press = (key: string, place = "", held: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
  target: {
    closest: (places: string) => (place && places.includes(place) ? {} : null),
  } as unknown as Element,
});

describe("the keys that step", () => {
  it.each([
    ["ArrowLeft", -1],
    ["ArrowRight", 1],
    [",", -1],
    [".", 1],
    ["Home", -Infinity],
    ["End", Infinity],
    ["ArrowUp", 0],
    ["x", 0],
  ])("%s", (key, step) => {
    expect(stepOfKey(press(key), false)).toBe(step);
    expect(stepOfKey(press(key, "", { ctrlKey: true }), false)).toBe(0);
  });

  it("leave the arrow keys to the board, unless the pointer was there", () => {
    const steps = ["ArrowLeft", ",", ".", "End"].map((key) =>
      stepOfKey(press(key, "[role=grid]"), false),
    );
    expect(steps).toEqual([0, -1, 1, Infinity]);
    expect(stepOfKey(press("ArrowLeft", "[role=grid]"), true)).toBe(-1);
  });

  it("leave the arrow keys to what has its own, and everything to where people write", () => {
    for (const place of ["select", "[role=slider]", "[role=menu]"]) {
      expect(stepOfKey(press("ArrowLeft", place), true)).toBe(0);
      expect(stepOfKey(press(",", place), true)).toBe(-1);
    }
    for (const key of ["ArrowLeft", ",", "End"])
      expect(stepOfKey(press(key, "textarea"), true)).toBe(0);
  });

  it("tell the pointer from the Tab key", () => {
    const means = new LastMeans();
    expect(means.isPointer).toBe(false);
    means.pointed();
    means.pressed({ key: "ArrowLeft" });
    expect(means.isPointer).toBe(true);
    means.pressed({ key: "Tab" });
    expect(means.isPointer).toBe(false);
  });
});

describe("the wheel", () => {
  it("makes one step a notch, or for some pixels", () => {
    const steps = new WheelSteps();
    const turns = [120, -120, 20, 20, 20, -30, 20].map((deltaY) =>
      steps.turn({ deltaX: 0, deltaY, deltaMode: 0 }),
    );
    expect(turns).toEqual([1, -1, 0, 0, 1, 0, 0]);
    expect(steps.turn({ deltaX: -3, deltaY: 0, deltaMode: 1 })).toBe(-1);
  });

  it("steps with Shift only, and not on a zoomed board", () => {
    const board = new EventTarget();
    const step = vi.fn();
    const zoom = { isLeast: true };
    const stop = wheeling({ step }, zoom)(board as HTMLElement);
    const turn = (shiftKey: boolean) => {
      const event = new Event("wheel", { cancelable: true });
      board.dispatchEvent(
        Object.assign(event, { deltaX: 0, deltaY: 120, deltaMode: 0, shiftKey, ctrlKey: false }),
      );
      return event.defaultPrevented;
    };
    expect([turn(false), turn(true)]).toEqual([false, true]);
    zoom.isLeast = false;
    expect(turn(true)).toBe(false);
    expect(step.mock.calls).toEqual([[1]]);
    stop();
    zoom.isLeast = true;
    expect(turn(true)).toBe(false);
  });
});
