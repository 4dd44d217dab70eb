import { randomBytes } from "node:crypto";
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../../db/client";
import { stripeObjects } from "../../../db/schema";
import { missing } from "./failure";
import type { Paging } from "./params";
import type { Kind, Kinds, List } from "./wire";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join("")}`;
}

/** Under which answers to requests are remembered, by their idempotency keys. */
export const ANSWERS = "idempotency_";

/** What an error calls an object. */
const NAMES: Partial<Record<Kind, string>> = { payment_method: "PaymentMethod" };

interface Filter<K extends Kind> {
  customer?: string | undefined;
  /** Fields that the object must have, and their values. */
  match?: Partial<Record<keyof Kinds[K], unknown>>;
  created?: { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined } | undefined;
  where?: SQL | undefined;
}

/** Stripe's objects, inside one transaction. */
export class Store {
  constructor(
    private readonly tx: Transaction,
    private readonly now: number,
  ) {}

  async find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | undefined> {
    const [row] = await this.tx
      .select({ data: stripeObjects.data })
      .from(stripeObjects)
      .where(and(eq(stripeObjects.id, id), eq(stripeObjects.kind, kind)));
    return row && toObject(kind, row.data);
  }

  /** @throws StripeFailure resource_missing; `param` is the parameter that named the object, if the address did not */
  async get<K extends Kind>(kind: K, id: string, param?: string): Promise<Kinds[K]> {
    const found = await this.find(kind, id);
    if (!found) throw missing(NAMES[kind] ?? kind, id, param);
    return found;
  }

  async insert<K extends Kind>(kind: K, object: Kinds[K]): Promise<Kinds[K]> {
    await this.tx
      .insert(stripeObjects)
      .values({ id: object.id, kind, customer: customerOf(object), created: this.now, data: { ...object } });
    return object;
  }

  async save<K extends Kind>(kind: K, object: Kinds[K]): Promise<Kinds[K]> {
    await this.tx
      .update(stripeObjects)
      .set({ data: { ...object }, customer: customerOf(object) })
      .where(and(eq(stripeObjects.id, object.id), eq(stripeObjects.kind, kind)));
    return object;
  }

  /** Leaves only what says that an object has been deleted. */
  async tombstone(kind: Kind, id: string, data: object): Promise<void> {
    const set = { data: { ...data }, customer: null };
    await this.tx
      .update(stripeObjects)
      .set(set)
      .where(and(eq(stripeObjects.id, id), eq(stripeObjects.kind, kind)));
  }

  async remove(kind: Kind, ids: string[]): Promise<void> {
    if (ids.length > 0) await this.tx.delete(stripeObjects).where(and(eq(stripeObjects.kind, kind), inArray(stripeObjects.id, ids)));
  }

  /** All that match, the oldest first. */
  async all<K extends Kind>(kind: K, filter: Filter<K> = {}): Promise<Kinds[K][]> {
    const rows = await this.tx
      .select({ data: stripeObjects.data })
      .from(stripeObjects)
      .where(conditions(kind, filter))
      .orderBy(asc(stripeObjects.sequence));
    return rows.map(({ data }) => toObject(kind, data));
  }

  /** A page of a list, the newest first. */
  async page<K extends Kind>(kind: K, paging: Paging, url: string, filter: Filter<K> = {}): Promise<List<Kinds[K]>> {
    const { limit, starting_after: after, ending_before: before } = paging;
    const cursor = after ?? before;
    const from = cursor ? await this.sequenceOf(kind, cursor, after ? "starting_after" : "ending_before") : undefined;
    const backwards = before !== undefined && after === undefined;
    const beyond = from === undefined ? undefined : (backwards ? gt : lt)(stripeObjects.sequence, from);
    const rows = await this.tx
      .select({ data: stripeObjects.data })
      .from(stripeObjects)
      .where(and(conditions(kind, filter), beyond))
      .orderBy((backwards ? asc : desc)(stripeObjects.sequence))
      .limit(limit + 1);
    const data = rows.slice(0, limit).map(({ data }) => toObject(kind, data));
    return { object: "list", data: backwards ? data.reverse() : data, has_more: rows.length > limit, url };
  }

  private async sequenceOf(kind: Kind, id: string, param: string): Promise<number> {
    const [row] = await this.tx
      .select({ sequence: stripeObjects.sequence })
      .from(stripeObjects)
      .where(and(eq(stripeObjects.id, id), eq(stripeObjects.kind, kind)));
    if (!row) throw missing(NAMES[kind] ?? kind, id, param);
    return row.sequence;
  }

  /** What Stripe remembers of an object without showing it. */
  async note<T extends object>(about: string): Promise<Partial<T>> {
    const [row] = await this.tx
      .select({ data: stripeObjects.data })
      .from(stripeObjects)
      .where(eq(stripeObjects.id, `note_${about}`));
    return (row?.data ?? {}) as Partial<T>;
  }

  /** What it remembers of several, by their ids. */
  async notes<T extends object>(about: string[]): Promise<Map<string, Partial<T>>> {
    if (about.length === 0) return new Map();
    const ids = about.map((id) => `note_${id}`);
    const rows = await this.tx
      .select({ id: stripeObjects.id, data: stripeObjects.data })
      .from(stripeObjects)
      .where(inArray(stripeObjects.id, ids));
    return new Map(rows.map(({ id, data }) => [id.slice("note_".length), data as Partial<T>]));
  }

  async remember(about: string, data: object): Promise<void> {
    const row = { id: `note_${about}`, kind: "note", created: this.now, data: { ...data } };
    await this.tx
      .insert(stripeObjects)
      .values(row)
      .onConflictDoUpdate({ target: stripeObjects.id, set: { data: row.data, created: row.created } });
  }

  /** Forgets answers to requests of long ago, and events of longer ago. */
  async forget(before: { answers: number; events: number }): Promise<void> {
    const answers = sql`starts_with(${stripeObjects.id}, ${`note_${ANSWERS}`})`;
    await this.tx.delete(stripeObjects).where(and(eq(stripeObjects.kind, "note"), answers, lt(stripeObjects.created, before.answers)));
    await this.tx.delete(stripeObjects).where(and(eq(stripeObjects.kind, "event"), lt(stripeObjects.created, before.events)));
  }
}

function conditions<K extends Kind>(kind: K, { customer, match, created, where }: Filter<K>): SQL | undefined {
  const at = stripeObjects.created;
  return and(
    eq(stripeObjects.kind, kind),
    customer === undefined ? undefined : eq(stripeObjects.customer, customer),
    match && Object.keys(match).length > 0 ? sql`${stripeObjects.data} @> ${JSON.stringify(match)}::jsonb` : undefined,
    created?.gt === undefined ? undefined : gt(at, created.gt),
    created?.gte === undefined ? undefined : gte(at, created.gte),
    created?.lt === undefined ? undefined : lt(at, created.lt),
    created?.lte === undefined ? undefined : lte(at, created.lte),
    where,
  );
}

// Rows are only written by `insert` and `save`, which take the kind's own type.
const toObject = <K extends Kind>(_kind: K, data: Record<string, unknown>): Kinds[K] => data as unknown as Kinds[K];

const customerOf = (object: object): string | null =>
  "customer" in object && typeof object.customer === "string" ? object.customer : null;
