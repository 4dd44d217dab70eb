import { z } from "zod";
import { VIEWING_STATES } from "@/lib/enums/account";

export const viewingDto = z.object({
  uid: z.uuid(),
  /** Who asks to look, or looked; empty where that account is gone. */
  by: z.string(),
  reason: z.string(),
  state: z.enum(VIEWING_STATES),
  askedAt: z.string(),
  answeredAt: z.string().nullable(),
  /** Until when it is as it is, unless somebody ends it; null for what is over. */
  until: z.string().nullable(),
  /** When the account was first looked at; null if it never was. */
  openedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
