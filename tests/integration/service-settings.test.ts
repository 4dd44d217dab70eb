import { eq } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { capturedAnswer, PRACTICE } from "#tests/factories/answers";
import { activeOf, BILLING, subscribe, usageNow } from "#tests/factories/billing";
import { expectError } from "#tests/factories/catalogues";
import { openLive } from "#tests/factories/live";
import { newestToken } from "#tests/factories/mails";
import { resetSetting, SETTINGS_PATH, saveSetting } from "#tests/factories/service";
import { begin, registerAgent } from "#tests/factories/support";
import { putFile, requestUpload, uploadAddress } from "#tests/factories/uploads";
import { AREAS } from "@/lib/enums/service";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { SERVICE_TOPIC, SETTING_DEFAULTS } from "@/lib/settings";
import { createApp } from "@/server/app";
import { areaGrants, auditEvents, settings } from "@/server/db/schema";
import { createLog } from "@/server/log";

const harness = useHarness();
let boss: { token: string; user: { uid: string } };
let person: Awaited<ReturnType<typeof registerUser>>;

beforeAll(async () => {
  boss = await registerAgent(harness(), "Sol", "super_admin");
  person = await registerUser(harness());
});
afterEach(async () => {
  for (const key of ["maintenance", "areas", "registration"] as const) await resetSetting(harness(), boss.token, key);
});

const now = async (token?: string, language = "en") =>
  (await harness().call("GET", "/api/service/get", { token, headers: { "accept-language": language } })).body.data;
const working = (on: boolean, message = EMPTY_TEXT) => saveSetting(harness(), boss.token, "maintenance", { on, message });
const area = (change: Partial<(typeof SETTING_DEFAULTS)["areas"]>) =>
  saveSetting(harness(), boss.token, "areas", { ...SETTING_DEFAULTS.areas, ...change });
const categories = (token: string) => harness().call("GET", `${PRACTICE}/category/get`, { token });

describe("a setting", () => {
  it("is for super administrators alone", async () => {
    const admin = await registerAgent(harness());
    for (const token of [person.token, admin.token])
      expectError(await harness().call("GET", `${SETTINGS_PATH}/get`, { token }), 403, "forbidden");
  });

  it("is changed, noted, and not overwritten by who has not seen that", async () => {
    const body = { key: "reports", value: { hideAfter: 5 }, version: 0 };
    const saved = await harness().call("POST", `${SETTINGS_PATH}/save`, { token: boss.token, body });
    expect(saved.body.data).toMatchObject({ value: { hideAfter: 5 }, before: { hideAfter: 3 }, version: 1 });
    expectError(await harness().call("POST", `${SETTINGS_PATH}/save`, { token: boss.token, body }), 409, "conflict");
    const [act] = await harness().app.services.db.select().from(auditEvents).where(eq(auditEvents.target, "setting:reports"));
    expect(act).toMatchObject({ action: "settings.save", actorId: boss.user.uid, before: { hideAfter: 3 }, after: { hideAfter: 5 } });
  });

  it("that is saved as it stands stays what it was, and nothing is noted", async () => {
    const noted = () => harness().app.services.db.$count(auditEvents, eq(auditEvents.target, "setting:reports"));
    const before = await noted();
    const body = { key: "reports", value: { hideAfter: 5 }, version: 1 };
    const saved = await harness().call("POST", `${SETTINGS_PATH}/save`, { token: boss.token, body });
    expect(saved.body.data).toMatchObject({ value: { hideAfter: 5 }, version: 1 });
    expect(await noted()).toBe(before);
  });

  it("is refused where it does not fit", async () => {
    const body = { key: "reports", value: { hideAfter: 1 }, version: 1 };
    expect((await harness().call("POST", `${SETTINGS_PATH}/save`, { token: boss.token, body })).status).toBe(400);
  });

  it("counts in every process, and one that is broken is as the app came", async () => {
    const other = createApp(harness().env, harness().databaseUrl, createLog("silent"));
    try {
      expect(await other.services.settings.get("registration")).toEqual({ open: true });
      await saveSetting(harness(), boss.token, "registration", { open: false });
      await expect.poll(() => other.services.settings.get("registration")).toEqual({ open: false });
      await harness()
        .app.services.db.update(settings)
        .set({ value: { open: 7 } })
        .where(eq(settings.key, "registration"));
      await area({ trades: "on" });
      await expect.poll(() => other.services.settings.get("registration")).toEqual({ open: true });
      await area({});
    } finally {
      await other.close();
    }
  });

  it("closes registration", async () => {
    await saveSetting(harness(), boss.token, "registration", { open: false });
    const body = { email: "late@example.com", password: "correct horse battery", firstName: "Late", lastName: "Comer" };
    expectError(await harness().call("POST", "/api/account/register", { body }), 403, "registrationClosed");
    expect((await now()).registrationOpen).toBe(false);
  });
});

