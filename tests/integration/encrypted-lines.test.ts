import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { call } from "#tests/config/harness";
import { ownCertificate } from "#tests/factories/certificates";
import { startKillable } from "#tests/factories/killable";
import { startOwnDatabase } from "#tests/factories/processes";
import { type MailServer, startMailServer } from "#tests/factories/smtp";
import { connect } from "@/server/db/client";
import { readEnv } from "@/server/env";
import { createLog } from "@/server/log";
import { createMail } from "@/server/vendors/mail";

const folder = mkdtempSync(path.join(os.tmpdir(), "parley-lines-"));
let own: Awaited<ReturnType<typeof ownCertificate>>;
beforeAll(async () => {
  own = await ownCertificate();
  writeFileSync(path.join(folder, "ca.pem"), own.cert);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a database that speaks TLS", () => {
  let database: Awaited<ReturnType<typeof startOwnDatabase>>;
  let admin: postgres.Sql;
  const address = (sslmode: string) => `${database.url}?sslmode=${sslmode}`;
  beforeAll(async () => {
    database = await startOwnDatabase();
    admin = postgres(database.url, { max: 1, onnotice: () => {} });
    const [{ data_directory: home } = {}] = await admin`show data_directory`;
    // The server writes them itself, so that they are its own.
    for (const [name, pem] of Object.entries({ "server.crt": own.cert, "server.key": own.key }))
      await admin.unsafe(`copy (select regexp_split_to_table($pem$${pem.trim()}$pem$, '\\r?\\n')) to '${home}/${name}'`);
    chmodSync(`${home}/server.key`, 0o600);
    await admin.unsafe("alter system set ssl = on");
    await admin`select pg_reload_conf()`;
    await vi.waitFor(async () => expect((await admin`show ssl`)[0]?.ssl).toBe("on"), { timeout: 10_000 });
  }, 60_000);
  afterAll(async () => {
    await admin?.end();
    await database?.close();
  });

  /** Whether a line of the app to it is encrypted. @throws where it comes to none */
  async function encrypted(url: string): Promise<unknown> {
    const connection = connect({ url, max: 1 });
    try {
      const [row] = await connection.db.execute(sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`);
      return row?.ssl;
    } finally {
      await connection.close();
    }
  }

  it("is spoken to as its address says, and not at all where it is not who it should be", async () => {
    expect(await encrypted(database.url)).toBe(false);
    expect(await encrypted(address("require"))).toBe(true);
    await expect(encrypted(address("verify-full"))).rejects.toMatchObject({ cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } });
  });

  it("is worked for by an app that was told to encrypt and not whom to trust, and no line of the two drivers is open", async () => {
    const app = await startKillable({
      DATABASE_URL: address("require"),
      DATA_DIR: path.join(folder, "jobs"),
      APP_URL: "http://127.0.0.1:1",
    });
    try {
      const lines = () => admin`select ssl, application_name as of from pg_stat_ssl join pg_stat_activity using (pid)
        where application_name in ('parley', 'parley-jobs')`;
      const done = () => admin`select 1 from pgboss.job where state = 'completed' limit 1`;
      await vi.waitFor(async () => expect(await done()).toHaveLength(1), { timeout: 30_000 });
      const all = await lines();
      expect(new Set(all.map(({ of }) => of))).toEqual(new Set(["parley", "parley-jobs"]));
      expect(all.filter(({ ssl }) => !ssl)).toEqual([]);
    } finally {
      await app.close();
    }
  }, 60_000);

  it("has no open line from an app that was told whom to trust", async () => {
    const app = await startKillable({
      DATABASE_URL: address("verify-full"),
      NODE_EXTRA_CA_CERTS: path.join(folder, "ca.pem"),
      DATA_DIR: path.join(folder, "data"),
      APP_URL: "http://127.0.0.1:1",
    });
    try {
      expect((await call(app.url, "GET", "/api/health/ready")).status).toBe(200);
      const lines = await admin`select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'parley'`;
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.filter(({ ssl }) => !ssl)).toEqual([]);
    } finally {
      await app.close();
    }
  }, 60_000);
});

describe("a mail server at smtp://", () => {
  const servers: MailServer[] = [];
  afterAll(async () => void (await Promise.all(servers.map((server) => server.stop()))));

  /** Sends one mail to a fresh server. @param to its host and what is said of the line  @returns the mails that arrived */
  async function sendTo(to: { host: string; line?: string }, tls?: typeof own) {
    const server = await startMailServer(tls);
    servers.push(server);
    const SMTP_URL = `smtp://${to.host}:${server.port}${to.line ?? ""}`;
    const env = readEnv({ NODE_ENV: "test", DATA_DIR: path.join(folder, "data"), SMTP_URL } as unknown as NodeJS.ProcessEnv);
    const mail = createMail(env, createLog("silent"));
    const letter = {
      id: "one",
      to: "amal@example.com",
      subject: "Hello",
      text: "Hello",
      html: "<p>Hello</p>",
      language: "en",
      attachments: [],
    };
    try {
      await mail.send(letter);
    } finally {
      mail.close();
    }
    return server.mails;
  }

  // An address of this machine that is none of its names: so it stands for any other.
  const OTHER = "0.0.0.0";

  it("of this machine takes mails as they are", async () => {
    expect(await sendTo({ host: "127.0.0.1" })).toHaveLength(1);
  });

  it("elsewhere gets nothing over an open line, unless its address allows that", async () => {
    await expect(sendTo({ host: OTHER })).rejects.toMatchObject({ code: "ETLS" });
    expect(servers.at(-1)?.mails).toEqual([]);
    expect(await sendTo({ host: OTHER, line: "?requireTLS=false" })).toHaveLength(1);
  });

  it("elsewhere gets mails encrypted, once it shows who it is", async () => {
    await expect(sendTo({ host: OTHER }, own)).rejects.toMatchObject({ code: "ESOCKET" });
    const [received] = await sendTo({ host: OTHER, line: "?tls.rejectUnauthorized=false" }, own);
    expect(received?.secure).toBe(true);
  });
});
