import { z } from "zod";
import { instant, minorUnits, thousandths } from "@/lib/dto-fields";
import { RESERVATION_STATES, STOCK_UNITS } from "@/lib/enums/trades-stock";
import { jobRefDto } from "../stock/dto";

const item = z.object({ uid: z.uuid(), code: z.string(), name: z.string(), unit: z.enum(STOCK_UNITS), bin: z.string() });

export const reservationDto = z.object({
  uid: z.uuid(),
  item,
  quantity: thousandths,
  state: z.enum(RESERVATION_STATES),
  job: jobRefDto.nullable(),
  note: z.string(),
  createdAt: instant,
  version: z.int(),
});

export const stockOfJobDto = z.object({
  reservations: z.array(reservationDto).meta({ description: "What is put aside for it." }),
  issued: z
    .array(
      z.object({
        item,
        quantity: thousandths,
        value: minorUnits.optional().meta({ description: "What that cost, in minor units: for those alone who manage the workspace." }),
      }),
    )
    .meta({ description: "What was taken for it, less what came back." }),
});
