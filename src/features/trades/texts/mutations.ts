import { count, eq, sql } from "drizzle-orm";
import { expectVersion, refusedAt } from "@/lib/app-error";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { shopTexts } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { acting, recordEvent } from "../log/mutations";
import { lockWorkspace } from "../workspace/queries";
import { textsOf } from "./queries";
import { MOST_TEXTS } from "./rules";
import type { TextDeleteInput, TextSaveInput } from "./schema";

/** @throws AppError notFound | conflict with the text as it is now */
async function lockSeen(tx: Transaction, workspaceId: string, uid: string, version: number): Promise<void> {
  const [row] = await tx
    .select({ version: shopTexts.version })
    .from(shopTexts)
    .where(rowIn(shopTexts, workspaceId, uid))
    .for("update");
  await expectVersion(row, version, async () => (await textsOf(tx, workspaceId)).texts.find((one) => one.uid === uid));
}

/** Keeps a text: a new one, or in the place of one that was seen. @throws AppError notFound | conflict | invalidInput */
export const saveText = (ctx: WorkspaceContext, { workspaceId, uid: known, version, name, wordings }: TextSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const uid = known ?? idFrom("text", ctx.member.id, ctx.idempotencyKey);
    const written = Object.fromEntries(Object.entries(wordings).filter(([, { body }]) => body !== ""));
    if (known) {
      await lockSeen(tx, workspaceId, uid, version ?? 0);
      await tx
        .update(shopTexts)
        .set({ name, wordings: written, version: sql`${shopTexts.version} + 1` })
        .where(rowIn(shopTexts, workspaceId, uid));
    } else {
      // One at a time, so that the bound holds for calls at once.
      await lockWorkspace(tx, workspaceId);
      const [all] = await tx.select({ total: count() }).from(shopTexts).where(eq(shopTexts.workspaceId, workspaceId));
      if ((all?.total ?? 0) >= MOST_TEXTS) throw refusedAt(["name"], "tooMany", { maximum: MOST_TEXTS });
      const [made] = await tx.insert(shopTexts).values({ id: uid, workspaceId, name, wordings: written }).onConflictDoNothing().returning();
      if (!made) return textsOf(tx, workspaceId);
    }
    await recordEvent(tx, acting(ctx), { action: known ? "text.edit" : "text.add", target: { kind: "text", id: uid } });
    await publishToWorkspace(tx, workspaceId);
    return textsOf(tx, workspaceId);
  });

/** @throws AppError notFound | conflict */
export const deleteText = (ctx: WorkspaceContext, { workspaceId, uid, version }: TextDeleteInput) =>
  ctx.inWorkspace(async (tx) => {
    await lockSeen(tx, workspaceId, uid, version);
    await tx.delete(shopTexts).where(rowIn(shopTexts, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "text.delete", target: { kind: "text", id: uid } });
    await publishToWorkspace(tx, workspaceId);
    return textsOf(tx, workspaceId);
  });
