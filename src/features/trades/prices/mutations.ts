import { and, count, eq, gte, isNull, lt, max, or, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, expectVersion, found, refusedAt } from "@/lib/app-error";
import { addDays } from "@/lib/days";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { isExclusionViolation } from "@/server/db/errors";
import { materials, priceItems, priceLists, priceVersions, taxes } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { readableValues } from "@/server/text";
import { publishToWorkspace } from "../events";
import { acting, recordEvent } from "../log/mutations";
import { lockWorkspace } from "../workspace/queries";
import { itemsOf, listsOf, pricesOf, todayOf } from "./queries";
import { codeKey, MOST_ITEMS, MOST_LISTS, MOST_VERSIONS } from "./rules";
import type {
  DraftInput,
  PriceItemDeleteInput,
  PriceItemFields,
  PriceItemSaveInput,
  PriceListSaveInput,
  PricesOfInput,
  PublishInput,
} from "./schema";

type VersionRow = typeof priceVersions.$inferSelect;

const tooMany = (field: string, maximum: number) => refusedAt([field], "tooMany", { maximum });

/** Keeps a price list: a new one, or in the place of one that was seen. @throws AppError notFound | conflict with the lists | invalidInput */
export const saveList = (ctx: WorkspaceContext, { workspaceId, uid: known, version, ...fields }: PriceListSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const uid = known ?? idFrom("prices", ctx.member.id, ctx.idempotencyKey);
    // One at a time: which one is usual is a matter of all of them.
    await lockWorkspace(tx, workspaceId);
    const here = rowIn(priceLists, workspaceId, uid);
    const [there] = await tx.select().from(priceLists).where(here).for("update");
    if (known) await expectVersion(there, version, async () => (await listsOf(tx, workspaceId)).lists.find((one) => one.uid === uid));
    if (!known && there) return listsOf(tx, workspaceId);
    const [all] = await tx.select({ total: count() }).from(priceLists).where(eq(priceLists.workspaceId, workspaceId));
    const total = all?.total ?? 0;
    if (!known && total >= MOST_LISTS) throw tooMany("name", MOST_LISTS);
    // The first one is the usual one, and there is always one.
    const usual = fields.usual || total === 0 || there?.usual === true;
    if (usual && fields.retired) throw refusedAt(["retired"], "usualStays");
    if (usual)
      await tx
        .update(priceLists)
        .set({ usual: false, version: sql`${priceLists.version} + 1` })
        .where(and(eq(priceLists.workspaceId, workspaceId), eq(priceLists.usual, true), sql`${priceLists.id} <> ${uid}`));
    const set = { ...fields, usual };
    if (there)
      await tx
        .update(priceLists)
        .set({ ...set, version: sql`${priceLists.version} + 1` })
        .where(here);
    else await tx.insert(priceLists).values({ id: uid, workspaceId, ...set });
    await recordEvent(tx, acting(ctx), {
      action: there ? "prices.edit" : "prices.add",
      target: { kind: "prices", id: uid },
      before: there ? { usual: there.usual, retired: there.retired } : null,
      after: { usual, retired: fields.retired },
    });
    await publishToWorkspace(tx, workspaceId);
    return listsOf(tx, workspaceId);
  });

/**
 * A draft of a list's next version: the one that is there, or a new one with the prices of the latest, or of the version that is named.
 * @param uid of the list, or of a version that it published  @throws AppError notFound | invalidInput where a list has too many versions
 */
export const draftOf = (ctx: WorkspaceContext, { workspaceId, uid: named }: PricesOfInput) =>
  ctx.inWorkspace(async (tx) => {
    const [model] = await tx
      .select({ id: priceVersions.id, listId: priceVersions.listId })
      .from(priceVersions)
      .where(and(rowIn(priceVersions, workspaceId, named), eq(priceVersions.state, "published")));
    const listId = model?.listId ?? named;
    const [list] = await tx
      .select({ id: priceLists.id })
      .from(priceLists)
      .where(rowIn(priceLists, workspaceId, listId))
      .for("no key update");
    found(list);
    const ofList = and(eq(priceVersions.workspaceId, workspaceId), eq(priceVersions.listId, listId));
    const [there] = await tx
      .select({ id: priceVersions.id })
      .from(priceVersions)
      .where(and(ofList, eq(priceVersions.state, "draft")));
    if (there) return pricesOf(tx, workspaceId, there.id);
    const [latest] = await tx
      .select({ number: max(priceVersions.number), total: count() })
      .from(priceVersions)
      .where(ofList);
    if ((latest?.total ?? 0) >= MOST_VERSIONS) throw tooMany("uid", MOST_VERSIONS);
    const number = (latest?.number ?? 0) + 1;
    const id = uuidv7();
    await tx.insert(priceVersions).values({ id, workspaceId, listId, number, validFrom: await todayOf(tx, workspaceId) });
    await tx.execute(sql`
      insert into ${priceItems} (id, workspace_id, version_id, position, code, name, kind, unit, material_id, tax_id, price, cost, tiers)
      select gen_random_uuid(), i.workspace_id, ${id}::uuid, i.position, i.code, i.name, i.kind, i.unit, i.material_id, i.tax_id, i.price, i.cost, i.tiers
      from ${priceItems} i join ${priceVersions} v on v.workspace_id = i.workspace_id and v.id = i.version_id
      where v.workspace_id = ${workspaceId}::uuid and v.list_id = ${listId}::uuid
        and ${model ? sql`v.id = ${model.id}::uuid` : sql`v.number = ${number - 1}`}`);
    await recordEvent(tx, acting(ctx), { action: "prices.draft", target: { kind: "prices", id }, after: { number } });
    await publishToWorkspace(tx, workspaceId);
    return pricesOf(tx, workspaceId, id);
  });

