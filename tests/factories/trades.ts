import { v7 as uuidv7 } from "uuid";
import { everyLabel } from "@/features/trades/jobs/rules";
import type { InvitedRole } from "@/lib/enums/trades";
import { LOCALES, type Locale } from "@/lib/locales";
import type { Database } from "@/server/db/client";
import { areaGrants, workspaceInvites, workspaceMembers } from "@/server/db/schema";
import { INVITE_PURPOSE } from "@/server/mail/templates";
import type { Secrets } from "@/server/secrets";
import { signedToken } from "@/server/signed-tokens";

/** A shop that counts in dong, which has no smaller unit. */
export const SHOP = { name: "Stone shop", timeZone: "Asia/Ho_Chi_Minh", currency: "VND", language: "en", taxMode: "group" } as const;

/** A customer with what customers have. */
export const A_CUSTOMER = {
  name: "Nguyễn Kitchens",
  notes: "Pays late.",
  contacts: [{ name: "Lan Nguyễn", role: "Owner", email: "lan@example.com", phone: "+84 90 123 45 67" }],
  sites: [{ name: "Villa", address: "12 Lê Lợi\nHuế", access: "Code 4711" }],
};

/** Gives people trades, as those who run the service do it one by one. */
export const giveTrades = (db: Database, userIds: string[]) =>
  db
    .insert(areaGrants)
    .values(userIds.map((userId) => ({ userId, area: "trades" as const })))
    .onConflictDoNothing();

/** Puts somebody into a workspace without an invitation. */
export async function putIn(db: Database, workspaceId: string, userId: string, role: InvitedRole = "member") {
  const id = uuidv7();
  await db.insert(workspaceMembers).values({ id, workspaceId, userId, role });
  return { uid: id, version: 1 };
}

/** An invitation as if it had been mailed, and the token of its link. */
export async function anInvite(
  { db, secrets }: { db: Database; secrets: Secrets },
  given: { workspaceId: string; email: string; invitedBy: string; role?: InvitedRole; createdAt?: Date; expiresAt?: Date },
) {
  const id = uuidv7();
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db.insert(workspaceInvites).values({ id, role: "member", language: "en", expiresAt, ...given });
  return { uid: id, token: signedToken(secrets, INVITE_PURPOSE, id) };
}

/** A shop's own words for states, those that are not given empty, as the form sends them. */
export const wordsFor = everyLabel;

/** A text in the languages that are given, empty in the others, as the form sends it. */
export const wordingsFor = (written: Partial<Record<Locale, { subject: string; body: string }>>) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, written[locale] ?? { subject: "", body: "" }]));
