import type { Piece, Rect, Saw, Sheet } from "./types";

// How a sheet is divided while a plan is sought: a tree whose blocks take turns in the direction of their cuts, with any number of blocks
// side by side in one. What lies between and behind them is free, and follows from where they are.

export type Axis = "x" | "y";

/** A part that is taken: a piece, or a row of blocks along an axis, which all span it across. */
export interface Block extends Rect {
  /** Undefined for a piece. */
  axis: Axis | undefined;
  /** In their order along the axis. Never empty but in the root. */
  blocks: Block[];
  parent: Block | undefined;
  /** Which one of the order's pieces; −1 for a row. */
  piece: number;
  turned: boolean;
}

/** A free part of a row. */
export interface Gap extends Rect {
  row: Block;
  /** Reaches the end of its row, so that a blade may run out over the edge there. */
  last: boolean;
  /** Those that lie in it. */
  defects: readonly Rect[];
  worth: number;
}

/** One sheet in use. */
export interface Layout {
  sheet: number;
  root: Block;
  gaps: Gap[];
  /** The area of the largest gap: no larger piece needs to look. */
  roomiest: number;
  pieces: number;
  pieceArea: number;
}

/** A piece as it may lie on a sheet. */
export interface Pose {
  length: number;
  width: number;
  turned: boolean;
}

/** What a sheet offers: its defects, and its area without the trim. */
export interface Stock {
  sheet: Sheet;
  usable: Rect;
  area: number;
  defects: readonly Rect[];
}

export const areaOf = ({ length, width }: Pick<Rect, "length" | "width">): number => length * width;

export const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.length && b.x < a.x + a.length && a.y < b.y + b.width && b.y < a.y + a.width;

const defectsIn = (rect: Rect, defects: readonly Rect[]): readonly Rect[] =>
  defects.length === 0 ? defects : defects.filter((defect) => overlap(rect, defect));

export function stockOf(sheet: Sheet, saw: Saw): Stock {
  const trim = sheet.remnant ? 0 : saw.trim;
  const usable = { x: trim, y: trim, length: Math.max(0, sheet.length - 2 * trim), width: Math.max(0, sheet.width - 2 * trim) };
  return { sheet, usable, area: areaOf(usable), defects: defectsIn(usable, sheet.defects) };
}

/** The ways in which a piece may lie; a square has one. */
export function posesOf({ length, width, grain }: Piece): Pose[] {
  const straight = { length, width, turned: false };
  const turned = { length: width, width: length, turned: true };
  if (grain === "along") return [straight];
  if (grain === "across") return [turned];
  return length === width ? [straight] : [straight, turned];
}

/**
 * What room is worth more than its area for, to the search: one large gap takes what two small ones do not. The power is between 1, at which
 * only the sum would count, and 2, at which nothing but the largest one would.
 */
const roomWorth = (area: number): number => area * Math.sqrt(area);

/** A gap with a defect takes less than its area says. */
const SPOILT = 0.5;

export const worthOf = (area: number, spoilt: boolean): number => (spoilt ? SPOILT * roomWorth(area) : roomWorth(area));

export function emptyLayout(sheet: number, stock: Stock, kerf: number): Layout {
  const root: Block = { ...stock.usable, axis: "x", blocks: [], parent: undefined, piece: -1, turned: false };
  const layout: Layout = { sheet, root, gaps: [], roomiest: 0, pieces: 0, pieceArea: 0 };
  findGaps(layout, stock, kerf);
  return layout;
}

/** A copy whose gaps are not found yet. */
export function copyLayout({ sheet, root, pieces, pieceArea }: Layout): Layout {
  return { sheet, root: copyBlock(root, undefined), gaps: [], roomiest: 0, pieces, pieceArea };
}

function copyBlock(block: Block, parent: Block | undefined): Block {
  const { x, y, length, width, axis, piece, turned } = block;
  const copy: Block = { x, y, length, width, axis, blocks: [], parent, piece, turned };
  for (const inner of block.blocks) copy.blocks.push(copyBlock(inner, copy));
  return copy;
}

/** Finds all gaps anew, after blocks were taken out. */
export function findGaps(layout: Layout, { defects }: Stock, kerf: number): void {
  layout.gaps = [];
  addGaps(layout.root, layout.gaps, defects, kerf);
  findRoomiest(layout);
}

export function findRoomiest(layout: Layout): void {
  layout.roomiest = 0;
  for (const gap of layout.gaps) layout.roomiest = Math.max(layout.roomiest, areaOf(gap));
}

function addGaps(row: Block, gaps: Gap[], defects: readonly Rect[], kerf: number): void {
  const along = row.axis === "x";
  let from = along ? row.x : row.y;
  for (const block of row.blocks) {
    const start = along ? block.x : block.y;
    addGap(row, from, start - kerf, false, gaps, defects);
    from = start + (along ? block.length : block.width) + kerf;
    if (block.axis) addGaps(block, gaps, defects, kerf);
  }
  addGap(row, from, along ? row.x + row.length : row.y + row.width, true, gaps, defects);
}

/** A gap of a row between two points of its axis, if there is any. Called more often than anything else: it makes one object and no other. */
export function addGap(row: Block, from: number, to: number, last: boolean, gaps: Gap[], defects: readonly Rect[]): void {
  if (to <= from) return;
  const along = row.axis === "x";
  const x = along ? from : row.x;
  const y = along ? row.y : from;
  const length = along ? to - from : row.length;
  const width = along ? row.width : to - from;
  const gap: Gap = { x, y, length, width, row, last, defects, worth: roomWorth(length * width) };
  if (defects.length > 0) {
    gap.defects = defectsIn(gap, defects);
    gap.worth = worthOf(length * width, gap.defects.length > 0);
  }
  gaps.push(gap);
}

/**
 * Takes a block out, and the rows that are empty without it. Where no defect ties blocks to their places, those behind it move up, so that
 * what is free in a row is one gap. The gaps must be found anew afterwards.
 */
export function takeOut(block: Block, stock: Stock, kerf: number): void {
  let gone = block;
  let row = gone.parent;
  while (row) {
    row.blocks.splice(row.blocks.indexOf(gone), 1);
    if (row.blocks.length > 0 || !row.parent) break;
    gone = row;
    row = row.parent;
  }
  if (row && stock.defects.length === 0) moveUp(row, kerf);
}

function moveUp(row: Block, kerf: number): void {
  const along = row.axis === "x";
  let from = along ? row.x : row.y;
  for (const block of row.blocks) {
    const by = from - (along ? block.x : block.y);
    if (by !== 0) shift(block, along ? by : 0, along ? 0 : by);
    from += (along ? block.length : block.width) + kerf;
  }
}

function shift(block: Block, dx: number, dy: number): void {
  block.x += dx;
  block.y += dy;
  for (const inner of block.blocks) shift(inner, dx, dy);
}

/** The pieces of a block, in the order of the tree. */
export function piecesIn(block: Block, found: Block[] = []): Block[] {
  if (!block.axis) found.push(block);
  for (const inner of block.blocks) piecesIn(inner, found);
  return found;
}
