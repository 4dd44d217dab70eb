import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { AnnouncementKind, Area, Audience } from "@/lib/enums/service";
import type { LocalizedText } from "@/lib/locales";
import type { SettingKey } from "@/lib/settings";
import { users } from "./account";
import { instant } from "./columns";

/** What was changed of the service's settings; one without a row is as lib/settings has it. Who changed it stands in the audit log. */
export const settings = pgTable("settings", {
  key: text().$type<SettingKey>().primaryKey(),
  value: jsonb().notNull(),
  /** Counts changes, so that nobody overwrites one that they have not seen. */
  version: integer().notNull(),
  changedAt: instant("changed_at").notNull().defaultNow(),
});

/** Accounts that have an area which is not for everybody. */
export const areaGrants = pgTable(
  "area_grants",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    area: text().$type<Area>().notNull(),
    grantedAt: instant("granted_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.area] }), index("area_grants_area_idx").on(t.area, t.grantedAt, t.userId)],
);

/** What stands above every page for a while. */
export const announcements = pgTable(
  "announcements",
  {
    id: uuid().primaryKey(),
    kind: text().$type<AnnouncementKind>().notNull(),
    audience: text().$type<Audience>().notNull(),
    /** English at least; a language that is empty shows it in English. */
    text: jsonb().$type<LocalizedText>().notNull(),
    /** Where it leads, and by which words; null where it leads nowhere. */
    link: jsonb().$type<{ href: string; label: LocalizedText }>(),
    startsAt: instant("starts_at").notNull(),
    /** Null: until somebody takes it down. */
    endsAt: instant("ends_at"),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [index("announcements_ends_idx").on(t.endsAt)],
);
