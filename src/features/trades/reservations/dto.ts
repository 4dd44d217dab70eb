import { z } from "zod";
import { RESERVATION_STATES, STOCK_UNITS } from "@/lib/enums/trades-stock";
import { jobRefDto } from "../stock/dto";

const item = z.object({ uid: z.uuid(), code: z.string(), name: z.string(), unit: z.enum(STOCK_UNITS), bin: z.string() });

export const reservationDto = z.object({
  uid: z.uuid(),
  item,
  /** In thousandths of the item's unit. */
  quantity: z.int(),
  state: z.enum(RESERVATION_STATES),
  job: jobRefDto.nullable(),
  note: z.string(),
  createdAt: z.iso.datetime(),
  version: z.int(),
});

export const stockOfJobDto = z.object({
  /** What is put aside for it. */
  reservations: z.array(reservationDto),
  /** What was taken for it, less what came back; what that cost, in minor units, for those alone who manage the workspace. */
  issued: z.array(z.object({ item, quantity: z.int(), value: z.int().optional() })),
});
