import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { capturedAnswer, PRACTICE, RATINGS } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { mailsAbout } from "#tests/factories/mails";
import { refusing } from "#tests/factories/refusing";
import { storedAnswer } from "#tests/factories/uploads";
import { practiceJobs } from "@/features/practice/jobs";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

const post = (path: string, token: string, body: unknown) => harness().call("POST", PRACTICE + path, { token, body });
const playOwn = (token: string, uid: string, agent = FIREFOX) =>
  harness().call("POST", `${PRACTICE}/answer/detail/get`, { token, body: { uid }, headers: { "user-agent": agent } });
const playShared = (share: string, agent = CHROME) =>
  harness().call("POST", "/api/user/web/practice/shared/view", { body: { token: share }, headers: { "user-agent": agent } });
const list = async (token: string, page = 1) => (await harness().call("GET", `${PRACTICE}/play/get?page=${page}`, { token })).body;
const longAgo = (uid: string) => sql`update recording_plays set played_at = played_at - interval '61 minutes' where answer_id = ${uid}`;

async function shared() {
  const person = await registerUser(harness());
  const { uid } = await storedAnswer(harness(), person.token);
  await post("/answer/save", person.token, { uid, rate_your_self: RATINGS });
  const { body } = await post("/answer/share", person.token, { uid });
  return { ...person, uid, share: new URL(body.data.share_link).hash.slice(1) };
}

describe("the list of who played what", () => {
  it("tells one's own plays and those by the link, newest first", async () => {
    const { token, uid, share } = await shared();
    expect(await list(token)).toEqual({ data: [], meta: { total: 0 } });
    expect((await playOwn(token, uid)).status).toBe(200);
    expect((await playShared(share)).status).toBe(200);
    const { data, meta } = await list(token);
    expect(meta).toEqual({ total: 2 });
    expect(data).toEqual([
      {
        uid: expect.any(String),
        answer: uid,
        question: expect.stringMatching(/\S/),
        by: "link",
        browser: "Chrome 126",
        system: "Windows",
        playedAt: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ by: "owner", browser: "Firefox 128", system: "Linux" }),
    ]);
  });

  it("counts the same browser once an hour, and each browser by itself", async () => {
    const { token, uid, share } = await shared();
    for (let times = 0; times < 3; times++) {
      await playOwn(token, uid);
      await playShared(share);
    }
    expect((await list(token)).meta).toEqual({ total: 2 });
    await playShared(share, FIREFOX);
    expect((await list(token)).meta).toEqual({ total: 3 });
    await longAgo(uid);
    await playShared(share);
    await playShared(share);
    expect((await list(token)).meta).toEqual({ total: 4 });
  });

  it("counts once what one browser asks for several times at once", async () => {
    const { token, share } = await shared();
    await Promise.all(Array.from({ length: 5 }, () => playShared(share)));
    expect((await list(token)).meta).toEqual({ total: 1 });
  });

  it("counts nothing where there is nothing to play", async () => {
    const { token } = await registerUser(harness());
    const { uid } = await capturedAnswer(harness(), token);
    expect((await playOwn(token, uid)).status).toBe(200);
    expect(await list(token)).toEqual({ data: [], meta: { total: 0 } });
  });

  it("counts nothing that was refused: a stranger, a link that was revoked", async () => {
    const { token, uid, share } = await shared();
    const stranger = await registerUser(harness());
    expectError(await playOwn(stranger.token, uid), 404, "notFound");
    await post("/answer/share/revoke", token, { uid });
    expectError(await playShared(share), 404, "notFound");
    expect((await list(token)).meta).toEqual({ total: 0 });
  });

  it("shows a stranger nothing, and names nothing that was deleted", async () => {
    const { token, uid, share } = await shared();
    await playShared(share);
    const stranger = await registerUser(harness());
    await playOwn(stranger.token, (await storedAnswer(harness(), stranger.token)).uid);
    const { data } = await list(stranger.token);
    expect(data.map((play: { answer: string }) => play.answer)).not.toContain(uid);
    expect(data).toHaveLength(1);
    await post("/answer/delete", token, { uid });
    expect(await list(token)).toEqual({ data: [], meta: { total: 0 } });
  });

  it("comes ten a page", async () => {
    const { token, uid, user } = await shared();
    for (let at = 0; at < 23; at++)
      await sql`insert into recording_plays (id, answer_id, user_id, by, user_agent, played_at)
        values (${randomUUID()}, ${uid}, ${user.uid}, 'link', ${`browser ${at}`}, now() - make_interval(hours => ${at}))`;
    const pages = [await list(token, 1), await list(token, 2), await list(token, 3), await list(token, 4)];
    expect(pages.map(({ data }) => data.length)).toEqual([10, 10, 3, 0]);
    for (const { meta } of pages) expect(meta).toEqual({ total: 23 });
    const times = pages.flatMap(({ data }) => data.map((play: { playedAt: string }) => play.playedAt));
    expect(times).toEqual(times.toSorted().toReversed());
    for (const page of ["0", "-1", "x"])
      expectIssues(await harness().call("GET", `${PRACTICE}/play/get?page=${page}`, { token }), ["page"]);
  });

  it("takes any header for a browser", async () => {
    const { token, share } = await shared();
    for (const agent of ["", "<script>alert(1)</script>", "x".repeat(3000)]) expect((await playShared(share, agent)).status).toBe(200);
    const { data } = await list(token);
    expect(data).toHaveLength(3);
    expect(JSON.stringify(data)).not.toContain("<script>");
  });
});

