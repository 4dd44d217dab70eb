import { z } from "zod";
import { pageInput } from "@/lib/pagination";
import { id } from "@/lib/typed";
import { workspaceInput } from "@/lib/workspace-input";

export const reservationsInput = workspaceInput.extend({ itemUid: id, ...pageInput.shape });
export type ReservationsInput = z.infer<typeof reservationsInput>;

export const stockOfJobInput = workspaceInput.extend({ jobUid: id });

export const releaseInput = workspaceInput.extend({ uid: id, version: z.int().min(1) });
export type ReleaseInput = z.infer<typeof releaseInput>;

export const issueReservedInput = releaseInput.extend({
  jobUid: id.meta({ description: "What was put aside for no job says for which it is taken." }).optional(),
});
export type IssueReservedInput = z.infer<typeof issueReservedInput>;
