import { z } from "zod";
import { instant, minorUnits, thousandths } from "@/lib/dto-fields";
import { STOCK_MOVES, STOCK_UNITS } from "@/lib/enums/trades-stock";

export const stockItemDto = z.object({
  uid: z.uuid(),
  code: z.string(),
  name: z.string(),
  unit: z.enum(STOCK_UNITS),
  bin: z.string(),
  onHand: thousandths,
  reserved: thousandths.meta({ description: "Thousandths of the unit: so much of what is on hand is spoken for." }),
  reorderAt: thousandths.meta({ description: "Thousandths of the unit: from here on down it is time to buy more; 0: nobody watches it." }),
  retired: z.boolean(),
  version: z.int(),
  value: minorUnits
    .optional()
    .meta({ description: "What all that is on hand stands in the books with, in minor units: for those alone who manage the workspace." }),
});

/** One of them by itself. */
export const stockItemViewDto = stockItemDto.extend({
  unitFixed: z
    .boolean()
    .meta({ description: "Something of it is on hand, or with a job, which may put it back: so many metres are not so many pieces." }),
});

export const jobRefDto = z.object({ uid: z.uuid(), number: z.int(), title: z.string() });

const stockMoveDto = z.object({
  uid: z.uuid(),
  at: instant,
  by: z.string().nullable().meta({ description: "Null for somebody who has left." }),
  move: z.enum(STOCK_MOVES),
  quantity: thousandths.meta({
    description:
      "In thousandths of the unit: by how much there is more, or less where it is negative; of what is put aside or let go, how much that is.",
  }),
  onHand: thousandths.meta({ description: "Thousandths of the unit: how much there was afterwards." }),
  reserved: thousandths.meta({ description: "Thousandths of the unit: how much of that was spoken for." }),
  job: jobRefDto.nullable(),
  note: z.string(),
  value: minorUnits
    .optional()
    .meta({ description: "By how much its value in the books changed, in minor units: for those alone who manage the workspace." }),
});

export const stockMovesDto = z.object({ data: z.array(stockMoveDto), meta: z.object({ next: z.string().nullable() }) });
