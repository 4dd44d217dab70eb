import { eq, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import { recordAct } from "@/server/audit";
import type { Transaction } from "@/server/db/client";
import { lockRows } from "@/server/db/lock-rows";
import { moveRow } from "@/server/db/order";
import { cannedRemovals, cannedReplies } from "@/server/db/schema";
import { isSame, lastEdit, onlySeen, overSeen, type Saved, versionOf } from "@/server/version";
import { replyFacts } from "./queries";
import type { DeleteInput, MoveInput, ReplyInput } from "./schema";

const last = sql<number>`coalesce((select max(${cannedReplies.position}) from ${cannedReplies}), 0) + 1`;

/**
 * Makes a ready answer at the end of the list, or changes one, which counts as edited here from then on: no release overwrites it. One
 * that says the same as before stays as it is.
 * @throws AppError notFound | conflict where somebody has written it since
 */
export async function saveReply(ctx: UserContext, { uid, version: seen, title, text }: ReplyInput): Promise<Saved> {
  const values = { title, text, editedAt: new Date() };
  return ctx.db.transaction(async (tx) => {
    const id = uid ?? idFrom("canned", ctx.actor.id, ctx.idempotencyKey);
    const after = { title, text };
    const before = uid ? replyFacts(await lockReply(tx, uid)) : null;
    const saved = { uid: id, version: before ? overSeen(seen, before, after) : versionOf(after) };
    if (before && isSame(before, after)) return saved;
    if (before) await tx.update(cannedReplies).set(values).where(eq(cannedReplies.id, id));
    // Nothing asks for one that was made here by a name.
    else {
      const row = { id, slug: id, position: last, ...values };
      const made = await tx.insert(cannedReplies).values(row).onConflictDoNothing().returning({ id: cannedReplies.id });
      if (made.length === 0) return saved;
    }
    await recordAct(tx, ctx, {
      action: before ? "canned.edit" : "canned.add",
      target: canned(id),
      before,
      after,
    });
    return saved;
  });
}

const canned = (id: string) => ({ kind: "canned", id });

async function lockReply(tx: Transaction, uid: string) {
  const [row] = await lockRows(tx, cannedReplies, [uid]);
  return found(row);
}

/** Moves one in the list. @throws AppError notFound */
export async function moveReply(ctx: UserContext, { uid, to }: MoveInput): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    found((await tx.select({ id: cannedReplies.id }).from(cannedReplies).where(eq(cannedReplies.id, uid)))[0]);
    await moveRow(tx, cannedReplies, undefined, uid, to);
    await recordAct(tx, ctx, { action: "canned.move", target: canned(uid), detail: { to } });
  });
}

/** Deletes one for good: no release brings it back. @throws AppError notFound | conflict where somebody has written it since */
export async function deleteReply(ctx: UserContext, { uid, editedAt: seen }: DeleteInput): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const gone = found((await tx.delete(cannedReplies).where(eq(cannedReplies.id, uid)).returning())[0]);
    onlySeen(seen, lastEdit(gone.editedAt));
    const before = replyFacts(gone);
    await tx.insert(cannedRemovals).values({ id: uid }).onConflictDoNothing();
    await recordAct(tx, ctx, { action: "canned.delete", target: canned(uid), before });
  });
}
