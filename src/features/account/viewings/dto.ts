import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { VIEWING_STATES } from "@/lib/enums/account";

export const viewingDto = z.object({
  uid: z.uuid(),
  by: z.string().meta({ description: "Who asks to look, or looked; empty where that account is gone." }),
  reason: z.string(),
  state: z.enum(VIEWING_STATES),
  askedAt: instant,
  answeredAt: instant.nullable(),
  until: instant.nullable().meta({ description: "Until when it is as it is, unless somebody ends it; null for what is over." }),
  openedAt: instant.nullable().meta({ description: "When the account was first looked at; null if it never was." }),
  endedAt: instant.nullable(),
});
