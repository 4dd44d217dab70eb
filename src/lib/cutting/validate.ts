import { type CutOrder, type CutPlan, MAX_DEPTH, type Piece, type Rect, type Sheet } from "./types";

// Whether a plan can be cut and gives what was ordered. It shares nothing with the planner but the types: what one of them has wrong, the other
// finds. It also stands at the server's door, so that what claims to be a plan may be anything at all.

/** What may be wrong with a plan. */
export const CUT_PROBLEMS = [
  /** Not of a plan's shape, or with a length that is no whole number. */
  "malformed",
  /** Nested deeper, or of more parts, than any plan needs. */
  "tooDeep",
  "sheetUnknown",
  /** One sheet is cut twice. */
  "sheetTwice",
  /** A sheet is cut for no piece. */
  "sheetUnused",
  /** What is divided is not the sheet without its trim. */
  "trim",
  /** A cut outside of what it divides. */
  "cutOutside",
  /** The two sides of a cut do not span what it divides from edge to edge. */
  "cutPartial",
  /** Between the two sides of a cut is not the kerf, or they are not all that is left beside it. */
  "kerf",
  /** A part without extent that is not the waste behind a last cut. */
  "partEmpty",
  "pieceUnknown",
  /** A piece is cut twice, or both cut and left out. */
  "pieceTwice",
  /** A piece is neither cut nor left out. */
  "pieceMissing",
  "pieceSize",
  "pieceGrain",
  "pieceDefect",
  /** A remnant that is too small to be kept. */
  "remnantSmall",
  "remnantDefect",
] as const;

export type CutProblemCode = (typeof CUT_PROBLEMS)[number];

/** What is wrong, and with which sheet or piece of the order, as far as it can be told. */
export interface CutProblem {
  code: CutProblemCode;
  sheetId?: string;
  pieceId?: string;
}

/** No more problems than these are told: a hostile plan shall not fill the memory. */
const MOST_PROBLEMS = 100;
/** Parts of one sheet beside a few for each piece and each defect. */
const SPARE_PARTS = 100;

type Unknown = Record<string, unknown>;

const isObject = (value: unknown): value is Unknown => typeof value === "object" && value !== null && !Array.isArray(value);

/** A rectangle of whole millimetres, none of them negative; undefined for anything else. */
function rectOf(value: unknown): Rect | undefined {
  if (!isObject(value)) return undefined;
  const { x, y, length, width } = value;
  const whole = [x, y, length, width].every((number) => Number.isSafeInteger(number) && (number as number) >= 0);
  return whole ? ({ x, y, length, width } as Rect) : undefined;
}

const same = (a: Rect, b: Rect): boolean => a.x === b.x && a.y === b.y && a.length === b.length && a.width === b.width;
const touches = (a: Rect, b: Rect): boolean =>
  Math.max(a.x, b.x) < Math.min(a.x + a.length, b.x + b.length) && Math.max(a.y, b.y) < Math.min(a.y + a.width, b.y + b.width);

/** What is checked, and what was found up to now. */
interface Check {
  order: CutOrder;
  pieces: Map<string, Piece>;
  /** Pieces that were met. */
  met: Set<string>;
  problems: CutProblem[];
}

/**
 * All that is wrong with a plan for an order; nothing: it can be cut as it stands. Never throws, whatever the plan is; the order is trusted.
 * @param plan what claims to be a plan, such as parsed JSON
 */
export function problemsOf(order: CutOrder, plan: CutPlan | unknown): CutProblem[] {
  const check: Check = { order, pieces: new Map(order.pieces.map((piece) => [piece.id, piece])), met: new Set(), problems: [] };
  if (!isObject(plan) || !Array.isArray(plan.sheets) || !Array.isArray(plan.unplaced)) return [{ code: "malformed" }];
  const sheets = new Map(order.sheets.map((sheet) => [sheet.id, sheet]));
  const used = new Set<string>();
  for (const one of plan.sheets as unknown[]) {
    if (check.problems.length >= MOST_PROBLEMS) return check.problems;
    if (!isObject(one) || typeof one.sheetId !== "string") {
      check.problems.push({ code: "malformed" });
      continue;
    }
    const sheet = sheets.get(one.sheetId);
    if (!sheet) check.problems.push({ code: "sheetUnknown" });
    else if (used.has(sheet.id)) check.problems.push({ code: "sheetTwice", sheetId: sheet.id });
    else checkSheet(check, sheet, one.root);
    used.add(one.sheetId);
  }
  for (const id of plan.unplaced as unknown[]) {
    if (check.problems.length >= MOST_PROBLEMS) return check.problems;
    meet(check, id, undefined);
  }
  const missing = order.pieces.filter(({ id }) => !check.met.has(id));
  return [...check.problems, ...missing.map(({ id }) => ({ code: "pieceMissing" as const, pieceId: id }))].slice(0, MOST_PROBLEMS);
}

