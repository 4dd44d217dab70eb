import { and, count, desc, eq, isNull } from "drizzle-orm";
import { roughly } from "@/lib/roughly";
import { notificationSettings, notifications, providerPlayers, pushSubscriptions } from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";
import { forgetNamed } from "./mutations";
import { toldAt } from "./rules";

/** What somebody was told, and where. Keys of browsers are no use to anybody but the push service, and stay out of archives. */
export const notificationsData: PersonalData = {
  name: "notifications",

  count: async (db, userId) => {
    const [told] = await db.select({ n: count() }).from(notifications).where(eq(notifications.userId, userId));
    const [browsers] = await db.select({ n: count() }).from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
    return { notifications: told?.n ?? 0, pushSubscriptions: browsers?.n ?? 0 };
  },

  records: async ({ db }, userId) => {
    const [told, browsers, [settings], [player]] = await Promise.all([
      db.select().from(notifications).where(eq(notifications.userId, userId)).orderBy(desc(notifications.updatedAt)),
      db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId)),
      db.select().from(notificationSettings).where(eq(notificationSettings.userId, userId)),
      db.select({ id: providerPlayers.playerId }).from(providerPlayers).where(eq(providerPlayers.userId, userId)),
    ]);
    return {
      data: {
        // Who is named there is their own matter but for the name.
        notifications: told.map(
          ({ event, kind, values: { namedId: _, ...values }, href, count: times, createdAt, updatedAt, readAt, mailedAt }) => ({
            kind,
            values,
            href,
            count: times,
            createdAt: toldAt(kind, createdAt),
            updatedAt: toldAt(kind, updatedAt),
            // That a recording goes back soon is no news from the moment on in which its maker takes it back.
            readAt: readAt && (event === "peer_review" ? roughly(readAt) : readAt),
            // It goes out some minutes after what it tells.
            mailedAt: mailedAt && toldAt(kind, mailedAt),
          }),
        ),
        browsers: browsers.map(({ endpoint, createdAt }) => ({ pushService: new URL(endpoint).host, createdAt })),
        mailRhythm: settings?.mailRhythm ?? "promptly",
        // By what the provider of mails knows them, where there is one.
        providerId: player?.id ?? null,
      },
      files: [],
    };
  },

  stored: async () => [],

  erase: async (db, userId) => {
    await forgetNamed(db, userId);
    for (const table of [notifications, pushSubscriptions, notificationSettings]) await db.delete(table).where(eq(table.userId, userId));
    // The provider forgets by a job: until it was told, its id for the person is all that is left.
    await db.delete(providerPlayers).where(and(eq(providerPlayers.userId, userId), isNull(providerPlayers.playerId)));
  },
};
