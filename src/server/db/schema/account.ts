import { type SQL, sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, pgEnum, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { LINK_PURPOSES, PROVIDERS, ROLES, SESSION_METHODS } from "@/lib/enums/account";
import { NOTIFICATION_CHANNELS, NOTIFICATION_EVENTS } from "@/lib/enums/notifications";
import { LOCALES } from "@/lib/locales";
import { bytes, instant } from "./columns";

export const roleEnum = pgEnum("role", ROLES);
export const localeEnum = pgEnum("locale", LOCALES);

export const providerEnum = pgEnum("provider", PROVIDERS);
export const sessionMethodEnum = pgEnum("session_method", SESSION_METHODS);
export const linkPurposeEnum = pgEnum("link_purpose", LINK_PURPOSES);
export const notificationEventEnum = pgEnum("notification_event", NOTIFICATION_EVENTS);
export const notificationChannelEnum = pgEnum("notification_channel", NOTIFICATION_CHANNELS);

/** Accents and tones, Arabic vowels and the stroke that lengthens; and what of ASCII is neither a letter nor a digit. */
const MARKS = sql.raw(String.raw`'[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670]'`);
const SIGNS = sql.raw(String.raw`'[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+'`);

/** A text without case and marks. */
export const unmarkedText = (text: SQL): SQL => sql`regexp_replace(normalize(lower(${text}), NFKD), ${MARKS}, '', 'g')`;

/**
 * A text as people are searched by it: without case and marks (as `fold` in lib/search-terms), in words that blanks part. Of
 * functions alone that always give the same for the same, so that an index can hold it.
 */
export const foldedText = (text: SQL): SQL =>
  sql`translate(normalize(regexp_replace(${unmarkedText(text)}, ${SIGNS}, ' ', 'g'), NFC), 'đىة', 'dيه')`;

/** Names, the last name first too where names are written without a blank, and the parts of address and username. */
export const PEOPLE_TERMS = sql`to_tsvector('simple'::regconfig, ${foldedText(
  sql`first_name || ' ' || last_name || ' ' || last_name || first_name || ' ' || email || ' ' || coalesce(username, '')`,
)})`;

export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey(),
    /** Lower case: spellings that differ in case mean one account. */
    email: text().notNull(),
    username: text(),
    /** Null for somebody who only ever came through a third party. */
    passwordHash: text("password_hash"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    role: roleEnum().notNull().default("candidate"),
    language: localeEnum().notNull().default("en"),
    profession: text().notNull().default(""),
    /** IANA name; null follows the browser. */
    timeZone: text("time_zone"),
    /** The day that the practice is for, in the person's own calendar. */
    interviewDate: date("interview_date", { mode: "string" }),
    /** Names the picture in `avatars`, and changes with it. */
    avatarId: uuid("avatar_id"),
    emailVerifiedAt: instant("email_verified_at"),
    /** Sealed (AES-256-GCM); it counts from `totpEnabledAt` on. */
    totpSecret: text("totp_secret"),
    totpEnabledAt: instant("totp_enabled_at"),
    /** The time step of the last code that was taken: none works twice (RFC 6238, 5.2). */
    totpLastStep: bigint("totp_last_step", { mode: "number" }).notNull().default(0),
    suspendedAt: instant("suspended_at"),
    suspensionReason: text("suspension_reason"),
    deletionRequestedAt: instant("deletion_requested_at"),
    /**
     * From here on there is no way back; while `deletionRequestedAt` still stands, what belonged to the account is on its way
     * out. Then only this row is left, without any personal data, so that its id never means another person.
     */
    erasedAt: instant("erased_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** On any device, within an hour: it is not written on every call. */
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("users_email_key").on(t.email),
    uniqueIndex("users_username_key").on(t.username),
    index("users_created_idx").on(t.createdAt),
    // What follows serves the console's list of people, in which nobody stands who was erased.
    index("users_registered_idx").on(t.createdAt, t.id).where(sql`erased_at is null`),
    index("users_name_idx").on(sql`lower(first_name || ' ' || last_name)`, t.id).where(sql`erased_at is null`),
    index("users_seen_idx").on(t.lastSeenAt, t.id).where(sql`erased_at is null`),
    index("users_search_idx").using("gin", PEOPLE_TERMS).where(sql`erased_at is null`),
    index("users_language_idx").on(t.language, t.createdAt, t.id).where(sql`erased_at is null`),
    index("users_team_idx").on(t.role, t.createdAt, t.id).where(sql`role <> 'candidate' and erased_at is null`),
    index("users_unverified_idx").on(t.createdAt, t.id).where(sql`email_verified_at is null and erased_at is null`),
    index("users_suspended_idx").on(t.createdAt, t.id).where(sql`suspended_at is not null and erased_at is null`),
    index("users_due_erasure_idx").on(t.deletionRequestedAt).where(sql`deletion_requested_at is not null`),
  ],
);

const owner = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** One row per signed-in device: ending the row ends its token everywhere at once. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey(),
    userId: owner(),
    method: sessionMethodEnum().notNull().default("password"),
    userAgent: text("user_agent").notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Within a few minutes: it is not written on every call. */
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
    /** When its owner last proved to be who they are. */
    authenticatedAt: instant("authenticated_at").notNull().defaultNow(),
    /**
     * Which try that was, where it was proved with something that works once: a hash of that and of the try's key. The same try, sent
     * again because its answer was lost, is answered by this session, and no other one is.
     */
    attempt: text(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [index("sessions_user_idx").on(t.userId), index("sessions_expires_idx").on(t.expiresAt)],
);

/**
 * Failed logins in a row. Kept beside the accounts and not in them, so that an address without an account locks in the
 * same way and nobody learns from a lock which addresses have one.
 */
export const loginFailures = pgTable(
  "login_failures",
  {
    /** An account's id, or a hash of what was typed where no account has it. */
    subject: text().primaryKey(),
    failures: integer().notNull(),
    lockedUntil: instant("locked_until"),
    lastAt: instant("last_at").notNull().defaultNow(),
  },
  (t) => [
    index("login_failures_last_idx").on(t.lastAt),
    index("login_failures_locked_idx").on(t.lockedUntil).where(sql`locked_until is not null`),
  ],
);

/** Third-party accounts that open an account of ours. */
export const identities = pgTable(
  "identities",
  {
    provider: providerEnum().notNull(),
    /** The provider's own name for the person (`sub`): never the e-mail, which changes hands. */
    providerAccountId: text("provider_account_id").notNull(),
    userId: owner(),
    email: text().notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.providerAccountId] }),
    uniqueIndex("identities_user_provider_key").on(t.userId, t.provider),
    index("identities_account_idx").on(t.providerAccountId),
  ],
);

