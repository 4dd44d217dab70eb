import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { RATINGS } from "#tests/factories/answers";
import { subscribe } from "#tests/factories/billing";
import { expectError } from "#tests/factories/catalogues";
import { openLive } from "#tests/factories/live";
import { callProcedure, PROCEDURES } from "#tests/factories/permissions/calls";
import { askToSend, storedAnswer } from "#tests/factories/uploads";
import { tidyViewings } from "@/features/account/viewings/mutations";
import type { Role } from "@/lib/enums/account";
import type { UploadRoutes } from "@/server/api/root";
import { answers, auditEvents, sessions, users, viewings } from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";
import { VIEWABLE } from "@/server/viewable";

const harness = useHarness();
const ASK = "/api/admin/people/viewing";
const OWN = "/api/user/personalization/account/viewing";
const ME = "/api/account/my-account";
const reason = "Your recordings don't load";

async function someone(role: Role = "candidate", overrides: Record<string, unknown> = {}) {
  const person = await registerUser(harness(), overrides);
  if (role !== "candidate") await change(person.user.uid, { role });
  return person;
}
type Someone = Awaited<ReturnType<typeof someone>>;
const db = () => harness().app.services.db;
const change = (uid: string, set: Partial<typeof users.$inferInsert>) => db().update(users).set(set).where(eq(users.id, uid));
const post = (path: string, token: string, body: unknown) => harness().call("POST", path, { token, body });
const me = (token: string) => harness().call("GET", ME, { token });
const looksOf = async (token: string) => (await harness().call("GET", `${OWN}/get`, { token })).body.data;
const openOf = async (token: string) => (await harness().call("GET", `${OWN}/open/get`, { token })).body.data;
const ask = (by: Someone, about: Someone) => post(`${ASK}/ask`, by.token, { uid: about.user.uid, reason });
const answer = (person: Someone, uid: string, allow: boolean) => post(`${OWN}/answer`, person.token, { uid, allow });

/** A question that waits, by its id. */
async function asked(by: Someone, about: Someone): Promise<string> {
  expect((await ask(by, about)).status).toBe(200);
  return (await openOf(about.token))[0].uid;
}

/** A look that is allowed and was opened. */
async function opened(by: Someone, about: Someone) {
  const uid = await asked(by, about);
  expect((await answer(about, uid, true)).status).toBe(200);
  const { body } = await post(`${ASK}/open`, by.token, { uid });
  return { uid, token: body.data.accessToken as string, endsAt: body.data.endsAt as string };
}

let admin: Someone;
beforeAll(async () => {
  admin = await someone("admin", { firstName: "Adam", lastName: "Inistrator" });
});

