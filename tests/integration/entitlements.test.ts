import { randomUUID } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { answerDetail, aQuestion, capturedAnswer, PRACTICE, recordingOf } from "#tests/factories/answers";
import { givePlan, subscribe, usageNow } from "#tests/factories/billing";
import { expectIssues } from "#tests/factories/catalogues";
import { resetSetting, SETTINGS_PATH, saveSetting } from "#tests/factories/service";
import { registerAgent } from "#tests/factories/support";
import { requestUpload, storedAnswer } from "#tests/factories/uploads";
import { entitlementsOf, LOOKUP_KEYS } from "@/features/subscription/rules";
import { type Limits, SETTING_DEFAULTS } from "@/lib/settings";
import { answers, auditEvents } from "@/server/db/schema";

const harness = useHarness();
const TYPE = "video/webm";
const MINUTE = 60_000;
const DAY = 86_400_000;

/** Recordings that were taken in before: this many, this long ago, this large each. */
async function takenIn(userId: string, token: string, howMany: number, { ago = DAY, bytes = 1000 } = {}): Promise<void> {
  const questionId = await aQuestion(harness(), token);
  const at = Date.now() - ago;
  await harness()
    .app.services.db.insert(answers)
    .values(
      Array.from({ length: howMany }, (_, n) => ({
        id: randomUUID(),
        userId,
        questionId,
        state: "stored" as const,
        readingTime: 1,
        answerTime: 1,
        recordingKind: "video" as const,
        mimeType: TYPE,
        sizeBytes: bytes,
        durationMs: 1000,
        md5: "0".repeat(32),
        fileKey: `kept${randomUUID()}`,
        storedAt: new Date(at + n * MINUTE),
      })),
    );
}

const begin = async (token: string, size = 5000) => {
  const answer = await capturedAnswer(harness(), token, size, TYPE);
  return { uid: answer.uid, asked: await requestUpload(harness(), token, answer.uid, { name: answer.name, size, type: TYPE }) };
};

describe("the free plan", () => {
  it("takes in ten recordings within seven days; the eleventh stays on the device, and goes when there is room", async () => {
    const { token, user } = await registerUser(harness());
    await takenIn(user.uid, token, 9);
    expect(await usageNow(harness(), token)).toMatchObject({ plan: "free", takes: { used: 9, nextFreeAt: null } });
    await storedAnswer(harness(), token, 100, TYPE);
    const usage = await usageNow(harness(), token);
    expect(usage.takes.used).toBe(10);
    const { uid, asked } = await begin(token);
    expect([asked.status, asked.body.code]).toEqual([403, "takesPerWeekReached"]);
    // What was said of it is kept: only the file waits.
    expect((await answerDetail(harness(), token, uid)).state).toBe("captured");
    const [oldest] = await harness()
      .app.services.db.select({ at: answers.storedAt })
      .from(answers)
      .where(and(eq(answers.userId, user.uid)))
      .orderBy(answers.storedAt)
      .limit(1);
    expect(Date.parse(usage.takes.nextFreeAt)).toBe((oldest?.at?.getTime() ?? 0) + 7 * DAY);
    await harness()
      .app.services.db.update(answers)
      .set({ storedAt: new Date(Date.now() - 7 * DAY - MINUTE) })
      .where(and(eq(answers.userId, user.uid), eq(answers.storedAt, oldest?.at ?? new Date())));
    const name = `${uid}.webm`;
    expect((await requestUpload(harness(), token, uid, { name, size: 5000, type: TYPE })).status).toBe(200);
  });

  it("counts what was deleted within the week, but not its bytes", async () => {
    const { token, user } = await registerUser(harness());
    await takenIn(user.uid, token, 10, { bytes: 1e6 });
    const { body } = await harness().call("GET", `${PRACTICE}/answer/get`, { token });
    await harness().call("POST", `${PRACTICE}/answer/delete`, { token, body: { uid: body.data[0].uid } });
    expect(await usageNow(harness(), token)).toMatchObject({ takes: { used: 10 }, storedBytes: 9e6 });
    expect((await begin(token)).asked.body.code).toBe("takesPerWeekReached");
  });

  it("keeps one gigabyte", async () => {
    const { token, user } = await registerUser(harness());
    await takenIn(user.uid, token, 1, { ago: 30 * DAY, bytes: 1e9 - 6000 });
    expect((await begin(token, 5000)).asked.status).toBe(200);
    // What is on its way takes up room as well.
    const { asked } = await begin(token, 5000);
    expect([asked.status, asked.body.code]).toEqual([403, "storageFull"]);
  });

  it("gives the last place to one of many that ask at once", async () => {
    const { token, user } = await registerUser(harness());
    await takenIn(user.uid, token, 9);
    const waiting = await Promise.all(Array.from({ length: 8 }, () => capturedAnswer(harness(), token, 500, TYPE)));
    const asked = await Promise.all(waiting.map(({ uid, name }) => requestUpload(harness(), token, uid, { name, size: 500, type: TYPE })));
    expect(asked.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)]);
  });

  it("lets go on what was begun, whatever came meanwhile", async () => {
    const { token, user } = await registerUser(harness());
    const { uid, asked } = await begin(token);
    expect(asked.status).toBe(200);
    await takenIn(user.uid, token, 9);
    expect((await begin(token)).asked.status).toBe(403);
    expect((await requestUpload(harness(), token, uid, { name: `${uid}.webm`, size: 5000, type: TYPE })).status).toBe(200);
  });

  it("has no room for what takes the place of a smaller recording on its way, and lets go on what is no larger", async () => {
    const { token, user } = await registerUser(harness());
    await takenIn(user.uid, token, 1, { ago: 30 * DAY, bytes: 1e9 - 6000 });
    const { uid, asked } = await begin(token, 5000);
    expect(asked.status).toBe(200);
    const replaced = async (size: number) => {
      const { recording } = recordingOf(size, TYPE);
      const saved = await harness().call("POST", `${PRACTICE}/answer/save`, { token, body: { uid, recording } });
      expect(saved.status).toBe(200);
      return requestUpload(harness(), token, uid, { name: `${uid}.webm`, size, type: TYPE });
    };
    await takenIn(user.uid, token, 9);
    expect((await replaced(5000)).status).toBe(200);
    const larger = await replaced(6001);
    expect([larger.status, larger.body.code]).toEqual([403, "storageFull"]);
  });

  it("is nobody else's: others' recordings count for them", async () => {
    const { token, user } = await registerUser(harness());
    const other = await registerUser(harness());
    await takenIn(user.uid, token, 10);
    expect((await begin(other.token)).asked.status).toBe(200);
  });
});

