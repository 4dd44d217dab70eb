// Where things stand in a chart, as shares of its width and height: the page and documents draw by the same numbers.

export interface Axis {
  min: number;
  max: number;
  /** Values at which a line is drawn, from below. */
  ticks: readonly number[];
}

/** Ratings from 1 to 5 always stand on the whole scale: a piece of it would make mountains of small steps. */
export const RATING_AXIS: Axis = { min: 1, max: 5, ticks: [1, 2, 3, 4, 5] };

/** Ticks that people count in, at most five of them, from zero to at least the greatest value. */
export function axisFrom(values: readonly number[]): Axis {
  const greatest = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(greatest / 4));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size * 4 >= greatest) ?? greatest);
  const count = Math.ceil(greatest / step);
  return { min: 0, max: count * step, ticks: Array.from({ length: count + 1 }, (_, at) => at * step) };
}

/** How high a value stands: 0 at the axis' beginning, 1 at its end. */
export const heightOf = ({ min, max }: Axis, value: number): number => (value - min) / (max - min);

/** Where the middle of one of so many columns is. */
export const centreOf = (at: number, count: number): number => (at + 0.5) / count;

/** Where a chart is drawn: how large, and whether it begins at its right. */
export interface Box {
  width: number;
  height: number;
  mirrored: boolean;
}

/** A value's point in a box, from its upper left. */
export function pointOf(
  values: readonly (number | null)[],
  at: number,
  axis: Axis,
  { width, height, mirrored }: Box,
): { x: number; y: number } {
  const share = centreOf(at, values.length);
  return { x: (mirrored ? 1 - share : share) * width, y: (1 - heightOf(axis, values[at] ?? axis.min)) * height };
}

/** A line through values as an SVG path. Where there is no value the line has a gap: nothing is known there. */
export function pathOf(values: readonly (number | null)[], axis: Axis, box: Box): string {
  return values
    .map((value, at) => {
      if (value === null) return "";
      const before = values[at - 1];
      const { x, y } = pointOf(values, at, axis, box);
      return `${before === null || before === undefined ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`;
    })
    .join("");
}

/** Which of so many columns are named where there is room for so many names: evenly, and always the last. */
export function named(count: number, room: number): boolean[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)));
  return Array.from({ length: count }, (_, at) => (count - 1 - at) % every === 0);
}
