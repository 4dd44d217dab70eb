import { eq } from "drizzle-orm";
import { isNotified } from "@/features/account/rules";
import type { NotificationEvent } from "@/lib/enums";
import type { Executor } from "@/server/db/client";
import { notificationPreferences, users } from "@/server/db/schema";
import { enqueueMail } from "@/server/mail/outbox";
import type { MailTemplate } from "@/server/mail/templates";

interface Notice {
  template: MailTemplate;
  values?: Record<string, string | number>;
  /** What somebody may choose not to hear of; without it the mail is about the account's safety and always goes. */
  event?: NotificationEvent;
}

/**
 * Puts a mail to an account's owner into the outbox. An address that nobody has confirmed gets none: it may be a stranger's,
 * and the name in the mail whatever somebody typed.
 * @returns whether there is a mail to send
 */
export async function notifyOwner(db: Executor, userId: string, { template, values = {}, event }: Notice): Promise<boolean> {
  const [owner] = await db.select().from(users).where(eq(users.id, userId));
  if (!owner?.emailVerifiedAt) return false;
  if (event) {
    const chosen = await db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId));
    if (!isNotified(event, "email", chosen)) return false;
  }
  const known = { name: owner.firstName, timeZone: owner.timeZone ?? "" };
  await enqueueMail(db, { to: owner.email, locale: owner.language, template, values: { ...known, ...values } });
  return true;
}
