import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { forms, formVersions } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";

/** The version that is filled in. */
const published = and(
  eq(formVersions.workspaceId, forms.workspaceId),
  eq(formVersions.formId, forms.id),
  eq(formVersions.number, sql`${forms.published}`),
);

const rowsOf = (tx: Transaction) =>
  tx
    .select({
      uid: forms.id,
      version: forms.version,
      name: forms.name,
      published: forms.published,
      archived: forms.archived,
      changed: sql<boolean>`(${formVersions.name}, ${formVersions.definition}) is distinct from (${forms.name}, ${forms.definition})`,
      definition: forms.definition,
    })
    .from(forms)
    .leftJoin(formVersions, published)
    .$dynamic();

/** A shop's forms as they are being built, by name; those that are archived come last. */
export const listForms = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext) =>
  inWorkspace(async (tx) => {
    const rows = await rowsOf(tx)
      .where(eq(forms.workspaceId, workspaceId))
      .orderBy(asc(forms.archived), asc(sql`lower(${forms.name})`), asc(forms.id));
    return { forms: rows.map(({ definition, ...row }) => ({ ...row, fields: definition.fields.length })) };
  });

/** One form as it is being built. @throws AppError notFound */
export async function formOf(tx: Transaction, workspaceId: string, uid: string) {
  const [row] = await rowsOf(tx).where(rowIn(forms, workspaceId, uid));
  return found(row);
}

export const viewForm = ({ inWorkspace, member }: WorkspaceContext, uid: string) =>
  inWorkspace((tx) => formOf(tx, member.workspaceId, uid));

/** These forms as they are filled in now. */
export async function publishedForms(tx: Transaction, workspaceId: string, uids: string[]) {
  if (uids.length === 0) return [];
  return tx
    .select({ uid: forms.id, name: formVersions.name, number: formVersions.number, definition: formVersions.definition })
    .from(forms)
    .innerJoin(formVersions, published)
    .where(and(eq(forms.workspaceId, workspaceId), inArray(forms.id, uids)))
    .orderBy(asc(forms.id));
}

/** What can be filled in, by name. */
export const listOpenForms = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext) =>
  inWorkspace(async (tx) => {
    const rows = await tx
      .select({ uid: forms.id, name: formVersions.name })
      .from(forms)
      .innerJoin(formVersions, published)
      .where(and(eq(forms.workspaceId, workspaceId), eq(forms.archived, false), isNotNull(forms.published)))
      .orderBy(asc(sql`lower(${formVersions.name})`), asc(forms.id));
    return { forms: rows };
  });
