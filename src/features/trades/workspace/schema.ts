import { z } from "zod";
import { isTimeZone } from "@/lib/days";
import { TAX_MODES } from "@/lib/enums/trades";
import { nameField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { LOCALES } from "@/lib/locales";
import { workspaceInput } from "@/lib/workspace-input";
import { WORKSPACE } from "../rules";
import { isCurrency } from "./rules";

/** What a workspace is like: made with it, and changed in its settings. */
export const workspaceFields = z.strictObject({
  name: nameField(WORKSPACE.name).pipe(z.string().min(1)),
  timeZone: z.string().max(64).refine(isTimeZone, "timeZone"),
  /** ISO 4217, such as VND. */
  currency: z.string().toUpperCase().refine(isCurrency, "currency"),
  language: z.enum(LOCALES),
  taxMode: z.enum(TAX_MODES).default("group"),
});
export type WorkspaceFields = z.infer<typeof workspaceFields>;

export const workspaceSaveInput = workspaceInput.extend({ version: rowVersion, ...workspaceFields.shape });
export type WorkspaceSaveInput = z.infer<typeof workspaceSaveInput>;

/** Whoever deletes it writes its name. */
export const workspaceDeleteInput = workspaceInput.extend({ name: z.string().max(WORKSPACE.name * 2) });
