import { z } from "zod";
import { STOCK_MOVES, STOCK_UNITS } from "@/lib/enums/trades-stock";

/** Quantities are in thousandths of the unit. */
export const stockItemDto = z.object({
  uid: z.uuid(),
  code: z.string(),
  name: z.string(),
  unit: z.enum(STOCK_UNITS),
  bin: z.string(),
  onHand: z.int(),
  /** Of which so much is spoken for. */
  reserved: z.int(),
  reorderAt: z.int(),
  retired: z.boolean(),
  version: z.int(),
  /** What all that is on hand stands in the books with, in minor units: for those alone who manage the workspace. */
  value: z.int().optional(),
});

/** One of them by itself. */
export const stockItemViewDto = stockItemDto.extend({
  /** Something of it is on hand, or with a job, which may put it back: so many metres are not so many pieces. */
  unitFixed: z.boolean(),
});

export const jobRefDto = z.object({ uid: z.uuid(), number: z.int(), title: z.string() });

const stockMoveDto = z.object({
  uid: z.uuid(),
  at: z.iso.datetime(),
  /** Null for somebody who has left. */
  by: z.string().nullable(),
  move: z.enum(STOCK_MOVES),
  /** By how much there is more, or less where it is negative; of what is put aside or let go, how much that is. */
  quantity: z.int(),
  /** How much there was afterwards, and how much of it was spoken for. */
  onHand: z.int(),
  reserved: z.int(),
  job: jobRefDto.nullable(),
  note: z.string(),
  /** By how much its value in the books changed: for those alone who manage the workspace. */
  value: z.int().optional(),
});

export const stockMovesDto = z.object({ data: z.array(stockMoveDto), meta: z.object({ next: z.string().nullable() }) });
