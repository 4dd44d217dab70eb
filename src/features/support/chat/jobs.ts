import { and, eq, inArray, isNull, lt, lte, ne, notInArray, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { STAFF_TOPIC } from "@/features/account/events";
import type { Services } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { conversations, supportAttachments, supportMessages, supportNotes, users } from "@/server/db/schema";
import { inBatches } from "@/server/jobs/batches";
import { letGo } from "@/server/jobs/orphans";
import { publish } from "@/server/realtime";
import { ALIVE_STATES } from "../inbox/rules";
import { forgetNotices, notifyOfWoken } from "../notices/mutations";
import { encodeEvent } from "./events";
import { inOrder, publishToConversation } from "./mutations";
import { REOPEN_DAYS } from "./rules";

/** A file that was chosen and never sent is kept this long: a message may wait on a device that is offline. */
const UNSENT_DAYS = 8;
const BATCH = 500;
/** What a guest wrote goes so long after it was last touched: nobody can ask for its end as the owner of an account can. */
const GUEST_MONTHS = 12;

/** What falls due by itself: sleepers wake, what was solved a week ago is closed, and what nobody looks after any more is everybody's. */
export async function runClock({ db }: Services): Promise<void> {
  await db.transaction(async (tx) => {
    const woken = await tx
      .update(conversations)
      .set({ state: "open", snoozedUntil: null })
      .where(inArray(conversations.id, inOrder(tx, and(eq(conversations.state, "snoozed"), lte(conversations.snoozedUntil, sql`now()`)))))
      .returning();
    if (woken.length > 0) {
      await tx.insert(supportNotes).values(woken.map(({ id }) => ({ id: uuidv7(), conversationId: id, kind: "woken" as const })));
      await notifyOfWoken(tx, woken);
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
    for (const row of [...woken, ...closed]) await publishToConversation(tx, row, { what: "changed" });
  });
  await db.transaction(freeLeft);
}

/** What somebody looked after who has left the team since is everybody's again; whoever is only kept out comes back to it. */
async function freeLeft(tx: Transaction): Promise<void> {
  const members = tx
    .select({ id: users.id })
    .from(users)
    .where(and(ne(users.role, "candidate"), isNull(users.erasedAt)));
  const left = and(inArray(conversations.state, [...ALIVE_STATES]), notInArray(conversations.assigneeId, members));
  const freed = await tx
    .update(conversations)
    .set({ assigneeId: null })
    .where(inArray(conversations.id, inOrder(tx, left)))
    .returning({ id: conversations.id });
  if (freed.length === 0) return;
  await tx.insert(supportNotes).values(freed.map(({ id }) => ({ id: uuidv7(), conversationId: id, kind: "released" as const })));
  for (const { id } of freed) await publish(tx, STAFF_TOPIC, encodeEvent(id, { what: "changed" }));
}

/** Files that nobody sent go; one that is sent at this very moment stays. */
export const dropUnsent = (services: Services): Promise<void> =>
  inBatches(BATCH, async (size) => {
    const unsent = and(
      isNull(supportAttachments.messageId),
      lt(supportAttachments.createdAt, sql`now() - make_interval(days => ${UNSENT_DAYS})`),
    );
    const due = services.db.select({ id: supportAttachments.id }).from(supportAttachments).where(unsent).limit(size);
    const gone = await services.db
      .delete(supportAttachments)
      .where(and(inArray(supportAttachments.id, due), isNull(supportAttachments.messageId)))
      .returning({ fileKey: supportAttachments.fileKey, previewKey: supportAttachments.previewKey });
    await letGo(services, keysOf(gone));
    return gone.length;
  });

/** What guests wrote long ago goes with its files, however it stands: what nobody has touched since is answered no more. */
export const forgetGuests = (services: Services): Promise<void> =>
  inBatches(BATCH, async (size) => {
    const old = and(isNull(conversations.userId), lt(conversations.movedAt, sql`now() - make_interval(months => ${GUEST_MONTHS})`));
    const { ids, attached } = await services.db.transaction(async (tx) => {
      // Whoever answers at this very moment was first: then it is not old any more.
      const ids = (await inOrder(tx, old).limit(size)).map(({ id }) => id);
      const attached = await tx
        .select({ fileKey: supportAttachments.fileKey, previewKey: supportAttachments.previewKey })
        .from(supportAttachments)
        .innerJoin(supportMessages, eq(supportMessages.id, supportAttachments.messageId))
        .where(inArray(supportMessages.conversationId, ids));
      await forgetNotices(tx, ids);
      await tx.delete(conversations).where(inArray(conversations.id, ids));
      return { ids, attached };
    });
    await letGo(services, keysOf(attached));
    return ids.length;
  });

const keysOf = (files: { fileKey: string; previewKey: string | null }[]): string[] =>
  files.flatMap(({ fileKey, previewKey }) => [fileKey, ...(previewKey ? [previewKey] : [])]);
