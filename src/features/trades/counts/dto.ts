import { z } from "zod";
import { stockItemDto } from "../stock/dto";

export const countSheetDto = z.object({
  items: z.array(stockItemDto),
  more: z.boolean().meta({ description: "There are more: a search shows them." }),
});

export const countedDto = z.array(stockItemDto);