describe("an area", () => {
  it("that is closed refuses everything but what administrators do there", async () => {
    await area({ practice: "off", learning: "off" });
    expectError(await categories(person.token), 403, "areaClosed");
    expectError(await categories(boss.token), 403, "areaClosed");
    expect((await harness().call("GET", "/api/admin/learning/video/get", { token: boss.token })).status).toBe(200);
    expect((await harness().call("GET", "/api/account/my-account", { token: person.token })).status).toBe(200);
    expect((await now(person.token)).closed).toEqual(["practice", "learning", "trades"]);
    await area({});
    expect((await categories(person.token)).status).toBe(200);
  });

  it("for chosen accounts is there for those alone", async () => {
    await area({ practice: "chosen" });
    expectError(await categories(person.token), 403, "areaClosed");
    const P = "/api/super/admin/area";
    const given = await harness().call("POST", `${P}/grant`, {
      token: boss.token,
      body: { area: "practice", email: ` ${person.email.toUpperCase()} ` },
    });
    expect(given.body.data).toEqual({ userId: person.user.uid, given: true });
    expect((await categories(person.token)).status).toBe(200);
    expect((await now(person.token)).closed).toEqual(["trades"]);
    expect((await now()).closed).toEqual(["practice", "trades"]);
    const listed = await harness().call("POST", `${P}/grant/get`, { token: boss.token, body: { area: "practice" } });
    expect(listed.body.data).toMatchObject([{ userId: person.user.uid, email: person.email }]);
    const back = { area: "practice", userId: person.user.uid };
    expect((await harness().call("POST", `${P}/revoke`, { token: boss.token, body: back })).status).toBe(200);
    expectError(await categories(person.token), 403, "areaClosed");
    expectError(await harness().call("POST", `${P}/revoke`, { token: boss.token, body: back }), 404, "notFound");
    const nobody = { area: "practice", email: "nobody@example.com" };
    expectError(await harness().call("POST", `${P}/grant`, { token: boss.token, body: nobody }), 404, "notFound");
    const acts = await harness().app.services.db.select().from(auditEvents).where(eq(auditEvents.subjectId, person.user.uid));
    expect(acts.map(({ action }) => action).sort()).toEqual(["areas.grant", "areas.revoke"]);
    expect(await harness().app.services.db.$count(areaGrants)).toBe(0);
  });

  it("is given to one of two who have the same name, and taken from that one, and never from the other", async () => {
    await area({ practice: "chosen" });
    const P = "/api/super/admin/area";
    const post = (path: string, body: object) =>
      harness().call("POST", `${P}/${path}`, { token: boss.token, body: { area: "practice", ...body } });
    const [one, other] = [await registerUser(harness()), await registerUser(harness())];
    const listed = async () =>
      (await post("grant/get", {})).body.data.map(({ userId, name }: Record<string, string>) => ({ userId, name }));
    const states = async () => [(await categories(one.token)).status, (await categories(other.token)).status];

    await post("grant", { email: one.email });
    expect(await states()).toEqual([200, 403]);
    expect(await listed()).toEqual([{ userId: one.user.uid, name: "Ada Test" }]);
    await post("grant", { email: other.email });
    expect(await listed()).toEqual([other, one].map(({ user }) => ({ userId: user.uid, name: "Ada Test" })));
    await post("revoke", { userId: one.user.uid });
    expect(await states()).toEqual([403, 200]);
    expect(await listed()).toEqual([{ userId: other.user.uid, name: "Ada Test" }]);
    await post("revoke", { userId: other.user.uid });
    expect(await states()).toEqual([403, 403]);
  });

  it("takes no recording while it is closed, and takes it when it opens", async () => {
    const take = await capturedAnswer(harness(), person.token, 400);
    const file = { name: take.name, size: 400, type: "video/webm" };
    await area({ practice: "off" });
    const refused = await requestUpload(harness(), person.token, take.uid, file);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.body.code).toBe("areaClosed");
    await area({});
    const put = await putFile(await uploadAddress(harness(), person.token, take.uid, file), take.bytes, file.type);
    expect(put.status).toBe(200);
  });

  it("that sells plans sells none while it is closed, and lets their holders see, end and account for theirs", async () => {
    const holder = await registerUser(harness());
    await subscribe(harness(), holder.token);
    const post = (path: string, body: unknown = {}) => harness().call("POST", `${BILLING}${path}`, { token: holder.token, body });
    for (const state of ["off", "chosen"] as const) {
      await area({ subscription: state });
      expect((await now(holder.token)).closed).toContain("subscription");
      for (const path of ["/checkout", "/change/preview"])
        expectError(await post(path, { plan: "pro", interval: "month" }), 403, "areaClosed");
      expect(await activeOf(harness(), holder.token)).toMatchObject({ plan: "plus", status: "active" });
      expect((await usageNow(harness(), holder.token)).plan).toBe("plus");
    }
    const { body } = await harness().call("GET", `${BILLING}/receipt/invoices/get`, { token: holder.token });
    const receipt = await post("/receipt/invoices/download", { invoiceId: body.data[0].uid });
    expect(receipt.headers.get("content-type")).toBe("application/pdf");
    expect((await post("/canceling")).body.data.cancelAt).not.toBeNull();
    expect((await harness().call("GET", `${BILLING}/active/get`)).status).toBe(401);
  });

  it("is one of those that there are", async () => {
    expect((await now(boss.token)).closed.every((one: string) => AREAS.some((known) => known === one))).toBe(true);
  });
});

