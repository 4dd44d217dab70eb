import { and, count, eq, inArray, notInArray, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, expectVersion, refusedAt } from "@/lib/app-error";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import {
  customerContacts,
  customerSites,
  customers,
  customerTerms,
  jobInvoices,
  jobs,
  notes,
  priceLists,
  quotes,
  workspaceFiles,
} from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { lockRecordsOf } from "../locks/queries";
import { acting, recordEvent } from "../log/mutations";
import { wasDone } from "../log/queries";
import { forgetNotesOf } from "../notes/mutations";
import { customerOf, partsOf } from "./queries";
import { CUSTOMER, joinedNotes, MOST_CONTACTS, MOST_SITES, termsOf } from "./rules";
import type { CustomerDeleteInput, CustomerFields, CustomerMergeInput, CustomerSaveInput } from "./schema";

/** Customers that are about to change, locked in one order. */
async function lockCustomers(tx: Transaction, workspaceId: string, ids: string[]) {
  return tx
    .select()
    .from(customers)
    .where(and(eq(customers.workspaceId, workspaceId), inArray(customers.id, ids)))
    .orderBy(customers.id)
    .for("update");
}

/** @throws AppError notFound | conflict with all of the customer as it is now */
async function seenAs(tx: Transaction, { member }: WorkspaceContext, row: typeof customers.$inferSelect | undefined, version: number) {
  return expectVersion(row, version, ({ id }) => customerOf(tx, member, id));
}

/**
 * Keeps a customer: a new one, or in the place of one that was seen.
 * @throws AppError notFound | conflict with the customer as it is now | invalidInput for a price list that is not there
 */
export const saveCustomer = (ctx: WorkspaceContext, { workspaceId, uid: known, version, ...fields }: CustomerSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const { member, actor, idempotencyKey } = ctx;
    // A call that is repeated under its key after a crash finds what the first one made.
    const uid = known ?? idFrom("customer", member.id, idempotencyKey);
    const [row] = await lockCustomers(tx, workspaceId, [uid]);
    await lockPriceList(tx, workspaceId, fields.priceListUid);
    const set = { name: fields.name, notes: fields.notes, priceListId: fields.priceListUid };
    let changed: string[] = [];
    if (known) {
      const before = await seenAs(tx, ctx, row, version ?? 0);
      changed = await differences(tx, workspaceId, before, fields);
      await tx
        .update(customers)
        .set({ ...set, version: sql`${customers.version} + 1` })
        .where(rowIn(customers, workspaceId, uid));
    } else if (row) return customerOf(tx, member, uid);
    else await tx.insert(customers).values({ id: uid, workspaceId, ...set });
    await keepParts(tx, workspaceId, uid, fields);
    await keepTerms(tx, workspaceId, uid, fields);
    const acting = { workspaceId, actorId: actor.id };
    // Which fields, and not what stood in them: the log outlives what people want to be forgotten.
    const detail = known ? { action: "customer.edit" as const, after: { fields: changed } } : { action: "customer.add" as const };
    await recordEvent(tx, acting, { target: { kind: "customer", id: uid }, ...detail });
    await publishToWorkspace(tx, workspaceId);
    return customerOf(tx, member, uid);
  });

/** Locks a price list, so that it stays while a customer comes to it. @throws AppError invalidInput for one that is not there */
async function lockPriceList(tx: Transaction, workspaceId: string, uid: string | null): Promise<void> {
  if (!uid) return;
  const [list] = await tx
    .select({ id: priceLists.id })
    .from(priceLists)
    .where(rowIn(priceLists, workspaceId, uid))
    .for("key share");
  if (!list) throw refusedAt(["priceListUid"], "gone");
}

/** The names of the fields in which a customer is about to change. */
async function differences(tx: Transaction, workspaceId: string, before: typeof customers.$inferSelect, fields: CustomerFields) {
  const { contacts, sites } = await partsOf(tx, workspaceId, [before.id]);
  const was = {
    name: before.name,
    notes: before.notes,
    priceListUid: before.priceListId,
    contacts: contacts.map(({ id, name, role, email, phone }) => [id, name, role, email, phone]),
    sites: sites.map(({ id, name, address, access }) => [id, name, address, access]),
  };
  const is = {
    name: fields.name,
    notes: fields.notes,
    priceListUid: fields.priceListUid,
    contacts: fields.contacts.map(({ uid, name, role, email, phone }) => [uid, name, role, email, phone]),
    sites: fields.sites.map(({ uid, name, address, access }) => [uid, name, address, access]),
  };
  return (Object.keys(was) as (keyof typeof was)[]).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
}

