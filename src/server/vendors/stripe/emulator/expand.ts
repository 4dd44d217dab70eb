import { invalid } from "./failure";
import { paymentsOf } from "./invoices";
import type { SessionNote } from "./sessions";
import { type Kind, listOf } from "./wire";
import type { Work } from "./work";

type Json = Record<string, unknown>;

/** Which kind of object an id's prefix means. */
const KINDS: Record<string, Kind> = {
  cus: "customer",
  pm: "payment_method",
  seti: "setup_intent",
  pi: "payment_intent",
  ch: "charge",
  re: "refund",
  du: "dispute",
  sub: "subscription",
  in: "invoice",
  inpay: "invoice_payment",
};

/** Replaces the ids at these paths by their objects, and adds the lists that only come when asked for. */
export async function expand(work: Work, answer: object, paths: readonly string[]): Promise<object> {
  const copy = structuredClone(answer) as Json;
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > 4) throw invalid("You cannot expand more than 4 levels of a property.", "expand");
    await expandAt(work, copy, steps, path);
  }
  return copy;
}

async function expandAt(work: Work, at: Json, [step, ...rest]: string[], path: string): Promise<void> {
  if (step === undefined) return;
  if (!(step in at)) at[step] = await listed(work, at, step, path);
  const value = at[step];
  if (Array.isArray(value)) {
    if (rest.length > 0) for (const item of value as Json[]) await expandAt(work, item, rest, path);
    else at[step] = await Promise.all(value.map((id: unknown) => load(work, id)));
  } else if (value !== null) {
    if (typeof value !== "string" && typeof value !== "object") throw cannot(path);
    const full = await load(work, value);
    if (typeof full !== "object") throw cannot(path);
    at[step] = full;
    await expandAt(work, full as Json, rest, path);
  }
}

const cannot = (path: string) =>
  invalid(`This property cannot be expanded (${path}). You may want to try expanding 'data.${path}' instead.`, "expand");

async function load(work: Work, value: unknown): Promise<unknown> {
  if (typeof value !== "string") return value;
  const prefix = value.slice(0, value.indexOf("_"));
  if (prefix === "price") return structuredClone(work.prices.find(value)) ?? value;
  if (prefix === "prod") return structuredClone(work.prices.product(value)) ?? value;
  const kind = KINDS[prefix];
  return (kind && (await work.store.find(kind, value))) ?? value;
}

/** What an object only includes on request. */
async function listed(work: Work, { object, id }: Json, step: string, path: string): Promise<unknown> {
  const name = String(id);
  if (object === "invoice" && step === "payments") return listOf(await paymentsOf(work, name), `/v1/invoices/${name}/payments`);
  if (object === "invoice" && step === "confirmation_secret") return secretOf(work, name);
  if (object === "checkout.session" && step === "line_items") {
    const { line } = await work.store.note<SessionNote>(name);
    return listOf(line ? [line] : [], `/v1/checkout/sessions/${name}/line_items`);
  }
  if (object === "customer" && step === "subscriptions") {
    const all = await work.store.all("subscription", { customer: name });
    return listOf(all.filter(({ status }) => status !== "canceled").reverse(), `/v1/customers/${name}/subscriptions`);
  }
  if (object === "charge" && step === "refunds")
    return listOf((await work.store.all("refund", { match: { charge: name } })).reverse(), `/v1/charges/${name}/refunds`);
  throw cannot(path);
}

async function secretOf(work: Work, invoice: string): Promise<object | null> {
  const [payment] = await paymentsOf(work, invoice);
  const intent = payment?.payment.payment_intent && (await work.store.find("payment_intent", payment.payment.payment_intent));
  return intent ? { client_secret: intent.client_secret, type: "payment_intent" } : null;
}
