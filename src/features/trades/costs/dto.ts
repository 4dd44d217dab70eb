import { z } from "zod";
import { basisPoints, day, minorUnits, thousandths } from "@/lib/dto-fields";
import { JOB_STATES } from "@/lib/enums/trades";
import { COST_KINDS, COST_SOURCES } from "@/lib/enums/trades-stock";
import { BUDGET_STATES } from "./rules";

// All of this is for those alone who manage the workspace: each procedure says so.

export const costDto = z.object({
  uid: z.uuid(),
  kind: z.enum(COST_KINDS),
  source: z.enum(COST_SOURCES),
  day,
  text: z.string(),
  quantity: thousandths.meta({ description: "Thousandths of an hour for labour, else of a piece." }),
  amount: minorUnits.meta({ description: "Minor units: what all of it cost." }),
  plan: z
    .object({ uid: z.uuid(), number: z.int() })
    .nullable()
    .meta({ description: "The plan that it was cut by; null for what was not." }),
  by: z.string().nullable().meta({ description: "Null for somebody who is in the workspace no more." }),
  version: z.int(),
});
export type CostDto = z.infer<typeof costDto>;

export const budgetDto = z.object({
  state: z.enum(BUDGET_STATES),
  alert: basisPoints.meta({ description: "Basis points of what was quoted, at which those who manage the workspace are told." }),
  net: minorUnits.meta({ description: "Minor units: what is asked for without tax." }),
  quoted: minorUnits.meta({ description: "Minor units: what it should cost." }),
  actual: minorUnits.meta({ description: "Minor units: what it has cost." }),
  spent: basisPoints
    .nullable()
    .meta({ description: "Basis points: what has been spent of what was quoted; null where nothing was quoted." }),
  margin: basisPoints.nullable().meta({ description: "Basis points: what remains of the net; null where nothing is asked for." }),
  kinds: z.array(
    z.object({
      kind: z.enum(COST_KINDS),
      quoted: minorUnits,
      actual: minorUnits,
      variance: minorUnits.meta({ description: "Minor units: what it has cost more than was quoted; less than 0: less." }),
    }),
  ),
});

export const marginRowDto = z.object({
  uid: z.uuid(),
  number: z.int(),
  title: z.string(),
  state: z.enum(JOB_STATES),
  customer: z.object({ uid: z.uuid(), name: z.string() }),
  net: minorUnits,
  quoted: minorUnits,
  actual: minorUnits,
  quotedMargin: basisPoints
    .nullable()
    .meta({ description: "Basis points: what was to remain of the net, as was quoted; null where nothing is asked for." }),
  margin: basisPoints
    .nullable()
    .meta({ description: "Basis points: what remains of the net as it is now; null where nothing is asked for." }),
  budget: z.enum(BUDGET_STATES),
});
export type MarginRowDto = z.infer<typeof marginRowDto>;