/**
 * Contacts and sites as they are given, in that order: those that are there keep their ids, and those that are missing go. An id that
 * is none of this customer's is a new one's: what is another's is not moved by naming it, and what somebody else took away comes back.
 */
async function keepParts(tx: Transaction, workspaceId: string, customerId: string, { contacts, sites }: CustomerFields): Promise<void> {
  const before = await partsOf(tx, workspaceId, [customerId]);
  const placed = <Part extends { uid?: string | undefined }>(parts: Part[], there: { id: string }[]) => {
    const free = new Set(there.map(({ id }) => id));
    return parts.map(({ uid, ...part }, position) => {
      // Each id once, however often it was given.
      const id = uid && free.delete(uid) ? uid : uuidv7();
      return { ...part, workspaceId, customerId, id, position };
    });
  };
  const people = placed(contacts, before.contacts);
  await tx.delete(customerContacts).where(missing(customerContacts, workspaceId, customerId, people));
  if (people.length > 0)
    await tx
      .insert(customerContacts)
      .values(people)
      .onConflictDoUpdate({
        target: customerContacts.id,
        set: {
          position: sql`excluded.position`,
          name: sql`excluded.name`,
          role: sql`excluded.role`,
          email: sql`excluded.email`,
          phone: sql`excluded.phone`,
        },
      });
  const places = placed(sites, before.sites);
  await keepWorkedOn(tx, workspaceId, before.sites, places);
  await tx.delete(customerSites).where(missing(customerSites, workspaceId, customerId, places));
  if (places.length > 0)
    await tx
      .insert(customerSites)
      .values(places)
      .onConflictDoUpdate({
        target: customerSites.id,
        set: { position: sql`excluded.position`, name: sql`excluded.name`, address: sql`excluded.address`, access: sql`excluded.access` },
      });
}

/** @throws AppError siteHasJobs | siteHasQuotes | siteHasNotes: where work is or was done, or offered, or of which something was said, does not go */
async function keepWorkedOn(tx: Transaction, workspaceId: string, before: { id: string; name: string }[], kept: { id: string }[]) {
  const gone = before.filter(({ id }) => kept.every((site) => site.id !== id));
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  // Held first: who is just writing of one of them is waited for.
  await tx
    .select({ id: customerSites.id })
    .from(customerSites)
    .where(and(eq(customerSites.workspaceId, workspaceId), inArray(customerSites.id, ids)))
    .orderBy(customerSites.id)
    .for("update");
  const [job] = await tx
    .select({ siteId: jobs.siteId })
    .from(jobs)
    .where(and(eq(jobs.workspaceId, workspaceId), inArray(jobs.siteId, ids)))
    .limit(1);
  const nameOf = (siteId: string | null) => gone.find(({ id }) => id === siteId)?.name ?? "";
  if (job) throw new AppError("siteHasJobs", { values: { name: nameOf(job.siteId) } });
  const [quote] = await tx
    .select({ siteId: quotes.siteId })
    .from(quotes)
    .where(and(eq(quotes.workspaceId, workspaceId), inArray(quotes.siteId, ids)))
    .limit(1);
  if (quote) throw new AppError("siteHasQuotes", { values: { name: nameOf(quote.siteId) } });
  const [note] = await tx
    .select({ siteId: notes.siteId })
    .from(notes)
    .where(and(eq(notes.workspaceId, workspaceId), inArray(notes.siteId, ids)))
    .limit(1);
  if (note) throw new AppError("siteHasNotes", { values: { name: nameOf(note.siteId) } });
}

/** Of a customer's contacts or sites those that are not among these. */
const missing = (table: typeof customerContacts | typeof customerSites, workspaceId: string, customerId: string, kept: { id: string }[]) =>
  and(
    eq(table.workspaceId, workspaceId),
    eq(table.customerId, customerId),
    kept.length > 0
      ? notInArray(
          table.id,
          kept.map(({ id }) => id),
        )
      : undefined,
  );

/** What a customer is found by, as it is now. */
async function keepTerms(tx: Transaction, workspaceId: string, customerId: string, found: Parameters<typeof termsOf>[0]): Promise<void> {
  const terms = termsOf(found);
  await tx.delete(customerTerms).where(and(eq(customerTerms.workspaceId, workspaceId), eq(customerTerms.customerId, customerId)));
  if (terms.length > 0) await tx.insert(customerTerms).values(terms.map((term) => ({ workspaceId, customerId, term })));
}

