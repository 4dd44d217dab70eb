import { z } from "zod";
import { viewingDto } from "@/features/account/viewings/dto";

export const askedDto = viewingDto.extend({
  /** Whether the caller asked. */
  own: z.boolean(),
});

export const openedDto = z.object({
  /** Reads what the owner sees, as far as it is for showing, and nothing else; it ends with the consent. */
  accessToken: z.string(),
  endsAt: z.string(),
});