/** A version that is about to change, as whoever changes it saw it. @throws AppError notFound | conflict with it | wrongState for what was published */
export async function lockSeenDraft(
  tx: Transaction,
  workspaceId: string,
  { uid, version }: Pick<DraftInput, "uid" | "version">,
): Promise<VersionRow> {
  const [row] = await tx
    .select()
    .from(priceVersions)
    .where(rowIn(priceVersions, workspaceId, uid))
    .for("update");
  const current = await expectVersion(row, version, () => pricesOf(tx, workspaceId, uid));
  if (current.state !== "draft") throw new AppError("wrongState");
  return current;
}

/** Counts a change of a draft's prices, notes it, and gives the draft as it is now. */
export async function touched(
  ctx: WorkspaceContext,
  tx: Transaction,
  uid: string,
  action: "prices.items" | "prices.import",
  after: Record<string, unknown>,
) {
  const { workspaceId } = ctx.member;
  await tx
    .update(priceVersions)
    .set({ version: sql`${priceVersions.version} + 1` })
    .where(rowIn(priceVersions, workspaceId, uid));
  await recordEvent(tx, acting(ctx), { action, target: { kind: "prices", id: uid }, after });
  await publishToWorkspace(tx, workspaceId);
  return pricesOf(tx, workspaceId, uid);
}

/** Locks what a price names, so that it stays while the price comes to it. @throws AppError invalidInput for what is not there */
async function lockNamed(tx: Transaction, workspaceId: string, { materialUid, taxUid }: PriceItemFields): Promise<void> {
  if (materialUid) {
    const [row] = await tx
      .select({ id: materials.id })
      .from(materials)
      .where(rowIn(materials, workspaceId, materialUid))
      .for("key share");
    if (!row) throw refusedAt(["item", "materialUid"], "gone");
  }
  if (taxUid) {
    const [row] = await tx
      .select({ id: taxes.id })
      .from(taxes)
      .where(rowIn(taxes, workspaceId, taxUid))
      .for("key share");
    if (!row) throw refusedAt(["item", "taxUid"], "gone");
  }
}

export const columnsOf = ({ materialUid, taxUid, ...fields }: PriceItemFields) => ({ ...fields, materialId: materialUid, taxId: taxUid });

/** Keeps a price of a draft. @throws AppError notFound | conflict with the draft | wrongState | invalidInput for a code that is taken */
export const saveItem = (ctx: WorkspaceContext, { workspaceId, uid, version, itemUid, item }: PriceItemSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    await lockSeenDraft(tx, workspaceId, { uid, version });
    await lockNamed(tx, workspaceId, item);
    const items = await itemsOf(tx, workspaceId, uid);
    if (itemUid) found(items.find((one) => one.uid === itemUid));
    else if (items.length >= MOST_ITEMS) throw tooMany("item", MOST_ITEMS);
    const taken = refusedAt(["item", "code"], "codeTaken");
    if (items.some((one) => one.uid !== itemUid && codeKey(one.code) === codeKey(item.code))) throw taken;
    const set = columnsOf(item);
    if (itemUid)
      await tx
        .update(priceItems)
        .set(set)
        .where(rowIn(priceItems, workspaceId, itemUid));
    else {
      const [last] = await tx
        .select({ position: max(priceItems.position) })
        .from(priceItems)
        .where(and(eq(priceItems.workspaceId, workspaceId), eq(priceItems.versionId, uid)));
      await tx.insert(priceItems).values({ id: uuidv7(), workspaceId, versionId: uid, position: (last?.position ?? 0) + 1, ...set });
    }
    return touched(ctx, tx, uid, "prices.items", { code: item.code, price: item.price, cost: item.cost });
  });