/** Deletes a customer with contacts, sites, notes and files, for good. @throws AppError notFound | conflict | customerHasJobs | customerHasQuotes */
export const deleteCustomer = (ctx: WorkspaceContext, { workspaceId, uid, version }: CustomerDeleteInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    const [row] = await lockCustomers(tx, workspaceId, [uid]);
    await seenAs(tx, ctx, row, version);
    const [work] = await tx
      .select({ count: count() })
      .from(jobs)
      .where(and(eq(jobs.workspaceId, workspaceId), eq(jobs.customerId, uid)));
    if (work && work.count > 0) throw new AppError("customerHasJobs", { values: { count: work.count } });
    const [offered] = await tx
      .select({ count: count() })
      .from(quotes)
      .where(and(eq(quotes.workspaceId, workspaceId), eq(quotes.customerId, uid)));
    if (offered && offered.count > 0) throw new AppError("customerHasQuotes", { values: { count: offered.count } });
    await forgetNotesOf(tx, outside, workspaceId, { customerId: uid });
    await tx.delete(customers).where(rowIn(customers, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "customer.delete", target: { kind: "customer", id: uid } });
    await publishToWorkspace(tx, workspaceId);
  });

/** Whether one customer became part of another. */
const mergedBefore = (tx: Transaction, workspaceId: string, uid: string, otherUid: string): Promise<boolean> =>
  wasDone(tx, workspaceId, "customer.merge", { kind: "customer", id: uid }, { before: { other: otherUid } });

/**
 * Makes one customer of two: jobs, contacts, sites and notes of the other come to the first, behind what is there; the other is no more.
 * @throws AppError notFound | conflict, where one was changed since | wrongState for one and the same | mergeTooLarge
 */
export const mergeCustomers = (ctx: WorkspaceContext, { workspaceId, uid, version, otherUid, otherVersion }: CustomerMergeInput) =>
  ctx.inWorkspace(async (tx) => {
    if (uid === otherUid) throw new AppError("wrongState");
    const held = await lockCustomers(tx, workspaceId, [uid, otherUid]);
    const row = (id: string) => held.find((one) => one.id === id);
    // Asked again, because the answer was lost: it is done.
    if (row(uid) && !row(otherUid) && (await mergedBefore(tx, workspaceId, uid, otherUid))) return customerOf(tx, ctx.member, uid);
    const kept = await seenAs(tx, ctx, row(uid), version);
    const other = await seenAs(tx, ctx, row(otherUid), otherVersion);
    const { contacts, sites } = await partsOf(tx, workspaceId, [uid, otherUid]);
    const joined = joinedNotes(kept.notes, other.notes);
    if (contacts.length > MOST_CONTACTS || sites.length > MOST_SITES || joined.length > CUSTOMER.notes)
      throw new AppError("mergeTooLarge", { values: { contacts: MOST_CONTACTS, sites: MOST_SITES, notes: CUSTOMER.notes } });
    const behind = (parts: { customerId: string; position: number }[]) =>
      Math.max(-1, ...parts.filter(({ customerId }) => customerId === uid).map(({ position }) => position)) + 1;
    for (const [table, parts] of [[customerContacts, contacts] as const, [customerSites, sites] as const])
      await tx
        .update(table)
        .set({ customerId: uid, position: sql`${table.position} + ${behind(parts)}` })
        .where(and(eq(table.workspaceId, workspaceId), eq(table.customerId, otherUid)));
    await lockRecordsOf(tx, workspaceId, otherUid);
    // Whoever has one of these open saw another customer in it.
    for (const table of [quotes, jobInvoices, jobs])
      await tx
        .update(table)
        .set({ customerId: uid, version: sql`${table.version} + 1` })
        .where(and(eq(table.workspaceId, workspaceId), eq(table.customerId, otherUid)));
    for (const table of [notes, workspaceFiles])
      await tx
        .update(table)
        .set({ customerId: uid })
        .where(and(eq(table.workspaceId, workspaceId), eq(table.customerId, otherUid)));
    await tx.delete(customers).where(rowIn(customers, workspaceId, otherUid));
    await tx
      .update(customers)
      .set({
        notes: joined,
        priceListId: kept.priceListId ?? other.priceListId,
        version: sql`${customers.version} + 1`,
      })
      .where(rowIn(customers, workspaceId, uid));
    await keepTerms(tx, workspaceId, uid, { name: kept.name, contacts, sites });
    const merged = { target: { kind: "customer" as const, id: uid }, before: { other: otherUid } };
    await recordEvent(tx, acting(ctx), { action: "customer.merge", ...merged });
    await publishToWorkspace(tx, workspaceId);
    return customerOf(tx, ctx.member, uid);
  });
