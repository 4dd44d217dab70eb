import { and, desc, eq, inArray } from "drizzle-orm";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { fullNameOf } from "@/server/db/names";
import { users, viewings } from "@/server/db/schema";
import { openUntil, viewingState } from "./rules";

/** Looks that are listed: those of the last year, and never more than these. */
const LISTED = 50;

const columns = {
  viewing: viewings,
  by: fullNameOf(users),
};

export function toViewing({ viewing, by }: { viewing: typeof viewings.$inferSelect; by: string }, now = new Date()) {
  const state = viewingState(viewing, now);
  const until = state === viewing.state ? openUntil(viewing) : null;
  // What ran out was over when its time was.
  const endedAt = state === "lapsed" ? openUntil(viewing) : viewing.endedAt;
  return {
    uid: viewing.id,
    by,
    reason: viewing.reason,
    state,
    askedAt: viewing.askedAt.toISOString(),
    answeredAt: viewing.answeredAt?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    openedAt: viewing.openedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/** Who asked to look at an account, and what became of it, the newest first: all of it that is kept. */
export const allViewingsOf = (db: Executor, userId: string) =>
  db
    .select(columns)
    .from(viewings)
    .innerJoin(users, eq(users.id, viewings.adminId))
    .where(eq(viewings.userId, userId))
    .orderBy(desc(viewings.askedAt), desc(viewings.id));

/** Of these as many as are listed. */
export const viewingsOf = (db: Executor, userId: string) => allViewingsOf(db, userId).limit(LISTED);

export async function listOwnViewings({ db, actor }: UserContext) {
  const rows = await viewingsOf(db, actor.id);
  return { data: rows.map((row) => toViewing(row)), meta: { total: rows.length } };
}

/** What waits for an answer, or is allowed now: what a page tells of at once. */
export async function openViewings({ db, actor }: UserContext) {
  const rows = await db
    .select(columns)
    .from(viewings)
    .innerJoin(users, eq(users.id, viewings.adminId))
    .where(and(eq(viewings.userId, actor.id), inArray(viewings.state, ["asked", "allowed"])))
    .orderBy(desc(viewings.askedAt))
    .limit(LISTED);
  return rows.map((row) => toViewing(row)).filter(({ until }) => until !== null);
}
