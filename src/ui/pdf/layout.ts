import { latinDigits } from "@/lib/digits";
/** A page as large as it is at 100 %, in CSS pixels. */
export interface PageSize {
  width: number;
  height: number;
}

/** As large as the view allows, or a number of which 1 is the size on paper. */
export type Zoom = "width" | "page" | number;

/** A PDF counts in points of 1/72 inch, CSS in pixels of 1/96. */
export const PIXELS_PER_POINT = 96 / 72;
/** Room above each page, and below the last one. */
export const GAP = 16;
export const ZOOM_STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

const MIN_SCALE = 0.1;
const MAX_SCALE = 4;

/** How large pages of this size are shown in this view. */
export function scaleFor(zoom: Zoom, view: PageSize, page: PageSize): number {
  if (typeof zoom === "number") return zoom;
  const across = (view.width - 2 * GAP) / page.width;
  const fitting = zoom === "width" ? across : Math.min(across, (view.height - 2 * GAP) / page.height);
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, fitting));
}

/** The next step that is larger or smaller than this scale; the same at the last one. */
export function nextZoom(scale: number, direction: 1 | -1): number {
  const steps = direction > 0 ? ZOOM_STEPS : ZOOM_STEPS.toReversed();
  // What fits the view is seldom a round number: a step that would hardly show is left out.
  return steps.find((step) => (step - scale) * direction > 0.02) ?? (steps.at(-1) as number);
}

/** Where each page begins, with the room above it, in a column of them; the last number is the end of all. */
export function offsetsOf(sizes: readonly PageSize[], scale: number): number[] {
  const offsets = [0];
  for (const { height } of sizes) offsets.push((offsets.at(-1) as number) + GAP + Math.floor(height * scale));
  return offsets;
}

/** The page, counted from 0, that stands at this height of the column. */
export function pageAt(offsets: readonly number[], y: number): number {
  let low = 0;
  let high = offsets.length - 2;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] as number) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How many pixels of the screen one of the page may take: browsers refuse canvases that are too large. */
export function pixelRatio(page: PageSize, scale: number, wanted: number): number {
  const MAX_PIXELS = 16_000_000;
  return Math.min(wanted, Math.sqrt(MAX_PIXELS / (page.width * page.height * scale * scale)));
}

/** The page that somebody typed, counted from 0, in Latin, Arabic or full-width digits; undefined where there is none. */
export function typedPage(text: string, count: number): number | undefined {
  const latin = latinDigits(text.normalize("NFKC").trim());
  const page = /^\d{1,7}$/.test(latin) ? Number(latin) : 0;
  return page >= 1 && page <= count ? page - 1 : undefined;
}
