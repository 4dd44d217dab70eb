import { spread } from "@/lib/largest-remainder";
import type { CutOrder, CutPlan, Part, Rect, Sheet } from "./types";

// What a valid plan costs and how well it uses its sheets. A plan must have passed ./validate before.

/** What one sheet costs, spread over what becomes of it: the pieces and the remnants sum to the sheet's cost, to the minor unit. */
export interface SheetCosts {
  sheetId: string;
  pieces: { pieceId: string; cost: number }[];
  /** In the order of `remnantsOf`. */
  remnants: { rect: Rect; cost: number }[];
}

/** Areas in square millimetres; the parts sum to the area of the sheets, trim and all. */
export interface Figures {
  area: number;
  trim: number;
  kerf: number;
  pieces: number;
  remnants: number;
  waste: number;
  /** What of the whole area becomes pieces: 0 to 1, and 0 where there is no sheet. */
  yield: number;
}

export interface SheetFigures extends Figures {
  sheetId: string;
}

type Leaf = Exclude<Part, { is: "cut" }>;

const areaOf = ({ length, width }: { length: number; width: number }): number => length * width;

/** What is left when all cuts are made, from the first side of each cut to its second one. */
export function leavesOf(part: Part): Leaf[] {
  return part.is === "cut" ? part.parts.flatMap(leavesOf) : [part];
}

/** What is kept of a sheet, in the order of the cuts. A remnant's length still lies along the grain, also where it is shorter than its width. */
const remnantsOf = (root: Part): Rect[] => leavesOf(root).flatMap((leaf) => (leaf.is === "remnant" ? [leaf.rect] : []));

function sheetsOf(order: CutOrder, plan: CutPlan): { sheet: Sheet; root: Part }[] {
  const sheets = new Map(order.sheets.map((sheet) => [sheet.id, sheet]));
  return plan.sheets.map(({ sheetId, root }) => {
    const sheet = sheets.get(sheetId);
    if (!sheet) throw new Error(`The plan cuts a sheet that the order has not: ${sheetId}`);
    return { sheet, root };
  });
}

/**
 * Spreads what each sheet costs over its pieces and remnants.
 *
 * A remnant carries the share that its area has of the sheet's usable area, which is the sheet without its trim: in stock it stands at the
 * same rate for each usable square metre as the slab did, since all of a remnant is usable. The pieces carry all the rest by their areas, and
 * so the kerf and the waste that were made for their sake: whoever later buys the remnant does not pay for how well this job was cut. The
 * trim, which any use of the slab would have cost, is in the rate, and so borne by both. A sheet without defects that is cut for one small
 * piece therefore burdens the job with little more than that piece, and the shop's stock with the rest.
 */
export function costsOf(order: CutOrder, plan: CutPlan): SheetCosts[] {
  return sheetsOf(order, plan).map(({ sheet, root }) => {
    const leaves = leavesOf(root);
    const pieces = leaves.flatMap((leaf) => (leaf.is === "piece" ? [leaf] : []));
    const remnants = remnantsOf(root);
    // Shares of remnants are their area by the usable one, those of pieces what is left by the area of all pieces: over a common denominator
    // all of them are whole, and only the last step rounds.
    const usable = BigInt(areaOf(root.rect));
    const ofPieces = BigInt(pieces.reduce((sum, { rect }) => sum + areaOf(rect), 0));
    const ofRemnants = BigInt(remnants.reduce((sum, rect) => sum + areaOf(rect), 0));
    const weights = [
      ...pieces.map(({ rect }) => BigInt(areaOf(rect)) * (usable - ofRemnants)),
      ...remnants.map((rect) => BigInt(areaOf(rect)) * ofPieces),
    ];
    const shares = spread(sheet.cost, weights);
    return {
      sheetId: sheet.id,
      pieces: pieces.map(({ pieceId }, at) => ({ pieceId, cost: shares[at] ?? 0 })),
      remnants: remnants.map((rect, at) => ({ rect, cost: shares[pieces.length + at] ?? 0 })),
    };
  });
}

/** How well each sheet is used, and all of them together. */
export function figuresOf(order: CutOrder, plan: CutPlan): { sheets: SheetFigures[]; total: Figures } {
  const sheets = sheetsOf(order, plan).map(({ sheet, root }): SheetFigures => {
    const areas = { piece: 0, remnant: 0, waste: 0 };
    for (const leaf of leavesOf(root)) areas[leaf.is] += areaOf(leaf.rect);
    const { piece: pieces, remnant: remnants, waste } = areas;
    const area = areaOf(sheet);
    const usable = areaOf(root.rect);
    const kerf = usable - pieces - remnants - waste;
    return { sheetId: sheet.id, area, trim: area - usable, kerf, pieces, remnants, waste, yield: pieces / area };
  });
  const total: Figures = { area: 0, trim: 0, kerf: 0, pieces: 0, remnants: 0, waste: 0, yield: 0 };
  for (const sheet of sheets) for (const key of ["area", "trim", "kerf", "pieces", "remnants", "waste"] as const) total[key] += sheet[key];
  if (total.area > 0) total.yield = total.pieces / total.area;
  return { sheets, total };
}
