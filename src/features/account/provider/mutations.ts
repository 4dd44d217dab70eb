import { createHmac } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { localeTag } from "@/lib/locales";
import type { Services } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { providerPlayers } from "@/server/db/schema";
import { type Player, PlayerError, type Players } from "@/server/vendors/players";
import { type Due, duePlayers } from "./queries";

export const PROVIDER_JOB = "provider.sync";

const BATCH = 50;
/** While a call runs nobody else makes it; if the caller dies, it is due again after this. */
const LEASE_MINUTES = 5;
const MAX_ATTEMPTS = 12;
const MAX_WAIT_MINUTES = 360;

/**
 * Tells the notification provider what differs from what it was told last: who is to have mails, in which language. It looks at
 * how things stand instead of listening to what changes them, so nothing is missed, whoever changed it.
 */
export async function syncPlayers(services: Services): Promise<void> {
  const { players } = services;
  if (!players) return;
  for (;;) {
    const due = await services.db.transaction((tx) => claim(tx));
    for (const row of due) await updateProvider(services, players, row);
    if (due.length < BATCH) return;
  }
}

/** Takes what is due, one taker each. */
async function claim(tx: Transaction): Promise<(Due & { attempts: number })[]> {
  const due = await duePlayers(tx, BATCH);
  if (due.length === 0) return [];
  const dueAt = sql`now() + make_interval(mins => ${LEASE_MINUTES})`;
  const taken = await tx
    .insert(providerPlayers)
    .values(due.map(({ userId }) => ({ userId, attempts: 1, dueAt })))
    .onConflictDoUpdate({
      target: providerPlayers.userId,
      set: { attempts: sql`${providerPlayers.attempts} + 1`, dueAt },
      setWhere: sql`${providerPlayers.dueAt} <= now()`,
    })
    .returning({ userId: providerPlayers.userId, attempts: providerPlayers.attempts, playerId: providerPlayers.playerId });
  const byUser = new Map(taken.map((row) => [row.userId, row]));
  return due.flatMap((row) => {
    const own = byUser.get(row.userId);
    return own ? { ...row, ...own } : [];
  });
}

/** The least that lets an operator write to people in their language; who they are is a number that means nothing elsewhere. */
const playerOf = ({ env }: Services, { userId, email, language, role }: Due): Player => ({
  identifier: email,
  tags: {
    user: createHmac("sha256", env.secrets[0]).update(`player ${userId}`).digest("hex").slice(0, 32),
    language: localeTag(language),
    role,
  },
});

async function updateProvider(services: Services, players: Players, row: Due & { attempts: number }): Promise<void> {
  const { db, log } = services;
  const own = eq(providerPlayers.userId, row.userId);
  const settle = (change: Partial<typeof providerPlayers.$inferInsert>) =>
    db
      .update(providerPlayers)
      .set({ settled: row.wanted, attempts: 0, dueAt: sql`now()`, lastError: null, ...change })
      .where(own)
      .returning({ userId: providerPlayers.userId });
  try {
    if (row.playerId === null) {
      const playerId = await players.create(playerOf(services, row));
      // An account that ended meanwhile took its row with it: by a new one the provider is told to forget the address, until it has heard it.
      if ((await settle({ playerId })).length === 0) await db.insert(providerPlayers).values({ userId: row.userId, playerId });
    } else {
      await players.update(row.playerId, row.on ? playerOf(services, row) : null);
      // Of somebody who has left nothing is kept once the provider knows.
      if (row.erased) await db.delete(providerPlayers).where(own);
      else await settle({});
    }
  } catch (error) {
    if (!(error instanceof PlayerError)) throw error;
    log.warn({ account: row.userId, status: error.status, attempts: row.attempts }, "provider not told");
    const lastError = error.message;
    if (error.status === 404 && row.playerId !== null) {
      // Deleted there: whoever wants mails is made anew.
      if (row.erased) await db.delete(providerPlayers).where(own);
      else await settle({ playerId: null, settled: row.on ? null : row.wanted, lastError });
    } else if (!row.on || (error.passing && row.attempts < MAX_ATTEMPTS)) {
      // That somebody wants nothing any more is told until the provider has heard it.
      const seconds = Math.max(Math.min(2 ** row.attempts, MAX_WAIT_MINUTES) * 60, error.retryAfter ?? 0);
      await db
        .update(providerPlayers)
        .set({ lastError, dueAt: sql`now() + make_interval(secs => ${Math.min(seconds, 7 * 86_400)})` })
        .where(and(own, eq(providerPlayers.attempts, row.attempts)));
    } else await settle({ lastError });
  }
}
