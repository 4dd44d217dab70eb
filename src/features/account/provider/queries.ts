import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { isChoosable, isEventFor, NOTIFICATION_DEFAULTS } from "@/features/account/notifications/rules";
import type { Role } from "@/lib/enums/account";
import { NOTIFICATION_EVENTS } from "@/lib/enums/notifications";
import type { Locale } from "@/lib/locales";
import type { Executor } from "@/server/db/client";
import { notificationPreferences, providerPlayers, users } from "@/server/db/schema";

export interface Due {
  userId: string;
  email: string;
  language: Locale;
  role: Role;
  erased: boolean;
  /** The provider's id; null for somebody it does not know yet. */
  playerId: string | null;
  /** Whether they are to have mails. */
  on: boolean;
  /** A hash of what is to be told. */
  wanted: string;
}

/** Mails that come unless somebody turns them off. */
const BY_DEFAULT = NOTIFICATION_EVENTS.filter((event) => NOTIFICATION_DEFAULTS[event].email === true);
const CHOOSABLE = NOTIFICATION_EVENTS.filter((event) => isChoosable(event, "email"));
const FOR_ALL = BY_DEFAULT.filter((event) => isEventFor(event, "candidate"));

/** People of whom the provider was told something else than what holds now, and whose turn it is. */
export async function duePlayers(db: Executor, limit: number): Promise<Due[]> {
  const choices = (enabled: boolean, events: typeof BY_DEFAULT) =>
    db
      .select({ n: sql`count(*)` })
      .from(notificationPreferences)
      .where(
        and(
          eq(notificationPreferences.userId, users.id),
          eq(notificationPreferences.channel, "email"),
          eq(notificationPreferences.enabled, enabled),
          inArray(notificationPreferences.event, events),
        ),
      );
  // Some mail is left that somebody has not turned off, or has turned on.
  const wantsMail = sql`((${choices(false, FOR_ALL)}) < ${FOR_ALL.length} or (${choices(true, CHOOSABLE)}) > 0)`;
  const on = sql<boolean>`(${users.emailVerifiedAt} is not null and ${users.erasedAt} is null and ${users.suspendedAt} is null and ${wantsMail})`;
  const wanted = sql<string>`case when ${on} then encode(sha256(convert_to(concat_ws(' ', ${users.email}, ${users.language}, ${users.role}), 'UTF8')), 'hex') else 'off' end`;
  return db
    .select({
      userId: users.id,
      email: users.email,
      language: users.language,
      role: users.role,
      erased: sql<boolean>`${users.erasedAt} is not null`,
      playerId: providerPlayers.playerId,
      on,
      wanted,
    })
    .from(users)
    .leftJoin(providerPlayers, eq(providerPlayers.userId, users.id))
    .where(
      and(
        or(isNull(providerPlayers.dueAt), lte(providerPlayers.dueAt, sql`now()`)),
        sql`${providerPlayers.settled} is distinct from ${wanted}`,
        // Whoever the provider has never heard of need not be turned off there.
        or(sql`${on}`, sql`${providerPlayers.playerId} is not null`),
      ),
    )
    .orderBy(users.id)
    .limit(limit);
}
