import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#tests/factories/ports";
import { callApi, P } from "./actions";
import { startApp, startWithWorker } from "./app";
import { databaseOf } from "./database";
import { anyQuestion, expect, newAccount, test } from "./fixtures";
import { halfSentLogin } from "./half-sent";

interface Ended {
  code: number | null;
  output: string;
}

/** Runs the process entry to its end. */
function runToEnd(settings: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["src/bin/start.mjs"], {
      env: { ...process.env, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (text) => {
      output += text;
    });
    child.stderr.on("data", (text) => {
      output += text;
    });
    child.once("exit", (code) => resolve({ code, output }));
  });
}

const folders: string[] = [];
test.afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that goes with the test. */
function tempDir(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), "parley-process-"));
  folders.push(dir);
  chmodSync(dir, 0o755);
  return dir;
}

/** One sentence, said once, without a stack. */
function expectSentence({ code, output }: Ended, ...words: string[]): void {
  expect(code).toBe(1);
  for (const word of words) expect(output).toContain(word);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(output).not.toMatch(/\bat .*:\d+:\d+/);
}

test("a taken port: one clear sentence, exit code 1", async () => {
  const other = http.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  const dir = tempDir();
  expectSentence(await runToEnd({ PORT: String(port), DATA_DIR: dir }), String(port), "taken");
  // Nothing else was started for it.
  expect(existsSync(path.join(dir, "postgres"))).toBe(false);
  other.close();
});

test("an unwritable data folder: one clear sentence, exit code 1", async () => {
  const file = path.join(tempDir(), "a-file");
  writeFileSync(file, "");
  expectSentence(await runToEnd({ PORT: "0", DATA_DIR: path.join(file, "data") }), "data folder", "DATA_DIR");
});

for (const [name, value] of [
  ["PORT", "eighty"],
  ["PORT", "70000"],
  ["APP_URL", "parley"],
  ["DATABASE_URL", "mysql://localhost/parley"],
  ["SECRET", "short"],
  ["JOBS", "sometimes"],
  ["LOG_LEVEL", "loud"],
  ["TRUST_PROXY", "maybe"],
  ["SMTP_URL", "mail.example"],
  ["UPLOADTHING_TOKEN", "abc"],
  ["OIDC_ISSUER", "campus"],
  ["METRICS_PORT", "public"],
  ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
] as const) {
  test(`a wrong ${name} (${value}): one clear sentence, exit code 1`, async () => {
    expectSentence(await runToEnd({ [name]: value, DATA_DIR: tempDir() }), name);
  });
}

test("a database that is away: one clear sentence, exit code 1", async () => {
  expectSentence(
    await runToEnd({ PORT: "0", DATA_DIR: tempDir(), DATABASE_URL: "postgres://nobody:x@127.0.0.1:9/none" }),
    "127.0.0.1:9",
    "cannot be reached",
  );
});

const demoLogins = (dir: string) =>
  JSON.parse(readFileSync(path.join(dir, "secrets.json"), "utf8")).demoPasswords as Record<string, string>;

