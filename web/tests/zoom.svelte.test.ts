import { tick } from "svelte";
import { describe, expect, it } from "vitest";
import { Zoom } from "../src/board/zoom.svelte";

function zoomIn(): Zoom & { view: HTMLElement } {
  const zoom = new Zoom();
  zoom.view = {
    scrollLeft: 0,
    scrollTop: 0,
    clientWidth: 300,
    clientHeight: 200,
    getBoundingClientRect: () => new DOMRect(),
  };
  return zoom as Zoom & { view: HTMLElement };
}

describe("zoom", () => {
  it("goes about the centre of what is seen", async () => {
    const zoom = zoomIn();
    zoom.set(2);
    await tick();
    expect([zoom.view.scrollLeft, zoom.view.scrollTop]).toEqual([150, 100]);
    zoom.change("smaller");
    await tick();
    const centre = (zoom.view.scrollLeft + 150) / (300 * zoom.level);
    expect(centre).toBeCloseTo(0.5);
  });

  it("goes about a point that is given", async () => {
    const zoom = zoomIn();
    zoom.set(2, 30, 0);
    await tick();
    expect([zoom.view.scrollLeft, zoom.view.scrollTop]).toEqual([30, 0]);
  });

  it("pans, and stays in its limits", async () => {
    const zoom = zoomIn();
    zoom.set(9);
    await tick();
    expect(zoom.isMost).toBe(true);
    const { scrollLeft, scrollTop } = zoom.view;
    zoom.pan(10, -20);
    expect([zoom.view.scrollLeft, zoom.view.scrollTop]).toEqual([scrollLeft - 10, scrollTop + 20]);
    zoom.change("fit");
    expect(zoom.isLeast).toBe(true);
  });
});
