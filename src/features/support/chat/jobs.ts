import { and, eq, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Services } from "@/server/api/context";
import { conversations, supportAttachments, supportMessages, supportNotes } from "@/server/db/schema";
import { forgetNotices, noticeWoken } from "../notices/mutations";
import { inOrder, tell } from "./mutations";
import { REOPEN_DAYS } from "./rules";

/** A file that was chosen and never sent is kept this long: a message may wait on a device that is offline. */
const UNSENT_DAYS = 8;
const BATCH = 500;
/** What a guest wrote goes so long after it was last touched: nobody can ask for its end as the owner of an account can. */
const GUEST_MONTHS = 12;

/** What falls due by itself: sleepers wake, and what was solved a week ago is closed. */
export async function runClock({ db }: Services): Promise<void> {
  await db.transaction(async (tx) => {
    const woken = await tx
      .update(conversations)
      .set({ state: "open", snoozedUntil: null })
      .where(inArray(conversations.id, inOrder(tx, and(eq(conversations.state, "snoozed"), lte(conversations.snoozedUntil, sql`now()`)))))
      .returning();
    if (woken.length > 0) {
      await tx.insert(supportNotes).values(woken.map(({ id }) => ({ id: uuidv7(), conversationId: id, kind: "woken" as const })));
      await noticeWoken(tx, woken);
    }
    const closed = await tx
      .update(conversations)
      .set({ state: "closed" })
      .where(
        inArray(
          conversations.id,
          inOrder(
            tx,
            and(eq(conversations.state, "resolved"), lte(conversations.resolvedAt, sql`now() - make_interval(days => ${REOPEN_DAYS})`)),
          ),
        ),
      )
      .returning({ id: conversations.id, userId: conversations.userId });
    for (const row of [...woken, ...closed]) await tell(tx, row, { what: "changed" });
  });
}

/** Files that nobody sent go; one that is sent at this very moment stays. */
export async function dropUnsent({ db, files }: Services): Promise<void> {
  const unsent = await db
    .select({ id: supportAttachments.id, fileKey: supportAttachments.fileKey, previewKey: supportAttachments.previewKey })
    .from(supportAttachments)
    .where(and(isNull(supportAttachments.messageId), lt(supportAttachments.createdAt, sql`now() - make_interval(days => ${UNSENT_DAYS})`)))
    .limit(BATCH);
  if (unsent.length === 0) return;
  const ids = unsent.map(({ id }) => id);
  const gone = await db
    .delete(supportAttachments)
    .where(and(inArray(supportAttachments.id, ids), isNull(supportAttachments.messageId)))
    .returning({ fileKey: supportAttachments.fileKey, previewKey: supportAttachments.previewKey });
  await files.remove(gone.flatMap(({ fileKey, previewKey }) => [fileKey, ...(previewKey ? [previewKey] : [])]));
}

/** What guests wrote long ago goes with its files, however it stands: what nobody has touched since is answered no more. The files first, so that none is left without a row that knows of it. */
export async function forgetGuests({ db, files }: Services): Promise<void> {
  const old = and(isNull(conversations.userId), lt(conversations.movedAt, sql`now() - make_interval(months => ${GUEST_MONTHS})`));
  const due = await db.select({ id: conversations.id }).from(conversations).where(old).limit(BATCH);
  if (due.length === 0) return;
  const ids = due.map(({ id }) => id);
  const attached = await db
    .select({ fileKey: supportAttachments.fileKey, previewKey: supportAttachments.previewKey })
    .from(supportAttachments)
    .innerJoin(supportMessages, eq(supportMessages.id, supportAttachments.messageId))
    .where(inArray(supportMessages.conversationId, ids));
  await files.remove(attached.flatMap(({ fileKey, previewKey }) => [fileKey, ...(previewKey ? [previewKey] : [])]));
  await db.transaction(async (tx) => {
    await forgetNotices(tx, ids);
    await tx.delete(conversations).where(inArray(conversations.id, ids));
  });
}
