import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues, sentence } from "#tests/factories/catalogues";
import { mailsTo } from "#tests/factories/mails";
import { startProcess } from "#tests/factories/processes";
import { startMailServer } from "#tests/factories/smtp";
import { eraseDue } from "@/features/account/deletion/mutations";
import { platformJobs } from "@/server/jobs/platform";
import { enqueueMail, sendDueMails } from "@/server/mail/outbox";

const harness = useHarness();
let sql: postgres.Sql;
let boss: string;
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  boss = await personOf("super_admin");
});
afterAll(() => sql.end());

const MAILS = "/api/super/admin/mails/get";
const tidy = async () => platformJobs.find(({ name }) => name === "platform.expire")?.run(harness().app.services);
const folder = () => path.join(harness().env.dataDir, "mails");

async function personOf(role: string): Promise<string> {
  const { token, user } = await registerUser(harness());
  await sql`update users set role = ${role} where id = ${user.uid}`;
  return token;
}

describe("without a mail server", () => {
  it("mails stay in the data folder, for the app's own user only", async () => {
    const { email } = await registerUser(harness());
    const mails = await mailsTo(harness(), email);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    const file = path.join(folder(), `${mail?.id}.json`);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(mail);
    expect(mail).toMatchObject({
      to: email,
      language: "en-GB",
      html: expect.stringContaining("<html"),
      text: expect.stringContaining("#"),
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder()).filter((name) => !name.endsWith(".json"))).toEqual([]);
  });

  it("a second attempt takes the place of the first", async () => {
    const to = "twice@example.com";
    await enqueueMail(harness().app.services.db, { to, locale: "en", template: "password_changed", values: { name: "Ada" } });
    expect(await mailsTo(harness(), to)).toHaveLength(1);
    await sql`update outbox_mails set sent_at = null, due_at = now(), recipient = ${to}, values = '{"name":"Ada"}' where template = 'password_changed'`;
    expect(await mailsTo(harness(), to)).toHaveLength(1);
  });
});

describe("a kept mail that cannot be read", () => {
  const broken = () => path.join(folder(), `${randomUUID()}.json`);

  it("keeps nobody else's from the list, from an erasure or from the tidying, and goes by its age itself", async () => {
    const { services } = harness().app;
    const { email, user } = await registerUser(harness());
    expect(await mailsTo(harness(), email)).toHaveLength(1);
    const [old, fresh, part] = [broken(), broken(), `${broken()}.part`];
    for (const file of [old, fresh, part]) writeFileSync(file, '{"to":');
    const then = new Date(Date.now() - 31 * 86_400_000);
    for (const file of [old, part]) utimesSync(file, then, then);
    await sql`update users set deletion_requested_at = now() - interval '15 days' where id = ${user.uid}`;
    await eraseDue(services);
    expect((await sql`select erased_at from users where id = ${user.uid}`)[0]?.erased_at).toBeInstanceOf(Date);
    // What tells of the erasure is the last that there is.
    const left = await mailsTo(harness(), email);
    expect(left.map(({ subject }) => subject)).toEqual([sentence("en", "mails.erased.subject")]);
    expect([old, fresh, part].map((file) => existsSync(file))).toEqual([true, true, true]);
    await tidy();
    expect([old, fresh, part].map((file) => existsSync(file))).toEqual([false, true, false]);
    rmSync(fresh);
  });

  it("that cannot be removed either is told of at the end, when all else is tidied", async () => {
    await sql`insert into login_failures (subject, failures, last_at) values ('old', 1, now() - interval '25 hours')`;
    // A folder in its place: that is not removed as a file is.
    const stuck = broken();
    mkdirSync(stuck);
    const then = new Date(Date.now() - 31 * 86_400_000);
    utimesSync(stuck, then, then);
    await expect(tidy()).rejects.toThrow("kept mails");
    expect(await sql`select 1 from login_failures where subject = 'old'`).toHaveLength(0);
    rmdirSync(stuck);
  });
});

describe("once a mail server is set up", () => {
  it("what was kept before goes with its account and with its time, and is not kept for ever", async () => {
    const { email, user } = await registerUser(harness());
    const [mail] = await mailsTo(harness(), email);
    const smtp = await startMailServer();
    const old = path.join(folder(), `${randomUUID()}.json`);
    writeFileSync(old, JSON.stringify({ ...mail, to: "old@example.com" }));
    const then = new Date(Date.now() - 31 * 86_400_000);
    utimesSync(old, then, then);
    const sending = await startProcess({ ...harness().env, SMTP_URL: smtp.url }, harness().databaseUrl);
    try {
      await platformJobs.find(({ name }) => name === "platform.expire")?.run(sending.app.services);
      expect(existsSync(old)).toBe(false);
      expect(existsSync(path.join(folder(), `${mail?.id}.json`))).toBe(true);
      await sql`update users set deletion_requested_at = now() - interval '15 days' where id = ${user.uid}`;
      await eraseDue(sending.app.services);
      expect(existsSync(path.join(folder(), `${mail?.id}.json`))).toBe(false);
    } finally {
      await sending.close();
      await smtp.stop();
    }
  });
});

describe(`GET ${MAILS}`, () => {
  it("is the super administrator's alone", async () => {
    for (const role of ["candidate", "admin"]) {
      expectError(await harness().call("GET", MAILS, { token: await personOf(role) }), 403, "forbidden");
    }
    expectError(await harness().call("GET", MAILS), 401, "unauthorized");
    expect((await harness().call("GET", MAILS, { token: boss })).status).toBe(200);
  });

  it("lists the newest first, ten a page, with the total", async () => {
    const addresses = Array.from({ length: 12 }, (_, at) => `page-${at}@example.com`);
    for (const to of addresses)
      await enqueueMail(harness().app.services.db, { to, locale: "en", template: "password_changed", values: { name: "Ada" } });
    await sendDueMails(harness().app.services);
    const total = readdirSync(folder()).length;
    const first = await harness().call("GET", MAILS, { token: boss });
    expect(first.body.meta).toEqual({ total });
    expect(first.body.data.map((mail: { to: string }) => mail.to)).toEqual(addresses.toReversed().slice(0, 10));
    const second = await harness().call("GET", `${MAILS}?page=2`, { token: boss });
    expect(second.body.data.slice(0, 2).map((mail: { to: string }) => mail.to)).toEqual(addresses.toReversed().slice(10));
    const past = await harness().call("GET", `${MAILS}?page=1000`, { token: boss });
    expect(past.body).toEqual({ data: [], meta: { total } });
  });

  it.each(["0", "-1", "1.5", "x"])("refuses page %s", async (page) => {
    expectIssues(await harness().call("GET", `${MAILS}?page=${page}`, { token: boss }), ["page"]);
  });

  it("an empty folder is an empty list", async () => {
    const fresh = await import("#tests/config/harness").then(({ startHarness }) => startHarness());
    try {
      const { token, user } = await registerUser(fresh);
      await fresh.app.services.db.execute(`update users set role = 'super_admin' where id = '${user.uid}'`);
      expect(existsSync(path.join(fresh.env.dataDir, "mails"))).toBe(false);
      expect((await fresh.call("GET", MAILS, { token })).body).toEqual({ data: [], meta: { total: 0 } });
    } finally {
      await fresh.close();
    }
  });
});