test("the second start keeps all data and secrets; SIGTERM drains what runs and stops everything", async ({ own }) => {
  const app = await own(startApp());
  const account = await newAccount(app.url);
  const passwords = demoLogins(app.dataDir);
  const logIn = (email: string, password: string) =>
    fetch(`${app.url}/api/account/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
  expect((await logIn("candidate@parley.example", passwords.candidate ?? "")).status).toBe(200);
  expect((await logIn("super-admin@parley.example", passwords.super_admin ?? "")).status).toBe(200);

  // A call that is under way when the signal arrives is still answered, with the database that it needs.
  const call = await halfSentLogin(app.url, account);
  const stopped = app.terminate();
  const taken = () =>
    fetch(`${app.url}/api/health/live`).then(
      ({ status }) => status,
      () => "none",
    );
  await expect.poll(taken).toBe("none");
  expect(await call.complete()).toContain("200 OK");
  await stopped;
  expect(existsSync(path.join(app.dataDir, "postgres/cluster/postmaster.pid"))).toBe(false);

  await app.restart();
  expect((await logIn(account.email, account.password)).status).toBe(200);
  expect(demoLogins(app.dataDir)).toEqual(passwords);
  const me = await fetch(`${app.url}/api/account/my-account`, { headers: { authorization: `Bearer ${account.token}` } });
  expect(me.status).toBe(200);
});

test("a killed process leaves PostgreSQL running; the next start uses it and stops it", async ({ own }) => {
  const app = await own(startApp());
  const account = await newAccount(app.url);
  const pidFile = path.join(app.dataDir, "postgres/cluster/postmaster.pid");
  await app.kill();
  const [orphan] = readFileSync(pidFile, "utf8").split("\n");
  await app.restart();
  expect(readFileSync(pidFile, "utf8").split("\n")[0]).toBe(orphan);
  const me = await fetch(`${app.url}/api/account/my-account`, { headers: { authorization: `Bearer ${account.token}` } });
  expect(me.status).toBe(200);
  await app.terminate();
  expect(existsSync(pidFile)).toBe(false);
});

test("npm start stops where npm alone is told to, as by a supervisor that knows no other process", async () => {
  const [dataDir, port] = [tempDir(), String(await freePort())];
  const npm = spawn("npm", ["start"], { env: { ...process.env, PORT: port, DATA_DIR: dataDir }, stdio: "ignore" });
  const pidFile = path.join(dataDir, "postgres/cluster/postmaster.pid");
  const ready = () =>
    fetch(`http://localhost:${port}/api/health/ready`).then(
      ({ status }) => status,
      () => 0,
    );
  try {
    await expect.poll(ready, { timeout: 60_000 }).toBe(200);
    npm.kill("SIGTERM");
    await expect.poll(() => existsSync(pidFile), { timeout: 15_000 }).toBe(false);
    expect(await ready()).toBe(0);
  } finally {
    npm.kill("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("npm start ends what is under way where a terminal or a supervisor tells npm and the app alike", async () => {
  const [dataDir, port] = [tempDir(), String(await freePort())];
  const npm = spawn("npm", ["start"], { env: { ...process.env, PORT: port, DATA_DIR: dataDir }, stdio: "ignore", detached: true });
  const all = -(npm.pid ?? 0);
  const pidFile = path.join(dataDir, "postgres/cluster/postmaster.pid");
  const url = `http://localhost:${port}/api`;
  try {
    await expect
      .poll(
        () =>
          fetch(`${url}/health/ready`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    const headers = { "content-type": "application/json", "content-length": 2 };
    const asked = http.request(`${url}/account/login`, { method: "POST", headers });
    const answer = new Promise((resolve, reject) => asked.on("response", ({ statusCode }) => resolve(statusCode)).on("error", reject));
    asked.write("{");
    await wait(300);
    process.kill(all, "SIGTERM");
    await wait(1000);
    asked.end("}");
    expect(await answer).toBe(400);
    await expect.poll(() => existsSync(pidFile), { timeout: 15_000 }).toBe(false);
  } finally {
    if (existsSync(pidFile)) process.kill(all, "SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("half of a provider's settings: one clear sentence, exit code 1", async () => {
  expectSentence(await runToEnd({ GOOGLE_CLIENT_ID: "an id", DATA_DIR: tempDir() }), "GOOGLE_CLIENT_SECRET", "missing");
});

test("a worker of its own does the queue's work, and starts at the same moment as the app", async ({ own }) => {
  const app = await own(startWithWorker());
  const account = await newAccount(app.url);
  const question = await anyQuestion(app.url, account.token);
  const { data } = await callApi(app.url, account.token, `${P}/answer/save`, { question_id: question.uid });
  await callApi(app.url, account.token, `${P}/answer/delete`, { uid: data.uid });

  const sql = await databaseOf(app);
  try {
    await expect.poll(async () => (await sql`select erased_at from answers where id = ${data.uid}`)[0]?.erased_at).toBeInstanceOf(Date);
  } finally {
    await sql.end();
  }

  // PostgreSQL stays for the one that still uses it, and goes with the last.
  await app.terminate();
  expect(existsSync(path.join(app.dataDir, "postgres/cluster/postmaster.pid"))).toBe(true);
  expect(await app.worker.terminate()).toBe(0);
  expect(existsSync(path.join(app.dataDir, "postgres/cluster/postmaster.pid"))).toBe(false);
});

test("health: live at once, ready while the database answers", async ({ app }) => {
  expect(await (await fetch(`${app.url}/api/health/live`)).json()).toEqual({ status: "live" });
  expect(await (await fetch(`${app.url}/api/health/ready`)).json()).toEqual({ status: "ready" });
});

test("a page is kept by no shared cache, a hashed file by all", async ({ app }) => {
  const page = await fetch(app.url);
  expect(page.headers.get("cache-control")).toBe("private, no-cache");
  const [script = ""] = /\/_next\/static\/[^"]+\.js/.exec(await page.text()) ?? [];
  expect(script).not.toBe("");
  expect((await fetch(app.url + script)).headers.get("cache-control")).toContain("immutable");
});

test("pages are only read", async ({ app }) => {
  for (const path of ["/", "/dashboard", "/no/such/page", "/sw.js", "/_next/static/none.js"])
    for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"]) {
      const answer = await fetch(app.url + path, { method, headers: { "next-action": "a".repeat(40) } });
      expect([answer.status, answer.headers.get("allow"), await answer.text()], `${method} ${path}`).toEqual([405, "GET, HEAD", ""]);
    }
  const head = await fetch(`${app.url}/dashboard`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("every text that is no JSON says how it is written", async ({ app }) => {
  const html = await (await fetch(app.url)).text();
  const named = [/\/_next\/static\/[^"]+\.js/, /\/_next\/static\/[^"]+\.css/, /\/icon\.svg[^"]*/];
  const files = named.flatMap((name) => name.exec(html)?.[0] ?? []);
  expect(files).toHaveLength(named.length);
  for (const path of ["/", "/no/such/page", "/sw.js", ...files])
    expect((await fetch(app.url + path)).headers.get("content-type"), path).toMatch(/; charset=utf-8$/i);
});

test("no picture is drawn anew for whoever asks", async ({ app }) => {
  const picture = "/app-icon.png";
  expect((await fetch(app.url + picture)).status).toBe(200);
  for (const address of [picture, `${picture}#1`])
    expect((await fetch(`${app.url}/_next/image?url=${encodeURIComponent(address)}&w=640&q=75`)).status).toBe(404);
});

test("next-auth answers under its own path", async ({ app }) => {
  const csrf = await fetch(`${app.url}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  expect(csrfToken).toMatch(/^[0-9a-f]{64}$/);
  expect(await (await fetch(`${app.url}/api/auth/session`)).json()).toEqual({});
  expect(await (await fetch(`${app.url}/api/auth/providers`)).json()).toEqual({});
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const signOut = await fetch(`${app.url}/api/auth/signout`, {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams({ csrfToken, json: "true" }),
  });
  expect(signOut.status).toBe(200);
});

test("every answer carries the security headers, pages and API alike", async ({ app }) => {
  for (const target of ["/", "/dashboard", "/api/openapi.json", "/api/nothing", "/_next/static/none.js"]) {
    const { headers } = await fetch(app.url + target);
    expect(headers.get("content-security-policy"), target).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options"), target).toBe("nosniff");
    expect(headers.get("permissions-policy"), target).toContain("microphone=(self)");
    expect(headers.get("x-powered-by"), target).toBeNull();
  }
});
