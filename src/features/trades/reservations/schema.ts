import type { z } from "zod";
import { id } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";

export const reservationsInput = workspaceInput.extend({ itemUid: id, ...pageInput.shape });
export type ReservationsInput = z.infer<typeof reservationsInput>;

export const stockOfJobInput = workspaceInput.extend({ jobUid: id });

export const releaseInput = workspaceInput.extend({ uid: id, version: rowVersion });
export type ReleaseInput = z.infer<typeof releaseInput>;

export const issueReservedInput = releaseInput.extend({
  jobUid: id.meta({ description: "What was put aside for no job says for which it is taken." }).optional(),
});
export type IssueReservedInput = z.infer<typeof issueReservedInput>;
