import { and, eq, lt, sql } from "drizzle-orm";
import type { Services } from "../api/context";
import {
  challenges,
  idempotencyKeys,
  loginFailures,
  mailedLinks,
  outboxMails,
  sessions,
  spentBudgets,
  storedFiles,
  usedProofs,
} from "../db/schema";
import { MAIL_JOB, sendDueMails } from "../mail/outbox";
import { dropOrphans } from "./orphans";
import type { JobDefinition } from "./queue";

/** Mails that were kept instead of sent are for setting a machine up, not for history. */
const KEPT_MAIL_DAYS = 30;

/** Rows that have served: old idempotency keys, long-ended sessions, forgotten failures, uploads nobody came back to. */
async function expire({ db, files, mail }: Services): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`));
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now() - interval '30 days'`));
  await db.delete(challenges).where(lt(challenges.expiresAt, sql`now()`));
  await db.delete(usedProofs).where(lt(usedProofs.expiresAt, sql`now()`));
  await db.delete(spentBudgets).where(lt(spentBudgets.expire, sql`now()`));
  await mail.kept?.forget({ olderThan: new Date(Date.now() - KEPT_MAIL_DAYS * 86_400_000) });
  await db.delete(mailedLinks).where(lt(mailedLinks.expiresAt, sql`now() - interval '30 days'`));
  // Sent ones are empty; of the others, those that no server took within a week are given up with all that they say.
  await db.delete(outboxMails).where(lt(outboxMails.createdAt, sql`now() - interval '7 days'`));
  await db.delete(loginFailures).where(lt(loginFailures.lastAt, sql`now() - interval '1 day'`));
  // The device keeps a take until the server has it: after a month an unfinished upload starts anew, nothing is lost.
  const abandoned = await db
    .select({ key: storedFiles.key })
    .from(storedFiles)
    .where(and(eq(storedFiles.state, "uploading"), lt(storedFiles.createdAt, sql`now() - interval '30 days'`)))
    .limit(1000);
  await files.remove(abandoned.map((file) => file.key));
}

export const platformJobs: JobDefinition[] = [
  { name: "platform.expire", cron: "23 * * * *", run: expire },
  { name: "platform.orphans", cron: "41 3 * * *", run: dropOrphans },
  { name: MAIL_JOB, cron: "* * * * *", run: sendDueMails },
];
