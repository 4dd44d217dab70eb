import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Harness, registerUser, startHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { issued } from "#tests/factories/invoices";
import { aShop } from "#tests/factories/isolation/shop";
import { callProcedure } from "#tests/factories/permissions/calls";
import { startProcess } from "#tests/factories/processes";
import { aQuote } from "#tests/factories/quotes";
import { SHOP } from "#tests/factories/trades";
import { askToSend } from "#tests/factories/uploads";
import { platformJobs } from "@/server/jobs/platform";

let harness: Harness;
let second: Awaited<ReturnType<typeof startProcess>>;

beforeAll(async () => {
  harness = await startHarness({ RATE_LIMITS: "on", TRUST_PROXY: "on" });
  second = await startProcess(harness.env, harness.databaseUrl);
});
afterAll(async () => {
  await second?.close();
  await harness?.close();
});

/** Seen through a proxy that names this address. */
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
let addresses = 0;
/** One that nobody has used: tests, and tries of one, do not spend each other's budgets. */
const anAddress = () => `203.0.113.${++addresses}`;

const batch = (path: string) => `/api/trpc/${Array.from({ length: 20 }, () => path).join(",")}?batch=1&input=${encodeURIComponent("{}")}`;

const refused = (answer: Answer) => answer.status === 429;

/** Calls in batches of twenty until one is refused. @returns how many were let through */
async function spend(call: () => Promise<Answer>, most: number): Promise<{ passed: number; refusal: Answer }> {
  for (let passed = 0; passed < most; passed += 20) {
    const answer = await call();
    if (answer.status !== 200) return { passed, refusal: answer };
  }
  throw new Error(`none of ${most} calls was refused`);
}

