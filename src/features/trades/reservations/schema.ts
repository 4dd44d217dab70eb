import { z } from "zod";
import { pageInput } from "@/lib/pagination";
import { id } from "@/lib/typed";
import { workspaceInput } from "@/lib/workspace-input";
import { note, quantity } from "../stock/schema";

export const reservationsInput = workspaceInput.extend({ itemUid: id, ...pageInput.shape });
export type ReservationsInput = z.infer<typeof reservationsInput>;

export const stockOfJobInput = workspaceInput.extend({ jobUid: id });

/** For a job, or for something else with a word what. */
export const reserveForm = z
  .strictObject({ quantity, jobUid: id.nullable().default(null), note })
  .refine(({ jobUid, note: what }) => jobUid !== null || what !== "", { path: ["note"], message: "required" });

export const reserveInput = workspaceInput
  .extend({ itemUid: id, ...reserveForm.shape })
  .refine(({ jobUid, note: what }) => jobUid !== null || what !== "", { path: ["note"], message: "required" });
export type ReserveInput = z.infer<typeof reserveInput>;

export const releaseInput = workspaceInput.extend({ uid: id, version: z.int().min(1) });
export type ReleaseInput = z.infer<typeof releaseInput>;

/** What was put aside for no job says for which it is taken. */
export const issueReservedInput = releaseInput.extend({ jobUid: id.optional() });
export type IssueReservedInput = z.infer<typeof issueReservedInput>;
