import { z } from "zod";
import { TAX_MODES, WORKSPACE_ROLES } from "@/lib/enums/trades";
import { LOCALES } from "@/lib/locales";

export const workspaceDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  timeZone: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  language: z.enum(LOCALES),
  taxMode: z.enum(TAX_MODES),
  version: z.int(),
  /** What whoever asks is in it. */
  role: z.enum(WORKSPACE_ROLES),
});

export const workspacesDto = z.object({
  workspaces: z.array(
    z.object({
      uid: z.uuid(),
      name: z.string(),
      role: z.enum(WORKSPACE_ROLES),
      /** How many people are in it. */
      members: z.int(),
    }),
  ),
  /** Whether whoever asks can make one of their own. */
  mayCreate: z.boolean(),
});

export const workspaceDeletedDto = z.object({ deleted: z.literal(true) });
