import { describe, expect, it } from "vitest";
import { GAP, nextZoom, offsetsOf, pageAt, pixelRatio, scaleFor, typedPage } from "@/ui/pdf/layout";

const A4 = { width: 794, height: 1123 };

describe("scaleFor()", () => {
  const view = { width: 900, height: 700 };

  it("fits the width, or the whole page, with room around it", () => {
    expect(scaleFor("width", view, A4) * A4.width).toBeCloseTo(view.width - 2 * GAP);
    expect(scaleFor("page", view, A4) * A4.height).toBeCloseTo(view.height - 2 * GAP);
  });

  it("fits a wide page by its width, too", () => {
    expect(scaleFor("page", view, { width: 2000, height: 400 })).toBe(scaleFor("width", view, { width: 2000, height: 400 }));
  });

  it("takes a number as it is, and never makes pages vanish", () => {
    expect(scaleFor(1.5, view, A4)).toBe(1.5);
    expect(scaleFor("width", { width: 0, height: 0 }, A4)).toBeGreaterThan(0);
  });
});

describe("nextZoom()", () => {
  it("goes from whatever fits to the next step", () => {
    expect(nextZoom(1.09, 1)).toBe(1.25);
    expect(nextZoom(1.09, -1)).toBe(1);
    expect(nextZoom(1, 1)).toBe(1.25);
  });

  it("leaves out a step that would hardly show", () => {
    expect(nextZoom(0.99, 1)).toBe(1.25);
    expect(nextZoom(1.01, -1)).toBe(0.75);
  });

  it("stays at the ends", () => {
    expect(nextZoom(4, 1)).toBe(4);
    expect(nextZoom(0.25, -1)).toBe(0.25);
  });
});

describe("pages in their column", () => {
  const offsets = offsetsOf([A4, { width: 794, height: 500 }, A4], 0.5);

  it("begin one below the other", () => {
    expect(offsets).toEqual([0, GAP + 561, 2 * GAP + 561 + 250, 3 * GAP + 561 + 250 + 561]);
  });

  it("are found by their height", () => {
    expect(pageAt(offsets, -10)).toBe(0);
    expect(pageAt(offsets, 0)).toBe(0);
    expect(pageAt(offsets, GAP + 560)).toBe(0);
    expect(pageAt(offsets, GAP + 561)).toBe(1);
    expect(pageAt(offsets, 900)).toBe(2);
    expect(pageAt(offsets, 99_999)).toBe(2);
  });

  it("are found in a column of one", () => {
    expect(pageAt(offsetsOf([A4], 1), 5_000)).toBe(0);
  });
});

describe("pixelRatio()", () => {
  it("is what the screen has, until the canvas would be too large", () => {
    expect(pixelRatio(A4, 1, 2)).toBe(2);
    const ratio = pixelRatio(A4, 4, 3);
    expect(ratio).toBeLessThan(3);
    expect(A4.width * 4 * ratio * A4.height * 4 * ratio).toBeLessThanOrEqual(16_000_001);
  });
});

describe("typedPage()", () => {
  it.each(["7", " 7 ", "٧", "۷", "７", "007"])("reads %s", (text) => expect(typedPage(text, 9)).toBe(6));
  it.each(["", "0", "10", "-1", "1.5", "seven", "1e1"])("refuses %s", (text) => expect(typedPage(text, 9)).toBeUndefined());
});
