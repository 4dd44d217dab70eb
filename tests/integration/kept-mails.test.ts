import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { mailsTo } from "#tests/factories/mails";
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
