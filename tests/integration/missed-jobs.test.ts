import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { jobs as allJobs } from "@/server/api/root";
import { lastDue } from "@/server/jobs/missed";
import { jobQueue } from "@/server/jobs/queue";
import { createLog } from "@/server/log";

describe("a machine that was off when a job of the night was due", () => {
  const harness = useHarness();

  it("has it run once when it works again, and not on its first day or twice", async () => {
    const { databaseUrl, app } = harness();
    const { services } = app;
    const sql = postgres(databaseUrl, { max: 1 });
    // Not at the present minute, which the clock would bring.
    const then = new Date(Date.now() - 2.5 * 3_600_000);
    const daily = { name: `test.daily-${randomUUID()}`, cron: `${then.getUTCMinutes()} ${then.getUTCHours()} * * *` };
    const hourly = { name: `test.hourly-${randomUUID()}`, cron: `${then.getUTCMinutes()} * * * *` };
    const jobs = [daily, hourly].map((job) => ({ ...job, run: async () => {} }));
    const works = async () => {
      const queue = jobQueue(databaseUrl, services.db, createLog("silent"));
      await queue.work(jobs, services);
      await queue.stop();
    };
    const asked = async () => (await sql`select name from pgboss.job where name like 'test.%'`).map(({ name }) => name);
    try {
      await works();
      expect(await asked()).toEqual([]);
      // Nobody has worked for three days.
      await sql`update pgboss.schedule set created_on = now() - interval '3 days' where name in ${sql([daily.name, hourly.name])}`;
      await Promise.all([works(), works()]);
      expect(await asked()).toEqual([daily.name]);
      await works();
      expect(await asked()).toEqual([daily.name]);
      // What was done is moved to the archive; the night after it is due again, and was missed again.
      await sql`update pgboss.job set created_on = now() - interval '1 day', state = 'completed' where name = ${daily.name}`;
      await works();
      expect(await asked()).toEqual([daily.name, daily.name]);
    } finally {
      await sql.end();
    }
  });

  it("every clock of the app's is one that comes soon, or that is made up for", () => {
    for (const { name, cron } of allJobs.filter((job) => job.cron !== undefined))
      expect(/^(\*|\*\/\d+|\d+) \* \* \* \*$/.test(cron ?? "") || lastDue(cron, Date.now()) !== undefined, name).toBe(true);
    const night = Date.parse("2026-11-26T03:41:00Z");
    expect(lastDue("41 3 * * *", night)).toBe(night);
    expect(lastDue("41 3 * * *", night - 1)).toBe(night - 86_400_000);
  });
});