/** A piece is met where it is cut, or among those that were left out. Returns it if it may be there. */
function meet({ pieces, met, problems }: Check, id: unknown, sheetId: string | undefined): Piece | undefined {
  const at = sheetId === undefined ? {} : { sheetId };
  const piece = typeof id === "string" ? pieces.get(id) : undefined;
  if (!piece) {
    problems.push({ code: typeof id === "string" ? "pieceUnknown" : "malformed", ...at });
    return undefined;
  }
  if (met.has(piece.id)) problems.push({ code: "pieceTwice", ...at, pieceId: piece.id });
  met.add(piece.id);
  return piece;
}

/** A part that is still to be looked at. */
interface Open {
  part: unknown;
  depth: number;
  /** Whether it may be without extent. */
  last: boolean;
}

function checkSheet(check: Check, sheet: Sheet, root: unknown): void {
  const { problems, order } = check;
  const add = (code: CutProblemCode) => problems.push({ code, sheetId: sheet.id });
  const trim = sheet.remnant ? 0 : order.saw.trim;
  const usable = { x: trim, y: trim, length: sheet.length - 2 * trim, width: sheet.width - 2 * trim };
  const whole = isObject(root) ? rectOf(root.rect) : undefined;
  if (whole && !same(whole, usable)) add("trim");
  let parts = SPARE_PARTS + 12 * (order.pieces.length + sheet.defects.length);
  let pieces = 0;
  // Not by recursion: a plan that is nested a million times would end the process.
  const open: Open[] = [{ part: root, depth: 0, last: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (problems.length >= MOST_PROBLEMS) return;
    parts -= 1;
    if (next.depth > MAX_DEPTH || parts < 0) {
      add("tooDeep");
      return;
    }
    const { part, depth, last } = next;
    const rect = isObject(part) ? rectOf(part.rect) : undefined;
    if (!isObject(part) || !rect) {
      add("malformed");
      continue;
    }
    if ((rect.length === 0 || rect.width === 0) && !(last && part.is === "waste")) add("partEmpty");
    if (part.is === "cut") open.push(...checkCut(check, sheet, part, rect, depth));
    else if (part.is === "piece") {
      pieces += 1;
      checkPiece(check, sheet, part, rect);
    } else if (part.is === "remnant") checkRemnant(check, sheet, rect);
    else if (part.is !== "waste") add("malformed");
  }
  if (pieces === 0) add("sheetUnused");
}

/** A cut goes from edge to edge, takes the kerf, and leaves the rest to its two sides. Returns these, to be looked at. */
function checkCut(check: Check, sheet: Sheet, part: Unknown, rect: Rect, depth: number): Open[] {
  const add = (code: CutProblemCode) => check.problems.push({ code, sheetId: sheet.id });
  const { axis, at, parts } = part;
  if ((axis !== "x" && axis !== "y") || !Number.isSafeInteger(at) || !Array.isArray(parts) || parts.length !== 2) {
    add("malformed");
    return [];
  }
  const [one, other] = (parts as unknown[]).map((side) => (isObject(side) ? rectOf(side.rect) : undefined));
  const sides: Open[] = [
    { part: parts[0], depth: depth + 1, last: false },
    { part: parts[1], depth: depth + 1, last: true },
  ];
  // What has no rectangle is malformed, which is told when it is looked at.
  if (!one || !other) return sides;
  const along = axis === "x";
  const [from, to] = along ? [rect.x, rect.x + rect.length] : [rect.y, rect.y + rect.width];
  const place = at as number;
  if (place < from || place >= to) add("cutOutside");
  const spans = (side: Rect) => (along ? side.y === rect.y && side.width === rect.width : side.x === rect.x && side.length === rect.length);
  if (!spans(one) || !spans(other)) add("cutPartial");
  const begins = (side: Rect) => (along ? side.x : side.y);
  const ends = (side: Rect) => (along ? side.x + side.length : side.y + side.width);
  const beyond = Math.min(place + check.order.saw.kerf, to);
  if (begins(one) !== from || ends(one) !== place || begins(other) !== beyond || ends(other) !== to) add("kerf");
  return sides;
}

function checkPiece(check: Check, sheet: Sheet, part: Unknown, rect: Rect): void {
  const piece = meet(check, part.pieceId, sheet.id);
  if (!piece) return;
  const add = (code: CutProblemCode) => check.problems.push({ code, sheetId: sheet.id, pieceId: piece.id });
  if (typeof part.turned !== "boolean") {
    add("malformed");
    return;
  }
  const [length, width] = part.turned ? [piece.width, piece.length] : [piece.length, piece.width];
  if (rect.length !== length || rect.width !== width) add("pieceSize");
  if ((piece.grain === "along" && part.turned) || (piece.grain === "across" && !part.turned)) add("pieceGrain");
  if (sheet.defects.some((defect) => touches(defect, rect))) add("pieceDefect");
}

function checkRemnant({ order: { saw }, problems }: Check, sheet: Sheet, rect: Rect): void {
  const fits = (length: number, width: number) => length >= saw.remnantLength && width >= saw.remnantWidth;
  if (!fits(rect.length, rect.width) && !fits(rect.width, rect.length)) problems.push({ code: "remnantSmall", sheetId: sheet.id });
  if (sheet.defects.some((defect) => touches(defect, rect))) problems.push({ code: "remnantDefect", sheetId: sheet.id });
}
