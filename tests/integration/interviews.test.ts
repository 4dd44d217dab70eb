import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aQuestion, PRACTICE } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { INTERVIEW } from "#tests/factories/interviews";
import { interviewData } from "@/features/practice/interviews/personal-data";
import { upcomingInterview } from "@/features/practice/interviews/queries";
import { beginsAt } from "@/features/practice/interviews/rules";
import { addDays, dayIn } from "@/lib/days";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const I = `${PRACTICE}/interview`;
const save = (token: string | undefined, body: unknown, headers = {}) => harness().call("POST", `${I}/save`, { token, body, headers });
const get = (token: string | undefined, uid: string) => harness().call("GET", `${I}/detail/get?uid=${uid}`, { token });
const list = (token: string | undefined, query = "") => harness().call("GET", `${I}/get?${query}`, { token });
const remove = (token: string | undefined, uid: string) => harness().call("POST", `${I}/delete`, { token, body: { uid } });

async function kept(change: Record<string, unknown> = {}) {
  const person = await registerUser(harness());
  const { body } = await save(person.token, { ...INTERVIEW, ...change });
  return { ...person, uid: body.data.uid as string };
}

describe("an interview", () => {
  it("is kept with what was asked, and changed as a whole", async () => {
    const { token } = await registerUser(harness());
    const question_id = await aQuestion(harness(), token);
    const questions = [{ text: " Why us? ", question_id, went: 2 }, ...INTERVIEW.questions];
    const made = await save(token, { ...INTERVIEW, questions });
    expect(made.status).toBe(200);
    const { uid } = made.body.data;
    expect(made.body.data).toEqual({
      ...INTERVIEW,
      uid,
      version: 1,
      asked: 3,
      questions: [
        { text: "Why us?", question_id, question: expect.stringMatching(/\S/), went: 2 },
        { text: "How would you test a lift?", question_id: null, question: null, went: 4 },
        { text: "What do you do when you disagree?", question_id: null, question: null, went: null },
      ],
    });
    expect((await get(token, uid)).body).toEqual(made.body);
    const changed = await save(token, { uid, company: "Other", role: "R", date: "2020-01-02", stage: "final", outcome: "offer" });
    expect(changed.body.data).toMatchObject({ uid, time: null, timeZone: null, outcome: "offer", notes: "", questions: [], asked: 0 });
    const { body } = await list(token, "list=past");
    expect(body).toEqual({
      data: [
        { uid, company: "Other", role: "R", date: "2020-01-02", time: null, timeZone: null, stage: "final", outcome: "offer", asked: 0 },
      ],
      meta: { total: 1 },
    });
  });

  it("is made once, however often its call is repeated under one key", async () => {
    const { token } = await registerUser(harness());
    const key = { "idempotency-key": randomUUID() };
    const [one, other] = await Promise.all([save(token, INTERVIEW, key), save(token, INTERVIEW, key)]);
    const again = await save(token, INTERVIEW, key);
    const uids = [one, other, again].flatMap(({ body }) => body.data?.uid ?? []);
    expect(new Set(uids).size).toBe(1);
    expect((await list(token)).body.meta).toEqual({ total: 1 });
  });

  it("is changed by whoever has seen how it stands, and by whoever does not say", async () => {
    const { token, uid } = await kept();
    const change = (more: object) => save(token, { ...INTERVIEW, uid, ...more });
    expect((await change({ version: 1, notes: "One" })).body.data).toMatchObject({ version: 2, notes: "One" });
    const late = await change({ version: 1, notes: "Late" });
    expect([late.status, late.body.code, late.body.current]).toEqual([409, "conflict", (await get(token, uid)).body.data]);
    expect((await get(token, uid)).body.data).toMatchObject({ version: 2, notes: "One" });
    expect((await change({ notes: "Two" })).body.data).toMatchObject({ version: 3, notes: "Two" });
    const codes = await Promise.all([1, 2, 3].map((at) => change({ version: 3, notes: `${at}` })));
    expect(codes.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it("takes the steps of its outcome, and no others", async () => {
    const { token, uid } = await kept();
    const to = (outcome: string) => save(token, { ...INTERVIEW, uid, outcome });
    expect((await to("invited_on")).status).toBe(200);
    expectError(await to("rejected"), 409, "wrongState");
    expect((await to("waiting")).status).toBe(200);
    expect((await to("rejected")).status).toBe(200);
    expectError(await to("offer"), 409, "wrongState");
    expect((await get(token, uid)).body.data).toMatchObject({ outcome: "rejected", asked: 2 });
  });

  it("is deleted for good, with what was asked", async () => {
    const { token, uid } = await kept();
    expect((await remove(token, uid)).body).toEqual({ data: { deleted: true } });
    expectError(await get(token, uid), 404, "notFound");
    expectError(await remove(token, uid), 404, "notFound");
    expect(await sql`select 1 from practice_interview_questions where interview_id = ${uid}`).toHaveLength(0);
  });

  it("holds the questions of one save, however many come at once", async () => {
    const { token, uid } = await kept();
    const texts = ["a", "b", "c", "d"];
    const answers = await Promise.all(texts.map((text) => save(token, { ...INTERVIEW, uid, questions: [{ text }, { text }] })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { questions } = (await get(token, uid)).body.data;
    expect(questions.map(({ text }: { text: string }) => text)).toEqual([questions[0].text, questions[0].text]);
  });

  it("keeps its link to a question that leaves the bank, without showing it; nobody links to it anew", async () => {
    const { token } = await registerUser(harness());
    const question_id = await aQuestion(harness(), token);
    const questions = [{ text: "Why us?", question_id }];
    const { uid } = (await save(token, { ...INTERVIEW, questions })).body.data;
    await sql`update questions set published = false where id = ${question_id}`;
    expect((await save(token, { ...INTERVIEW, uid, questions })).body.data.questions[0]).toMatchObject({ question_id, question: null });
    expectIssues(await save(token, { ...INTERVIEW, questions }), ["questions.0.question_id"]);
    await sql`update questions set published = true where id = ${question_id}`;
  });
});

describe("the list", () => {
  it("holds ten a page: what is to come, the soonest first, and what was, the last first", async () => {
    const { token } = await registerUser(harness());
    const today = dayIn(new Date(), "UTC");
    for (let day = -11; day <= 11; day++) await save(token, { ...INTERVIEW, date: addDays(today, day) });
    const dates = ({ body }: { body: { data: { date: string }[] } }) => body.data.map(({ date }) => date);
    const coming = await list(token, "timeZone=UTC");
    expect(coming.body.meta).toEqual({ total: 12 });
    expect(dates(coming)).toEqual(Array.from({ length: 10 }, (_, at) => addDays(today, at)));
    expect(dates(await list(token, "timeZone=UTC&page=2"))).toEqual([addDays(today, 10), addDays(today, 11)]);
    const past = await list(token, "list=past&timeZone=UTC");
    expect(past.body.meta).toEqual({ total: 11 });
    expect(dates(past)).toEqual(Array.from({ length: 10 }, (_, at) => addDays(today, -1 - at)));
  });

  it("divides by the day of the person's zone, and by the browser's only where the account names none", async () => {
    const { token, user } = await registerUser(harness());
    // From one end of the earth to the other it is always two days.
    const [east, west] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
    await save(token, { ...INTERVIEW, date: dayIn(new Date(), west), time: null, timeZone: null });
    expect((await list(token, `timeZone=${east}`)).body.meta.total).toBe(0);
    expect((await list(token, `timeZone=${west}`)).body.meta.total).toBe(1);
    await sql`update users set time_zone = ${west} where id = ${user.uid}`;
    expect((await list(token, `timeZone=${east}`)).body.meta.total).toBe(1);
  });
});

describe("an interview whose clock hangs elsewhere", () => {
  it("is coming as long as the person's day of it is", async () => {
    const { token, user } = await registerUser(harness());
    const [east, west] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
    await sql`update users set time_zone = ${east} where id = ${user.uid}`;
    // Late in the evening in the west it is the day after next in the east.
    const coming = { ...INTERVIEW, date: addDays(dayIn(new Date(), east), -2), time: "23:30", timeZone: west };
    const past = { ...INTERVIEW, date: addDays(dayIn(new Date(), east), -2), time: "00:30", timeZone: west };
    const [{ body: one }, { body: other }] = [await save(token, coming), await save(token, past)];
    const uids = async (which: string) => (await list(token, `list=${which}`)).body.data.map(({ uid }: { uid: string }) => uid);
    expect(await uids("coming")).toEqual([one.data.uid]);
    expect(await uids("past")).toEqual([other.data.uid]);
  });
});

describe("the soonest interview", () => {
  it("is the next one that was not called off, today's included", async () => {
    const { token, user } = await registerUser(harness());
    const next = () => upcomingInterview(harness().app.services.db, { id: user.uid }, { today: "2030-03-10", timeZone: "Africa/Khartoum" });
    expect(await next()).toBeUndefined();
    await save(token, { ...INTERVIEW, date: "2030-03-09" });
    expect(await next()).toBeUndefined();
    await save(token, { ...INTERVIEW, date: "2030-03-11", outcome: "withdrawn" });
    await save(token, { ...INTERVIEW, date: "2030-03-12", outcome: "rejected" });
    expect(await next()).toBeNull();
    await save(token, { ...INTERVIEW, date: "2030-03-20" });
    expect(await next()).toMatchObject({ date: "2030-03-20" });
    const { uid } = (await save(token, { ...INTERVIEW, date: "2030-03-10" })).body.data;
    expect(await next()).toEqual({ uid, date: "2030-03-10", company: INTERVIEW.company, role: INTERVIEW.role });
  });
});

describe("interviews in several zones", () => {
  it("come as they begin, whatever days are written there", async () => {
    const { token, user } = await registerUser(harness());
    const next = () => upcomingInterview(harness().app.services.db, { id: user.uid }, { today: "2030-12-04", timeZone: "Europe/London" });
    await save(token, { ...INTERVIEW, date: "2030-12-03", time: "20:00", timeZone: "America/New_York" });
    const { uid } = (await save(token, { ...INTERVIEW, date: "2030-12-04", time: "09:00", timeZone: "Asia/Tokyo" })).body.data;
    expect(await next()).toMatchObject({ uid, date: "2030-12-04" });
  });
});

describe("the list of interviews in several zones", () => {
  it("is as they begin, from page to page, and agrees with the soonest", async () => {
    const { token, user } = await registerUser(harness());
    const today = dayIn(new Date(), "UTC");
    const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York", "Asia/Tokyo", null];
    for (let at = 0; at < 50; at++) {
      // No time is none of any zone.
      const [timeZone, hour] = [zones[at % 5] ?? null, (at * 7) % 24];
      const when = { date: addDays(today, (at % 2 ? 4 : -6) + ((at * 3) % 4)), time: `${hour}:15`.padStart(5, "0"), timeZone };
      await save(token, { ...INTERVIEW, ...when, ...(at % 10 === 4 ? { time: null } : {}) });
    }
    const begin = (row: { date: string; time: string | null; timeZone: string | null }) => beginsAt(row, "UTC");
    const all = async (which: string) => {
      const pages = [1, 2, 3].map((page) => list(token, `list=${which}&timeZone=UTC&page=${page}`));
      return (await Promise.all(pages)).flatMap(({ body }) => body.data);
    };
    const [coming, past] = [await all("coming"), await all("past")];
    expect([coming.length, past.length]).toEqual([25, 25]);
    expect(new Set([...coming, ...past].map(({ uid }) => uid)).size).toBe(50);
    expect(coming.map(begin)).toEqual(coming.map(begin).toSorted((a, b) => a - b));
    expect(past.map(begin)).toEqual(past.map(begin).toSorted((a, b) => b - a));
    // As they are written they stand in another order.
    const written = coming.map(({ date, time }) => `${date} ${time ?? "~"}`);
    expect(written).not.toEqual(written.toSorted());
    const next = await upcomingInterview(harness().app.services.db, { id: user.uid }, { today, timeZone: "UTC" });
    expect(next?.uid).toBe(coming[0].uid);
  });
});

describe("several interviews on one day", () => {
  it("stand by their hours, and the soonest is the next one", async () => {
    const { token, user } = await registerUser(harness());
    const day = addDays(dayIn(new Date(), "UTC"), 5);
    const times = ["15:00", "09:30", "18:45", "12:00", "08:15"];
    for (const time of times) await save(token, { ...INTERVIEW, date: day, time, timeZone: "UTC", company: `At ${time}` });
    const coming = await list(token, "timeZone=UTC");
    expect(coming.body.data.map(({ time }: { time: string }) => time)).toEqual(times.toSorted());
    const soonest = await upcomingInterview(harness().app.services.db, { id: user.uid }, { today: day, timeZone: "UTC" });
    expect(soonest?.company).toBe("At 08:15");
  });
});

describe("what is refused", () => {
  it("strangers, and interviews that are not there", async () => {
    const { token, uid } = await kept();
    const stranger = await registerUser(harness());
    for (const other of [uid, randomUUID()]) {
      expectError(await get(stranger.token, other), 404, "notFound");
      expectError(await save(stranger.token, { ...INTERVIEW, uid: other }), 404, "notFound");
      expectError(await remove(stranger.token, other), 404, "notFound");
    }
    expect((await list(stranger.token)).body.meta.total).toBe(0);
    expectError(await list(undefined), 401, "unauthorized");
    expect((await get(token, uid)).body.data).toMatchObject({ company: INTERVIEW.company, asked: 2 });
  });

  it.each([
    ["no company", { company: "  " }, ["company"]],
    ["a day that is none", { date: "2030-02-30" }, ["date"]],
    ["a day of another age", { date: "1066-10-14" }, ["date"]],
    ["a time that is none", { time: "24:00" }, ["time"]],
    ["a zone that is none", { timeZone: "Mars/Olympus" }, ["timeZone"]],
    ["a bare offset", { timeZone: "+02:00" }, ["timeZone"]],
    ["a zone without a time", { time: null }, ["time"]],
    ["another stage", { stage: "lunch" }, ["stage"]],
    ["another outcome", { outcome: "perhaps" }, ["outcome"]],
    ["a score beyond five", { questions: [{ text: "a", went: 6 }] }, ["questions.0.went"]],
    ["a question without words", { questions: [{ text: " " }] }, ["questions.0.text"]],
    ["too many questions", { questions: Array.from({ length: 41 }, () => ({ text: "a" })) }, ["questions"]],
    ["a question that is not in the bank", { questions: [{ text: "a", question_id: randomUUID() }] }, ["questions.0.question_id"]],
  ])("%s", async (_, change, fields) => {
    const { token } = await registerUser(harness());
    expectIssues(await save(token, { ...INTERVIEW, ...change }), fields);
    expect((await list(token)).body.meta.total).toBe(0);
  });

  it("what cannot be, by the database too", async () => {
    const { uid, user } = await kept();
    const asked = (went: number) => sql`insert into practice_interview_questions values (${uid}, 9, 'a', null, ${went})`;
    await expect(asked(0)).rejects.toThrow(/check/);
    await expect(asked(6)).rejects.toThrow(/check/);
    const made = (time: string | null, zone: string | null) =>
      sql`insert into practice_interviews (id, user_id, company, role, date, time, time_zone, stage)
        values (${randomUUID()}, ${user.uid}, 'a', 'b', '2030-01-01', ${time}, ${zone}, 'panel')`;
    await expect(made("25:00", null)).rejects.toThrow(/check/);
    await expect(made(null, "UTC")).rejects.toThrow(/check/);
  });
});

describe("a person's data", () => {
  it("holds their interviews, and not those of others; they go with the account", async () => {
    const { user, uid } = await kept();
    const stranger = await kept();
    const { db } = harness().app.services;
    const { data } = await interviewData.records({ db } as never, user.uid);
    expect(data).toEqual([
      expect.objectContaining({
        id: uid,
        company: INTERVIEW.company,
        asked: INTERVIEW.questions.map(({ text, went }) => ({ text, questionId: null, went })),
      }),
    ]);
    expect(JSON.stringify(data)).not.toContain(user.uid);
    expect(await interviewData.count(db, user.uid)).toEqual({ interviews: 1 });
    await db.transaction((tx) => interviewData.erase(tx, user.uid));
    expect(await sql`select 1 from practice_interviews where user_id = ${user.uid}`).toHaveLength(0);
    expect(await sql`select 1 from practice_interview_questions where interview_id = ${uid}`).toHaveLength(0);
    expect(await interviewData.count(db, stranger.user.uid)).toEqual({ interviews: 1 });
  });
});
