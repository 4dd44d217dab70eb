import { createHash } from "node:crypto";
import { customerRoutes } from "./customer-routes";
import { disputeRoutes } from "./disputes";
import { expand } from "./expand";
import { invalid, StripeFailure } from "./failure";
import { invoiceRoutes } from "./invoice-routes";
import { parseForm, type Raw } from "./params";
import { paymentRoutes } from "./payment-routes";
import { priceRoutes } from "./price-routes";
import type { Route } from "./route";
import { sessionRoutes } from "./sessions";
import { setupIntentRoutes } from "./setup-intents";
import { ANSWERS } from "./store";
import { subscriptionRoutes } from "./subscriptions";
import type { Work } from "./work";

const ROUTES: readonly Route[] = [
  ...customerRoutes,
  ...priceRoutes,
  ...sessionRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...disputeRoutes,
];

/** A request as it came, read but not yet believed. */
export interface Call {
  method: string;
  path: string;
  /** The query or the form, undecoded. */
  form: string;
  idempotencyKey: string | null;
  requestId: string;
}

export interface Answer {
  status: number;
  body: object;
  replayed?: boolean;
}

export async function readCall(request: Request, requestId: string): Promise<Call> {
  const { pathname, search } = new URL(request.url);
  const { method } = request;
  const form = method === "POST" ? await request.text() : search.slice(1);
  const idempotencyKey = method === "POST" ? request.headers.get("idempotency-key") : null;
  return { method, path: pathname, form, idempotencyKey, requestId };
}

/** Answers a call inside a transaction. @throws StripeFailure when nothing of it may stay */
export async function answer(work: Work, call: Call): Promise<Answer> {
  const { idempotencyKey: key } = call;
  if (key === null) return run(work, call);
  const print = createHash("sha256")
    .update(JSON.stringify([call.method, call.path, call.form]))
    .digest("hex");
  const earlier = await work.store.note<Answer & { print: string }>(`${ANSWERS}${key}`);
  if (earlier.print !== undefined && earlier.print !== print) throw reused(key);
  if (earlier.body) return { status: earlier.status ?? 200, body: earlier.body, replayed: true };
  const made = await run(work, call);
  await work.store.remember(`${ANSWERS}${key}`, { ...made, print });
  return made;
}

const reused = (key: string): StripeFailure =>
  new StripeFailure(
    400,
    "idempotency_error",
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  );

async function run(work: Work, call: Call): Promise<Answer> {
  try {
    return { status: 200, body: await serve(work, call) };
  } catch (error) {
    // A declined charge has happened: it stays, and the error is its answer.
    if (error instanceof StripeFailure && error.keep) return { status: error.status, body: error.body(call.requestId) };
    throw error;
  }
}

async function serve(work: Work, { method, path, form }: Call): Promise<object> {
  for (const route of ROUTES) {
    const match = route.method === method ? route.pattern.exec(path) : null;
    if (!match) continue;
    const { expand: wanted, ...params } = parseForm(form);
    const found = await route.run(work, params, match[1] ?? "");
    return expand(work, found, pathsOf(wanted));
  }
  throw new StripeFailure(
    404,
    "invalid_request_error",
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  );
}

function pathsOf(wanted: Raw | undefined): string[] {
  if (wanted === undefined || wanted === "") return [];
  if (!Array.isArray(wanted) || !wanted.every((path) => typeof path === "string")) throw invalid("Invalid array", "expand");
  return wanted;
}