/** Third parties' proofs that have served, until they would have run out anyway. */
export const usedProofs = pgTable("used_proofs", { id: text().primaryKey(), expiresAt: instant("expires_at").notNull() }, (t) => [
  index("used_proofs_expires_idx").on(t.expiresAt),
]);

/**
 * Links that were mailed. The token is derived from the id and never stored. A request for an address without an account
 * leaves a row too (without an owner), so that it takes the same time.
 */
export const mailedLinks = pgTable(
  "mailed_links",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    purpose: linkPurposeEnum().notNull(),
    email: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [
    index("mailed_links_email_idx").on(t.email, t.purpose, t.createdAt),
    index("mailed_links_user_idx").on(t.userId),
    index("mailed_links_expires_idx").on(t.expiresAt),
  ],
);

export const passkeys = pgTable(
  "passkeys",
  {
    /** The credential's id, base64url. */
    id: text().primaryKey(),
    userId: owner(),
    name: text().notNull(),
    publicKey: bytes("public_key").notNull(),
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    /** Whether it lives in a password manager's cloud or only on one device. */
    backedUp: boolean("backed_up").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [index("passkeys_user_idx").on(t.userId)],
);

/** WebAuthn challenges that wait for their answer; each is taken once. */
export const challenges = pgTable(
  "challenges",
  {
    id: uuid().primaryKey(),
    /** Null while nobody has said who they are: a login. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    challenge: text().notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("challenges_expires_idx").on(t.expiresAt)],
);

/** Ten codes for the day when the phone is lost; each works once. 80 random bits need no slow hash. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  { userId: owner(), codeHash: text("code_hash").notNull(), usedAt: instant("used_at") },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Profile pictures as the server re-encoded them: some 30 kB each, so they live and go with the account's rows. */
export const avatars = pgTable(
  "avatars",
  { id: uuid().primaryKey(), userId: owner(), image: bytes().notNull(), createdAt: instant("created_at").notNull().defaultNow() },
  (t) => [uniqueIndex("avatars_user_key").on(t.userId)],
);

/** Only what somebody changed; the defaults stand in the rules. */
export const notificationPreferences = pgTable(
  "notification_preferences",
  {
    userId: owner(),
    event: notificationEventEnum().notNull(),
    channel: notificationChannelEnum().notNull(),
    enabled: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.event, t.channel] })],
);
