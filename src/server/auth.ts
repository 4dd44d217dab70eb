import { and, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { v7 as uuidv7 } from "uuid";
import { AppError } from "@/lib/app-error";
import { HOUR_MS } from "@/lib/durations";
import type { Role, SessionMethod } from "@/lib/enums/account";
import type { AccessTokens, Claims, Viewer } from "./access-tokens";
import { type Database, type Executor, prepared } from "./db/client";
import { pushSubscriptions, sessions, users, viewings } from "./db/schema";
import type { Env } from "./env";
import { publishAll } from "./realtime";

/** Who makes a call, read from the session row on every call. */
export interface Actor {
  id: string;
  /** What they may do: that of a candidate, for whoever lacks the second factor that their role asks for. */
  role: Role;
  /** Set where they would run the service if their account had a second factor. */
  lacksFactor?: true | undefined;
  sessionId: string;
  /** When they last proved who they are in this session. */
  authenticatedAt: Date;
  /** Whether somebody has shown that they read mail at the account's address. */
  emailConfirmed: boolean;
  /** Set where somebody who runs the service looks at the account with its owner's consent: they read, and change nothing. */
  viewing?: { id: string; adminId: string } | undefined;
}

/** Days for which the row of a session that is over is kept: by it a device is known. */
export const SESSION_KEPT_DAYS = 30;

/** What is told, to every process, when this session ends before its time. */
export const sessionTopic = (sessionId: string): string => `session:${sessionId}`;

/** How exactly a session's last use is known, in minutes: finer would cost a write on every call. */
const SEEN_EVERY_MINUTES = 5;
/** Minutes after which whoever runs the service has to log in again where they did nothing: a forgotten screen shows other people's lives. */
const IDLE_MINUTES = 60;
/** How exactly a person's: every write of theirs goes through the indexes by which people are listed. */
const PERSON_SEEN_EVERY_MINUTES = 60;

/**
 * Whether a row is of somebody who runs the service and whose account has no second factor. Names stand as text: where a statement has one
 * table alone, Drizzle leaves it out before columns, and `id` would be a passkey's.
 * @param of users, as the statement calls them
 */
export const withoutFactor = (of: "users" | "viewers") =>
  sql<boolean>`${sql.raw(`(${of}.role <> 'candidate' and ${of}.totp_enabled_at is null and not exists (select from passkeys where passkeys.user_id = ${of}.id))`)}`;

/** What somebody may do, and hears of: as a candidate where their role asks for a second factor and their account has none. */
export const roleInForce = ({ adminSecondFactor }: Pick<Env, "adminSecondFactor">, row: { role: Role; withoutFactor: boolean }): Role =>
  adminSecondFactor && row.withoutFactor ? "candidate" : row.role;

const liveSession = prepared((db) =>
  db
    .select({
      id: users.id,
      role: users.role,
      withoutFactor: withoutFactor("users"),
      authenticatedAt: sessions.authenticatedAt,
      emailConfirmed: sql<boolean>`${users.emailVerifiedAt} is not null`,
      expiresAt: sessions.expiresAt,
      seenLongAgo: sql<boolean>`${sessions.lastSeenAt} < now() - make_interval(mins => ${sql.raw(String(SEEN_EVERY_MINUTES))})`,
      personSeenLongAgo: sql<boolean>`${users.lastSeenAt} < now() - make_interval(mins => ${sql.raw(String(PERSON_SEEN_EVERY_MINUTES))})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sql.placeholder("sessionId")),
        eq(sessions.userId, sql.placeholder("userId")),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, sql`now()`),
        or(eq(users.role, "candidate"), gt(sessions.lastSeenAt, sql`now() - make_interval(mins => ${sql.raw(String(IDLE_MINUTES))})`)),
        isNull(users.suspendedAt),
        isNull(users.erasedAt),
      ),
    )
    .prepare("live_session"),
);

const viewers = alias(users, "viewers");

/** A look at an account that is allowed now, by somebody who still runs the service and is still signed in. */
const liveViewing = prepared((db) =>
  db
    .select({
      id: users.id,
      role: users.role,
      emailConfirmed: sql<boolean>`${users.emailVerifiedAt} is not null`,
      viewerWithoutFactor: withoutFactor("viewers"),
    })
    .from(viewings)
    .innerJoin(users, eq(users.id, viewings.userId))
    .innerJoin(viewers, eq(viewers.id, viewings.adminId))
    .innerJoin(sessions, and(eq(sessions.userId, viewers.id), eq(sessions.id, sql.placeholder("sessionId"))))
    .where(
      and(
        eq(viewings.id, sql.placeholder("viewingId")),
        eq(viewings.userId, sql.placeholder("userId")),
        eq(viewings.adminId, sql.placeholder("adminId")),
        eq(viewings.state, "allowed"),
        gt(viewings.endsAt, sql`now()`),
        eq(users.role, "candidate"),
        isNull(users.suspendedAt),
        isNull(users.erasedAt),
        ne(viewers.role, "candidate"),
        isNull(viewers.suspendedAt),
        isNull(viewers.erasedAt),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, sql`now()`),
      ),
    )
    .prepare("live_viewing"),
);

async function authenticateViewer(
  { db, env }: Sessions,
  { userId, sessionId: viewingId }: Claims,
  { adminId, sessionId }: Viewer,
): Promise<Actor> {
  const [row] = await liveViewing(db).execute({ viewingId, userId, adminId, sessionId });
  if (!row) throw new AppError("sessionEnded");
  if (env.adminSecondFactor && row.viewerWithoutFactor) throw new AppError("secondFactorMissing");
  const { id, role, emailConfirmed } = row;
  // Whoever looks has proved who they are to nobody but themselves.
  return { id, role, emailConfirmed, sessionId: viewingId, authenticatedAt: new Date(0), viewing: { id: viewingId, adminId } };
}

interface Sessions {
  db: Database;
  tokens: AccessTokens;
  env: Pick<Env, "adminSecondFactor">;
}

/**
 * The actor of a bearer token, or an error that says why there is none: tokenExpired where its time was over, sessionEnded where it was
 * ended.
 * The signature alone never suffices: the session row must still be live.
 * @param how unattended where the page itself says that nobody is there: then the call is no use of the session. Nothing proves that, nor
 * need it be proven, because saying so makes a session end sooner and never later.
 */
export async function authenticate(sessionsOf: Sessions, token: string, { unattended = false } = {}): Promise<Actor> {
  const { db, tokens, env } = sessionsOf;
  const claims = await tokens.verify(token);
  if (claims.viewer) return authenticateViewer(sessionsOf, claims, claims.viewer);
  const { userId, sessionId } = claims;
  const [row] = await liveSession(db).execute({ sessionId, userId });
  if (!row) throw await whyOver(db, { sessionId, userId });
  if (row.seenLongAgo && !unattended) await db.update(sessions).set({ lastSeenAt: sql`now()` }).where(eq(sessions.id, sessionId));
  if (row.personSeenLongAgo && !unattended) await db.update(users).set({ lastSeenAt: sql`now()` }).where(eq(users.id, userId));
  const { id, authenticatedAt, emailConfirmed } = row;
  const role = roleInForce(env, row);
  return { id, role, sessionId, authenticatedAt, emailConfirmed, ...(role === row.role ? {} : { lacksFactor: true }) };
}

/** Whether a session's time was over, or it was ended: what a browser keeps for whoever comes back depends on it. */
async function whyOver(db: Database, { sessionId, userId }: { sessionId: string; userId: string }): Promise<AppError> {
  const [ranOut] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        isNull(users.suspendedAt),
        isNull(users.erasedAt),
      ),
    );
  return new AppError(ranOut ? "tokenExpired" : "sessionEnded");
}

/**
 * When a session that is live now will end by itself.
 * @throws AppError tokenExpired | sessionEnded
 */
export async function sessionEnd(db: Database, actor: Actor): Promise<Date> {
  const session = { sessionId: actor.sessionId, userId: actor.id };
  const [row] = await liveSession(db).execute(session);
  if (!row) throw await whyOver(db, session);
  return row.expiresAt;
}

export async function openSession(
  db: Executor,
  tokens: AccessTokens,
  args: { userId: string; userAgent: string; method: SessionMethod; hours: number; now: Date; attempt?: string | null | undefined },
): Promise<string> {
  const id = uuidv7();
  const expiresAt = new Date(args.now.getTime() + args.hours * HOUR_MS);
  const userAgent = args.userAgent.slice(0, 400);
  await db.insert(sessions).values({ id, userId: args.userId, method: args.method, userAgent, attempt: args.attempt, expiresAt });
  return tokens.issue(args.userId, id, expiresAt);
}

/** Ends live sessions, here and on the streams that are open anywhere. @returns how many */
async function endWhere(db: Executor, which: SQL | undefined): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(which, isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  const ids = ended.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await publishAll(db, ids.map(sessionTopic), "");
  // A browser that was signed out is told nothing any more; one whose session merely ran out is.
  await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.sessionId, ids));
  return ended.length;
}

/**
 * Those of somebody's sessions in which nobody has proved who they are since the account has had a second factor, and so without it. Where
 * it has none, there are no such.
 */
export function endSessionsWithoutFactor(db: Executor, userId: string): Promise<number> {
  const since = sql`(
    select least(u.totp_enabled_at, (select min(k.created_at) from passkeys k where k.user_id = u.id)) from users u where u.id = ${userId}
  )`;
  return endWhere(db, and(eq(sessions.userId, userId), lte(sessions.authenticatedAt, since)));
}

/** Told to a session's streams when what its owner may hear has changed. */
export const REOPEN = "reopen";

/** Ends somebody's open streams, whose clients come back at once and hear what they now may. */
export async function reopenStreams(db: Executor, userId: string): Promise<void> {
  const live = and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`));
  const open = await db.select({ id: sessions.id }).from(sessions).where(live);
  await publishAll(
    db,
    open.map(({ id }) => sessionTopic(id)),
    REOPEN,
  );
}

/** One of somebody's own sessions. */
export const endSession = (db: Executor, userId: string, sessionId: string): Promise<number> =>
  endWhere(db, and(eq(sessions.userId, userId), eq(sessions.id, sessionId)));

/** All sessions of somebody, or of several people; or all but one. Whoever looks at their accounts goes too. */
export async function endSessionsOf(db: Executor, owners: string | string[], except?: string): Promise<number> {
  const ids = [owners].flat();
  const looking = and(inArray(viewings.userId, ids), eq(viewings.state, "allowed"));
  await db.update(viewings).set({ state: "ended", endedAt: sql`now()` }).where(looking);
  return endWhere(db, and(inArray(sessions.userId, ids), except === undefined ? undefined : ne(sessions.id, except)));
}
