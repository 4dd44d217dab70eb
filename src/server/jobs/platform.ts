import { lt, sql } from "drizzle-orm";
import { DAY_MS } from "@/lib/durations";
import type { Services } from "../api/context";
import { SESSION_KEPT_DAYS } from "../auth";
import type { Database } from "../db/client";
import { challenges, idempotencyKeys, loginFailures, mailedLinks, sessions, spentBudgets, usedProofs } from "../db/schema";
import { dropOldMails, MAIL_JOB, sendDueMails } from "../mail/outbox";
import { dropOrphans } from "./orphans";
import { runParts } from "./parts";
import type { JobDefinition } from "./queue";

/** Mails that were kept instead of sent are for setting a machine up, not for history. */
const KEPT_MAIL_DAYS = 30;
/** How long an upload may have been begun before nobody is expected to end it. */
const ABANDONED_DAYS = 30;

/** How long the answer to a call under a key is kept, and how much of such answers one account has us keep: the latest. */
const ANSWERS_KEPT_HOURS = 24;
const MOST_ANSWERS_BYTES = 64 * 1024 * 1024;

/** An account that makes hundreds of large calls a minute all day long would fill the disk with answers that nobody asks for any more. */
const dropAnswersPast = (db: Database) =>
  db.execute(sql`
    delete from ${idempotencyKeys} where (user_id, key) in (
      select user_id, key from (
        select user_id, key, answer, sum(octet_length(answer)) over (partition by user_id order by created_at desc, key) as kept
        from ${idempotencyKeys}
      ) latest
      where answer is not null and kept > ${MOST_ANSWERS_BYTES})`);

/** What has served: old idempotency keys, long-ended sessions, forgotten failures, uploads nobody came back to. */
const expire = (services: Services): Promise<void> => {
  const { db, mail, files, log } = services;
  return runParts(log, {
    "idempotency keys": () =>
      db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - make_interval(hours => ${ANSWERS_KEPT_HOURS})`)),
    "kept answers": () => dropAnswersPast(db),
    sessions: () => db.delete(sessions).where(lt(sessions.expiresAt, sql`now() - make_interval(days => ${SESSION_KEPT_DAYS})`)),
    challenges: () => db.delete(challenges).where(lt(challenges.expiresAt, sql`now()`)),
    proofs: () => db.delete(usedProofs).where(lt(usedProofs.expiresAt, sql`now()`)),
    budgets: () => db.delete(spentBudgets).where(lt(spentBudgets.expire, sql`now()`)),
    "kept mails": () => mail.forget({ olderThan: new Date(Date.now() - KEPT_MAIL_DAYS * DAY_MS) }),
    links: () => db.delete(mailedLinks).where(lt(mailedLinks.expiresAt, sql`now() - interval '30 days'`)),
    mails: () => dropOldMails(services),
    failures: () => db.delete(loginFailures).where(lt(loginFailures.lastAt, sql`now() - interval '1 day'`)),
    // The device keeps a take until the server has it: after a month an unfinished upload starts anew, nothing is lost.
    uploads: () => files.removeAbandoned(ABANDONED_DAYS),
  });
};

export const platformJobs: JobDefinition[] = [
  { name: "platform.expire", cron: "23 * * * *", run: expire },
  { name: "platform.orphans", cron: "41 3 * * *", hours: 6, run: dropOrphans },
  // At a start, too: whatever asked for it while nobody worked was heard by nobody.
  { name: MAIL_JOB, cron: "* * * * *", atStart: true, run: sendDueMails },
];