it("plays are kept for a year, as looks at an account are", async () => {
  const { token, uid, share } = await shared();
  await playOwn(token, uid);
  await sql`update recording_plays set played_at = now() - interval '364 days' where answer_id = ${uid}`;
  await playShared(share);
  await sql`update recording_plays set played_at = now() - interval '366 days' where answer_id = ${uid} and by = 'link'`;
  const { services } = harness().app;
  await practiceJobs.find(({ name }) => name === "practice.forget")?.run(services);
  expect((await list(token)).data).toMatchObject([{ by: "owner" }]);
});

it("a play is told of in the language of whose recording it is, whoever listens", async () => {
  const { uid, user, share } = await shared();
  await sql`update users set language = 'ar' where id = ${user.uid}`;
  await harness().call("POST", "/api/user/web/practice/shared/view", { body: { token: share }, headers: { "accept-language": "fr" } });
  const [told] =
    await sql`select "values" ->> 'question' as question from notifications where user_id = ${user.uid} and kind = 'recording_played'`;
  const [asked] = await sql`select text ->> 'ar' as ar, text ->> 'fr' as fr from questions q
    join answers a on a.question_id = q.id where a.id = ${uid}`;
  expect(asked?.ar).not.toBe(asked?.fr);
  expect(told?.question).toBe(asked?.ar);
});

it("a play counts only together with what tells of it", async () => {
  const { token, user, share } = await shared();
  expect((await refusing(sql, "insert", "notifications", () => playShared(share))).status).toBe(500);
  expect(await list(token)).toEqual({ data: [], meta: { total: 0 } });
  expect((await playShared(share)).status).toBe(200);
  expect(await sql`select kind from notifications where user_id = ${user.uid}`).toMatchObject([{ kind: "recording_played" }]);
});

describe("the mail about a play", () => {
  const choose = (token: string, enabled: boolean) => {
    const body = { event: "recording_played", channel: "email", enabled };
    return harness().call("POST", "/api/user/personalization/account/preference/save", { token, body });
  };
  const told = (email: string) => mailsAbout(harness(), email, "recording_played");

  it("comes only if it was chosen, once an hour for a browser, and never for one's own", async () => {
    const { email, token, uid, share } = await shared();
    await playShared(share);
    expect(await told(email)).toEqual([]);
    await choose(token, true);
    await longAgo(uid);
    await playOwn(token, uid);
    expect(await told(email)).toEqual([]);
    for (let times = 0; times < 3; times++) await playShared(share);
    const mails = await told(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Chrome 126, Windows");
    const { question } = (await list(token)).data[0];
    expect(mails[0]?.text).toContain(question);
    await choose(token, false);
    await longAgo(uid);
    await playShared(share);
    expect(await told(email)).toHaveLength(1);
  });
});
