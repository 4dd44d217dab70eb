import { and, asc, count, desc, eq, gte, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { dayIn } from "@/lib/days";
import { sheetSections } from "@/lib/pricing/price-sheet";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { customers, materials, priceItems, priceLists, priceVersions } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { drawDocument } from "@/server/pdf/draw-in-worker";
import { pricingOf, taxesOf } from "../pricing/queries";
import { workspaceOf } from "../workspace/queries";
import type { PricesForInput, PricesPdfInput } from "./schema";

type VersionRow = typeof priceVersions.$inferSelect;

const showVersion = ({ id: uid, version, number, state, validFrom, validTo }: VersionRow) => ({
  uid,
  version,
  number,
  state,
  validFrom,
  validTo,
});

/** The shop's calendar today. */
export const todayOf = async (tx: Transaction, workspaceId: string): Promise<string> =>
  dayIn(new Date(), (await workspaceOf(tx, workspaceId)).timeZone);

/** All price lists with their versions, by name; those out of use last. */
export async function listsOf(tx: Transaction, workspaceId: string) {
  const held = tx
    .select({ n: count() })
    .from(customers)
    .where(and(eq(customers.workspaceId, priceLists.workspaceId), eq(customers.priceListId, priceLists.id)));
  const lists = await tx
    .select({ list: priceLists, customers: sql<number>`(${held})`.mapWith(Number) })
    .from(priceLists)
    .where(eq(priceLists.workspaceId, workspaceId))
    .orderBy(asc(priceLists.retired), desc(priceLists.usual), asc(sql`lower(${priceLists.name})`), asc(priceLists.id));
  const versions = await tx
    .select()
    .from(priceVersions)
    .where(eq(priceVersions.workspaceId, workspaceId))
    .orderBy(desc(priceVersions.number));
  const items = await tx
    .select({ versionId: priceItems.versionId, n: count() })
    .from(priceItems)
    .where(eq(priceItems.workspaceId, workspaceId))
    .groupBy(priceItems.versionId);
  const sizes = new Map(items.map(({ versionId, n }) => [versionId, n]));
  return {
    today: await todayOf(tx, workspaceId),
    lists: lists.map(({ list: { id: uid, version, name, usual, retired }, customers: n }) => ({
      uid,
      version,
      name,
      usual,
      retired,
      customers: n,
      versions: versions.filter(({ listId }) => listId === uid).map((row) => ({ ...showVersion(row), items: sizes.get(row.id) ?? 0 })),
    })),
  };
}

export const listPriceLists = ({ inWorkspace, member }: WorkspaceContext) => inWorkspace((tx) => listsOf(tx, member.workspaceId));

/** One version with all of its prices in their order. @throws AppError notFound */
export async function pricesOf(tx: Transaction, workspaceId: string, uid: string) {
  const [row] = await tx
    .select({ version: priceVersions, list: { uid: priceLists.id, name: priceLists.name } })
    .from(priceVersions)
    .innerJoin(priceLists, and(eq(priceLists.workspaceId, priceVersions.workspaceId), eq(priceLists.id, priceVersions.listId)))
    .where(rowIn(priceVersions, workspaceId, uid));
  const { version, list } = found(row);
  const items = await itemsOf(tx, workspaceId, uid);
  const ids = [...new Set(items.flatMap(({ materialUid }) => materialUid ?? []))];
  const sizes =
    ids.length === 0
      ? []
      : await tx
          .select({ uid: materials.id, name: materials.name, length: materials.slabLength, width: materials.slabWidth })
          .from(materials)
          .where(and(eq(materials.workspaceId, workspaceId), inArray(materials.id, ids)))
          .orderBy(asc(materials.id));
  return { ...showVersion(version), list, today: await todayOf(tx, workspaceId), items, materials: sizes };
}

export const itemsOf = (tx: Transaction, workspaceId: string, versionId: string) =>
  tx
    .select({
      uid: priceItems.id,
      code: priceItems.code,
      name: priceItems.name,
      kind: priceItems.kind,
      unit: priceItems.unit,
      materialUid: priceItems.materialId,
      taxUid: priceItems.taxId,
      price: priceItems.price,
      cost: priceItems.cost,
      tiers: priceItems.tiers,
    })
    .from(priceItems)
    .where(and(eq(priceItems.workspaceId, workspaceId), eq(priceItems.versionId, versionId)))
    .orderBy(asc(priceItems.position), asc(priceItems.id));

export const viewPrices = ({ inWorkspace, member }: WorkspaceContext, uid: string) =>
  inWorkspace((tx) => pricesOf(tx, member.workspaceId, uid));

/**
 * The version that holds for a customer on a day: of their own list, or else of the usual one; undefined where none does.
 * @throws AppError notFound for a customer that is not there
 */
async function versionInForce(
  tx: Transaction,
  workspaceId: string,
  customerUid: string | undefined,
  day: string,
): Promise<string | undefined> {
  let listId: string | null = null;
  if (customerUid) {
    const [customer] = await tx
      .select({ listId: customers.priceListId })
      .from(customers)
      .where(rowIn(customers, workspaceId, customerUid));
    listId = found(customer).listId;
  }
  const [row] = await tx
    .select({ id: priceVersions.id })
    .from(priceVersions)
    .innerJoin(priceLists, and(eq(priceLists.workspaceId, priceVersions.workspaceId), eq(priceLists.id, priceVersions.listId)))
    .where(
      and(
        eq(priceVersions.workspaceId, workspaceId),
        eq(priceVersions.state, "published"),
        lte(priceVersions.validFrom, day),
        or(isNull(priceVersions.validTo), gte(priceVersions.validTo, day)),
        // A list that is out of use asks nobody for anything new.
        listId ? or(and(eq(priceLists.id, listId), eq(priceLists.retired, false)), eq(priceLists.usual, true)) : eq(priceLists.usual, true),
      ),
    )
    // Their own list first; where nothing of it holds, what everybody is asked for does.
    .orderBy(listId ? desc(sql`${priceLists.id} = ${listId}`) : asc(priceVersions.id))
    .limit(1);
  return row?.id;
}

/** The prices that hold today for a customer, or for anybody; null where none do. @throws AppError notFound */
export const viewPricesFor = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, { customerUid }: PricesForInput) =>
  inWorkspace(async (tx) => {
    const uid = await versionInForce(tx, workspaceId, customerUid, await todayOf(tx, workspaceId));
    return uid ? pricesOf(tx, workspaceId, uid) : null;
  });

/** One version as a PDF for those who buy by it, in their language. @throws AppError notFound */
export async function pricesPdf({ inWorkspace, member: { workspaceId } }: WorkspaceContext, { uid, language }: PricesPdfInput) {
  const { prices, pricing, taxes, currency } = await inWorkspace(async (tx) => ({
    prices: await pricesOf(tx, workspaceId, uid),
    pricing: await pricingOf(tx, workspaceId),
    taxes: (await taxesOf(tx, workspaceId)).taxes,
    currency: (await workspaceOf(tx, workspaceId)).currency,
  }));
  const bytes = await drawDocument(
    workspaceId,
    "priceList",
    {
      seller: pricing.seller,
      name: prices.list.name,
      number: prices.number,
      holds: prices.state === "draft" ? null : { from: prices.validFrom, to: prices.validTo },
      currency,
      taxIncluded: pricing.taxIncluded,
      tax: taxes.find(({ usual }) => usual) ?? null,
      sections: sheetSections(prices.items, prices.materials, taxes),
    },
    language,
  );
  const name = `price-list-${prices.state === "draft" ? "draft" : prices.number}-${language}.pdf`;
  return { name, type: "application/pdf" as const, content: bytes.toString("base64") };
}
