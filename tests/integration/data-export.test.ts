import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { PRACTICE, RATINGS } from "#tests/factories/answers";
import { givePlan } from "#tests/factories/billing";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { enableTotp } from "#tests/factories/factors";
import { wakes } from "#tests/factories/jobs";
import { openLive } from "#tests/factories/live";
import { mailsAbout } from "#tests/factories/mails";
import { begun, running } from "#tests/factories/simulations";
import { begun as talk } from "#tests/factories/support";
import { storedAnswer } from "#tests/factories/uploads";
import { readZip } from "#tests/factories/zip";
import { EXPIRE_JOB, expireExports, makeExports } from "@/features/account/export/mutations";
import { suspendAll } from "@/features/account/standing/mutations";
import { lockAccounts } from "@/features/account/standing/queries";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const P = "/api/user/personalization/account/export";
const request = (token: string) => harness().call("POST", `${P}/request`, { token });
const latest = async (token: string) => (await harness().call("GET", `${P}/get`, { token })).body.data;
const link = (token: string, uid: unknown) => harness().call("POST", `${P}/link`, { token, body: { uid } });
const make = (change = {}) => makeExports({ ...harness().app.services, ...change });
const rows = (userId: string) => sql`select * from data_exports where user_id = ${userId}`;
const temporary = () => {
  const folder = path.join(harness().env.dataDir, "tmp");
  return existsSync(folder) ? readdirSync(folder) : [];
};
const download = async (address: string) => {
  const answer = await fetch(address);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** An archive that was asked for and made. */
async function ready(token: string) {
  await request(token);
  await make();
  const { uid } = await latest(token);
  const answer = await link(token, uid);
  return { uid, address: answer.body.data.link as string };
}

async function archiveOf(token: string) {
  const { address } = await ready(token);
  const entries = readZip((await download(address)).bytes);
  const json = (name: string) => JSON.parse(entries.find((entry) => entry.name === name)?.bytes.toString("utf8") ?? "null");
  return { entries, json, page: entries[0]?.bytes.toString("utf8") ?? "" };
}

describe("an archive of everything", () => {
  it("is asked for, made, and fetched", async () => {
    const { email, token } = await registerUser(harness());
    expect(await latest(token)).toBeNull();
    const asked = (await request(token)).body.data;
    expect(asked).toEqual({
      uid: expect.any(String),
      state: "queued",
      progress: 0,
      sizeBytes: null,
      requestedAt: expect.any(String),
      expiresAt: null,
    });
    expectError(await link(token, asked.uid), 404, "notFound");
    await make();
    const done = await latest(token);
    expect(done).toMatchObject({ uid: asked.uid, state: "ready", progress: 100, sizeBytes: expect.any(Number) });
    const hours = (new Date(done.expiresAt).getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(47.9);
    expect(hours).toBeLessThanOrEqual(48);
    const address = (await link(token, asked.uid)).body.data.link;
    const linkHours = (Number(new URL(address).searchParams.get("expires")) - Date.now()) / 3_600_000;
    expect(linkHours).toBeGreaterThan(0.9);
    expect(linkHours).toBeLessThanOrEqual(1);
    const file = await download(address);
    expect(file.status).toBe(200);
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''parley-\d{4}-\d\d-\d\d-[0-9a-f]{6}\.zip$/);
    expect(file.bytes.length).toBe(done.sizeBytes);
    expect(await mailsAbout(harness(), email, "export_ready")).toHaveLength(1);
    expect(temporary()).toEqual([]);
  });

  it("holds a page, the data, and the recordings byte for byte", async () => {
    const { email, token } = await registerUser(harness());
    const video = await storedAnswer(harness(), token, 20_000);
    const audio = await storedAnswer(harness(), token, 999, "audio/webm");
    const comments = `<script>alert("1")</script> & 'more'`;
    await harness().call("POST", `${PRACTICE}/answer/save`, { token, body: { uid: video.uid, rate_your_self: RATINGS, comments } });

    const { entries, json, page } = await archiveOf(token);
    expect(entries.map(({ name }) => name).slice(0, 16)).toEqual([
      "index.html",
      "data/simulations.json",
      "data/peerReview.json",
      "data/practice.json",
      "data/plan.json",
      "data/interviews.json",
      "data/bank.json",
      "data/learning.json",
      "data/subscription.json",
      "data/support.json",
      "data/faq.json",
      "data/community.json",
      "data/workspaces.json",
      "data/notifications.json",
      "data/areas.json",
      "data/account.json",
    ]);
    const files = entries.filter(({ name }) => name.startsWith("recordings/"));
    expect(files).toHaveLength(2);
    for (const { uid, bytes } of [video, audio]) {
      const entry = files.find(({ name }) => name.includes(uid.slice(-6)));
      expect(entry?.bytes.equals(bytes)).toBe(true);
      expect(json("data/practice.json").answers.find((answer: { id: string }) => answer.id === uid).file).toBe(entry?.name);
      expect(page).toContain(`src="${encodeURI(entry?.name ?? "")}"`);
    }
    expect(json("data/account.json").profile).toMatchObject({ email, firstName: "Ada", lastName: "Test" });
    expect(json("data/practice.json").answers.find((answer: { id: string }) => answer.id === video.uid)).toMatchObject({
      comments,
      clarity: 4,
    });
    expect(page).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;");
    expect(page).not.toContain("<script");
    // It must work without a network.
    expect(page).not.toMatch(/(src|href)="https?:/);
  });

  it("holds when links were given out and taken back, and nothing that opens one", async () => {
    const { token } = await registerUser(harness());
    const { uid } = await storedAnswer(harness(), token);
    await harness().call("POST", `${PRACTICE}/answer/save`, { token, body: { uid, rate_your_self: RATINGS } });
    const share = () => harness().call("POST", `${PRACTICE}/answer/share`, { token, body: { uid } });
    const links: string[] = [(await share()).body.data.share_link];
    await harness().call("POST", `${PRACTICE}/answer/share/revoke`, { token, body: { uid } });
    links.push((await share()).body.data.share_link);
    const { entries, json } = await archiveOf(token);
    expect(json("data/practice.json").shareLinks).toEqual([
      { answerId: uid, createdAt: expect.any(String), revokedAt: null },
      { answerId: uid, createdAt: expect.any(String), revokedAt: expect.any(String) },
    ]);
    const all = entries.map(({ bytes }) => bytes.toString("utf8")).join("\n");
    const ids = (await sql`select id from share_links where answer_id = ${uid}`).map(({ id }) => id as string);
    for (const secret of [...links.map((link) => new URL(link).hash.slice(1)), ...ids]) expect(all).not.toContain(secret);
  });

  it("holds nobody else's data, nothing deleted, and no secret", async () => {
    const stranger = await registerUser(harness());
    await storedAnswer(harness(), stranger.token);
    const { token, user } = await registerUser(harness());
    const { secret, recoveryCodes } = await enableTotp(harness(), token);
    const gone = await storedAnswer(harness(), token);
    await harness().call("POST", `${PRACTICE}/answer/delete`, { token, body: { uid: gone.uid } });
    const [row] = await sql`select password_hash, totp_secret from users where id = ${user.uid}`;
    const { entries } = await archiveOf(token);
    expect(entries.map(({ name }) => name)).toEqual([
      "index.html",
      "data/simulations.json",
      "data/peerReview.json",
      "data/practice.json",
      "data/plan.json",
      "data/interviews.json",
      "data/bank.json",
      "data/learning.json",
      "data/subscription.json",
      "data/support.json",
      "data/faq.json",
      "data/community.json",
      "data/workspaces.json",
      "data/notifications.json",
      "data/areas.json",
      "data/account.json",
    ]);
    const all = entries.map(({ bytes }) => bytes.toString("utf8")).join("\n");
    for (const hidden of [stranger.email, gone.uid, secret, ...recoveryCodes, row?.password_hash, row?.totp_secret, "argon2"])
      expect(all).not.toContain(hidden);
  });

  it("tells no more of what the team and the server keep for themselves than the pages do", async () => {
    const { token, user } = await registerUser(harness());
    await givePlan(harness(), user.uid);
    const { uid } = await running(harness(), token);
    const question = await begun(harness(), token, uid, 1);
    const conversation = await talk(harness(), token);
    await sql`update support_conversations set state = 'snoozed', snoozed_until = now() + interval '1 day' where id = ${conversation}`;
    const { entries, json } = await archiveOf(token);
    expect(json("data/subscription.json").complimentary).toEqual([
      { plan: "pro", startsAt: expect.any(String), endsAt: expect.any(String), revokedAt: null },
    ]);
    expect(json("data/support.json").conversations.map(({ state }: { state: string }) => state)).toEqual(["open"]);
    const [{ places }] = json("data/simulations.json");
    expect(places.map(({ questionId }: { questionId: string | null }) => questionId)).toEqual([question, null, null]);
    const kept = await sql`select question_id from simulation_places where simulation_id = ${uid} and begun_at is null`;
    const all = entries.map(({ bytes }) => bytes.toString("utf8")).join("\n");
    for (const { question_id } of kept) expect(all).not.toContain(question_id);
    expect(kept).toHaveLength(2);
  });

  it("holds as whom others know its owner, every look at the account, what the team told of it, and the address that waits", async () => {
    const { token, user } = await registerUser(harness());
    const { uid } = user;
    const admin = await registerUser(harness());
    const email = `next-${uid}@example.com`;
    await harness().call("POST", "/api/user/personalization/account/email/change", { token, body: { email } });
    await sql`insert into billing_customers (user_id, world, stripe_id) values (${uid}, 'demo', 'cus_of_archive')`;
    await sql`insert into provider_players (user_id, player_id) values (${uid}, 'player-of-archive')
      on conflict (user_id) do update set player_id = excluded.player_id`;
    await sql`insert into viewings (id, user_id, admin_id, reason, state)
      select gen_random_uuid(), ${uid}, ${admin.user.uid}, 'No sound', 'declined' from generate_series(1, 51)`;
    await sql`insert into audit_events (id, subject_id, actor_id, action, after, detail, address)
      select gen_random_uuid(), ${uid}, ${admin.user.uid}, action, '{"state":"suspended"}', '{"reason":"Told, or not"}', '192.0.2.9'
      from unnest(array['people.suspend', 'subscription.grant']) action`;
    const { entries, json } = await archiveOf(token);
    const account = json("data/account.json");
    expect(account.profile).toMatchObject({ emailVerifiedAt: expect.any(String), pendingEmail: email });
    expect(account.viewings).toHaveLength(51);
    expect(account.decisions).toEqual([
      { at: expect.any(String), action: "people.suspend", after: { state: "suspended" }, reason: "Told, or not" },
    ]);
    expect(json("data/subscription.json").customers).toMatchObject([{ world: "demo", stripeId: "cus_of_archive" }]);
    expect(json("data/notifications.json").providerId).toBe("player-of-archive");
    const all = entries.map(({ bytes }) => bytes.toString("utf8")).join("\n");
    for (const hidden of [admin.user.uid, "192.0.2.9"]) expect(all).not.toContain(hidden);
  });

  it("names recordings by the day on which their maker made them", async () => {
    const { token, user } = await registerUser(harness());
    const { uid } = await storedAnswer(harness(), token);
    await sql`update users set time_zone = 'Pacific/Kiritimati' where id = ${user.uid}`;
    await sql`update answers set recorded_at = '2026-05-01T20:00:00Z' where id = ${uid}`;
    const { entries } = await archiveOf(token);
    expect(entries.map(({ name }) => name).filter((name) => name.startsWith("recordings/"))).toEqual([
      expect.stringMatching(/^recordings\/2026-05-02-/),
    ]);
  });

  it("reads from the right in Arabic, with its own digits", async () => {
    const { token, user } = await registerUser(harness());
    const { uid } = await storedAnswer(harness(), token);
    await harness().call("POST", `${PRACTICE}/answer/save`, { token, body: { uid, rate_your_self: RATINGS } });
    await sql`update users set language = 'ar' where id = ${user.uid}`;
    const { page } = await archiveOf(token);
    expect(page).toContain('<html lang="ar-SD" dir="rtl">');
    expect(page).toContain("٣ من ٥");
  });
});

describe("asking for an archive", () => {
  it("again while one is under way changes nothing", async () => {
    const { token, user } = await registerUser(harness());
    const answers = await Promise.all([request(token), request(token), request(token)]);
    expect(new Set(answers.map(({ body }) => body.data.uid)).size).toBe(1);
    await sql`update data_exports set state = 'running' where user_id = ${user.uid}`;
    expect((await request(token)).body.data).toMatchObject({ uid: answers[0]?.body.data.uid, state: "running" });
    expect(await rows(user.uid)).toHaveLength(1);
  });

  it("again after one is ready makes another", async () => {
    const { token, user } = await registerUser(harness());
    const first = await ready(token);
    const second = await ready(token);
    expect(second.uid).not.toBe(first.uid);
    expect(await rows(user.uid)).toHaveLength(2);
  });

  it("again within a day waits until those have theirs who had none", async () => {
    const [often, first] = [await registerUser(harness()), await registerUser(harness())];
    await request(often.token);
    await make();
    await request(often.token);
    await request(first.token);
    await make();
    const madeAt = async (userId: string) => Math.max(...(await rows(userId)).map(({ moved_at }) => moved_at.getTime()));
    expect(await madeAt(first.user.uid)).toBeLessThan(await madeAt(often.user.uid));
  });

  it("two makers at once make it once", async () => {
    const { email, token, user } = await registerUser(harness());
    await request(token);
    await Promise.all([make(), make(), make()]);
    expect(await rows(user.uid)).toMatchObject([{ state: "ready" }]);
    expect(await mailsAbout(harness(), email, "export_ready")).toHaveLength(1);
  });

  it("is told live, and by mail only if that is chosen", async () => {
    const { email, token } = await registerUser(harness());
    const body = { event: "export_ready", channel: "email", enabled: false };
    await harness().call("POST", "/api/user/personalization/account/preference/save", { token, body });
    const live = await openLive(harness().url, token);
    try {
      await ready(token);
      expect(await live.within(10_000, () => live.events.some(({ data }) => data?.json === "export"))).toBe(true);
    } finally {
      live.close();
    }
    expect(await mailsAbout(harness(), email, "export_ready")).toEqual([]);
  });
});

describe("an archive's address", () => {
  it("is its owner's alone", async () => {
    const [one, other] = [await registerUser(harness()), await registerUser(harness())];
    const { uid } = await ready(one.token);
    expectError(await link(other.token, uid), 404, "notFound");
    expect(await latest(other.token)).toBeNull();
    expectError(await link(one.token, crypto.randomUUID()), 404, "notFound");
    for (const wrong of [undefined, null, "x", 5]) expectIssues(await link(one.token, wrong), ["uid"]);
  });

  it("that was changed opens nothing", async () => {
    const { token } = await registerUser(harness());
    const { address } = await ready(token);
    const changed = new URL(address);
    const told: Record<string, number> = {};
    for (const name of changed.searchParams.keys()) {
      const url = new URL(address);
      url.searchParams.set(name, `${url.searchParams.get(name)}0`);
      told[name] = (await download(url.href)).status;
    }
    expect(told).toEqual({ expires: 403, signature: 403 });
    expect((await download(address)).status).toBe(200);
  });

  it("opens nothing after 48 hours: the file is gone", async () => {
    const { token, user } = await registerUser(harness());
    const { uid, address } = await ready(token);
    const kept = await ready((await registerUser(harness())).token);
    const [before] = await rows(user.uid);
    await sql`update data_exports set expires_at = now() where id = ${uid}`;
    await expireExports(harness().app.services);
    expect(await latest(token)).toMatchObject({ uid, state: "expired", sizeBytes: null });
    expectError(await link(token, uid), 404, "notFound");
    expect((await download(address)).status).toBe(404);
    expect(await sql`select 1 from stored_files where key = ${before?.file_key}`).toHaveLength(0);
    expect((await download(kept.address)).status).toBe(200);
  });

  it("goes then with all others, however many", async () => {
    const { user } = await registerUser(harness());
    await sql`insert into data_exports (id, user_id, state, progress, expires_at)
      select gen_random_uuid(), ${user.uid}, 'ready', 100, now() from generate_series(1, 201)`;
    await expireExports(harness().app.services);
    expect(await sql`select distinct state from data_exports where user_id = ${user.uid}`).toMatchObject([{ state: "expired" }]);
  });

  const A = "/api/user/personalization/account";
  const passwords = { currentPassword: PASSWORD, newPassword: "quite another password" };
  const suspend = (uid: string) =>
    harness().app.services.db.transaction(async (tx) => suspendAll(tx, await lockAccounts(tx, [uid]), "Somebody else is in it"));
  it.each([
    [
      "every session ends",
      async (token: string) => (await harness().call("POST", `${A}/session/end/all`, { token, body: {} })).status === 200,
    ],
    [
      "the password is changed",
      async (token: string) => (await harness().call("POST", `${A}/detail/password/update`, { token, body: passwords })).status === 200,
    ],
    ["the account is suspended", async (_token: string, uid: string) => (await suspend(uid)).length === 1],
  ])("opens nothing once %s: whoever was in before may have it", async (_, ends) => {
    const { token, user } = await registerUser(harness());
    const { uid, address } = await ready(token);
    const kept = await ready((await registerUser(harness())).token);
    const woken = await wakes(harness(), async () => expect(await ends(token, user.uid)).toBe(true));
    expect(woken).toContain(EXPIRE_JOB);
    await expireExports(harness().app.services);
    expect((await download(address)).status).toBe(404);
    expect(await rows(user.uid)).toMatchObject([{ id: uid, state: "expired" }]);
    expect((await download(kept.address)).status).toBe(200);
  });

  it("is given to nobody who has not proved lately that it is theirs", async () => {
    const { token, user } = await registerUser(harness());
    const { uid } = await ready(token);
    await sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${user.uid}`;
    expectError(await link(token, uid), 403, "reauthenticationRequired");
    await harness().call("POST", "/api/user/personalization/account/reauthenticate", { token, body: { password: PASSWORD } });
    expect((await link(token, uid)).status).toBe(200);
  });

  it("is given out no more once its time is over, whenever the clock's job comes", async () => {
    const { token } = await registerUser(harness());
    const { uid } = await ready(token);
    await sql`update data_exports set expires_at = now() where id = ${uid}`;
    expectError(await link(token, uid), 404, "notFound");
  });
});

describe("a maker that fails", () => {
  it("died: the archive is begun again after ten minutes, and not before", async () => {
    const { token, user } = await registerUser(harness());
    await request(token);
    await sql`update data_exports set state = 'running', progress = 40, moved_at = now() - interval '9 minutes' where user_id = ${user.uid}`;
    await make();
    expect(await latest(token)).toMatchObject({ state: "running", progress: 40 });
    await sql`update data_exports set moved_at = now() - interval '11 minutes' where user_id = ${user.uid}`;
    await make();
    expect(await latest(token)).toMatchObject({ state: "ready", progress: 100 });
  });

  it("finds no more what was stored makes the archive without it, and says what is missing", async () => {
    const { token } = await registerUser(harness());
    const [gone, kept] = [await storedAnswer(harness(), token), await storedAnswer(harness(), token)];
    const [row] = await sql`select file_key from answers where id = ${gone.uid}`;
    await harness().app.services.files.remove([row?.file_key]);
    const { entries, json } = await archiveOf(token);
    const named = (uid: string) => json("data/practice.json").answers.find((answer: { id: string }) => answer.id === uid).file;
    expect(json("data/missing.json")).toEqual([named(gone.uid)]);
    const recordings = entries.filter(({ name }) => name.startsWith("recordings/"));
    expect(recordings.map(({ name, bytes }) => [name, bytes.equals(kept.bytes)])).toEqual([[named(kept.uid), true]]);
  });

  it("cannot read what is stored fails, and leaves nothing out", async () => {
    const { token } = await registerUser(harness());
    await storedAnswer(harness(), token);
    await request(token);
    const { files } = harness().app.services;
    const open: typeof files.open = () => Promise.reject(new Error("the storage answered 503"));
    await make({ files: { ...files, open } });
    expect(await latest(token)).toMatchObject({ state: "failed" });
  });

  it("cannot let go of an earlier archive tells of the new one all the same", async () => {
    const { email, token, user } = await registerUser(harness());
    await ready(token);
    await request(token);
    const { files } = harness().app.services;
    const remove: typeof files.remove = () => Promise.reject(new Error("the storage answered 503"));
    await make({ files: { ...files, remove } });
    expect(await rows(user.uid)).toMatchObject([{ state: "ready" }, { state: "ready" }]);
    expect(await mailsAbout(harness(), email, "export_ready")).toHaveLength(2);
  });

  it("told so by its storage says that it failed, holds nobody up, and may be asked again", async () => {
    const [one, other] = [await registerUser(harness()), await registerUser(harness())];
    await request(one.token);
    await request(other.token);
    const { files } = harness().app.services;
    let saved = 0;
    const save: typeof files.save = (file) => (saved++ === 0 ? Promise.reject(new Error("the storage is full")) : files.save(file));
    await make({ files: { ...files, save } });
    expect(await latest(one.token)).toMatchObject({ state: "failed", expiresAt: null });
    expect(await latest(other.token)).toMatchObject({ state: "ready" });
    expect(temporary()).toEqual([]);
    expect((await ready(one.token)).address).toContain("http");
  });
});