describe("a larger plan", () => {
  it("takes in at once what the free one had no room for", async () => {
    const { token, user } = await registerUser(harness());
    await takenIn(user.uid, token, 10);
    const { uid, asked } = await begin(token);
    expect(asked.status).toBe(403);
    await subscribe(harness(), token, "plus");
    expect((await requestUpload(harness(), token, uid, { name: `${uid}.webm`, size: 5000, type: TYPE })).status).toBe(200);
  });

  it("has limits of its own, and Pro none by the week", async () => {
    const { token, user } = await registerUser(harness());
    await givePlan(harness(), user.uid, "plus");
    await takenIn(user.uid, token, 60);
    expect((await begin(token)).asked.body.code).toBe("takesPerWeekReached");
    await givePlan(harness(), user.uid, "pro");
    expect((await begin(token)).asked.status).toBe(200);
    expect(await usageNow(harness(), token)).toMatchObject({ plan: "pro", takes: { used: 61, nextFreeAt: null } });
  });
});

describe("limits that are changed while the service runs", () => {
  const defaults = SETTING_DEFAULTS.entitlements;
  let boss: Awaited<ReturnType<typeof registerAgent>>;
  beforeAll(async () => {
    boss = await registerAgent(harness(), "Sol", "super_admin");
  });
  const shown = async () => {
    const { body } = await harness().call("GET", "/api/user/web/subscription/plan/get");
    return body.data.plans[0].entitlements;
  };
  afterEach(async () => {
    await resetSetting(harness(), boss.token, "entitlements");
    await expect.poll(shown).toEqual(entitlementsOf(defaults.free));
  });
  /** Each process hears of a change in a moment. */
  const free = async (change: Partial<Limits>) => {
    const limits = { ...defaults.free, ...change };
    await saveSetting(harness(), boss.token, "entitlements", { ...defaults, free: limits });
    await expect.poll(shown).toEqual(entitlementsOf(limits));
  };

  it("count at once for the server, and in what is shown", async () => {
    const { token, user } = await registerUser(harness());
    await takenIn(user.uid, token, 10);
    const { uid, asked } = await begin(token);
    expect(asked.body.code).toBe("takesPerWeekReached");
    await free({ storedTakesPerWeek: 12, storageGb: 2, reviewsWanted: 4 });
    expect(await shown()).toMatchObject({ storedTakesPerWeek: 12, storageBytes: 2e9, reviewsWanted: 4, simulation: true });
    expect(await usageNow(harness(), token)).toMatchObject({ entitlements: { storedTakesPerWeek: 12 }, takes: { nextFreeAt: null } });
    expect((await requestUpload(harness(), token, uid, { name: `${uid}.webm`, size: 5000, type: TYPE })).status).toBe(200);
  });

  it("that go down let go on what was let in, and take nothing away", async () => {
    const { token, user } = await registerUser(harness());
    await takenIn(user.uid, token, 4);
    const { uid, asked } = await begin(token);
    expect(asked.status).toBe(200);
    await free({ storedTakesPerWeek: 2 });
    expect((await requestUpload(harness(), token, uid, { name: `${uid}.webm`, size: 5000, type: TYPE })).status).toBe(200);
    expect((await begin(token)).asked.body.code).toBe("takesPerWeekReached");
    expect((await harness().call("GET", `${PRACTICE}/answer/get`, { token })).body.meta.total).toBe(6);
  });

  it("keep the order of the plans, and are noted with what was before", async () => {
    const wrong = { ...defaults, free: { ...defaults.free, storedTakesPerWeek: 61 } };
    const body = { key: "entitlements", value: wrong, version: 0 };
    const refused = await harness().call("POST", `${SETTINGS_PATH}/save`, { token: boss.token, body });
    expectIssues(refused, ["value.plus.storedTakesPerWeek"]);
    await free({ storedTakesPerWeek: 7 });
    const [act] = await harness()
      .app.services.db.select()
      .from(auditEvents)
      .where(and(eq(auditEvents.target, "setting:entitlements"), eq(auditEvents.actorId, boss.user.uid)))
      .orderBy(desc(auditEvents.at))
      .limit(1);
    expect(act).toMatchObject({ action: "settings.save", before: { free: defaults.free } });
    expect(act?.after).toMatchObject({ free: { ...defaults.free, storedTakesPerWeek: 7 } });
  });

  const P = "/api/super/admin/plan";
  const impact = async (entitlements: typeof defaults) =>
    (await harness().call("POST", `${P}/impact/view`, { token: boss.token, body: { entitlements } })).body.data as {
      plan: string;
      takes: number;
      storage: number;
    }[];

  it("tell before whom they would touch, each by the plan that they have", async () => {
    const wanted = { ...defaults, plus: { ...defaults.plus, storedTakesPerWeek: 20, storageGb: 2 } };
    const before = await impact(wanted);
    const some = await registerUser(harness());
    const paying = await registerUser(harness());
    await givePlan(harness(), paying.user.uid, "plus");
    for (const { user, token } of [some, paying]) await takenIn(user.uid, token, 21, { bytes: 1.5e8 });
    const after = await impact(wanted);
    const more = after.map(({ plan, takes, storage }, at) => [
      plan,
      takes - (before[at]?.takes ?? 0),
      storage - (before[at]?.storage ?? 0),
    ]);
    expect(more).toEqual([
      ["free", 1, 1],
      ["plus", 1, 1],
      ["pro", 0, 0],
    ]);
  });

  it("stand beside what each plan costs, and how many people have it", async () => {
    const get = async (path: string) => (await harness().call("GET", `${P}/${path}/get`, { token: boss.token })).body.data;
    const { offers, payments } = await get("price");
    expect(payments).toBe("demo");
    expect(offers.map(({ lookupKey }: { lookupKey: string }) => lookupKey)).toEqual(LOOKUP_KEYS);
    expect(offers.every(({ price, inactive }: { price: { amount: number }; inactive: boolean }) => price.amount > 0 && !inactive)).toBe(
      true,
    );
    const count = async () => {
      const { paid, given, free: rest } = await get("holder");
      const people = (rows: { plan: string; people: number }[], plan: string) =>
        rows.filter((one) => one.plan === plan).reduce((sum, one) => sum + one.people, 0);
      return { plus: people(paid, "plus"), pro: people(given, "pro"), rest };
    };
    const before = await count();
    const [payer, guest] = [await registerUser(harness()), await registerUser(harness())];
    await registerUser(harness());
    await subscribe(harness(), payer.token, "plus");
    await givePlan(harness(), guest.user.uid, "pro");
    expect(await count()).toEqual({ plus: before.plus + 1, pro: before.pro + 1, rest: before.rest + 1 });
  });
});
