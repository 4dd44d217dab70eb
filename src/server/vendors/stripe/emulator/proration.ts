import { boundaryAfter, type Period } from "./periods";

export interface Rate {
  /** Minor units per period. */
  amount: number;
  interval: "month" | "year";
}

/** The line by which a period, or the rest of one, was charged. */
export interface Debit {
  line: string;
  /** Null while it waits for the next invoice. */
  invoice: string | null;
  amount: number;
  start: number;
  end: number;
}

export interface Share {
  amount: number;
  period: Period;
}

export interface PlanChange {
  /** Takes back what is left of the old price: at most 0. */
  credit: Share | undefined;
  /** Charges the new price for what is left of the period. */
  debit: Share | undefined;
  /** Charges a whole new period, when one begins with the change. */
  full: Share | undefined;
  anchor: number;
  period: Period;
  /** Whether an invoice is made at once; otherwise the lines wait for the next. */
  invoiceNow: boolean;
}

export interface ChangeInput {
  from: Rate;
  to: Rate;
  anchor: number;
  period: Period;
  /** Undefined where nothing was charged: in a trial. */
  debit: Debit | undefined;
  behaviour: "create_prorations" | "always_invoice" | "none";
  /** For which instant to calculate. */
  at: number;
  now: number;
  /** Whether the change takes effect without any charge: in a trial, or while paused. */
  free: boolean;
}

/** What a change of price does in the middle of a period: the one rule of both the change itself and its preview. */
export function planChange({ from, to, anchor, period, debit, behaviour, at, now, free }: ChangeInput): PlanChange {
  if (free) return { credit: undefined, debit: undefined, full: undefined, anchor, period, invoiceNow: false };
  const prorates = behaviour !== "none";
  const credit = prorates && debit ? creditOf(debit, at) : undefined;
  // Another interval, or the first price that is not 0, starts a period of its own.
  if (from.interval !== to.interval || (from.amount === 0 && to.amount > 0)) {
    const next = { start: now, end: boundaryAfter({ anchor: now, interval: to.interval }, now) };
    return { credit, debit: undefined, full: { amount: to.amount, period: next }, anchor: now, period: next, invoiceNow: true };
  }
  const rest = prorates ? { amount: share(to.amount, period, at), period: { start: at, end: period.end } } : undefined;
  return { credit, debit: rest, full: undefined, anchor, period, invoiceNow: behaviour === "always_invoice" };
}

/** What was charged for the time after an instant; it follows the charge itself, so that both together never differ by rounding twice. */
export function creditOf(debit: Debit, at: number): Share {
  const start = Math.max(at, debit.start);
  // Not -0, which JSON cannot tell from 0 but a comparison can.
  return { amount: 0 - share(debit.amount, debit, start), period: { start, end: debit.end } };
}

/** The part of an amount that falls to the time after an instant, by seconds and to the nearest minor unit. */
export function share(amount: number, { start, end }: Period, at: number): number {
  // A second change in a period's last second finds a charge for no time at all.
  if (end === start) return 0;
  return Math.round((amount * (end - Math.min(Math.max(at, start), end))) / (end - start));
}
