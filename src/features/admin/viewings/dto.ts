import { z } from "zod";
import { viewingDto } from "@/features/account/viewings/dto";
import { instant } from "@/lib/dto-fields";

export const askedDto = viewingDto.extend({
  own: z.boolean().meta({ description: "Whether the caller asked." }),
});

export const openedDto = z.object({
  accessToken: z
    .string()
    .meta({ description: "Reads what the owner sees, as far as it is for showing, and nothing else; it ends with the consent." }),
  endsAt: instant,
});
