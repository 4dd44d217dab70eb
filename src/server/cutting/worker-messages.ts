import type { Progress } from "@/lib/cutting/plan";
import type { CutOrder, CutPlan } from "@/lib/cutting/types";

/** What a planner's thread is started with. */
export interface PlannerData {
  order: CutOrder;
  seed: number;
  effort: number;
  /** One shared number: 1 asks the planner to stop. It does not listen to messages while it searches. */
  stop: SharedArrayBuffer;
}

/** What it tells. */
export type PlannerMessage = { progress: Progress } | { plan: CutPlan };
