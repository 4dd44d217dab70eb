import { and, eq, isNull, lt, lte, notInArray, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Locale } from "@/lib/locales";
import type { Services } from "../api/context";
import type { Executor, Transaction } from "../db/client";
import { type MailAttachment, outboxMails } from "../db/schema";
import { wakeJob } from "../jobs/queue";
import { isRefusedForGood, isServerFailure } from "../vendors/mail";
import { renderMail } from "./render";
import { isMailTemplate, type MailTemplate, TO_ADDRESS, TO_ANYBODY } from "./templates";

export const MAIL_JOB = "mail.send";

interface Letter {
  /** Null: nothing goes out, but asking takes as long. */
  to: string | null;
  locale: Locale;
  template: MailTemplate;
  /**
   * A mail whose link ends says so as `linkEndsAt`: it does not go out any more after that. One that brings a document names it as
   * `documentId`: whoever sent it is told where it reaches nobody.
   */
  values?: Record<string, string | number>;
  attachments?: MailAttachment[];
  /** How long it waits at first, for what may be taken back; the minute's run sends it then. */
  afterSeconds?: number;
}

/** A mail that tells what can be read under the bell as well. */
export interface News {
  template: "notification" | "notification_digest";
  values: Record<string, string | number>;
}

/** A mail that reaches nobody, however often it is tried. */
export interface UnsentMail {
  template: string;
  recipient: string;
  values: Record<string, string | number>;
}

/** So many in a statement: it takes no more than 65,534 values. */
const ROWS = 1000;

/** Puts a mail into the outbox, in the transaction that is its reason: it goes out at the commit, or after its wait. */
export const enqueueMail = (db: Executor, letter: Letter): Promise<void> => enqueueMails(db, [letter]);

/** The same of many at once. */
export async function enqueueMails(db: Executor, letters: Letter[]): Promise<void> {
  const rows = letters.map(({ to, locale, template, values = {}, attachments = [], afterSeconds = 0 }) => {
    const dueAt = sql`now() + make_interval(secs => ${afterSeconds})`;
    return { id: uuidv7(), recipient: to, locale, template, values, attachments, dueAt };
  });
  for (let from = 0; from < rows.length; from += ROWS) await db.insert(outboxMails).values(rows.slice(from, from + ROWS));
  if (letters.some(({ afterSeconds = 0 }) => afterSeconds === 0)) await wakeJob(db, MAIL_JOB);
}

/** Forgets what still waits for an account that is no more. What others send to its address goes on its way. */
export async function dropMailsTo(db: Executor, recipient: string): Promise<void> {
  await db.delete(outboxMails).where(and(eq(outboxMails.recipient, recipient), notInArray(outboxMails.template, [...TO_ANYBODY])));
}

/** What waits for an account goes to its new address, but for what is meant for the old one, and for what others send there. */
export async function moveMails(db: Executor, from: string, to: string): Promise<void> {
  const ofAccount = notInArray(outboxMails.template, [...TO_ANYBODY, ...TO_ADDRESS]);
  await db
    .update(outboxMails)
    .set({ recipient: to })
    .where(and(eq(outboxMails.recipient, from), isNull(outboxMails.sentAt), ofAccount));
}

/** Takes back what has not gone out yet and is not so any more. */
export async function dropMailsAbout(db: Executor, template: MailTemplate, value: Record<string, string>): Promise<void> {
  const same = sql`${outboxMails.values} @> ${JSON.stringify(value)}::text::jsonb`;
  await db.delete(outboxMails).where(and(eq(outboxMails.template, template), isNull(outboxMails.sentAt), same));
}

const BATCH = 20;
/** While a mail is being sent nobody else takes it; if the sender dies, it is due again after this. It begins anew right before each is sent. */
const LEASE_MINUTES = 5;
const MAX_ATTEMPTS = 12;
/** How far apart two attempts are at most. */
const MOST_MINUTES = 360;
/** How long a mail waits at most for a server that takes it, and what was sent is known. */
const KEPT_DAYS = 7;

/**
 * Sends what is due. A mail that is refused comes again later and later, up to six hours apart, a dozen times, but for one whose recipient
 * is refused for good: that one ends at once. While the server itself is away, or lets nobody in, that is no mail's fault: all of them
 * wait for it, for a week.
 */
export async function sendDueMails(services: Services): Promise<void> {
  let givenUp = 0;
  for (;;) {
    const mails = await claim(services);
    for (const mail of mails) if ((await deliver(services, mail)) === "given up") givenUp++;
    if (mails.length < BATCH) break;
  }
  if (givenUp > 0) services.log.error({ mails: givenUp }, "mails given up: they were refused");
}

