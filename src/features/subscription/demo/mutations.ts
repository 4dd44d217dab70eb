import { AppError, found } from "@/lib/app-error";
import { DAY_MS } from "@/lib/durations";
import type { UserContext } from "@/server/api/context";
import { recordAct } from "@/server/audit";
import { PAGE } from "../mutations";
import { customerOf } from "../queries";
import { offerOf } from "../rules";
import { handleEvents } from "../sync/mutations";
import { dueEvents } from "../sync/queries";
import type { AuthenticateInput, PayInput } from "./schema";

/** Somebody's own Checkout in a demo. @throws AppError notFound for a stranger's, and wherever payments are real */
async function ownCheckout(ctx: UserContext, session: string) {
  const demo = found(ctx.payments.demo);
  const view = found(await demo.describe(session));
  const customer = await customerOf(ctx, ctx.db, ctx.actor.id);
  if (view.customer !== customer?.stripeId) throw new AppError("notFound");
  return { demo, view };
}

export async function getCheckout(ctx: UserContext, session: string) {
  const { view } = await ownCheckout(ctx, session);
  const { mode, status, amount, currency, lookupKey } = view;
  const offer = lookupKey ? offerOf(lookupKey) : undefined;
  // An invoice's page knows nobody who sent somebody to it.
  const cancelUrl = view.cancelUrl ?? `${ctx.env.publicUrl}${PAGE}`;
  return { mode, status, offer: offer ? { ...offer, amount: amount ?? 0, currency: currency ?? "usd" } : null, cancelUrl };
}

type Outcome = { status: "succeeded"; redirect: string } | { status: "requires_action" } | { status: "declined"; code: string };

/** Whoever has paid an invoice comes back to the subscription's page, and need not look at the invoice's own once more. */
const toPaid = ({ env }: UserContext, session: string, outcome: Outcome) => ({
  status: outcome.status,
  redirect: outcome.status === "succeeded" ? (session.startsWith("in_") ? `${env.publicUrl}${PAGE}?paid=done` : outcome.redirect) : null,
  code: outcome.status === "declined" ? outcome.code : null,
});

export async function pay(ctx: UserContext, { session, ...card }: PayInput) {
  const { demo } = await ownCheckout(ctx, session);
  const outcome = await demo.pay(session, card);
  await ctx.payments.deliver();
  return toPaid(ctx, session, outcome);
}

export async function authenticate(ctx: UserContext, { session, ok }: AuthenticateInput) {
  const { demo } = await ownCheckout(ctx, session);
  const outcome = await demo.authenticate(session, ok);
  await ctx.payments.deliver();
  return toPaid(ctx, session, outcome);
}

export const getClock = async (ctx: UserContext) => ({ now: (await found(ctx.payments.demo).now()).toISOString() });

/** Sets the demo's clock forward; what falls due on the way happens in its order, and has happened when this returns. */
export async function advanceClock(ctx: UserContext, days: number) {
  const demo = found(ctx.payments.demo);
  const from = await demo.now();
  await ctx.db.transaction((tx) => recordAct(tx, ctx, { action: "demo.clock", detail: { from: from.toISOString(), days } }));
  await demo.advance(new Date(from.getTime() + days * DAY_MS));
  await ctx.payments.deliver();
  if ((await dueEvents(ctx.db)).length > 0) await handleEvents(ctx);
  return getClock(ctx);
}
