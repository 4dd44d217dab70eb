import { and, asc, count, desc, eq, gte, isNull, lt, notInArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { holdingsOf } from "@/features/account/deletion/queries";
import { peopleNamed } from "@/features/account/queries";
import { accountState, erasureDue } from "@/features/account/rules";
import { describeDevice } from "@/features/account/sessions/rules";
import { readsHistory } from "@/features/account/standing/rules";
import { plansOf, usageOf, withPlans } from "@/features/subscription/queries";
import { PAID_PLANS, type PaidPlan } from "@/features/subscription/rules";
import { AppError, found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { afterCursor, beforeCursor, cursorOf } from "@/lib/cursors";
import { spanOf } from "@/lib/days";
import type { AccountState } from "@/lib/enums/account";
import type { PeopleOrder } from "@/lib/enums/service";
import type { Plan } from "@/lib/enums/subscription";
import type { Services, UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { exactly, olderThan } from "@/server/db/keyset";
import { fullNameOf } from "@/server/db/names";
import { auditEvents, conversations, identities, loginFailures, passkeys, recoveryCodes, sessions, users } from "@/server/db/schema";
import { actsOn, numbersOf } from "./rules";
import { type HistoryInput, PEOPLE, type PeopleInput } from "./schema";

/** Logins that a person's page shows. */
const SESSIONS = 20;

/** What each order goes by; each has an index. */
const ORDERS: Record<PeopleOrder, { by: SQL; of: "instant" | "text" }> = {
  registered: { by: sql`${users.createdAt}`, of: "instant" },
  name: { by: sql`lower(${users.firstName} || ' ' || ${users.lastName})`, of: "text" },
  email: { by: sql`${users.email}`, of: "text" },
  seen: { by: sql`${users.lastSeenAt}`, of: "instant" },
};

/** Accounts that are locked now. What was typed where no account has it stands there as a hash. */
const locked = sql`${users.id} in (select case when length(subject) = 36 then subject::uuid end from ${loginFailures}
  where locked_until is not null and locked_until > now() and length(subject) = 36)`;
const suspended = sql`suspended_at is not null`;
const leaving = sql`deletion_requested_at is not null`;

/** The same as `accountState` in the account's rules, asked of all at once. Written out, as the indexes have it. */
const IN_STATE: Record<Exclude<AccountState, "erased">, SQL> = {
  suspended,
  pending_deletion: sql`${leaving} and not (${suspended})`,
  locked: sql`${locked} and not (${suspended}) and not (${leaving})`,
  active: sql`email_verified_at is not null and not (${suspended}) and not (${leaving}) and not (${locked})`,
  unverified: sql`email_verified_at is null and not (${suspended}) and not (${leaving}) and not (${locked})`,
};

/**
 * One of these, who are looked up first. As a condition among others it would be checked of everybody on the way along an order:
 * the planner cannot know how few they are.
 */
const oneOf = (ids: SQLWrapper): SQL => sql`${users.id} = any(array(${ids}))`;

/** Whoever pays for nothing and was given nothing has the free plan. */
async function onPlan(ctx: Services, plan: Plan | undefined): Promise<SQL | undefined> {
  if (!plan) return undefined;
  const now = await ctx.payments.now();
  const has = (plans: PaidPlan[]) => withPlans(ctx, ctx.db, plans, now);
  if (plan === "free") return notInArray(users.id, has(PAID_PLANS));
  const better = PAID_PLANS.slice(PAID_PLANS.indexOf(plan) + 1);
  return and(oneOf(has([plan])), better.length === 0 ? undefined : notInArray(users.id, has(better)));
}

function beyond({ order, descending, before }: PeopleInput): SQL | undefined {
  if (!before) return undefined;
  const { by, of } = ORDERS[order];
  const sign = sql.raw(descending ? "<" : ">");
  if (of === "text") {
    const { value, id } = afterCursor(before);
    return sql`(${by}, ${users.id}) ${sign} (${value}::text, ${id}::uuid)`;
  }
  const { at, id } = beforeCursor(before);
  return sql`(${by}, ${users.id}) ${sign} (${at}::timestamptz, ${id}::uuid)`;
}

const lockedUntil = sql<Date | null>`(select locked_until from ${loginFailures} where subject = ${users.id}::text)`.mapWith(
  loginFailures.lockedUntil,
);

const ROW = {
  uid: users.id,
  name: fullNameOf(users),
  email: users.email,
  username: users.username,
  role: users.role,
  language: users.language,
  createdAt: users.createdAt,
  lastSeenAt: users.lastSeenAt,
  emailVerifiedAt: users.emailVerifiedAt,
  lockedUntil,
  suspendedAt: users.suspendedAt,
  deletionRequestedAt: users.deletionRequestedAt,
  erasedAt: users.erasedAt,
};

/** People in the order that was asked for, a page at a time; each order and each filter goes along an index. */
export async function listPeople(ctx: UserContext, input: PeopleInput) {
  const { search, state, role, plan, language, order, descending } = input;
  const { since, until } = spanOf(input);
  const { by } = ORDERS[order];
  const way = descending ? desc : asc;
  const rows = await ctx.db
    .select({ ...ROW, by: sql<string>`${by}::text` })
    .from(users)
    .where(
      and(
        isNull(users.erasedAt),
        search ? oneOf(peopleNamed(search)) : undefined,
        state ? IN_STATE[state] : undefined,
        // Written out for the index of those who are not candidates.
        role ? and(eq(users.role, role), role === "candidate" ? undefined : sql`${users.role} <> 'candidate'`) : undefined,
        await onPlan(ctx, plan),
        language ? eq(users.language, language) : undefined,
        since ? gte(users.createdAt, since) : undefined,
        until ? lt(users.createdAt, until) : undefined,
        beyond(input),
      ),
    )
    .orderBy(way(by), way(users.id))
    .limit(PEOPLE + 1);
  const shown = rows.slice(0, PEOPLE);
  const last = shown.at(-1);
  const plans = await plansOf(
    ctx,
    ctx.db,
    shown.map(({ uid }) => uid),
  );
  return {
    data: shown.map(({ by: _, ...row }) => toRow(row, plans.get(row.uid) ?? "free")),
    meta: { next: rows.length > PEOPLE && last ? cursorOf(last.by, last.uid) : null },
  };
}

type Row = Awaited<ReturnType<typeof findPerson>>;

function toRow(row: Pick<Row, keyof typeof ROW>, plan: Plan) {
  const { uid, name, email, username, role, language, createdAt, lastSeenAt } = row;
  return {
    uid,
    name,
    email,
    username,
    role,
    state: accountState(row, new Date()),
    plan,
    language,
    registeredAt: createdAt.toISOString(),
    seenAt: lastSeenAt.toISOString(),
  };
}

async function findPerson(db: Executor, uid: string) {
  const [row] = await db
    .select({
      ...ROW,
      timeZone: users.timeZone,
      suspensionReason: users.suspensionReason,
      password: sql<boolean>`${users.passwordHash} is not null`,
      totp: sql<boolean>`${users.totpEnabledAt} is not null`,
    })
    .from(users)
    .where(and(eq(users.id, uid), isNull(users.erasedAt)));
  return found(row);
}

/** Somebody, for who helps them: what stands around their account, and nothing of what they said or wrote. @throws AppError notFound */
export async function getPerson(ctx: UserContext, uid: string) {
  const { db, actor } = ctx;
  const person = await findPerson(db, uid);
  const [plans, logins, factors, holdings, { storedBytes }, talks] = await Promise.all([
    plansOf(ctx, db, [uid]),
    db.select().from(sessions).where(eq(sessions.userId, uid)).orderBy(desc(sessions.createdAt)).limit(SESSIONS),
    factorsOf(db, uid),
    holdingsOf(ctx, uid),
    usageOf(db, uid),
    db
      .select({ uid: conversations.id, subject: conversations.subject, state: conversations.state, movedAt: conversations.movedAt })
      .from(conversations)
      .where(eq(conversations.userId, uid))
      .orderBy(desc(conversations.movedAt))
      .limit(PAGE_SIZE),
  ]);
  const { timeZone, emailVerifiedAt, lockedUntil: until, suspendedAt, suspensionReason, deletionRequestedAt, password, totp } = person;
  const now = new Date();
  const row = toRow(person, plans.get(uid) ?? "free");
  return {
    ...row,
    timeZone,
    emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
    suspension: suspendedAt && { since: suspendedAt.toISOString(), reason: suspensionReason ?? "" },
    lockedUntil: until && until > now ? until.toISOString() : null,
    erasedOn: deletionRequestedAt && erasureDue(deletionRequestedAt).toISOString(),
    sessions: logins.map(({ id, method, userAgent, createdAt, lastSeenAt, endedAt, expiresAt }) => ({
      uid: id,
      method,
      ...describeDevice(userAgent),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      endedAt: (endedAt ?? (expiresAt <= now ? expiresAt : null))?.toISOString() ?? null,
    })),
    factors: { password, totp, ...factors },
    holdings: numbersOf(holdings),
    storedBytes,
    conversations: talks.map((talk) => ({ ...talk, movedAt: talk.movedAt.toISOString() })),
    acts: actsOn(actor, { id: uid, role: row.role, state: row.state }),
    history: readsHistory(actor, row),
  };
}

async function factorsOf(db: Executor, userId: string) {
  const [[keys], [codes], linked] = await Promise.all([
    db.select({ n: count() }).from(passkeys).where(eq(passkeys.userId, userId)),
    db
      .select({ n: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
    db.select({ provider: identities.provider }).from(identities).where(eq(identities.userId, userId)),
  ]);
  return { passkeys: keys?.n ?? 0, recoveryCodes: codes?.n ?? 0, thirdParties: linked.map(({ provider }) => provider) };
}

/** What those who run the service did about somebody, the newest first. @throws AppError notFound, also where it is not theirs to read */
export async function listHistory({ db, actor }: UserContext, { uid, before }: HistoryInput) {
  const [person] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, uid), isNull(users.erasedAt)));
  if (!readsHistory(actor, found(person))) throw new AppError("notFound");
  const cursor = before ? beforeCursor(before) : undefined;
  const rows = await db
    .select({
      event: auditEvents,
      at: exactly(auditEvents.at),
      by: { uid: users.id, name: fullNameOf(users) },
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actorId))
    .where(and(eq(auditEvents.subjectId, uid), olderThan(auditEvents.at, auditEvents.id, cursor)))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(PEOPLE + 1);
  const shown = rows.slice(0, PEOPLE);
  const last = shown.at(-1);
  return {
    data: shown.map(({ event: { id, action, at, detail, before: was, after }, by }) => ({
      uid: id,
      action,
      at: at.toISOString(),
      by,
      reason: typeof detail.reason === "string" ? detail.reason : "",
      before: was,
      after,
    })),
    meta: { next: rows.length > PEOPLE && last ? cursorOf(last.at, last.event.id) : null },
  };
}