describe("the consent", () => {
  it("is asked for with a reason, given by the owner alone, and written down on both sides", async () => {
    const person = await someone("candidate", { firstName: "Mai", lastName: "Tran" });
    const uid = await asked(admin, person);
    expect(await openOf(person.token)).toEqual([
      {
        uid,
        by: "Adam Inistrator",
        reason,
        state: "asked",
        askedAt: expect.any(String),
        answeredAt: null,
        until: expect.any(String),
        openedAt: null,
        endedAt: null,
      },
    ]);
    const told = (await harness().call("GET", "/api/user/notifications/get", { token: person.token })).body.data;
    expect(told[0]).toMatchObject({ kind: "viewing_asked", read: false });
    expect(JSON.stringify(told[0])).toContain(reason);
    expectError(await post(`${ASK}/open`, admin.token, { uid }), 409, "wrongState");
    const stranger = await someone();
    expectError(await answer(stranger, uid, true), 404, "notFound");
    expectError(await answer(admin, uid, true), 404, "notFound");
    expect((await answer(person, uid, true)).status).toBe(200);
    const [look] = await openOf(person.token);
    expect(look.state).toBe("allowed");
    const minutes = (Date.parse(look.until) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
    const heard = (await harness().call("GET", "/api/user/notifications/get", { token: admin.token })).body.data;
    expect(heard[0]).toMatchObject({ kind: "viewing_allowed" });
    const { body } = await post(`${ASK}/open`, admin.token, { uid });
    expect((await me(body.data.accessToken)).body.user).toMatchObject({ uid: person.user.uid, firstName: "Mai" });
    expect((await looksOf(person.token))[0].openedAt).not.toBeNull();
    await post(`${ASK}/end`, admin.token, { uid });
    expect((await looksOf(person.token))[0]).toMatchObject({ state: "ended", until: null });
    const acts = await db().select().from(auditEvents).where(eq(auditEvents.subjectId, person.user.uid));
    expect(acts.map(({ action }) => action).sort()).toEqual(["people.askView", "people.endView", "people.openView"]);
    expect(acts.find(({ action }) => action === "people.askView")?.detail).toEqual({ reason });
    expect(acts.find(({ action }) => action === "people.openView")?.detail).toEqual({ reason, allowedAt: look.answeredAt });
  });

  it("can be declined, taken back and ended, each once and by whom it concerns", async () => {
    const person = await someone();
    const declined = await asked(admin, person);
    await answer(person, declined, false);
    expectError(await answer(person, declined, true), 409, "wrongState");
    expectError(await post(`${ASK}/open`, admin.token, { uid: declined }), 409, "wrongState");
    // A no stands for a while, for whoever was told it.
    expectError(await ask(admin, person), 409, "viewingDeclined");
    const yesterday = new Date(Date.now() - 24 * 3_600_000);
    await db().update(viewings).set({ answeredAt: yesterday }).where(eq(viewings.id, declined));
    const withdrawn = await asked(admin, person);
    const other = await someone("admin");
    expectError(await post(`${ASK}/end`, other.token, { uid: withdrawn }), 404, "notFound");
    await post(`${ASK}/end`, admin.token, { uid: withdrawn });
    expectError(await answer(person, withdrawn, true), 409, "wrongState");
    const look = await opened(admin, person);
    expectError(await post(`${ASK}/open`, other.token, { uid: look.uid }), 404, "notFound");
    await post(`${OWN}/end`, person.token, { uid: look.uid });
    expectError(await me(look.token), 401, "sessionEnded");
    expectError(await post(`${OWN}/end`, person.token, { uid: look.uid }), 409, "wrongState");
    expect((await looksOf(person.token)).map(({ state }: { state: string }) => state)).toEqual(["ended", "withdrawn", "declined"]);
  });

  it("is one at a time between two people, and of candidates alone", async () => {
    const person = await someone();
    const both = await Promise.all([ask(admin, person), ask(admin, person)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const chief = await someone("super_admin");
    expect((await ask(chief, person)).status).toBe(200);
    expectError(await ask(chief, admin), 403, "forbidden");
    expectError(await ask(chief, chief), 403, "forbidden");
    expectError(await ask(person, admin), 403, "forbidden");
    expectError(await post(`${ASK}/ask`, admin.token, { uid: randomUUID(), reason }), 404, "notFound");
    expectError(await post(`${ASK}/ask`, admin.token, { uid: (await someone()).user.uid, reason: " " }), 400, "invalidInput");
  });

  it("runs out by itself", async () => {
    const person = await someone();
    const uid = await asked(admin, person);
    await db()
      .update(viewings)
      .set({ askedAt: new Date(Date.now() - 8 * 86_400_000) })
      .where(eq(viewings.id, uid));
    expect(await openOf(person.token)).toEqual([]);
    expectError(await answer(person, uid, true), 409, "wrongState");
    // Nothing stands in the way of another.
    const look = await opened(admin, person);
    await db()
      .update(viewings)
      .set({ endsAt: new Date(Date.now() - 1000) })
      .where(eq(viewings.id, look.uid));
    expectError(await me(look.token), 401, "sessionEnded");
    expectError(await post(`${ASK}/open`, admin.token, { uid: look.uid }), 409, "wrongState");
    await tidyViewings(harness().app.services);
    const states = await db().select({ state: viewings.state }).from(viewings).where(eq(viewings.userId, person.user.uid));
    expect(states.map(({ state }) => state)).toEqual(["lapsed", "lapsed"]);
  });
});

describe("a look ends at once", () => {
  const ends: Record<string, (person: Someone, by: Someone) => Promise<unknown>> = {
    "when its owner signs out everywhere": ({ token }) => post("/api/user/personalization/account/session/end/all", token, {}),
    "when its owner is suspended": ({ user }) => change(user.uid, { suspendedAt: new Date(), suspensionReason: "x" }),
    "when its owner becomes one of the team": ({ user }) => change(user.uid, { role: "admin" }),
    "when its owner's account is erased": ({ user }) => change(user.uid, { erasedAt: new Date() }),
    "when whoever looks is one of the team no more": (_, { user }) => change(user.uid, { role: "candidate" }),
    "when whoever looks is suspended": (_, { user }) => change(user.uid, { suspendedAt: new Date(), suspensionReason: "x" }),
    "when whoever looks logs out": (_, { token }) => harness().call("GET", "/api/user/logout", { token }),
  };
  it.each(Object.keys(ends))("%s", async (name) => {
    const [person, by] = [await someone(), await someone("admin")];
    const { token } = await opened(by, person);
    expect((await me(token)).status).toBe(200);
    await ends[name]?.(person, by);
    expectError(await me(token), 401, "sessionEnded");
  });
});

/** Written down once more, on purpose: what a look at an account does not show. A query that is new belongs here or among what it does. */
const HIDDEN =
  /^(admin\.(?!service\.now$)|trades\.|forum\.|peerReview\.|practice\.(answer$|shared$|plays$|report$|bank\.|editedCategories\.|delivery\.|interviews\.|star\.|simulation\.(get|report)$)|support\.(?!faq\.list$)|subscription\.(?!(plans|active|usage)$)|account\.(preferences$|viewings\.|sessions\.|factors\.|export\.|deletion\.|thirdParty\.|links\.|notifications\.(list$|settings$|push\.))|learning\.(editing\.|bookmarks$|document$))/;

describe("whoever looks", () => {
  it("is shown what is listed, and everything else was decided against", () => {
    const queries = Object.keys(PROCEDURES).filter((name) => PROCEDURES[name]?._def.type === "query");
    expect([...VIEWABLE].filter((name) => !queries.includes(name))).toEqual([]);
    expect(queries.filter((name) => VIEWABLE.has(name) === HIDDEN.test(name))).toEqual([]);
  });

  it("changes nothing, follows nothing, and sees nothing that is not listed", async () => {
    const { token } = await opened(admin, await someone());
    const refused: string[] = [];
    for (const name of Object.keys(PROCEDURES)) {
      if (VIEWABLE.has(name)) continue;
      const { code, given } = await callProcedure(harness(), token, name, {});
      if (code !== "viewOnly" || given !== undefined) refused.push(`${name}: ${code}`);
    }
    expect(refused).toEqual([]);
    const live = await openLive(harness().url, token);
    expect(live.status).toBe(403);
    live.close();
  });

  it("sees no number that moves as a review comes in", async () => {
    const owner = await someone();
    const { token } = await opened(admin, owner);
    const unread = async (by: string) => (await callProcedure(harness(), by, "account.notifications.unread", {})).given;
    expect((await ask(await someone("admin"), owner)).status).toBe(200);
    expect(await unread(owner.token)).toMatchObject({ data: { unread: 1 } });
    expect(await unread(token)).toMatchObject({ data: { unread: 0 } });
  });

  it("begins no upload of any kind", async () => {
    const { token } = await opened(admin, await someone());
    const uid = randomUUID();
    const kinds: Record<keyof UploadRoutes, { type: string; input: unknown }> = {
      avatar: { type: "image/png", input: { x: 0, y: 0, size: 16 } },
      recording: { type: "video/webm", input: { uid } },
      learningVideo: { type: "video/mp4", input: { uid } },
      learningCaptions: { type: "text/vtt", input: { uid, language: "en" } },
      document: { type: "application/pdf", input: { uid, language: "en" } },
      supportAttachment: { type: "image/png", input: { uid } },
      forumImage: { type: "image/png", input: { uid } },
      reviewVoice: { type: "audio/webm", input: { uid } },
      workspaceFile: { type: "image/png", input: { workspaceId: uid, uid } },
    };
    for (const [slug, { type, input }] of Object.entries(kinds)) {
      const { status, body } = await askToSend(harness(), token, slug, { name: "a", size: 10, type }, input);
      expect({ slug, status, code: JSON.stringify(body) }).toEqual({ slug, status: 403, code: expect.stringContaining("viewOnly") });
    }
  });

  it("gets no address of a recording, nothing that was shared, and no secret", async () => {
    const person = await someone();
    const stored = await storedAnswer(harness(), person.token);
    await post("/api/user/personalization/practice/answer/save", person.token, { uid: stored.uid, rate_your_self: RATINGS });
    const share = await post("/api/user/personalization/practice/answer/share", person.token, { uid: stored.uid });
    const [row] = await db().select().from(answers).where(eq(answers.id, stored.uid));
    const { token } = await opened(admin, person);
    const inputs: Record<string, unknown> = {
      "practice.answers": { page: 1 },
      "practice.takes.repeated": { page: 1 },
      "practice.takes.list": { question_id: row?.questionId },
      "practice.question": { uid: row?.questionId },
      "practice.simulation.list": { page: 1 },
      "practice.plan.leftOut": { page: 1 },
      "practice.plan.dates": { question_ids: [row?.questionId] },
      "practice.progress.get": { range: "all" },
    };
    const texts: string[] = [];
    for (const name of VIEWABLE) {
      const { code, text } = await callProcedure(harness(), token, name, inputs[name] ?? {});
      // Lists of the service's own content are asked for by what they list; those need not be found here.
      if (code && !/^(invalidInput|notFound)/.test(code)) texts.push(`${name}: ${code}`);
      else texts.push(text);
    }
    const all = texts.join("\n");
    expect(all).toContain(stored.uid);
    expect(all).not.toContain("viewOnly");
    expect(row?.fileKey).toBeTruthy();
    for (const secret of [row?.fileKey, share.body.data.share_link, "/shared#", "/api/storage", "signature=", "$argon2"])
      expect(all).not.toContain(secret);
  });

  it("is not told with what somebody pays, nor where they apply", async () => {
    const person = await someone();
    const date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    await subscribe(harness(), person.token, "plus");
    await post("/api/user/personalization/practice/interview/save", person.token, {
      company: "Nile Robotics",
      role: "Test engineer",
      date,
      time: "14:30",
      timeZone: "Africa/Khartoum",
      stage: "technical",
      notes: "Third floor",
      questions: [],
    });
    const { token } = await opened(admin, person);
    const by = async (who: string, name: string) => (await callProcedure(harness(), who, name, {})).given.data;
    expect((await by(person.token, "subscription.active")).card).toMatchObject({ last4: "4242" });
    expect(await by(token, "subscription.active")).toMatchObject({ plan: "plus", card: null });
    expect((await by(person.token, "practice.plan.today")).interview).toMatchObject({ company: "Nile Robotics" });
    expect((await by(token, "practice.plan.today")).interview).toMatchObject({ date, uid: null, company: null, role: null });
  });

  it("leaves no trace on the account: no device, no visit, no play", async () => {
    const person = await someone();
    const { token } = await opened(admin, person);
    const past = new Date("2026-01-01T00:00:00Z");
    await change(person.user.uid, { lastSeenAt: past });
    await me(token);
    const [row] = await db().select().from(users).where(eq(users.id, person.user.uid));
    expect(row?.lastSeenAt).toEqual(past);
    expect(await db().$count(sessions, eq(sessions.userId, person.user.uid))).toBe(1);
    const plays = await harness().call("GET", "/api/user/personalization/practice/play/get?page=1", { token: person.token });
    expect(plays.body.data).toEqual([]);
  });

  it("cannot make more of the token than it is", async () => {
    const person = await someone();
    const { uid, token } = await opened(admin, person);
    const { tokens } = harness().app.services;
    const until = new Date(Date.now() + 3_600_000);
    // As if somebody had swapped what it names; each is signed as it should be, and none is let in.
    for (const swapped of [
      await tokens.issue(person.user.uid, uid, until),
      await tokens.issue((await someone()).user.uid, uid, until, { adminId: admin.user.uid, sessionId: uid }),
      await tokens.issue(person.user.uid, uid, until, { adminId: person.user.uid, sessionId: uid }),
    ])
      expectError(await me(swapped), 401, "sessionEnded");
    expect((await me(token)).status).toBe(200);
  });
});

it("an archive holds who looked, and an erased account none of it", async () => {
  const person = await someone();
  await opened(admin, person);
  const account = harness().app.services.personalData.find(({ name }) => name === "account") as PersonalData;
  const { data } = (await account.records(harness().app.services, person.user.uid)) as { data: { viewings: unknown[] } };
  expect(data.viewings).toEqual([expect.objectContaining({ by: "Adam Inistrator", reason, state: "allowed" })]);
  await db().transaction(async (tx) => account.erase(tx, person.user.uid));
  expect(await db().$count(viewings, eq(viewings.userId, person.user.uid))).toBe(0);
});
