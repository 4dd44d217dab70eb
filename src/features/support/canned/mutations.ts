import { eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { moveRow } from "@/server/db/order";
import { cannedRemovals, cannedReplies } from "@/server/db/schema";
import type { MoveInput, ReplyInput } from "./schema";

const last = sql<number>`coalesce((select max(${cannedReplies.position}) from ${cannedReplies}), 0) + 1`;

/**
 * Makes a ready answer at the end of the list, or changes one, which counts as edited here from then on: no release overwrites it.
 * @returns its uid  @throws AppError notFound
 */
export async function saveReply({ db }: UserContext, { uid, title, text }: ReplyInput): Promise<string> {
  const values = { title, text, editedAt: new Date() };
  const id = uid ?? uuidv7();
  const [row] = uid
    ? await db.update(cannedReplies).set(values).where(eq(cannedReplies.id, uid)).returning({ id: cannedReplies.id })
    : // Nothing asks for one that was made here by a name.
      await db
        .insert(cannedReplies)
        .values({ id, slug: id, position: last, ...values })
        .returning({ id: cannedReplies.id });
  return found(row).id;
}

/** Moves one in the list. @throws AppError notFound */
export async function moveReply({ db }: UserContext, { uid, to }: MoveInput): Promise<void> {
  await db.transaction(async (tx) => {
    found((await tx.select({ id: cannedReplies.id }).from(cannedReplies).where(eq(cannedReplies.id, uid)))[0]);
    await moveRow(tx, cannedReplies, undefined, uid, to);
  });
}

/** Deletes one for good: no release brings it back. @throws AppError notFound */
export async function deleteReply({ db }: UserContext, uid: string): Promise<void> {
  await db.transaction(async (tx) => {
    found((await tx.delete(cannedReplies).where(eq(cannedReplies.id, uid)).returning({ id: cannedReplies.id }))[0]);
    await tx.insert(cannedRemovals).values({ id: uid }).onConflictDoNothing();
  });
}
