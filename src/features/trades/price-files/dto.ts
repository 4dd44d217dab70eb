import { z } from "zod";
import { filePlanOf } from "../customer-files/dto";
import { pricesDto } from "../prices/dto";
import { PRICE_COLUMNS } from "./rules";

export const pricePlanDto = filePlanOf(PRICE_COLUMNS);
export type PricePlanDto = z.infer<typeof pricePlanDto>;

export const pricesFileDto = z.object({ text: z.string() });
export const pricesTakenDto = z.object({ added: z.int(), changed: z.int(), prices: pricesDto });
