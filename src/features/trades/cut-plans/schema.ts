import { z } from "zod";
import { PLAN_STATES } from "@/lib/enums/trades-stock";
import { id } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { EFFORTS, type Effort, MOST_PIECES, MOST_SLABS } from "./rules";

export const plansInput = workspaceInput.extend({
  state: z.enum(PLAN_STATES).optional(),
  materialUid: id.optional(),
  ...pageInput.shape,
});
export type PlansInput = z.infer<typeof plansInput>;

export const waitingInput = workspaceInput.extend({ materialUid: id });

export const planOfInput = workspaceInput.extend({ uid: id });
export const planSeenInput = planOfInput.extend({ version: rowVersion });
export type PlanSeenInput = z.infer<typeof planSeenInput>;

const efforts = Object.keys(EFFORTS) as [Effort, ...Effort[]];
const planFields = z.strictObject({
  materialUid: id,
  pieceUids: z.array(id).min(1).max(MOST_PIECES),
  slabUids: z.array(id).min(1).max(MOST_SLABS).meta({ description: "Without them all that are available, remnants first." }).optional(),
  effort: z.enum(efforts).default("usual"),
});

export const planStartInput = workspaceInput.extend(planFields.shape);
export type PlanStartInput = z.infer<typeof planStartInput>;
