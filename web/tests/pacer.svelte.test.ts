import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SceneState } from "../src/protocol";
import { Pacer, type Step } from "../src/table/pacer.svelte";

const step = (frame: number): Step => ({ frame, scene: {} as SceneState });

describe("what others do", () => {
  let pacer: Pacer;
  let pace: number;
  const shown = () => pacer.shown?.frame;

  beforeEach(() => {
    vi.useFakeTimers();
    pace = 500;
    pacer = new Pacer(() => pace);
    pacer.skip(step(0));
  });
  afterEach(() => void vi.useRealTimers());

  it("is shown at once if it is one step", () => {
    pacer.push(step(1));
    expect(shown()).toBeUndefined();
  });

  it("is shown step by step, and the table in the end", () => {
    [1, 2, 3].forEach((frame) => pacer.push(step(frame)));
    expect(shown()).toBe(1);
    vi.advanceTimersByTime(499);
    expect(shown()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(shown()).toBe(2);
    vi.advanceTimersByTime(500);
    expect(pacer.isBusy).toBe(false);
  });

  it("goes on where a step comes late", () => {
    pacer.push(step(1));
    vi.advanceTimersByTime(300);
    pacer.push(step(2));
    expect(shown()).toBe(1);
    vi.advanceTimersByTime(200);
    expect(shown()).toBeUndefined();
    vi.advanceTimersByTime(600);
    pacer.push(step(3));
    expect(shown()).toBeUndefined();
  });

  it("is skipped at will", () => {
    [1, 2, 3].forEach((frame) => pacer.push(step(frame)));
    pacer.skip();
    expect(pacer.isBusy).toBe(false);
    vi.advanceTimersByTime(5000);
    expect(pacer.isBusy).toBe(false);
    pacer.push(step(4));
    pacer.push(step(5));
    expect(shown()).toBe(4);
  });

  it("is shown at once without a pace", () => {
    pace = 0;
    [1, 2, 3].forEach((frame) => pacer.push(step(frame)));
    expect(pacer.isBusy).toBe(false);
  });

  it("is shown again from the first step", () => {
    pacer.replay([step(4), step(5), step(6)], 1000);
    expect(shown()).toBe(4);
    vi.advanceTimersByTime(1000);
    expect(shown()).toBe(5);
    vi.advanceTimersByTime(1000);
    expect(pacer.isBusy).toBe(false);
    pacer.replay([], 1000);
    expect(pacer.isBusy).toBe(false);
  });
});
