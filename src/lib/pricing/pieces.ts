import type { Grain } from "@/lib/cutting/types";
import { type LineSource, SIDES, type Side } from "@/lib/enums/trades-quotes";
import { roundHalfUp, WHOLE_RATE } from "./amounts";
import type { Priced } from "./prices";

/** A piece that is to be made, so many times. Its length lies before whoever stands at it; all in mm. */
export interface OrderedPiece {
  /** Stays with it from revision to revision. */
  id: string;
  label: string;
  /** What of a price list it is made of; empty where that is not asked for by the piece. */
  code: string;
  /** The material that it is cut from, where that is known. */
  materialUid: string | null;
  length: number;
  width: number;
  count: number;
  grain: Grain;
  /** Codes of what its sides get; empty for none. */
  edges: Record<Side, string>;
  cutouts: { code: string; count: number }[];
}

/** What a slab usually measures, in mm, by the code of what is asked for by the slab. */
export type SlabSizes = ReadonlyMap<string, { length: number; width: number }>;

/** So much of something in a price list. */
export interface Need {
  code: string;
  /** In thousandths of its unit. */
  quantity: number;
}

const lengthOf = (side: Side, { length, width }: Pick<OrderedPiece, "length" | "width">): number =>
  side === "front" || side === "back" ? length : width;

export const areaOf = ({ length, width, count }: Pick<OrderedPiece, "length" | "width" | "count">): number => length * width * count;

/** Square millimetres as thousandths of a square metre, half up. */
const squareMetres = (area: number): number => roundHalfUp(BigInt(area), 1000n);

/**
 * How many slabs an area takes, once as much as usual is cut away. @param waste basis points
 */
export const slabsFor = (area: number, { length, width }: { length: number; width: number }, waste: number): number =>
  area === 0 ? 0 : Math.ceil((area * WHOLE_RATE) / (length * width * (WHOLE_RATE - waste)));

/**
 * What pieces take of a price list: their material by area or by the slab, their edges by length, their cut-outs by number; each once for
 * all pieces, so that it is rounded once, in the order in which it is first met. What the list does not have is left out: whoever
 * keeps pieces refuses that before.
 * @param waste basis points of a slab that are cut away, on the average
 */
export function needsOf(
  pieces: readonly OrderedPiece[],
  items: ReadonlyMap<string, Pick<Priced, "unit">>,
  slabs: SlabSizes,
  waste: number,
): Need[] {
  const areas = new Map<string, number>();
  const others = new Map<string, number>();
  const add = (to: Map<string, number>, code: string, more: number) => {
    if (code !== "" && items.has(code)) to.set(code, (to.get(code) ?? 0) + more);
  };
  for (const piece of pieces) {
    add(areas, piece.code, areaOf(piece));
    // Millimetres are thousandths of a metre.
    for (const side of SIDES) add(others, piece.edges[side], lengthOf(side, piece) * piece.count);
    for (const { code, count } of piece.cutouts) add(others, code, count * piece.count * 1000);
  }
  const material = [...areas].map(([code, area]): Need => {
    const size = slabs.get(code);
    const bySlab = items.get(code)?.unit === "slab" && size !== undefined;
    return { code, quantity: bySlab ? slabsFor(area, size, waste) * 1000 : squareMetres(area) };
  });
  return [...material, ...[...others].map(([code, quantity]) => ({ code, quantity }))];
}

/** The codes that a piece names. */
export const codesOf = ({ code, edges, cutouts }: OrderedPiece): string[] =>
  [code, ...SIDES.map((side) => edges[side]), ...cutouts.map((cutout) => cutout.code)].filter((one) => one !== "");

/** A piece as whoever is offered it reads it: what stands in a price list under a code, by its name. */
export interface NamedPiece {
  label: string;
  length: number;
  width: number;
  count: number;
  material: string;
  /** Those sides that get something. */
  edges: { side: Side; text: string }[];
  cutouts: { text: string; count: number }[];
}

/** Pieces by the names that the lines have which were worked out from them; what no line says is left out. */
export function namedPieces(
  pieces: readonly OrderedPiece[],
  lines: readonly { source: LineSource; code: string; text: string }[],
): NamedPiece[] {
  const names = new Map(lines.flatMap(({ source, code, text }) => (source === "pieces" ? [[code, text]] : [])));
  return pieces.map(({ label, length, width, count, code, edges, cutouts }) => ({
    ...{ label, length, width, count, material: names.get(code) ?? "" },
    edges: SIDES.flatMap((side) => {
      const text = names.get(edges[side]);
      return text ? [{ side, text }] : [];
    }),
    cutouts: cutouts.flatMap((one) => {
      const text = names.get(one.code);
      return text ? [{ text, count: one.count }] : [];
    }),
  }));
}
