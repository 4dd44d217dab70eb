import { and, asc, count, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { AuditAction } from "@/lib/enums/service";
import {
  auditEvents,
  avatars,
  challenges,
  identities,
  mailedLinks,
  notificationPreferences,
  passkeys,
  recoveryCodes,
  sessions,
  users,
  viewings,
} from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";
import { profileColumns } from "./dto";
import { pendingEmailOf } from "./queries";
import { allViewingsOf, toViewing } from "./viewings/queries";

/** What those who run the service do about an account and tell its owner. */
const TOLD: AuditAction[] = ["people.suspend", "people.restore", "people.grantRole", "people.endSessions"];

/** What the account itself holds. Secrets (password hash, keys, codes) are no use to their owner and stay out of archives. */
export const accountData: PersonalData = {
  name: "account",

  count: async (db, userId) => {
    const live = and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`));
    const [devices] = await db.select({ n: count() }).from(sessions).where(live);
    const [keys] = await db.select({ n: count() }).from(passkeys).where(eq(passkeys.userId, userId));
    return { sessions: devices?.n ?? 0, passkeys: keys?.n ?? 0 };
  },

  records: async ({ db }, userId) => {
    const [[profile], pendingEmail, devices, keys, linked, [picture], preferences, looks, decisions] = await Promise.all([
      db
        .select({ ...profileColumns, emailVerifiedAt: users.emailVerifiedAt })
        .from(users)
        .where(eq(users.id, userId)),
      pendingEmailOf(db, userId),
      db.select().from(sessions).where(eq(sessions.userId, userId)),
      db.select().from(passkeys).where(eq(passkeys.userId, userId)),
      db.select().from(identities).where(eq(identities.userId, userId)),
      db.select().from(avatars).where(eq(avatars.userId, userId)),
      db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId)),
      allViewingsOf(db, userId),
      db
        .select()
        .from(auditEvents)
        .where(and(eq(auditEvents.subjectId, userId), inArray(auditEvents.action, TOLD)))
        .orderBy(asc(auditEvents.at), asc(auditEvents.id)),
    ]);
    const { avatarId: _, ...own } = found(profile);
    return {
      data: {
        profile: { ...own, pendingEmail },
        sessions: devices.map(({ userAgent, method, createdAt, lastSeenAt, endedAt }) => ({
          userAgent,
          method,
          createdAt,
          lastSeenAt,
          endedAt,
        })),
        passkeys: keys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
        preferences: preferences.map(({ event, channel, enabled }) => ({ event, channel, enabled })),
        viewings: looks.map((row) => toViewing(row)),
        // By whom is the team's own matter; why somebody was kept out they were told.
        decisions: decisions.map(({ at, action, after, detail: { reason } }) => ({ at, action, after, reason })),
        thirdParties: linked.map(({ provider, email, createdAt }) => ({ provider, email, createdAt })),
      },
      files: picture
        ? [{ path: "picture.webp", sizeBytes: picture.image.length, open: async () => new Blob([new Uint8Array(picture.image)]).stream() }]
        : [],
    };
  },

  stored: async () => [],

  erase: async (db, userId) => {
    // The account's own row is what the end of the account is about; everything that points to it and is its owner's goes here.
    for (const table of [sessions, passkeys, recoveryCodes, challenges, identities, mailedLinks, avatars, viewings])
      await db.delete(table).where(eq(table.userId, userId));
  },
};
