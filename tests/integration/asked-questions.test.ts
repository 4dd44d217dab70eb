import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { PRACTICE, RATINGS } from "#tests/factories/answers";
import { aRoom, aTopic, COMMUNITY } from "#tests/factories/forum";
import { aPeer, aReview, pull, review } from "#tests/factories/peer-review";
import { askedFor, storedTake } from "#tests/factories/reviews";

const harness = useHarness();
const ADMIN = "/api/admin/practice";
const inAll = (en: string) => ({ en, fr: `${en} fr`, vi: "", cn: "", ar: "" });
const lists = (en: string) => ({ en: [en], fr: [], vi: [], cn: [], ar: [] });

let admin: string;
let sql: postgres.Sql;
beforeAll(async () => {
  const { token, user } = await registerUser(harness());
  sql = postgres(harness().databaseUrl, { max: 1 });
  await sql`update users set role = 'admin' where id = ${user.uid}`;
  admin = token;
});
afterAll(() => sql.end());

const post = async (token: string, path: string, body: unknown, language = "en") => {
  const answer = await harness().call("POST", path, { token, body, headers: { "accept-language": language } });
  expect({ path, status: answer.status, told: answer.body.message }).toEqual({ path, status: 200, told: undefined });
  return answer.body.data;
};

describe("what a take answered", () => {
  it("is what was asked then, whatever the question says since", async () => {
    const { token, user } = await registerUser(harness());
    const answer = await storedTake(harness(), token);
    const { question_id } = await post(token, `${PRACTICE}/answer/detail/get`, { uid: answer });
    await askedFor(harness(), token, answer);
    const before = await post(admin, `${ADMIN}/question/view`, { uid: question_id });
    const { share_link: link } = await post(token, `${PRACTICE}/answer/share`, { uid: answer });
    const share = { kind: "take", answerId: answer, days: 7, consent: true };
    const room = await aRoom(harness());
    const topic = await aTopic(harness(), { id: user.uid, token, email: "" }, room.id, { share });
    const { category, readingTime, answerTime } = before;
    const rewritten = { category, readingTime, answerTime, text: inAll("Tell me about a conflict."), guidance: lists("Says how it ended") };
    await post(admin, `${ADMIN}/question/save`, { uid: question_id, version: before.version, ...rewritten });

    const own = await post(token, `${PRACTICE}/answer/detail/get`, { uid: answer });
    expect(own).toMatchObject({ question: before.text.en, guidance: before.guidance.en });
    expect((await post(token, `${PRACTICE}/answer/detail/get`, { uid: answer }, "fr")).question).toBe(before.text.fr);
    const listed = await harness().call("GET", `${PRACTICE}/answer/get`, { token });
    expect(listed.body.data).toMatchObject([{ uid: answer, question: before.text.en }]);
    const { data: shown } = (await harness().call("POST", "/api/user/web/practice/shared/view", { body: { token: link.split("#")[1] } }))
      .body;
    expect(shown.question).toBe(before.text.en);

    // Who hears it rates what it answers.
    const reviewer = await aPeer(harness());
    const lent = (await pull(harness(), reviewer)).body.data;
    expect(lent).toMatchObject({ question: before.text.en, guidance: before.guidance.en });

    // So does who finds it in the community.
    const found = await harness().call("GET", `${COMMUNITY}/topic/message/get?topicId=${topic.uid}`, { token: reviewer.token });
    expect(found.body.data[0].share.question).toEqual({ uid: question_id, text: before.text.en });
    const opened = await post(reviewer.token, `${COMMUNITY}/share/open`, { shareId: found.body.data[0].share.uid });
    expect(opened.question).toBe(before.text.en);

    // And whose it is is told of all that became of it.
    expect((await review(harness(), reviewer, aReview(lent.uid))).status).toBe(200);
    const told = await sql`select kind, "values" ->> 'question' as question from notifications where user_id = ${user.uid} order by kind`;
    expect([...told]).toEqual(
      ["forum_take_played", "recording_played", "review_first"].map((kind) => ({ kind, question: before.text.en })),
    );

    // Who answers it from now on answers what it says now.
    const { body } = await harness().call("GET", `${PRACTICE}/question/detail/get?uid=${question_id}`, { token });
    expect(body.data.text).toBe("Tell me about a conflict.");
    const later = await post(token, `${PRACTICE}/answer/save`, { question_id, comments: "later", rate_your_self: RATINGS });
    expect(await post(token, `${PRACTICE}/answer/detail/get`, { uid: later.uid })).toMatchObject({
      question: "Tell me about a conflict.",
      guidance: ["Says how it ended"],
    });
  });
});
