import { z } from "zod";
import { TAX_MODES, WORKSPACE_ROLES } from "@/lib/enums/trades";
import { LOCALES } from "@/lib/locales";

export const workspaceDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  timeZone: z.string(),
  currency: z.string().meta({ description: "ISO 4217." }),
  language: z.enum(LOCALES),
  taxMode: z.enum(TAX_MODES),
  version: z.int(),
  role: z.enum(WORKSPACE_ROLES).meta({ description: "What whoever asks is in it." }),
});

export const workspacesDto = z.object({
  workspaces: z.array(
    z.object({
      uid: z.uuid(),
      name: z.string(),
      role: z.enum(WORKSPACE_ROLES),
      members: z.int().meta({ description: "How many people are in it." }),
    }),
  ),
  mayCreate: z.boolean().meta({ description: "Whether whoever asks can make one of their own." }),
});

export const workspaceDeletedDto = z.object({ deleted: z.literal(true) });
