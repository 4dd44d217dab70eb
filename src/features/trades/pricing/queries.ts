import { asc, eq, sql } from "drizzle-orm";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { pricingSettings, taxes } from "@/server/db/schema";
import { workspaceOf } from "../workspace/queries";
import { type Pricing, usualPricing } from "./rules";

/** How a shop works out what it asks for; version 0 before anybody has said it. */
export async function pricingOf(tx: Transaction, workspaceId: string): Promise<Pricing & { version: number }> {
  const [row] = await tx.select().from(pricingSettings).where(eq(pricingSettings.workspaceId, workspaceId));
  if (!row) return { ...usualPricing((await workspaceOf(tx, workspaceId)).name), version: 0 };
  const { workspaceId: _, ...settings } = row;
  return settings;
}

export const viewPricing = ({ inWorkspace, member }: WorkspaceContext) => inWorkspace((tx) => pricingOf(tx, member.workspaceId));

/** A shop's taxes, those in use first, by name. */
export async function taxesOf(tx: Transaction, workspaceId: string) {
  const rows = await tx
    .select()
    .from(taxes)
    .where(eq(taxes.workspaceId, workspaceId))
    .orderBy(asc(taxes.retired), asc(sql`lower(${taxes.name})`), asc(taxes.id));
  return { taxes: rows.map(({ id: uid, workspaceId: _, ...tax }) => ({ uid, ...tax })) };
}

export const listTaxes = ({ inWorkspace, member }: WorkspaceContext) => inWorkspace((tx) => taxesOf(tx, member.workspaceId));
