import { z } from "zod";
import { stockItemDto } from "../stock/dto";

export const countSheetDto = z.object({
  items: z.array(stockItemDto),
  /** There are more: a search shows them. */
  more: z.boolean(),
});

export const countedDto = z.array(stockItemDto);