/** Takes a price out of a draft. @throws AppError notFound | conflict with the draft | wrongState */
export const deleteItem = (ctx: WorkspaceContext, { workspaceId, uid, version, itemUid }: PriceItemDeleteInput) =>
  ctx.inWorkspace(async (tx) => {
    await lockSeenDraft(tx, workspaceId, { uid, version });
    const [row] = await tx
      .delete(priceItems)
      .where(and(eq(priceItems.workspaceId, workspaceId), eq(priceItems.versionId, uid), eq(priceItems.id, itemUid)))
      .returning({ code: priceItems.code });
    return touched(ctx, tx, uid, "prices.items", { code: found(row).code, price: null });
  });

/** Throws a draft away. @throws AppError notFound | conflict with it | wrongState */
export const discardDraft = (ctx: WorkspaceContext, { workspaceId, uid, version }: DraftInput) =>
  ctx.inWorkspace(async (tx) => {
    const { number } = await lockSeenDraft(tx, workspaceId, { uid, version });
    await tx.delete(priceVersions).where(rowIn(priceVersions, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "prices.discard", target: { kind: "prices", id: uid }, before: { number } });
    await publishToWorkspace(tx, workspaceId);
    return listsOf(tx, workspaceId);
  });

/**
 * Publishes a draft: from then on it stays as it is. What held before ends the day before it begins.
 * @throws AppError notFound | conflict with the draft | wrongState for one that is published or empty | pricesOverlap
 */
export const publishDraft = (ctx: WorkspaceContext, { workspaceId, uid, version, validFrom, validTo }: PublishInput) =>
  ctx.inWorkspace(async (tx) => {
    const { listId, number } = await lockSeenDraft(tx, workspaceId, { uid, version });
    const [items] = await tx
      .select({ total: count() })
      .from(priceItems)
      .where(and(eq(priceItems.workspaceId, workspaceId), eq(priceItems.versionId, uid)));
    if ((items?.total ?? 0) === 0) throw new AppError("wrongState");
    await tx
      .update(priceVersions)
      .set({ validTo: addDays(validFrom, -1), version: sql`${priceVersions.version} + 1` })
      .where(
        and(
          eq(priceVersions.workspaceId, workspaceId),
          eq(priceVersions.listId, listId),
          eq(priceVersions.state, "published"),
          lt(priceVersions.validFrom, validFrom),
          // One that has ended already is left as it is.
          or(isNull(priceVersions.validTo), gte(priceVersions.validTo, validFrom)),
        ),
      );
    const set = { state: "published" as const, validFrom, validTo, publishedAt: new Date(), publishedBy: ctx.actor.id };
    try {
      // Nested, so that what is refused leaves a transaction in which one can still ask what stands there.
      await tx.transaction((inner) =>
        inner
          .update(priceVersions)
          .set({ ...set, version: sql`${priceVersions.version} + 1` })
          .where(rowIn(priceVersions, workspaceId, uid)),
      );
    } catch (error) {
      if (!isExclusionViolation(error, "price_versions_apart")) throw error;
      throw new AppError("pricesOverlap", { values: await overlapped(tx, ctx, listId, { validFrom, validTo }) });
    }
    await recordEvent(tx, acting(ctx), {
      action: "prices.publish",
      target: { kind: "prices", id: uid },
      after: { number, validFrom, validTo },
    });
    await publishToWorkspace(tx, workspaceId);
    return pricesOf(tx, workspaceId, uid);
  });

/** The version that stands where another one was to hold, as whoever asks reads it. */
async function overlapped(
  tx: Transaction,
  { member: { workspaceId }, locale }: WorkspaceContext,
  listId: string,
  { validFrom, validTo }: { validFrom: string; validTo: string | null },
) {
  const [row] = await tx
    .select({ number: priceVersions.number, from: priceVersions.validFrom })
    .from(priceVersions)
    .where(
      and(
        eq(priceVersions.workspaceId, workspaceId),
        eq(priceVersions.listId, listId),
        eq(priceVersions.state, "published"),
        sql`daterange(${priceVersions.validFrom}, ${priceVersions.validTo}, '[]') && daterange(${validFrom}::date, ${validTo}::date, '[]')`,
      ),
    )
    .orderBy(priceVersions.validFrom)
    .limit(1);
  return readableValues(locale, { number: row?.number ?? 0, fromDay: row?.from ?? validFrom });
}
