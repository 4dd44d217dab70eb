import type { PriceKind } from "@/lib/enums/trades-pricing";
import { COST_KINDS, type CostKind } from "@/lib/enums/trades-stock";
import { priceOf, roundHalfUp, WHOLE_RATE } from "@/lib/pricing/amounts";
import { counts, type DocumentLine } from "@/lib/pricing/documents";

/** Characters at most. */
export const COST = { text: 160 } as const;

/** What somebody writes down. Material comes from what was cut or taken from stock alone: it would count twice. */
export const HAND_KINDS = ["labour", "subcontract", "other"] as const satisfies CostKind[];
export type HandKind = (typeof HAND_KINDS)[number];

/**
 * What a quote's line costs the shop, by the kinds that costs are written down in. What is bought in slabs is material; edges and cut-outs
 * are the hours that they take, as is labour itself; items, such as sinks, are the rest. Quotes know nothing of subcontractors: what these
 * cost stands against what was quoted in all.
 */
const KIND_OF: Record<PriceKind, CostKind> = { material: "material", edge: "labour", cutout: "labour", labour: "labour", item: "other" };

export type ByKind = Record<CostKind, number>;
export const noCosts = (): ByKind => Object.fromEntries(COST_KINDS.map((kind) => [kind, 0])) as ByKind;

/** What quotes' lines that count cost the shop, in minor units. */
export function quotedByKind(lines: readonly DocumentLine[]): ByKind {
  const sums = noCosts();
  for (const line of lines) if (counts(line)) sums[KIND_OF[line.kind]] += priceOf(line.quantity, line.cost);
  return sums;
}

/** How much a job has cost of what it was to cost. */
export const BUDGET_STATES = ["none", "within", "near", "over"] as const;
export type BudgetState = (typeof BUDGET_STATES)[number];

interface Budget {
  /** What its quotes said that it costs, and what it has cost, in minor units. */
  quoted: number;
  actual: number;
  /** Basis points of what was quoted at which those who manage the workspace are told. */
  alert: number;
}

/** Whether so much has been spent that those who manage the workspace are to know. Without a quote there is nothing to hold it against. */
export const isAlarming = ({ quoted, actual, alert }: Budget): boolean =>
  quoted > 0 && BigInt(actual) * BigInt(WHOLE_RATE) >= BigInt(quoted) * BigInt(alert);

export function budgetState(budget: Budget): BudgetState {
  if (budget.quoted <= 0) return "none";
  if (budget.actual > budget.quoted) return "over";
  return isAlarming(budget) ? "near" : "within";
}

/** One amount by another, in basis points; null where there is nothing to compare with. */
export const rateOf = (part: number, whole: number): number | null =>
  whole > 0 ? roundHalfUp(BigInt(part) * BigInt(WHOLE_RATE), BigInt(whole)) : null;