/** Sent ones are empty; those that no server took within a week go with all that they say, and are missed. What was given up was told then. */
export async function dropOldMails(services: Services): Promise<void> {
  const { db, log } = services;
  const old = lt(outboxMails.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`);
  const lost = await db.transaction(async (tx) => {
    const gone = await tx
      .delete(outboxMails)
      .where(old)
      .returning({
        template: outboxMails.template,
        recipient: outboxMails.recipient,
        values: outboxMails.values,
        isLost: sql<boolean>`${outboxMails.sentAt} is null and ${outboxMails.recipient} is not null and ${outboxMails.dueAt} <> 'infinity'`,
      });
    const unsent = gone.filter(({ isLost }) => isLost);
    for (const mail of unsent) await noteUnsent(services, tx, mail);
    return unsent.length;
  });
  if (lost > 0) log.error({ mails: lost }, "mails deleted unsent: no server took them within a week");
}

/** In the transaction that gives it up; what is given up again, as when the console had it tried, has been told. */
async function noteUnsent(
  { notifyOfUnsent: notify }: Services,
  tx: Transaction,
  { template, recipient, values }: Omit<UnsentMail, "recipient"> & { recipient: string | null },
): Promise<void> {
  if (recipient !== null && values.documentId !== undefined) await notify(tx, { template, recipient, values });
}

type Row = typeof outboxMails.$inferSelect;

const isNews = <Mail extends Pick<Row, "template">>(mail: Mail): mail is Mail & Pick<News, "template"> =>
  mail.template === "notification" || mail.template === "notification_digest";

const claim = ({ db }: Services): Promise<Row[]> =>
  db.transaction(async (tx) => {
    const due = tx
      .select({ id: outboxMails.id })
      .from(outboxMails)
      .where(and(isNull(outboxMails.sentAt), lte(outboxMails.dueAt, sql`now()`)))
      // Somebody waits for a way in, or for what they asked for; of what can be read under the bell a whole morning may be due at once.
      .orderBy(sql`${outboxMails.template} in ('notification', 'notification_digest')`, outboxMails.dueAt)
      .limit(BATCH)
      .for("update", { skipLocked: true });
    const rows = await tx
      .update(outboxMails)
      .set({ attempts: sql`${outboxMails.attempts} + 1`, dueAt: lease() })
      .where(sql`${outboxMails.id} in ${due}`)
      .returning();
    // What is returned comes in no order.
    return rows.toSorted(
      (one, other) => Number(isNews(one)) - Number(isNews(other)) || one.createdAt.getTime() - other.createdAt.getTime(),
    );
  });

const lease = () => sql`now() + make_interval(mins => ${LEASE_MINUTES})`;

/**
 * A mail as it is right before it is sent, if it is still this one's to send. A batch may take longer than its lease; then another process
 * has taken the rest of it.
 */
async function keepClaim({ db }: Services, { id, attempts }: Row): Promise<Row | undefined> {
  const mine = and(eq(outboxMails.id, id), eq(outboxMails.attempts, attempts), isNull(outboxMails.sentAt));
  const [row] = await db.update(outboxMails).set({ dueAt: lease() }).where(mine).returning();
  return row;
}

/** A newer release's mail, while that is brought in: it comes again, and is that one's to send. */
class UnknownTemplate extends Error {
  override name = "UnknownTemplate";
}

/** It waited for longer than its link opens anything, as while the mail server was away: it would lead nobody anywhere. */
class LinkExpired extends Error {
  override name = "LinkExpired";
}

const isPast = ({ linkEndsAt }: Row["values"]): boolean => linkEndsAt !== undefined && new Date(linkEndsAt) <= new Date();

/** What a mail said and to whom is nobody's business once it has gone. */
const FORGOTTEN = { recipient: null, values: {}, attachments: [] };

/** When a mail that was refused so often comes again. */
const later = (attempts: number) => sql`now() + make_interval(mins => ${Math.min(2 ** attempts, MOST_MINUTES)})`;

/** When one comes again whose server is away: after as long as it has waited already. */
const whenBack = () =>
  sql`now() + least(greatest(now() - ${outboxMails.createdAt}, interval '2 minutes'), make_interval(mins => ${MOST_MINUTES}))`;

async function deliver(services: Services, claimed: Row): Promise<"given up" | undefined> {
  const { db, env, mail, log } = services;
  const row = await keepClaim(services, claimed);
  if (!row) return undefined;
  try {
    if (row.recipient !== null) {
      if (!isMailTemplate(row.template)) throw new UnknownTemplate();
      if (isPast(row.values)) throw new LinkExpired();
      const { template, values } = row;
      // What was read meanwhile, or is not wanted any more, is as good as sent.
      const letter = isNews(row) ? await services.latestNews(services, row, row.locale) : { template, values };
      if (letter) await mail.send(renderMail(env, { ...row, to: row.recipient, ...letter }));
    }
    await db
      .update(outboxMails)
      .set({ sentAt: sql`now()`, ...FORGOTTEN })
      .where(eq(outboxMails.id, row.id));
  } catch (error) {
    log.warn({ err: error, template: row.template, attempts: row.attempts }, "mail not sent");
    const past = error instanceof LinkExpired;
    const away = isServerFailure(error);
    const over = !away && !past && (row.attempts >= MAX_ATTEMPTS || isRefusedForGood(error));
    const dueAt = past || over ? sql`'infinity'::timestamptz` : away ? whenBack() : later(row.attempts);
    // What the server did not look at was not tried.
    const attempts = away ? row.attempts - 1 : row.attempts;
    const lastError = String((error as { code?: unknown }).code ?? (error as Error).name);
    const tried = and(eq(outboxMails.id, row.id), eq(outboxMails.attempts, row.attempts));
    // One that comes too late is nobody's business any more, either: trying again would not mend it. Whoever sends a document is told once.
    const said = past ? FORGOTTEN : over ? { values: sql`${outboxMails.values} - 'documentId'` } : {};
    await db.transaction(async (tx) => {
      const [mine] = await tx
        .update(outboxMails)
        .set({ dueAt, attempts, lastError, ...said })
        .where(tried)
        .returning({ id: outboxMails.id });
      if (mine && over) await noteUnsent(services, tx, row);
    });
    return over ? "given up" : undefined;
  }
  return undefined;
}
