import { z } from "zod";
import { AREAS } from "@/lib/enums/service";
import { id, mailAddress } from "@/lib/fields";

/** Accounts that a page of them holds. */
export const GRANTS = 20;

export const grantsInput = z.object({
  area: z.enum(AREAS),
  /** From where the last answer ended (`meta.next`). */
  before: z.string().max(200).optional(),
});
export type GrantsInput = z.infer<typeof grantsInput>;

export const grantInput = z.object({ area: z.enum(AREAS), email: mailAddress });
export type GrantInput = z.infer<typeof grantInput>;

export const revokeInput = z.object({ area: z.enum(AREAS), userId: id });
export type RevokeInput = z.infer<typeof revokeInput>;
