import { asc, eq, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { materials, pricingSettings } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { bannedIn, fits, isBanned, MOST_MATERIALS } from "./rules";
import type { MaterialsInput } from "./schema";

export type MaterialRow = typeof materials.$inferSelect;

/** The country that a shop sells in, by ISO 3166-1; empty where nobody has said it yet. */
export async function countryOf(tx: Transaction, workspaceId: string): Promise<string> {
  const [row] = await tx
    .select({ country: sql<string | null>`${pricingSettings.seller}->>'country'` })
    .from(pricingSettings)
    .where(eq(pricingSettings.workspaceId, workspaceId));
  return row?.country ?? "";
}

const showMaterial = ({ id: uid, workspaceId: _, createdAt: __, ...row }: MaterialRow, country: string) => ({
  uid,
  ...row,
  banned: isBanned(country, row.category),
});

/** A material, and whether it may be worked with where the shop is. @throws AppError notFound */
export async function materialOf(tx: Transaction, workspaceId: string, uid: string, country?: string) {
  const [row] = await tx
    .select()
    .from(materials)
    .where(rowIn(materials, workspaceId, uid));
  return showMaterial(found(row), country ?? (await countryOf(tx, workspaceId)));
}

/** A shop's materials by name, those that are retired among them. */
export const listMaterials = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, { search }: MaterialsInput) =>
  inWorkspace(async (tx) => {
    const country = await countryOf(tx, workspaceId);
    const rows = await tx
      .select()
      .from(materials)
      .where(eq(materials.workspaceId, workspaceId))
      .orderBy(asc(sql`lower(${materials.name})`), asc(materials.id))
      .limit(MOST_MATERIALS);
    const shown = search ? rows.filter((row) => fits(row, search)) : rows;
    return { materials: shown.map((row) => showMaterial(row, country)), banned: [...bannedIn(country)] };
  });
