import Stripe from "stripe";
import type { Transaction } from "../../../db/client";
import { stripeDeliveries } from "../../../db/schema";
import type { Prices } from "./prices";
import { newId, type Store } from "./store";
import type { EventType, Kind, Kinds, StripeEvent } from "./wire";

/** One unit of work: a request, or something that has become due. */
export interface Work {
  tx: Transaction;
  store: Store;
  prices: Prices;
  /** Seconds since 1970 on the emulator's clock. */
  now: number;
  /** What caused it; both null where no request did. */
  request: { id: string | null; idempotency_key: string | null };
  addresses: { checkout: (id: string) => string };
  afterRetries: "cancel" | "unpaid";
}

/** Tells of something by an event, which webhooks will carry. */
export async function emit(work: Work, type: EventType, object: object, previous?: object): Promise<void> {
  const event: StripeEvent = {
    id: newId("evt"),
    object: "event",
    api_version: Stripe.API_VERSION,
    created: work.now,
    data: previous ? { object, previous_attributes: previous } : { object },
    livemode: false,
    pending_webhooks: 1,
    request: work.request,
    type,
  };
  await work.store.insert("event", event);
  await work.tx.insert(stripeDeliveries).values({ id: event.id, event: { ...event } });
}

/** Makes an object and tells of it. */
export async function create<K extends Kind>(work: Work, kind: K, object: Kinds[K], type?: EventType): Promise<Kinds[K]> {
  await work.store.insert(kind, object);
  if (type) await emit(work, type, object);
  return object;
}

/** Writes an object whose change has an event of its own, such as "invoice.paid". */
export async function write<K extends Kind>(work: Work, kind: K, object: Kinds[K], ...types: EventType[]): Promise<Kinds[K]> {
  await work.store.save(kind, object);
  for (const type of types) await emit(work, type, object);
  return object;
}

/** Writes an object and tells of it as updated, with what stood there before; silent if nothing changed. */
export async function update<K extends Kind>(work: Work, kind: K, object: Kinds[K], type: EventType): Promise<Kinds[K]> {
  const before = await work.store.get(kind, object.id);
  const previous = difference(before, object);
  if (Object.keys(previous).length === 0) return object;
  await work.store.save(kind, object);
  await emit(work, type, object, previous);
  return object;
}

/** The old values of what differs: nested ones by key, lists as a whole. */
export function difference(before: object, after: object): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const [old, next] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  for (const key of new Set([...old.keys(), ...next.keys()])) {
    const [a, b] = [old.get(key), next.get(key)];
    // Without the order of keys, which the database doesn't keep.
    if (canonical(a) === canonical(b)) continue;
    result[key] = isPlain(a) && isPlain(b) ? difference(a, b) : (a ?? null);
  }
  return result;
}

const isPlain = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isPlain(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