describe("the budget of an account", () => {
  it("counts what it reads, by REST and tRPC alike, and each call of a batch", async () => {
    const { token } = await registerUser(harness);
    const { passed, refusal } = await spend(() => harness.call("GET", batch("account.me"), { token }), 4000);
    expect(passed).toBe(1800);
    expect(refusal.status).toBe(429);
    expect(refusal.body[0].error.json.data).toMatchObject({ httpStatus: 429, code: "tooManyRequests" });
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);

    const rest = await harness.call("GET", "/api/account/my-account", { token });
    expectError(rest, 429, "tooManyRequests");
    expect(Number(rest.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    // What it changes is another budget, and so is what others read.
    expect((await harness.call("POST", "/api/trpc/account.updateProfile", { token, body: {} })).status).toBe(400);
    const other = await registerUser(harness);
    expect((await harness.call("GET", "/api/account/my-account", { token: other.token })).status).toBe(200);
  });

  it("counts a shop's documents that it has drawn together, whichever they are", async () => {
    const { ask, owner, workspaceId } = await aShop(harness);
    const input = { workspaceId, uid: randomUUID() };
    const codes = async (times: number) => {
      const heard = [];
      for (const name of ["quotes", "invoices", "prices", "entries"])
        for (let at = 0; at < times; at++)
          heard.push(
            callProcedure(harness, owner.token, `trades.${name}.pdf`, { ...input, ...(name === "prices" ? { language: "en" } : {}) }),
          );
      return new Set((await Promise.all(heard)).map(({ code }) => code));
    };
    expect(await codes(5)).toEqual(new Set(["notFound"]));
    expect(await codes(1)).toEqual(new Set(["tooManyRequests"]));
    expect(await ask("workspace.view", {})).toMatchObject({ uid: workspaceId });
  });

  it("counts what it changes, whether or not it comes to anything", async () => {
    const { token } = await registerUser(harness);
    const path = Array.from({ length: 20 }, () => "account.updateProfile").join(",");
    let passed = 0;
    let answer: Answer;
    do {
      answer = await harness.call("POST", `/api/trpc/${path}?batch=1`, { token, body: {} });
      if (!refused(answer)) passed += 20;
    } while (!refused(answer) && passed < 2000);
    expect(passed).toBe(600);
    expect((await harness.call("GET", "/api/account/my-account", { token })).status).toBe(200);
  });
});

describe("the budget of changes", () => {
  it.each(["recording", "reviewVoice", "learningVideo", "learningCaptions", "document"])(
    "counts who begins to send a %s, too",
    async (slug) => {
      const { token } = await registerUser(harness);
      const type = { learningVideo: "video/mp4", learningCaptions: "text/vtt", document: "application/pdf" }[slug] ?? "audio/webm";
      const uid = randomUUID();
      const file = { name: `${uid}.webm`, size: 100, type };
      const input = slug === "learningCaptions" || slug === "document" ? { uid, language: "en" } : { uid };
      const ask = () => askToSend(harness, token, slug, file, input);
      let passed = 0;
      let answer = await ask();
      for (; answer.body.code !== "tooManyRequests" && passed < 1000; answer = await ask()) passed++;
      expect([passed, answer.status]).toEqual([600, 429]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    },
  );
});

describe("the budget of messages", () => {
  it("counts profile pictures, too", async () => {
    const { token } = await registerUser(harness);
    const file = { name: "me.png", size: 100, type: "image/png" };
    const ask = () => askToSend(harness, token, "avatar", file, { x: 0, y: 0, size: 400 });
    let passed = 0;
    let answer = await ask();
    for (; answer.status === 200 && passed < 1000; answer = await ask()) passed++;
    expect([passed, answer.status, answer.body.code]).toEqual([240, 429, "tooManyRequests"]);
  });
});

describe("the budget of an address", () => {
  it("counts everything that is asked without being signed in", async () => {
    const address = anAddress();
    const visit = () => harness.call("GET", batch("account.signInOptions"), from(address));
    let passed = 0;
    for (let answer = await visit(); !refused(answer) && passed < 2000; answer = await visit()) passed += 20;
    expect(passed).toBe(600);
    expect(refused(await harness.call("GET", batch("account.signInOptions"), from(anAddress())))).toBe(false);
  });

  it("counts whatever arrives, before anybody is looked up; health is told all the same", async () => {
    const address = anAddress();
    const arrive = () => harness.call("GET", "/api/nothing", { ...from(address), token: "of nobody" });
    let passed = 0;
    let refusal: Answer | undefined;
    const begun = performance.now();
    while (!refusal && passed < 60_000) {
      const some = await Promise.all(Array.from({ length: 50 }, arrive));
      refusal = some.find(refused);
      const through = some.filter((answer) => !refused(answer));
      expect(through.map(({ status }) => status)).toEqual(through.map(() => 404));
      passed += through.length;
    }
    // Whoever is slower than a budget of a minute meets the next one on the way.
    const budgets = 1 + Math.floor((performance.now() - begun) / 60_000);
    expect(passed).toBeGreaterThanOrEqual(6000);
    expect(passed).toBeLessThanOrEqual(6000 * budgets);
    expectError(refusal as Answer, 429, "tooManyRequests");
    // Some of the API's routes stand among the pages.
    const elsewhere = [`/answer/peer-review/${randomUUID()}`, "/auth/check-provider-account-id/1?provider=google"];
    for (const path of elsewhere) expectError(await harness.call("GET", path, from(address)), 429, "tooManyRequests");
    expect((await harness.call("GET", "/api/health/ready", from(address))).status).toBe(200);
  });
});

describe("the budget of what shops mail in a day", () => {
  const someone = () => `${randomUUID()}@example.com`;
  const invites = async (token: string, workspaceId: string, email: string) =>
    (await callProcedure(harness, token, "trades.invites.send", { workspaceId, email, role: "member" })).code;

  it("is its sender's, also when the shop goes and another is made", async () => {
    const { owner, workspaceId } = await aShop(harness);
    const { limits } = harness.app.services;
    for (let sent = 0; sent < 399; sent++) await limits.spend("shop", owner.user.uid);
    expect(await invites(owner.token, workspaceId, someone())).toBeUndefined();
    await callProcedure(harness, owner.token, "trades.workspace.delete", { workspaceId, name: SHOP.name });
    const { given } = await callProcedure(harness, owner.token, "trades.workspace.create", SHOP);
    expect(await invites(owner.token, given.data.uid, someone())).toBe("tooManyRequests");
    const other = await aShop(harness);
    expect(await invites(other.owner.token, other.workspaceId, someone())).toBeUndefined();
  });

  it("is small for one address, whatever is mailed there, and nobody uses up another's", async () => {
    const { ask, owner, workspaceId } = await aShop(harness);
    const { limits } = harness.app.services;
    const email = someone();
    for (let sent = 0; sent < 29; sent++) await limits.spend("addressee", `${owner.user.uid} ${email}`);
    expect(await invites(owner.token, workspaceId, email.toUpperCase())).toBeUndefined();
    const { uid, version } = await issued(ask);
    const mails = async (to: string) =>
      (await callProcedure(harness, owner.token, "trades.invoices.send", { workspaceId, uid, version, email: to })).code;
    expect(await mails(email)).toBe("tooManyRequests");
    expect(await mails(someone())).toBeUndefined();
    const quote = await aQuote(ask);
    const offered = { workspaceId, uid: quote.uid, version: quote.version, email };
    expect((await callProcedure(harness, owner.token, "trades.quotes.send", offered)).code).toBe("tooManyRequests");
    const other = await aShop(harness);
    expect(await invites(other.owner.token, other.workspaceId, email)).toBeUndefined();
  });
});

describe("budgets of what can be guessed or bought", () => {
  const login = (at: Pick<Harness, "call">, address: string) =>
    at.call("POST", "/api/account/login", { ...from(address), body: { email: `${randomUUID()}@example.org`, password: "x" } });

  it("are one for all processes", async () => {
    const address = anAddress();
    const attempts: Answer[] = [];
    for (let at = 0; at < 31; at++) attempts.push(await login(at % 2 ? harness : second, address));
    expect(attempts.filter(refused)).toHaveLength(1);
    expect(refused(attempts[30] as Answer)).toBe(true);
    expect(refused(await login(second, anAddress()))).toBe(false);
  });

  it("keep nobody's address, and nothing that has served", async () => {
    const { db } = harness.app.services;
    await login(harness, anAddress());
    const rows = await db.execute<{ key: string }>(sql`select key from spent_budgets`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[a-z]+:[\w-]{43}$/);
    await db.execute(sql`update spent_budgets set expire = now() - interval '1 second'`);
    await platformJobs.find(({ name }) => name === "platform.expire")?.run(harness.app.services);
    expect(await db.execute(sql`select key from spent_budgets`)).toHaveLength(0);
  });

  it("are each process's own while they cannot be counted together", async () => {
    const { db } = harness.app.services;
    await db.execute(sql`alter table spent_budgets rename to spent_budgets_away`);
    try {
      const address = anAddress();
      const attempts: Answer[] = [];
      for (let at = 0; at < 31; at++) attempts.push(await login(harness, address));
      expect(attempts.filter(refused)).toHaveLength(1);
    } finally {
      await db.execute(sql`alter table spent_budgets_away rename to spent_budgets`);
    }
  });
});
