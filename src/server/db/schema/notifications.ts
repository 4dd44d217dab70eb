import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgEnum, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { MAIL_RHYTHMS, type NotificationKind } from "@/lib/enums/notifications";
import { notificationEventEnum, sessions, users } from "./account";
import { instant } from "./columns";

export const mailRhythmEnum = pgEnum("mail_rhythm", MAIL_RHYTHMS);

/** What somebody was told, under the bell. The words are made when they are read, in the reader's language of that moment. */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    event: notificationEventEnum().notNull(),
    /** Text and not an enum of the database: kinds come and go with the features. */
    kind: text().$type<NotificationKind>().notNull(),
    values: jsonb().$type<Record<string, string | number>>().notNull(),
    /** Where it leads: a path of ours. */
    href: text().notNull(),
    /** What belongs together, "conversation:<id>" for one: while it is unread the next of its kind renews it. */
    groupKey: text("group_key"),
    count: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When it was last renewed; the list goes by this. */
    updatedAt: instant("updated_at").notNull().defaultNow(),
    readAt: instant("read_at"),
    /** From when on it may be mailed; null when it is not to be: read, mailed, or not wanted. */
    mailDueAt: instant("mail_due_at"),
    mailedAt: instant("mailed_at"),
  },
  (t) => [
    index("notifications_user_idx").on(t.userId, t.updatedAt, t.id),
    index("notifications_unread_idx").on(t.userId, t.updatedAt, t.id).where(sql`read_at is null`),
    uniqueIndex("notifications_group_key").on(t.userId, t.groupKey).where(sql`read_at is null and group_key is not null`),
    // Whoever is erased is looked for in what others were told.
    index("notifications_named_idx").on(sql`(values ->> 'namedId')`).where(sql`values ->> 'namedId' is not null`),
    index("notifications_group_idx").on(t.groupKey).where(sql`group_key is not null`),
    index("notifications_mail_idx").on(t.mailDueAt).where(sql`mail_due_at is not null`),
    index("notifications_updated_idx").on(t.updatedAt),
    index("notifications_read_idx").on(t.readAt).where(sql`read_at is not null`),
  ],
);

/** Only what somebody changed. */
export const notificationSettings = pgTable("notification_settings", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  mailRhythm: mailRhythmEnum("mail_rhythm").notNull().default("promptly"),
});

/** Browsers that take pushes. One belongs to the session that it was turned on in, and goes with it when it is ended. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** The push service's address for this browser: whoever knows it and the keys can write to it. */
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("push_subscriptions_endpoint_key").on(t.endpoint),
    index("push_subscriptions_user_idx").on(t.userId, t.createdAt),
    index("push_subscriptions_session_idx").on(t.sessionId),
  ],
);

/** Pushes that are to go out: written in the transaction that is their reason, sent by a job, gone once they are sent. */
export const outboxPushes = pgTable(
  "outbox_pushes",
  {
    id: uuid().primaryKey(),
    notificationId: uuid("notification_id")
      .notNull()
      .references(() => notifications.id, { onDelete: "cascade" }),
    subscriptionId: uuid("subscription_id")
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Not before this instant: the wait grows with each failure. */
    dueAt: instant("due_at").notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    lastError: text("last_error"),
  },
  (t) => [
    uniqueIndex("outbox_pushes_key").on(t.notificationId, t.subscriptionId),
    index("outbox_pushes_subscription_idx").on(t.subscriptionId),
    index("outbox_pushes_due_idx").on(t.dueAt),
  ],
);

/** What the operator's notification provider knows of whom. */
export const providerPlayers = pgTable(
  "provider_players",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The provider's own id; null until it has given one. */
    playerId: text("player_id"),
    /** A hash of what was told last, or refused for good: what differs from it is told. */
    settled: text(),
    /** Not before this instant: the wait grows with each failure. */
    dueAt: instant("due_at").notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    lastError: text("last_error"),
  },
  (t) => [index("provider_players_due_idx").on(t.dueAt)],
);