describe("maintenance", () => {
  const words = { ...EMPTY_TEXT, en: "Back at noon.", ar: "نعود ظهرًا." };

  it("lets everybody read, come and go, and change nothing", async () => {
    await working(true, words);
    expect((await categories(person.token)).status).toBe(200);
    const refused = await begin(harness(), person.token);
    expect({ status: refused.status, code: refused.body.code, wait: refused.headers.get("retry-after") }).toEqual({
      status: 503,
      code: "maintenance",
      wait: "60",
    });
    expect(refused.body.message).toContain("Back at noon.");
    const login = { email: person.email, password: "correct horse battery" };
    const back = await harness().call("POST", "/api/account/login", { body: login });
    expect(back.status).toBe(200);
    expect((await harness().call("GET", "/api/user/logout", { token: back.body.accessToken })).status).toBe(200);
    expect(await now(undefined, "ar")).toMatchObject({ maintenance: { text: "نعود ظهرًا." } });
    await working(false, words);
    expect((await begin(harness(), person.token)).status).toBe(200);
    expect((await now()).maintenance).toBeNull();
  });

  it("keeps nobody from keeping their account, ending a look at it, or setting a new password", async () => {
    const one = await registerUser(harness());
    const post = (path: string, body: unknown = {}) => harness().call("POST", path, { token: one.token, body });
    expect((await post("/api/user/personalization/account/deletion/request")).status).toBe(200);
    await working(true);
    expect((await post("/api/user/personalization/account/deletion/cancel")).status).toBe(200);
    expect((await post("/api/user/personalization/account/deletion/request")).body.code).toBe("maintenance");
    // There is none.
    expect((await post("/api/user/personalization/account/viewing/end", { uid: one.user.uid })).body.code).toBe("notFound");
    expect((await post("/api/user/forget/password", { email: one.email })).status).toBe(200);
    const link = await newestToken(harness(), one.email, "reset_password");
    expect((await post("/api/user/reset/password", { token: link, password: "another good password" })).status).toBe(200);
  });

  it("lets an upload that has begun finish, and begins none", async () => {
    const [first, second] = [await capturedAnswer(harness(), person.token, 300), await capturedAnswer(harness(), person.token, 500)];
    const address = await uploadAddress(harness(), person.token, first.uid, { name: first.name, size: 300, type: "video/webm" });
    await working(true);
    const refused = await requestUpload(harness(), person.token, second.uid, { name: second.name, size: 500, type: "video/webm" });
    expect(refused.body.code).toBe("maintenance");
    expect((await putFile(address, first.bytes, "video/webm")).status).toBe(200);
  });

  it("is told to those who are here", async () => {
    const live = await openLive(harness().url, person.token);
    const told = () => live.events.filter(({ event, data }) => event === "message" && data?.json === SERVICE_TOPIC);
    expect([live.status, told()]).toEqual([200, []]);
    await working(true);
    expect(await live.within(20_000, () => told().length > 0)).toBe(true);
    live.close();
  });
});
