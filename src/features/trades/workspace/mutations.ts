import { and, asc, eq, gte, is, lt, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { v7 as uuidv7 } from "uuid";
import { AppError, expectVersion, refusedAt } from "@/lib/app-error";
import { hasAreaItself } from "@/server/admission";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import * as schema from "@/server/db/schema";
import { users, workspaceMembers, workspaces } from "@/server/db/schema";
import { enterWorkspace, type Outside } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { recordEvent } from "../log/mutations";
import { forgetWorkspace } from "../notices/mutations";
import { MOST_OWNED } from "../rules";
import { countOwned, hasAmounts, showWorkspace, workspaceOf } from "./queries";
import { isNameOf } from "./rules";
import type { WorkspaceFields, WorkspaceSaveInput } from "./schema";

/** Makes a workspace, whose owner is who makes it. @throws AppError areaClosed for whoever only works in somebody else's | tooManyWorkspaces */
export async function createWorkspace(ctx: UserContext, fields: WorkspaceFields) {
  const { actor, idempotencyKey } = ctx;
  if (!(await hasAreaItself(ctx, "trades"))) throw new AppError("areaClosed");
  // A call that is repeated under its key after a crash finds what the first one made.
  const id = idFrom("workspace", actor.id, idempotencyKey);
  return ctx.db.transaction(async (tx) => {
    // One at a time for a person, so that the bound holds for calls at once.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("update");
    const [known] = await tx
      .select({ id: workspaceMembers.id })
      .from(workspaceMembers)
      .where(and(eq(workspaceMembers.workspaceId, id), eq(workspaceMembers.userId, actor.id)));
    if (!known) {
      if ((await countOwned(tx, actor.id)) >= MOST_OWNED) throw new AppError("tooManyWorkspaces", { values: { most: MOST_OWNED } });
      await tx.insert(workspaces).values({ id, ...fields });
      await tx.insert(workspaceMembers).values({ id: uuidv7(), workspaceId: id, userId: actor.id, role: "owner" });
    }
    await enterWorkspace(tx, id);
    if (!known) {
      await recordEvent(tx, { workspaceId: id, actorId: actor.id }, { action: "workspace.create", after: fields });
      await publishToWorkspace(tx, id);
    }
    return showWorkspace(await workspaceOf(tx, id), "owner");
  });
}

/** @throws AppError conflict with the settings as they are now | invalidInput for another currency once something is worth money */
export const saveWorkspace = (
  { aloneInWorkspace, member, actor }: WorkspaceContext,
  { workspaceId, version, ...fields }: WorkspaceSaveInput,
) =>
  aloneInWorkspace(async (tx) => {
    const before = await expectVersion(await workspaceOf(tx, workspaceId), version, (row) => showWorkspace(row, member.role));
    if (fields.currency !== before.currency && (await hasAmounts(tx, workspaceId))) throw refusedAt(["currency"], "currencyFixed");
    const next = { ...fields, version: sql`${workspaces.version} + 1` };
    const [row] = await tx.update(workspaces).set(next).where(eq(workspaces.id, workspaceId)).returning();
    const { id: _, version: __, createdAt: ___, ...facts } = before;
    await recordEvent(tx, { workspaceId, actorId: actor.id }, { action: "workspace.edit", before: facts, after: fields });
    await publishToWorkspace(tx, workspaceId);
    return showWorkspace(row ?? before, member.role);
  });

/** Deletes a workspace with all that is in it, for good. @throws AppError invalidInput where its name was not written */
export const deleteWorkspace = ({ aloneInWorkspace, member: { workspaceId } }: WorkspaceContext, name: string) =>
  aloneInWorkspace(async (tx, outside) => {
    const row = await workspaceOf(tx, workspaceId);
    if (!isNameOf(name, row.name)) throw refusedAt(["name"], "nameDiffers");
    await publishToWorkspace(tx, workspaceId);
    await endWorkspace(outside, workspaceId);
  });

type OfWorkspace = PgTable & { workspaceId: PgColumn; id?: PgColumn };

/** For each row PostgreSQL looks for what names it, in up to a dozen tables: so many are done in a part of the time that a statement has. */
const BATCH = 10_000;

const named = (table: PgTable): PgTable[] => getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable);

const isOfWorkspace = (one: unknown): one is OfWorkspace => is(one, PgTable) && "workspaceId" in one;

/** The tables that are emptied before their workspace goes, each before those that it names: nothing is there then that names a row. */
export function emptiedFirst(): OfWorkspace[] {
  const tables = (Object.values(schema) as unknown[]).filter(isOfWorkspace);
  const order = new Set<OfWorkspace>();
  const put = (table: OfWorkspace): void => {
    for (const other of tables) if (other !== table && !order.has(other) && named(other).includes(table)) put(other);
    order.add(table);
  };
  tables.forEach(put);
  return [...order];
}

/** Deletes a workspace's rows of one table, as many at once as a statement has the time for. */
async function empty(tx: Transaction, table: OfWorkspace, workspaceId: string): Promise<void> {
  const here = eq(table.workspaceId, workspaceId);
  const { id } = table;
  // Rows that name one another go at once: none may be left that names one that is gone. So do those that nothing names, which takes no time.
  if (!id || named(table).includes(table)) {
    await tx.delete(table).where(here);
    return;
  }
  let rest: SQL | undefined = here;
  while (rest) {
    const [next] = await tx.select({ id }).from(table).where(rest).orderBy(asc(id)).limit(1).offset(BATCH);
    await tx.delete(table).where(next ? and(rest, lt(id, next.id)) : rest);
    rest = next && and(here, gte(id, next.id));
  }
}

/**
 * Ends a workspace with all that is in it. From within nobody does: the role is not granted it. Whoever calls this holds the workspace alone, so
 * that nothing comes to it meanwhile; who reads sees it whole until all of it is gone.
 */
export async function endWorkspace(outside: Outside, workspaceId: string): Promise<void> {
  const members = await outside((inner) =>
    inner.select({ userId: workspaceMembers.userId }).from(workspaceMembers).where(eq(workspaceMembers.workspaceId, workspaceId)),
  );
  await forgetWorkspace(
    outside,
    workspaceId,
    members.map(({ userId }) => userId),
  );
  await outside(async (inner) => {
    // For each of its rows PostgreSQL looks for what names it: one plan for all of them, where otherwise each look has its own.
    await inner.execute(sql`set local plan_cache_mode = 'auto'`);
    // What was issued or published stays while its shop is there, unless it is this one that ends: triggers of its tables ask for this.
    await inner.execute(sql`select set_config('parley.ending', ${workspaceId}, true)`);
    // The years of a shop are more than one statement has the time for.
    for (const table of emptiedFirst()) await empty(inner, table, workspaceId);
    await inner.delete(workspaces).where(eq(workspaces.id, workspaceId));
    await inner.execute(sql`select set_config('parley.ending', '', true)`);
    await inner.execute(sql`set local plan_cache_mode to default`);
  });
}
