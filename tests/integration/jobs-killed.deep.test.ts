import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { keepFigures } from "#tests/factories/figures";
import { type Killable, startKillable } from "#tests/factories/killable";
import { startOwnDatabase, startProcess } from "#tests/factories/processes";
import { type MailServer, startMailServer } from "#tests/factories/smtp";
import { jobs } from "@/server/api/root";
import { wakeJob } from "@/server/jobs/queue";
import { enqueueMail, MAIL_JOB } from "@/server/mail/outbox";

/** Of each minute, and asked for by nobody but the clock. */
const CLOCK = "support.clock";

/** The queue looks twice a minute for jobs whose time is over, and brings what is due by the clock within a minute and a half. */
const WITHIN = { timeout: 200_000, interval: 500 };

let database: Awaited<ReturnType<typeof startOwnDatabase>>;
let helper: Awaited<ReturnType<typeof startProcess>>;
let smtp: MailServer;
let sql: postgres.Sql;
const working: Killable[] = [];
beforeAll(async () => {
  [database, smtp] = await Promise.all([startOwnDatabase(), startMailServer()]);
  sql = postgres(database.url, { max: 2, onnotice: () => {} });
  // It asks for mails, and works on nothing.
  helper = await startProcess(database.env, database.url);
});
afterAll(async () => {
  await Promise.all(working.map((one) => one.close()));
  await Promise.all([helper?.close(), sql?.end(), smtp?.stop()]);
  await database?.close();
});

/** One more process that does jobs. */
async function startWorking(): Promise<Killable> {
  const one = await startKillable({
    DATABASE_URL: database.url,
    DATA_DIR: database.env.dataDir,
    APP_URL: database.env.publicUrl,
    SECRET: database.env.secrets[0] ?? "",
    SMTP_URL: smtp.url,
  });
  working.push(one);
  return one;
}

const mailTo = (to: string) =>
  helper.app.services.db.transaction(async (tx) => {
    await enqueueMail(tx, { to, locale: "en", template: "password_changed", values: { name: "Ada" } });
    await wakeJob(tx, MAIL_JOB);
  });

describe("a process that is killed hard in the middle of a job, while another one works", () => {
  it("leaves what is due and the clock to the other, which begins the killed job anew once its time is over", {
    timeout: 400_000,
  }, async () => {
    const first = await startWorking();
    await vi.waitFor(
      async () => expect(await sql`select 1 from pgboss.schedule`).toHaveLength(jobs.filter(({ cron }) => cron).length),
      WITHIN,
    );
    // It stands ready: whoever works alone is the one that gets the job.
    const other = await startWorking();
    await other.kill();
    const begun = new Promise<void>((resolve) => {
      // It never says whether it has taken the mail.
      smtp.meanwhile = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    await mailTo("held@example.com");
    await begun;
    const [killed] = await sql`select id from pgboss.job where name = ${MAIL_JOB} and state = 'active' order by started_on desc`;
    if (!killed) throw new Error("no job is at the mail");
    await other.start();
    await first.kill();
    const killedAt = performance.now();
    const [at] = await sql`select now() as died`;

    // What is asked for from now on the other does.
    await mailTo("next@example.com");
    await vi.waitFor(() => expect(smtp.to("next@example.com")).toHaveLength(1), WITHIN);
    keepFigures("one of two processes that do jobs killed in the middle of one", {
      "a mail asked for then, sent by the other, ms after it": Math.round(performance.now() - killedAt),
    });

    // What was begun is nobody else's as long as its time has not ended: a quarter of an hour for a job, five minutes for a mail.
    const state = async () => (await sql`select state, retry_count from pgboss.job where id = ${killed.id}`)[0];
    expect(await state()).toEqual({ state: "active", retry_count: 0 });
    expect(smtp.to("held@example.com")).toHaveLength(0);
    await sql`update pgboss.job set started_on = started_on - interval '15 minutes' where id = ${killed.id}`;
    await sql`update outbox_mails set due_at = due_at - interval '5 minutes' where recipient = 'held@example.com'`;
    // What is due by the clock goes on meanwhile.
    const ticks = () => sql`select 1 from pgboss.job where name = ${CLOCK} and state = 'completed' and created_on > ${at?.died}`;
    await vi.waitFor(async () => expect(await ticks()).not.toHaveLength(0), WITHIN);
    await vi.waitFor(async () => expect(await state()).toEqual({ state: "completed", retry_count: 1 }), WITHIN);
    await vi.waitFor(() => expect(smtp.to("held@example.com")).toHaveLength(1), WITHIN);
    expect(smtp.to("next@example.com")).toHaveLength(1);
  });
});
