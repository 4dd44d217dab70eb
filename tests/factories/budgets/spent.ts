import { middlewareMarker } from "@trpc/server/unstable-core-do-not-import";
import { PROCEDURES } from "#tests/factories/permissions/calls";
import type { Context, Services } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import type { LimitClass } from "@/server/http/rate-limits";

/** A budget, and who pays: an address or somebody's id. */
export type Spent = [budget: LimitClass, payer: string];

/** What a call hands from each of a procedure's steps to the next one. */
interface Call {
  ctx: Context;
  path: string;
  type: string;
  meta: unknown;
  getRawInput: () => Promise<unknown>;
}
type Outcome = { ok: true; data: unknown; marker: typeof middlewareMarker } | { ok: false; error: unknown };
type Step = { (call: Call & { next: (given?: Partial<Call>) => Promise<Outcome> }): Promise<Outcome>; _type?: "input" | "output" };

export interface Asker {
  address: string;
  actor: Actor | null;
  input: unknown;
}

/**
 * What a call of a procedure spends, in turn, wherever among its steps that stands. All of them are taken, as tRPC takes them, but what
 * reads the input or the answer, and the work itself, in whose place the call has come through.
 * @returns undefined for a call that was refused on its way: what it would have spent later is not known
 */
export async function spentBy(
  services: Services,
  path: string,
  { address, actor, input }: Asker,
): Promise<{ spent: Spent[]; refused?: unknown }> {
  const spent: Spent[] = [];
  const ctx: Context = {
    ...services,
    ...{ locale: "en", requestId: "of a test", address, userAgent: "", cookies: "", actor, authError: null },
    ...{ idempotencyKey: undefined, unanswered: [], answerHeaders: {} },
    limits: { spend: async (...one) => void spent.push(one) },
  };
  const procedure = PROCEDURES[path];
  if (!procedure) throw new Error(`no procedure ${path}`);
  const { type, meta, middlewares } = procedure._def as (typeof procedure)["_def"] & { middlewares: Step[] };
  const steps = middlewares.slice(0, -1).filter(({ _type }) => _type === undefined);
  const from = async (at: number, call: Call): Promise<Outcome> => {
    const step = steps[at];
    if (!step) return { ok: true, data: undefined, marker: middlewareMarker };
    try {
      return await step({ ...call, next: (given = {}) => from(at + 1, { ...call, ...given, ctx: { ...call.ctx, ...given.ctx } }) });
    } catch (error) {
      return { ok: false, error };
    }
  };
  const outcome = await from(0, { ctx, path, type, meta, getRawInput: async () => input });
  return outcome.ok ? { spent } : { spent, refused: outcome.error };
}
