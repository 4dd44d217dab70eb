import { count, eq, sql } from "drizzle-orm";
import { AppError, expectVersion, refusedAt } from "@/lib/app-error";
import type { WorkspaceAct } from "@/lib/enums/trades";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { forms, formVersions } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { recordEvent } from "../log/mutations";
import { lockWorkspace } from "../workspace/queries";
import { formOf } from "./queries";
import { definitionProblems, MOST_FORMS } from "./rules";
import type { FormArchiveInput, FormSaveInput, FormSeenInput } from "./schema";

/** A form as whoever changes it saw it. @throws AppError notFound | conflict with the form as it is now */
async function lockSeen(tx: Transaction, { workspaceId, uid, version }: FormSeenInput) {
  const [row] = await tx
    .select()
    .from(forms)
    .where(rowIn(forms, workspaceId, uid))
    .for("update");
  return expectVersion(row, version, () => formOf(tx, workspaceId, uid));
}

async function changed(tx: Transaction, { actor, member: { workspaceId } }: WorkspaceContext, uid: string, action: WorkspaceAct) {
  await recordEvent(tx, { workspaceId, actorId: actor.id }, { action, target: { kind: "form", id: uid } });
  await publishToWorkspace(tx, workspaceId);
}

/**
 * Keeps a form as it is being built, half built as it may be: a new one, or in the place of one that was seen.
 * @throws AppError notFound | conflict with the form as it is now | invalidInput where there are too many
 */
export const saveForm = (ctx: WorkspaceContext, { workspaceId, uid: known, version, name, fields }: FormSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const uid = known ?? idFrom("form", ctx.member.id, ctx.idempotencyKey);
    if (known) {
      await lockSeen(tx, { workspaceId, uid, version: version ?? 0 });
      await tx
        .update(forms)
        .set({ name, definition: { fields }, version: sql`${forms.version} + 1` })
        .where(rowIn(forms, workspaceId, uid));
    } else {
      // One at a time, so that the bound holds for calls at once.
      await lockWorkspace(tx, workspaceId);
      const [all] = await tx.select({ total: count() }).from(forms).where(eq(forms.workspaceId, workspaceId));
      if ((all?.total ?? 0) >= MOST_FORMS) throw refusedAt(["name"], "tooMany", { maximum: MOST_FORMS });
      const [made] = await tx
        .insert(forms)
        .values({ id: uid, workspaceId, name, definition: { fields } })
        .onConflictDoNothing()
        .returning();
      if (!made) return formOf(tx, workspaceId, uid);
    }
    await changed(tx, ctx, uid, known ? "form.edit" : "form.add");
    return formOf(tx, workspaceId, uid);
  });

/**
 * Makes what is being built the version that is filled in from now on; what was begun goes on with its own.
 * @throws AppError notFound | conflict with the form as it is now | formUnready with what is wrong at which field
 */
export const publishForm = (ctx: WorkspaceContext, input: FormSeenInput) =>
  ctx.inWorkspace(async (tx) => {
    const { workspaceId, uid } = input;
    const { name, definition, published } = await lockSeen(tx, input);
    if (definitionProblems(definition).length > 0) throw new AppError("formUnready");
    const before = await formOf(tx, workspaceId, uid);
    if (!before.changed) return before;
    const number = (published ?? 0) + 1;
    await tx.insert(formVersions).values({ workspaceId, formId: uid, number, name, definition, publishedBy: ctx.actor.id });
    await tx
      .update(forms)
      .set({ published: number, version: sql`${forms.version} + 1` })
      .where(rowIn(forms, workspaceId, uid));
    await changed(tx, ctx, uid, "form.publish");
    return formOf(tx, workspaceId, uid);
  });

/** Lays a form aside, so that it is begun no more, or takes it up again. @throws AppError notFound | conflict with the form as it is now */
export const archiveForm = (ctx: WorkspaceContext, { archived, ...input }: FormArchiveInput) =>
  ctx.inWorkspace(async (tx) => {
    const { workspaceId, uid } = input;
    const before = await lockSeen(tx, input);
    if (before.archived === archived) return formOf(tx, workspaceId, uid);
    await tx
      .update(forms)
      .set({ archived, version: sql`${forms.version} + 1` })
      .where(rowIn(forms, workspaceId, uid));
    await changed(tx, ctx, uid, archived ? "form.archive" : "form.restore");
    return formOf(tx, workspaceId, uid);
  });

/** Deletes a form that was never published: of others there may be what was filled in. @throws AppError notFound | conflict | wrongState */
export const deleteForm = (ctx: WorkspaceContext, input: FormSeenInput) =>
  ctx.inWorkspace(async (tx) => {
    const { workspaceId, uid } = input;
    const { published } = await lockSeen(tx, input);
    if (published !== null) throw new AppError("wrongState");
    await tx.delete(forms).where(rowIn(forms, workspaceId, uid));
    await changed(tx, ctx, uid, "form.delete");
  });
